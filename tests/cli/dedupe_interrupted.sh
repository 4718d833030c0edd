# The next run completes a run that was killed: no name, no byte and no undo is lost.
mkdir tree
for i in {1..40}; do lines $i 300 >tree/a$i; cp tree/a$i tree/b$i; done
settle
md5sum tree/* >sums
find tree -type f -printf '%p %s %m %T@\n' | sort >before
for delay in 0.03 0.05 0.07 0.09 0.11 0.13 0.15; do
  "$KINDRED" dedupe --by hardlink --apply tree >/dev/null 2>&1 &
  sleep $delay
  kill -KILL $! 2>/dev/null || true
  wait $! 2>/dev/null || true
  md5sum -c --quiet sums || fail "a killed run lost something"
  exits 0 "$KINDRED" dedupe --by hardlink --format json tree   # a plan changes nothing, and reports it
  got=0
  "$KINDRED" journal >out 2>err || got=$?
  [[ $got == 0 || $got == 3 ]] || { cat out err; fail "exit code $got of the recovery"; }
  says_not out "in doubt"
  [[ -z $(find tree -name '.kindred*') ]] || fail "something was left behind"
  md5sum -c --quiet sums || fail "the recovery lost something"
  while "$KINDRED" undo >out 2>err; do :; done
  says err "there is nothing to undo"
  find tree -type f -printf '%p %s %m %T@\n' | sort | diff before - || fail "undo is not exact"
done
# Two at once: the error of the second names the process that is at work.
exec 9>>index/journal.lock
flock 9
exits 4 "$KINDRED" dedupe --by hardlink --apply tree
says err "another process is replacing copies"
exec 9>&-
