# Ctrl-C ends a scan in good order: exit code 130, a message, and a sound index that still answers.
mkdir tree
lines 1 1000 >tree/a
kindred scan tree
for i in 1 2 3 4 5 6 7 8; do truncate -s 8G tree/sparse$i; done
set -m # a script's background jobs do not hear Ctrl-C otherwise
"$KINDRED" scan --progress always tree >out 2>err &
pid=$!
for _ in $(seq 300); do
  ! grep -q '%' err || break
  sleep 0.1
done
kill -INT $pid
got=0
wait $pid || got=$?
[[ $got == 130 ]] || { cat err >&2; fail "exit code $got"; }
says err "interrupted"
rm tree/sparse*
kindred index check
kindred query --format json tree/a
is match identical true
kindred scan --format json tree
is scan read_files 0
