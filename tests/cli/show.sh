# show: both files, runs numbered on both sides, no escapes in a pipe, colours when asked for.
hashes 1 40 >a
{ hashes 900 905; hashes 10 30; } >b
kindred show a b
says out "[1]"
says out "$(md5sum <<<900 | cut -c1-20)"
says out "is also in B"
says_not out $'\033'
[[ ! -e $KINDRED_INDEX ]] || fail "an index was made"
awk 'length($0) > 130 { exit 1 }' out || fail "a line is wider than 130"
kindred show --width 80 a b
awk 'length($0) > 80 { exit 1 }' out || fail "a line is wider than 80"
kindred show --color always a b
says out $'\033['
kindred show a b
before=$(wc -l <out)
kindred show --context all a b
[[ $(wc -l <out) -gt $before ]] || fail "--context all still folds"
printf 'clear \033[2J and \007 bell, and some more text that makes it long enough to be a run\n' >evil
cp evil evil2
kindred show --color always evil evil2
says_not out $'\033[2J'
says_not out $'\007'
head -c 600 /dev/urandom >x
{ head -c 100 /dev/urandom; cat x; } >y
kindred show x y
says out "[1]"
"$KINDRED" show - b <a >out 2>err || fail "standard input"
exits 2 "$KINDRED" show a
exits 2 "$KINDRED" show - -
exits 2 "$KINDRED" show --width 3 a b
exits 4 "$KINDRED" show a missing
exits 4 "$KINDRED" show a .
"$KINDRED" show --context all a b | head -1 >/dev/null || fail "a closed pipe"
