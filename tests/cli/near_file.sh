# near FILE asks the store for files near FILE; - is standard input; the files need not be there any more.
mkdir tree
lines 1 400 >tree/a.txt
lines 1 399 >query.txt
exits 4 "$KINDRED" near query.txt
says err "no tallies"
says err "kindred near DIRECTORY"
kindred near tree
rm -r tree
kindred near --format json query.txt
is near_summary query '"query.txt"'
is near a '"query.txt"'
is near b "\"$PWD/tree/a.txt\""
exits 1 "$KINDRED" near --exit-code query.txt
"$KINDRED" near --format json --key skew - <query.txt >out
is near b "\"$PWD/tree/a.txt\""
kindred near query.txt
says out "query.txt"
says out "Near: 1 pair"
kindred index forget "$PWD/tree"
exits 4 "$KINDRED" near query.txt
# Renamed copies are found: without --key the suffix does not count for one file.
mkdir more
lines 1 400 >more/a.bak
lines 1 399 >more/a.txt
kindred near more
lines 1 398 >query.doc
kindred near --format json query.doc
is near_summary key '"skew"'
is near_summary pairs 2
kindred near --format json --key skew+suffix query.doc
is near_summary pairs 0
