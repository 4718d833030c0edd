# Families around a centre and connected ones; families larger than the cap; trivial bytes; shares that are kept.
export KINDRED_INDEX=$here/index
python3 -I -S - <<'PY'
import os, random
random.seed(15)
words = ["".join(random.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(random.randrange(3, 11))) for _ in range(4000)]
def text(size):
    return " ".join(random.choice(words) for _ in range(size // 4))[:size]
def write(name, data):
    os.makedirs(os.path.dirname(name), exist_ok=True)
    open(name, "w").write(data)
# A chain: each shares a half with the next, and nothing with the one after that.
pieces = [text(4000) for _ in range(7)]
for i in range(6):
    write("chain/%d" % i, pieces[i] + pieces[i + 1])
# A family of 300 versions, each from the one before, and 40 files that only have its first paragraph.
version = text(6000)
heading = version[:2500]
for i in range(300):
    at = random.randrange(2500, 4200)
    version = version[:at] + random.choice(words) + version[at + 5:]
    write("family/%03d" % ((i * 7) % 300), version)
for i in range(40):
    write("family/only_heading%02d" % i, heading + text(5000))
# Two headers that have nothing in common but blanks before a backslash.
for side in "ab":
    write("blanks/" + side, "".join(("#define %s%d" % (text(12).replace(" ", ""), i)).ljust(79) + "\\\n" for i in range(60)))
PY

kindred find --format json chain
python3 - <<'PY' || fail "a chain is not cut"
import json
families = [c for c in map(json.loads, open("out")) if c["type"] == "family"]
assert len(families) > 1, len(families)
for family in families:
    assert family["centre"] in family["files"]
    assert all(share >= 0.25 for share in family["with_centre"]), family
PY
says out '"links_between":'
kindred find --format json --families connected chain
[[ $(value family links) == 5 ]] || fail "connected: $(value family links)"
says_not out links_between
exits 2 "$KINDRED" find --families stars chain
says err "centre"

# One family, whatever the cap; its nearest are listed, and those that only have its heading are boilerplate.
kindred find --format json --max-degree 50 --pairs --estimate family
python3 - <<'PY' || fail "a family above the cap"
import json
lines = list(map(json.loads, open("out")))
summary = lines[0]
family = [c for c in lines if c["type"] == "family"]
assert len(family) == 1 and family[0]["total_files"] == 300 and family[0]["at_least"], [c["total_files"] for c in family]
assert sum(g["type"] == "group" for g in lines) < 60
assert summary["large_families"] == 1 and summary["boilerplate"] == 40, summary
nearest = {}
for pair in lines:
    if pair["type"] == "pair":
        a, b = (int(pair[side][-3:]) * 43 % 300 for side in "ab")  # 7 * 43 = 301: in the order of time
        for one, other in ((a, b), (b, a)):
            nearest[one] = min(nearest.get(one, 300), abs(one - other))
assert sum(distance <= 3 for distance in nearest.values()) >= 290, sorted(nearest.values())[-20:]
PY
kindred find --show families --max-degree 50 --estimate family
says out "40 files share nothing else with others"
says out "template suggest family"
says out "links or more shown"

# The overview names the best templates for it, each with its command; --show boilerplate lists all.
kindred find --max-degree 50 --estimate --index index family
says out "Boilerplate: 40 files share nothing else with others"
add=$(sed -n 's/^ *kindred template add/template add/p' out | head -n 1)
[[ $add == "template add --index index --name "* ]] || fail "no command for the boilerplate: $add"
says out "there may be more: --show boilerplate"
says_not out "template suggest"
kindred find --max-degree 50 --estimate --index index --show boilerplate family
says out "Boilerplate: what templates could leave out"
says_not out "nothing to show"
eval "kindred $add"
kindred find --max-degree 50 --estimate family
says_not out "Boilerplate"
kindred find --max-degree 50 --estimate --show boilerplate chain
says out "There is nothing to show"
for name in $(ls index/templates* >/dev/null && "$KINDRED" template list --format json | python3 -c 'import json, sys; [print(json.loads(l)["name"]) for l in sys.stdin]'); do
  kindred template remove "$name"
done

# Blanks alone are no share; spans lists them all the same.
kindred find --format json --pairs blanks
is summary pairs 0
kindred spans --min-length 50 --format json blanks/a blanks/b
python3 -c 'import json; c = json.loads(open("out").readline()); assert c["shared_a"] > 1000 and c["of_a"] == 0, c' || fail "blanks in spans"

# What was measured is not measured again, and says the same.
rm -rf index
kindred find --format json --pairs --families connected chain
mv out first
[[ -s index/shares ]] || fail "nothing is kept"
kindred find --format json --pairs --families connected --trace reads chain
grep -v '"type":"summary"' first | cmp - <(grep -v '"type":"summary"' out) || fail "another answer from what is kept"
says_not err "read "
# Runs of another length are other shares.
kindred find --format json --pairs --run 4096 chain
is summary pairs 0
kindred find --format json --pairs --run 2000 chain
[[ $(value pair of_a | head -1) == 0.5 || $(value pair of_a | head -1) == 0.49* ]] || fail "--run 2000: $(value pair of_a)"
exits 2 "$KINDRED" find --run 10 chain
says err "32"
