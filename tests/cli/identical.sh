# Copies and hard links are one set; the report says what a single copy would save.
mkdir tree
head -c 100000 /dev/zero >tree/one
cp tree/one tree/two
ln tree/one tree/link
kindred find --format json tree
is identical files "[\"tree/link\", \"tree/one\", \"tree/two\"]"
is identical size 100000
is identical links 1
is summary pairs 0
kindred find --show identical tree
says out "100.0 kB to free"
kindred find tree
says out "Nothing else is similar."
