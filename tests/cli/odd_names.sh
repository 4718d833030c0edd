# Names are bytes: newline, ESC and bytes that are not UTF-8 come through JSON and stay out of the terminal.
mkdir tree
lines 1 300 >$'tree/new\nline'
lines 1 300 >$'tree/\xff\xfe'
lines 1 300 >$'tree/\e[31mred'
lines 1 300 >'tree/-dash'
kindred find --format json tree
python3 - <<'PY' || fail "a name was lost"
import json, os
record = [json.loads(line) for line in open("out", encoding="utf-8") if '"identical"' in line][0]
names = {os.fsencode(path) for path in record["files"]}
assert names == {b"tree/" + name for name in os.listdir(b"tree")}, names
PY
kindred find --show identical tree
says out 'new\nline'
says out '\377\376'
! grep -q $'\e' out || fail "ESC reached the terminal"
exits 4 "$KINDRED" find $'no\e[31msuch'
! grep -q $'\e' err || fail "ESC reached the terminal in an error"
