# Every run is listed, whatever stretch of equal bytes it holds; long stretches take no time; hard links are no shared run.
python3 - <<'EOF'
run = bytes(range(65, 95)) + b"-" * 60 + bytes(range(40, 70))
open("a", "wb").write(b"abcdefghijk" + run + b"rest of a")
open("b", "wb").write(b"ABC1234" + run + b"different")
open("letters", "wb").write(b"x" * 200000)
open("letters and one", "wb").write(b"x" * 200000 + b"y")
open("records", "wb").write(bytes((i * i + i // 7) % 251 for i in range(600)) * 4000)
open("more records", "wb").write(bytes((i * i + i // 7) % 251 for i in range(600)) * 4000 + b"end")
EOF
kindred spans --every-run 100 a b
says out "Spans: 1 of 100 bytes or more"
says out "120            11 1:12                    7 1:8"
# The runs of both files cover what they share.
printf 'start of a\n%200sEND OF FILE\n' '' >c
printf 'another beginning:%92sEND OF FILE\n' '' >d
kindred spans --every-run 50 --format json c d
python3 - <<'EOF' || fail "the listed runs do not cover what the files share"
import json
lines = [json.loads(line) for line in open("out")]
shared = next(line for line in lines if "shared_a" in line)
covered = {"c": set(), "d": set()}
for span in lines:
    if span["type"] != "span": continue
    places = [(span["a"], span["a_offset"]), (span["b"], span["b_offset"])]
    places += [(place["path"], place["offset"]) for place in span.get("more", [])]
    if {path for path, _ in places} != {"c", "d"}: continue
    for path, offset in places: covered[path].update(range(offset, offset + span["length"]))
assert len(covered["c"]) == shared["shared_a"] == 212, shared
assert len(covered["d"]) == shared["shared_b"] == 104, shared
EOF
# Each of these took half a minute.
timeout 20 "$KINDRED" show letters "letters and one" >out || fail "show of a stretch is slow"
timeout 20 "$KINDRED" spans letters "letters and one" >out || fail "spans of a stretch is slow"
timeout 20 "$KINDRED" spans --every-run 100 records "more records" >out || fail "spans of records is slow"
mkdir tree
lines 1 100 >tree/one
ln tree/one tree/two
settle
kindred spans tree
says_not out "in 2 places"
