# SIGTERM and Ctrl-C before the run begins, here while names are read: the same message and exit code as later.
mkfifo names
set -m # otherwise a script's background jobs ignore Ctrl-C
for signal in TERM INT; do
  "$KINDRED" find --files-from names >out 2>err &
  pid=$!
  exec 8>names  # waits until the program has opened it
  kill -$signal $pid
  got=0
  wait $pid || got=$?
  exec 8>&-
  [[ $got == $((128 + $(kill -l $signal))) ]] || fail "exit code $got"
  says err "kindred: interrupted"
done
