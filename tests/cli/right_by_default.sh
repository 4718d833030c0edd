# The first answer is true: what default runs of find, query and compare say of cases in which marks alone mislead.
export KINDRED_INDEX=$here/index
python3 -I -S - <<'PY'
import os, random
random.seed(14)
words = ["".join(random.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(random.randrange(3, 11))) for _ in range(4000)]
def text(size):
    return " ".join(random.choice(words) for _ in range(size // 4))[:size]
def write(name, data):
    os.makedirs(os.path.dirname(name), exist_ok=True)
    open(name, "w").write(data)
base = text(35000)
write("edited/original", base)
write("edited/one_in_70", "".join("#" if i % 70 == 69 else c for i, c in enumerate(base)))
licence = text(35000)
write("blank/text", licence)
write("blank/padded", licence + " " * 2_000_000)
write("blank/records", licence + "name;value;42\n" * 30_000)
small = text(2500)
large = text(500_000)
write("inside/small", small)
write("inside/large", large[:250_000] + small[600:1800] + large[250_000:])
query = text(40_000)
write("ranked/best", query[:39_000] + text(400))
piece = query[1000:1100]
for i in range(30):
    write("ranked/short%d" % i, piece + text(20))
open("query", "w").write(query)
for side in "ab":
    shared = random.Random(9)
    pool = [" ".join(shared.choice(words) for _ in range(7)) for _ in range(400)]
    own = random.Random(side)
    lines = []
    for line in pool:
        lines.append(line)  # about 50 bytes are kept, the next are not
        lines.append(" ".join(own.choice(words) for _ in range(9)))
    write(side + "/same/place", "\n".join(lines))
    write(side + "/other/file", text(20_000))
draft = text(6000)
for i in range(400):
    changed = draft
    for _ in range(4):
        at = random.randrange(5900)
        changed = changed[:at] + random.choice(words) + changed[at + 5:]
    write("drafts/%03d" % i, changed)
PY

# Scattered edits: shares count bytes, not windows.
kindred find --format json --pairs --min 50% edited
is pair measured true
python3 -c 'import json; p = [json.loads(l) for l in open("out") if "\"pair\"" in l][0]; assert p["of_a"] > 0.97 and p["of_b"] > 0.97, p' ||
  fail "one byte in 70 changed"

# Bytes without marks belong to the size.
kindred find --format json --pairs blank
python3 - <<'PY' || fail "stretches without marks"
import json
pairs = {(p["a"], p["b"]): p for p in map(json.loads, open("out")) if p["type"] == "pair"}
padded = pairs["blank/padded", "blank/text"]
assert abs(padded["of_a"] - 35000 / 2035000) < 0.005 and padded["of_b"] > 0.99, padded
records = pairs["blank/records", "blank/text"]
assert abs(records["of_a"] - 35000 / (35000 + 14 * 30000)) < 0.03 and records["of_b"] > 0.99, records
PY
kindred find --format json --pairs --estimate blank
python3 - <<'PY' || fail "stretches without marks, estimated"
import json
pairs = {(p["a"], p["b"]): p for p in map(json.loads, open("out")) if p["type"] == "pair"}
assert pairs["blank/padded", "blank/text"]["of_a"] < 0.05, pairs
assert not any(p.get("measured") for p in pairs.values())
PY

# Half of a small file inside a large one.
kindred find --format json --pairs inside
python3 -c 'import json; p = [json.loads(l) for l in open("out") if "\"pair\"" in l][0]; assert 0.47 < p["of_b"] < 0.5, p' ||
  fail "a small file in a large one"

# What is known to be similar comes first.
kindred scan ranked
kindred query --format json query
[[ $(value match path | head -1) == *"/ranked/best\"" ]] || fail "the best match is not first: $(value match path | head -2)"
kindred query --estimate --format json query
[[ $(value match path | head -1) == *"/ranked/best\"" ]] || fail "the best estimate is not first"
says_not out '"measured":true'

# Nothing is called replaced without reading it.
kindred compare --format json a b
python3 - <<'PY' || fail "a file that shares a third is called replaced"
import json
lines = [r for r in map(json.loads, open("out")) if r["type"] == "compare" and r["a"] == "a/same/place"]
assert len(lines) == 1 and lines[0]["relation"] == "changed" and lines[0]["measured"] and 0.3 < lines[0]["of_a"] < 0.5, lines
PY

# A family is one family with all its links.
kindred find --format json drafts
is summary families 1
is summary pairs 79800
kindred find --show pairs --estimate drafts
says out "~"
says out "estimated (~)"
exits 2 "$KINDRED" find --estimate --verify drafts
says err "--estimate"
