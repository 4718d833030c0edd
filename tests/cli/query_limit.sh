# Text shows 10 matches and says so; JSON has them all, unless asked.
mkdir tree
for i in $(seq 25); do { lines 1 500; echo "$i"; } >tree/$i; done
kindred scan tree
lines 1 500 >query
kindred query query
says out "10 of 25 matches shown (--limit 0 shows all)"
kindred query --format json query
[[ $(grep -c '"match"' out) == 25 ]] || fail "not all matches"
kindred query --format json --limit 3 query
[[ $(grep -c '"type":"match"' out) == 3 ]] || fail "not 3 matches"
says out '{"type":"limited","list":"match","shown":3,"total":25}'
is query matches 25
