# The report for people has its sections, and sif's form of groups.
mkdir tree
lines 1 1000 >tree/a
lines 201 1200 >tree/b
lines 5000 5400 >tree/alone
cp tree/alone tree/copy
kindred find tree
says out "Kindred "
says out "roots"
says out "fingerprints"
says out "4 files"
says out "Identical: 1 set"
says out "Clusters: 1"
says out "Groups: 1"
grep -qE "^R100 tree/[ab] [0-9]+$" out || fail "no reference line"
grep -qE "^ +[6-9][0-9] tree/[ab] [0-9]+$" out || fail "no line of a similar file"
[[ ! -s err ]] || fail "something on standard error: $(cat err)"
