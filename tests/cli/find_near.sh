# find --near: files with too few marks and files too large to mark are compared by tallies; these results are never
# mixed with those of marks.
mkdir tree
lines 1 400 >tree/a.txt
lines 1 399 >tree/b.txt
head -c 15000 /dev/zero >tree/zeros
head -c 15020 /dev/zero >tree/zeros.img
lines 1000 2999 >tree/large.log
lines 1000 2998 >tree/large.old

# Marks alone: they cannot judge zeros.
kindred find --pairs --format json tree
says_not out zeros
says_not out near_summary
says out '"a":"tree/large.log","b":"tree/large.old"'

kindred find --pairs --near --format json tree
is near_summary first_look true
is near_summary few_marks 2
is near_summary too_large 0
is near_summary key '"skew"'
is near a '"tree/zeros"'
is near b '"tree/zeros.img"'
[[ $(value pair a) == '"tree/a.txt"
"tree/large.log"' || $(value pair a) == '"tree/large.log"
"tree/a.txt"' ]] || fail "the marks' pairs are others"

# Too large to mark: a skip with its reason, no error, and near by tallies, whatever the suffix.
rm -r index
kindred find --pairs --near --mark-up-to 50K --format json tree
is near_summary few_marks 2
is near_summary too_large 2
is near_summary pairs 2
is pair a '"tree/a.txt"'
says out '"type":"near","a":"tree/large.log","b":"tree/large.old"'
[[ $(grep -c '"stage":"mark","reason":"too large to mark (--mark-up-to)","error":false' out) == 2 ]] || fail "no skips"
kindred find --near --mark-up-to 50K --same-suffix --format json tree
is near_summary key '"skew+suffix"'
is near_summary pairs 0
kindred scan --mark-up-to 50K --format json tree
says out '"too large to mark (--mark-up-to)","files":2'

# The tolerance counts; what was tallied is not read again.
settle
kindred find --near --mark-up-to 50K tree
kindred find --near --mark-up-to 50K --tolerance 0.001% --format json tree
is near_summary pairs 0
is near_summary read_files 0
kindred find --near --no-rescan --format json tree
is near_summary pairs 1
is near_summary too_large 0

kindred find --near --mark-up-to 50K tree
says out "First look: files that marks cannot judge"
says out "2 contents with too few marks, 2 files too large to mark"
says out "Near: 2 pairs"
kindred find --near --mark-up-to 50K --format csv tree
says out "near,tree/zeros,tree/zeros.img,"
says out "first_look=true few_marks=2 too_large=2"
[[ $(grep -c '^root,' out) == 1 ]] || fail "the root is listed twice"
exits 1 "$KINDRED" find --near --exit-code --include 'zeros*' tree
kindred find --exit-code --include 'zeros*' tree

# Copies of a file too large to mark, which find itself has not read.
cp tree/large.log tree/copy
kindred find --near --mark-up-to 50K --format json tree
says out '"a":"tree/copy","b":"tree/large.log"'
says out '"identical":true'

exits 2 "$KINDRED" find --tolerance 2% tree
says err "--tolerance"
says err "has no effect without --near"
