# spans of a tree: each run once, with its places; json and csv carry the same; nothing missed that was promised.
mkdir tree
lines 1 100 >tree/a
{ lines 500 520; lines 20 60; lines 600 620; } >tree/b
cp tree/a "tree/copy of a"
settle
kindred spans tree
says out "Spans: 2"
says out "in 2 places"
says out "'tree/copy of a'"
kindred spans --format json tree
is spans spans 2
is spans min_length 256
python3 - <<'EOF' || fail "a span is not what the files say"
import json
for line in open("out"):
    span = json.loads(line)
    if span["type"] != "span": continue
    part = lambda path, offset: open(path, "rb").read()[offset:offset + span["length"]]
    a = part(span["a"], span["a_offset"])
    assert len(a) == span["length"] and a == part(span["b"], span["b_offset"])
    for place in span.get("more", []):
        assert part(place["path"], place["offset"]) == a
EOF
kindred spans --format csv tree
says out "span,"
kindred spans --every-run 40 --limit 0 tree
says out "every run of 40 bytes or more"
exits 1 "$KINDRED" spans --exit-code tree
mkdir other
head -c 3000 /dev/urandom >other/random
kindred spans --exit-code other
says out "Nothing"
exits 2 "$KINDRED" spans --min-length 5 tree
says err "--min-length"
exits 2 "$KINDRED" spans --bits --min-length 64 tree
exits 2 "$KINDRED" spans --min-length 9999T tree
exits 2 "$KINDRED" spans --every-run 64 --min-length 256 tree
exits 2 "$KINDRED" spans --every-run 8 tree
says err "--every-run"
exits 2 "$KINDRED" spans --bit-order msb tree
for flag in --method=chunks --index=somewhere --hidden --no-rescan; do
  exits 2 "$KINDRED" spans "$flag" tree/a tree/b
  says err "${flag%%=*}"
  says err "two files"
done
exits 2 "$KINDRED" spans - -
exits 2 "$KINDRED" spans
says err "kindred spans"
