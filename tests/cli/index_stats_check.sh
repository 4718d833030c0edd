# stats counts, check verifies; both work on the index alone.
mkdir tree
lines 1 300 >tree/a
cp tree/a tree/b
lines 1000 1300 >tree/c
kindred scan tree
rm -r tree
kindred index stats --format json
is stats files 3
is stats contents 2
is stats format_version 4
kindred index stats
says out "fingerprints"
kindred index check
says out "The index is sound"
kindred index check --format json
is check problems "[]"
