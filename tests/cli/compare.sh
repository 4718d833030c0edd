# compare: every relation once, the plain answer, and its exit code.
mkdir -p a/d b/d b/e
lines 1 300 >a/same
cp a/same b/same
lines 1000 1300 >a/d/moved
cp a/d/moved b/e/moved
lines 2000 2400 >a/changed
lines 2000 2300 >b/changed
lines 2500 2600 >>b/changed
lines 3000 3060 >a/part
lines 3000 3600 >b/whole
lines 4000 4600 >a/big
lines 4100 4160 >b/piece
lines 5000 5100 >a/gone
lines 6000 6100 >b/new
: >a/d/empty
: >b/d/empty
cp a/same b/again
cp a/same a/.hidden

kindred compare --format json a b
relation() {
  python3 -c '
import json, sys
for line in open("out"):
    r = json.loads(line)
    if r["type"] == "compare":
        print(r["relation"] + ("+" if r.get("further") else ""), r["a"], r["b"])'
}
[[ $(relation) == "identical a/d/empty b/d/empty
identical a/same b/same
moved a/.hidden b/again
moved a/d/moved b/e/moved
changed a/changed b/changed
contains a/big b/piece
contained a/part b/whole
only_a a/gone None
only_b None b/new" ]] || fail "relations: $(relation)"
is compared all_of_a false
is compared without_copy_a 4
is compared moved 2
head -1 out | grep -q '"type":"compared"' || fail "the summary is not first"

kindred compare a b
says out "Is all of A in B?  No: 4 of 8 files"
says out "d/moved -> e/moved"
says out "Only in A: 1"
says_not out "a/same"
kindred compare --format csv a b
says out "compare,a/d/moved,b/e/moved,"
says out ",moved,"

exits 1 "$KINDRED" compare --exit-code a b
mkdir c
cp a/same c/renamed
exits 0 "$KINDRED" compare --exit-code c b
says out "Is all of A in B?  Yes: its file has a copy in B."
