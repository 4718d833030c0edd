# Lists are cut at the limit and say so; 0 shows all; JSON is cut only when asked.
mkdir tree
for i in $(seq 1 30); do lines ${i}000 ${i}050 | tee tree/${i}a >tree/${i}b; done
kindred find tree
says out "10 of 30 sets shown (--limit 0 shows all)"
kindred find --limit 0 tree
says_not out " shown"
kindred find --limit 3 tree
says out "3 of 30 sets shown"
kindred find --format json tree
[[ $(grep -c '"type":"identical"' out) == 30 ]] || fail "JSON was cut"
