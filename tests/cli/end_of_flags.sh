# After -- everything is a name.
mkdir -- -tree
lines 1 300 >-tree/a
cp ./-tree/a ./-tree/b
kindred find --format json -- -tree
is summary files 2
exits 2 "$KINDRED" find -tree
