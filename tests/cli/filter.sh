# --filter: the same pairs in all lists; a caret under a mistake.
mkdir tree
lines 1 1000 >tree/a.c
lines 201 1200 >tree/b.c
lines 301 1300 >tree/c.h
kindred find --pairs --format json --filter 'suffix == "c"' tree
is summary pairs 1
is summary filtered_out 2
is pair b '"tree/b.c"'
is family files '["tree/a.c", "tree/b.c"]'
kindred find --filter 'suffix == "c"' tree
says out "filter   suffix == \"c\""
says out "The filter left out 2 pairs."
kindred query --format json --filter 'b.suffix == "h"' tree/a.c
[[ $(value match path) == *'c.h"' ]] || fail "query is not filtered"
exits 2 "$KINDRED" find --filter 'size > 10K and siez < 3' tree
says err "unknown field 'siez' (column 16)"
[[ $(sed -n 3p err) == '                 ^' ]] || { cat err; fail "no caret"; }
exits 2 "$KINDRED" find --filter '' tree
says err "the filter is empty (column 1)"
exits 2 "$KINDRED" find --filter 'suffix == suffix' tree
says err "a field is compared with itself (column 1); write a.suffix == b.suffix"
exits 2 "$KINDRED" find --filter '"htm" == type' tree
says err 'there is no type "htm" (column 1)'
exits 2 "$KINDRED" find --sets --filter 'size > 3' tree

# 9,000 of 10,000 bytes are 90 %, not a little less.
mkdir border
head -c 9000 /dev/urandom >common
{ cat common; head -c 1000 /dev/urandom; } >border/a
{ cat common; head -c 1000 /dev/urandom; } >border/b
kindred find --verify --pairs --format json --filter 'similarity >= 90%' border
is pair similarity 0.9
