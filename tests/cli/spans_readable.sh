# spans for people: line and column, first words, context, order; licences come last, and folded.
mkdir tree
hashes 5000 5009 >licence
hashes 1 160 | split -l 4 -d -a 2 --additional-suffix=.part - tree/
for part in tree/*.part; do cat licence "$part" >"${part%.part}.c"; done
rm tree/*.part
{ echo "head of one"; hashes 9000 9009; echo "finis of one"; } >tree/one
{ printf 'two\nlines\n   '; hashes 9000 9009; echo "close of two"; } >tree/two
settle
first=$(hashes 9000 9000 | cut -c1-20)
kindred spans tree
says out "tree/one:2:1"
says out "tree/two:3:4"
says out "| $first"
says out "in 40 files"
says out "--order places lists them first"
says_not out "tree/01.c:"
# The run that two files share precedes the licence, which is as long.
[[ $(grep -n "tree/one:2:1" out | cut -d: -f1) -lt $(grep -n "in 40 files" out | cut -d: -f1) ]] || fail "the licence is first"
kindred spans --order places --limit 1 tree
says out "most places first"
says out "tree/00.c:1:1"
says_not out "tree/one"
kindred spans --order length --format json tree
is spans order '"length"'
is spans widespread 1
exits 2 "$KINDRED" spans --order size tree
says err "--order"
kindred spans --context 1 tree/one tree/two
says out "head of one"
says out "close of two"
says_not out "two 1"
exits 2 "$KINDRED" spans --context 101 tree/one tree/two
kindred spans --context 2 --format json tree/one tree/two
python3 - <<'PYTHON' || fail "json does not say where the lines are"
import json
spans = [json.loads(line) for line in open("out") if '"type":"span"' in line]
span = spans[0]
for side in "ab":
    text = open(span[side]).read()
    at = span[side + "_offset"]
    assert span[side + "_line"] == text.count("\n", 0, at) + 1
    assert span[side + "_column"] == at - (text.rfind("\n", 0, at) + 1) + 1
    assert text[:at].endswith(span[side + "_before"])
    assert text[at + span["length"]:].startswith(span[side + "_after"])
assert span["a_before"] == "head of one\n" and span["b_before"] == "lines\n   ", span
text = open(span["a"]).read()[span["a_offset"]:]
assert " ".join(text.split()).startswith(span["text"]) and span["text"]
PYTHON
kindred spans --format csv tree/one tree/two
says out ",2,1,3,4,"
head -c 3000 /dev/urandom >x
{ head -c 100 /dev/urandom; cat x; } >y
kindred spans --format json x y
says_not out '"a_line"'
says_not out '"text"'
kindred spans --context 1 x y
says out "| "
