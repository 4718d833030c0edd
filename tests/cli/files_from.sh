# Names from a list, by line or NUL; one that is missing is a skip and exit code 3.
mkdir tree
lines 1 300 >tree/a
lines 1 300 >$'tree/b\nc'
lines 1 300 >tree/not_listed
printf '%s\0' tree/a $'tree/b\nc' >list0
kindred find --format json --files-from list0 -0
is summary files 2
is summary identical_sets 1
printf 'tree/a\ntree/gone\n' >list
exits 3 "$KINDRED" find --format json --files-from list
is summary files 1
says out 'tree/gone","stage":"walk"'
code=0
"$KINDRED" find --format json --files-from - <list >out 2>err || code=$?
[[ $code == 3 ]] || fail "exit code $code, not 3"
exits 2 "$KINDRED" find --files-from list0
says err "add -0"
exits 4 "$KINDRED" find --files-from no_list

# A device that never ends is not a list; an empty one is.
for flags in "" -0; do
  exits 2 timeout 60 "$KINDRED" scan $flags --files-from /dev/zero
  exits 2 timeout 60 "$KINDRED" scan -0 --files-from /dev/urandom
  says err "the list of names does not end"
done
kindred scan --files-from /dev/null
