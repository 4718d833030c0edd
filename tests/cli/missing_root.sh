# A root that is not there is an error, and what the index knows of it stays.
mkdir tree
lines 1 300 >tree/a
kindred scan tree
mv tree away
exits 4 "$KINDRED" scan tree
says err "tree"
[[ $(wc -l <err) == 1 ]] || fail "more than one line"
kindred index stats --format json
is stats files 1
