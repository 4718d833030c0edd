# - is standard input; a query file that cannot be read is reported.
mkdir tree
lines 1 1000 >tree/a
kindred scan tree
lines 201 1200 | "$KINDRED" query --format json - >out 2>err
is match path "\"$PWD/tree/a\""
exits 2 "$KINDRED" query - -
exits 4 "$KINDRED" query ""
exits 4 "$KINDRED" query missing
says err "missing"
exits 3 "$KINDRED" query missing tree/a
says out "(identical)"
exits 4 "$KINDRED" query --index empty tree/a
says err "kindred scan"
