# A query needs the index only: the tree may be away, and the file need not be known.
mkdir tree
lines 1 1000 >tree/a
lines 5000 6000 >tree/b
kindred scan tree
cp tree/a same
lines 201 1200 >near
rm -r tree
kindred query --format json same
is match path "\"$PWD/tree/a\""
is match identical true
kindred query --format json near
is match path "\"$PWD/tree/a\""
is match identical false
kindred query same near
says out "(identical)"
lines 9000 9500 >far
kindred query far
says out "nothing similar in the index"
