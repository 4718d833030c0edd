# --filter-command: one process, yes or no for each pair; anything else is an error.
mkdir tree
lines 1 1000 >tree/a
lines 201 1200 >tree/b
lines 301 1300 >tree/c
cat >rules <<'END'
import json, sys
open("started", "a").write("x")
for line in sys.stdin:
    print("yes" if json.loads(line)["b"] == "tree/b" else "no")
END
kindred find --pairs --format json --filter-command 'python3 rules' tree
is summary pairs 1
is summary filtered_out 2
is pair b '"tree/b"'
[[ $(cat started) == x ]] || fail "started more than once"
exits 4 "$KINDRED" find --filter-command 'cat' tree
says err "to pair 1"
exits 4 "$KINDRED" find --filter-command 'exit 3' tree
says err "ended with exit code 3 after 0 answers to 3 pairs"
exits 4 "$KINDRED" find --filter-command 'kill -9 $$' tree
says err "was ended by signal 9"
exits 4 "$KINDRED" find --filter-command 'yes no' tree
says err "more answers"
exits 4 "$KINDRED" find --filter-command 'read line; echo yes' tree
says err "after 1 answers to 3 pairs"
kindred find --filter-command 'yes yes | head -3' tree

# A program that does not listen is ended by force; one that lingers does not keep Ctrl-C from working.
exits 4 timeout 60 "$KINDRED" find --filter-command 'trap "" TERM; while :; do echo bad; sleep 0.2; done' tree
says err "answered 'bad'"
set -m # otherwise a script's background jobs ignore Ctrl-C
"$KINDRED" find --filter-command 'yes yes | head -3; exec >&-; touch lingers; exec sleep 1000' tree >out 2>err &
pid=$!
wait_until test -e lingers
kill -INT $pid
got=0
wait $pid || got=$?
[[ $got == 130 ]] || { cat err >&2; fail "exit code $got"; }
says err "interrupted"

# One that does nothing is not waited for.
exits 4 timeout 60 "$KINDRED" find --filter-command 'cat >/dev/null; sleep 1000' --filter-timeout 1 tree
says err "--filter-command: did nothing for 1 s, after 0 answers to 3 pairs"
says err "--filter-timeout gives it more time"
