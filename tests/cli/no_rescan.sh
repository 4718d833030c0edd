# --no-rescan answers from the index alone.
mkdir tree
lines 1 300 >tree/a
cp tree/a tree/b
kindred scan tree
lines 1 300 >tree/new
kindred find --format json --no-rescan tree
is summary files 2
rm -r tree
kindred find --format json --no-rescan tree
is summary files 2
is identical size "$(lines 1 300 | wc -c)"
