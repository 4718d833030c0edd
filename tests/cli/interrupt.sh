# Ctrl-C stops a scan cleanly: exit code 130, a message, and a sound index that still answers.
mkdir tree
lines 1 1000 >tree/a
settle
kindred scan tree
# Unwritten blocks are read like any others, and cost no writing.
for i in 1 2 3 4; do
  fallocate -l 512M tree/large$i || skip_test "this file system has no unwritten blocks"
done
set -m # otherwise a script's background jobs ignore Ctrl-C
"$KINDRED" scan --progress always tree >out 2>err &
pid=$!
wait_until grep -q '%' err
kill -INT $pid
got=0
wait $pid || got=$?
[[ $got == 130 ]] || { cat err >&2; fail "exit code $got"; }
says err "interrupted"
rm tree/large*
kindred index check
kindred query --format json tree/a
is match identical true
settle
kindred scan --format json tree
is scan read_files 0
