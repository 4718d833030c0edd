# A report that cannot be written is a failure, not a success.
mkdir tree
lines 1 300 >tree/a
got=0
"$KINDRED" find tree >/dev/full 2>err || got=$?
[[ $got == 4 ]] || fail "exit code $got"
says err "standard output"
got=0
"$KINDRED" find tree >&- 2>err || got=$?
[[ $got == 4 ]] || fail "exit code $got with standard output closed"
"$KINDRED" index check >/dev/null || fail "the index suffered"
