# A root that does not exist is an error, and its files stay in the index.
mkdir tree
lines 1 300 >tree/a
kindred scan tree
mv tree away
exits 4 "$KINDRED" scan tree
says err "tree"
[[ $(wc -l <err) == 1 ]] || fail "more than one line"
kindred index stats --format json
is stats files 1
