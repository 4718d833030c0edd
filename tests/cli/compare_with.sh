# compare --with POOL: what of A another machine has, what must be sent, and against what.
mkdir -p other/sub mine/new
hashes 1 300 >other/same.txt
hashes 400 700 >other/sub/was-here.txt
hashes 800 1400 >other/draft.txt
hashes 2000 4000 >other/book.txt
hashes 9000 9100 >other/only-there.txt
cp other/same.txt mine/same.txt
cp other/sub/was-here.txt mine/new/moved.txt
{ hashes 800 1380; hashes 5000 5020; } >mine/draft.txt
hashes 2500 2600 >mine/chapter.txt
hashes 7000 7100 >mine/only-here.txt
settle
kindred scan --index other.index --hidden other
kindred index export --index other.index -o other.kindred
rm -rf other.index

kindred compare --with other.kindred --format json mine
is compared all_of_a false
is compared without_copy_a 3
is compared identical 1
is compared moved 1
is compared changed 1
is compared contained 1
is compared only_a 1
is compared only_b 0
is compared b "\"other.kindred:$here/other\""
is transfer there_files 2
is transfer delta_files 2
is transfer whole_files 1
is transfer anonymous false
is transfer from "\"$here/mine\""
python3 - "$here" <<'PY' || fail "a line is not as it should be"
import json, os, sys
here = sys.argv[1]
lines = [json.loads(line) for line in open("out")]
relations = {line["a"]: line for line in lines if line["type"] == "compare"}
plan = next(line for line in lines if line["type"] == "transfer")
def check(name, relation, base, send):
    line = relations["mine/" + name]
    assert line["relation"] == relation and line["send"] == send, line
    assert line["b"] == (base and f"other.kindred:{here}/other/{base}"), line
    return line
check("same.txt", "identical", "same.txt", "none")
check("new/moved.txt", "moved", "sub/was-here.txt", "none")
check("only-here.txt", "only_a", None, "whole")
draft = check("draft.txt", "changed", "draft.txt", "delta")
chapter = check("chapter.txt", "contained", "book.txt", "delta")
assert len(relations) == 5 and not any(line.get("further") for line in relations.values())
new = 21 * 36  # lines of the draft that are not there
assert abs(draft["new_bytes"] - new) < 0.1 * draft["size_a"], draft
assert chapter["new_bytes"] < 0.2 * chapter["size_a"], chapter
assert plan["delta_new_bytes"] == draft["new_bytes"] + chapter["new_bytes"], plan
size = lambda *names: sum(os.path.getsize("mine/" + name) for name in names)
assert plan["there_bytes"] == size("same.txt", "new/moved.txt")
assert plan["delta_bytes"] == size("draft.txt", "chapter.txt")
assert plan["whole_bytes"] == size("only-here.txt")
PY
kindred compare --with other.kindred mine
says out "Is all of A in the pool?  No: 3 of 5 files"
says out "To send"
says out "about "
says_not out "Is all of B in A?"
says_not out "only-there"
exits 1 "$KINDRED" compare --exit-code --with other.kindred mine
exits 0 "$KINDRED" compare --exit-code --with other.kindred mine/same.txt
says out "Yes: its file has a copy in the pool."
for format in csv html; do
  kindred compare --with other.kindred --format $format mine
  says out "draft.txt"
done
# The same for any number of threads.
kindred compare --with other.kindred --format json --threads 1 mine
cp out one
kindred compare --with other.kindred --format json --threads 5 mine
cmp out one || fail "another answer with more threads"

# Without names no base can be given: similar files are sent whole. The answer is the same.
kindred scan --index other.index other
kindred index export --index other.index --anonymous -o nameless.kindred
kindred compare --with nameless.kindred --format json mine
is compared without_copy_a 3
is transfer anonymous true
is transfer there_files 2
is transfer delta_files 0
is transfer whole_files 3
says out '"relation":"changed","a":"mine/draft.txt","b":"nameless.kindred:#'
kindred compare --with nameless.kindred mine
says out "the pool has no names"
kindred compare --with nameless.kindred --format sh mine
says out "name draft.txt"
says_not out "name same.txt"
says_not out "nameless.kindred:#"

# With a key the answer is the same as without; without the key, or with another, there is no answer.
head -c 32 /dev/urandom >key
kindred index export --index other.index --key-file key -o keyed.kindred
kindred compare --with keyed.kindred --key-file key --format json mine
sed 's/keyed\.kindred/other.kindred/g' out | grep -v '"type":"compared"' >keyed
grep -v '"type":"compared"' one | cmp - keyed || fail "the key changes the answer"
exits 2 "$KINDRED" compare --with keyed.kindred mine
says err "made with a key"
exits 2 "$KINDRED" compare --key-file key mine other
says err "a key is for pools"

# Nothing in common, an empty A, empty files.
mkdir strange empty
hashes 20000 20100 >strange/x
kindred compare --with other.kindred --format json strange
is transfer there_files 0
is transfer whole_files 1
is compare send '"whole"'
is compared of_a 0
exits 0 "$KINDRED" compare --exit-code --with other.kindred empty
says out "Yes: A has no files."
: >empty/nothing
exits 1 "$KINDRED" compare --exit-code --with other.kindred --format json empty
is transfer whole_files 1
is transfer whole_bytes 0

# A file that holds two of theirs, and two of ours that come from one of theirs: each has the best base.
{ hashes 1 300; hashes 400 700; } >strange/both
{ hashes 800 1400; hashes 30000 30010; } >strange/second
{ hashes 800 1390; hashes 31000 31010; } >strange/first
kindred compare --with other.kindred --format json strange
[[ $(grep -c "\"b\":\"other.kindred:$here/other/draft.txt\"" out) == 2 ]] || { cat out; fail "the base serves one only"; }
is transfer delta_files 3

# What was not read leaves the answer open; invalid requests are refused.
if [[ $(id -u) != 0 ]]; then
  chmod 0 mine/only-here.txt
  exits 3 "$KINDRED" compare --exit-code --with other.kindred mine/only-here.txt
  chmod 600 mine/only-here.txt
fi
exits 2 "$KINDRED" compare --with other.kindred mine other
says err "give one directory or file to compare with a pool"
exits 2 "$KINDRED" compare --with other.kindred --with nameless.kindred mine
says err "a comparison takes one pool only"
exits 2 "$KINDRED" compare --with other.kindred --verify mine
says err "cannot be read"
exits 2 "$KINDRED" compare --with other.kindred --find-similar-directories mine
exits 2 "$KINDRED" compare --format sh mine other
says err "--with"
exits 2 "$KINDRED" compare --with other.kindred --format sh --limit 3 mine
exits 4 "$KINDRED" compare --with missing.kindred mine
exits 4 "$KINDRED" compare --with other.kindred missing
