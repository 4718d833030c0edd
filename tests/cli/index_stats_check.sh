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

# What was scanned is listed, outermost paths only, and forgotten with its files.
rm -rf "$KINDRED_INDEX"; mkdir -p one/deep two
lines 1 500 >one/deep/a; lines 1000 1500 >two/b
kindred scan one/deep two; lines 2000 2500 >one/c; kindred scan one  # a scan that changes nothing writes nothing
kindred index stats --format json
is stats roots "[\"$PWD/one\", \"$PWD/two\"]"
kindred index stats
says out "$PWD/one"
kindred index forget two
kindred index stats --format json
is stats roots "[\"$PWD/one\"]"
