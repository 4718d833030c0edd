# -o replaces the file in one step; a run that fails leaves the old one and nothing else.
mkdir tree reports
lines 1 300 >tree/a
echo old >reports/report
exits 4 "$KINDRED" find -o reports/report no_such_tree
[[ $(cat reports/report) == old ]] || fail "the old report is gone"
kindred find --format json -o reports/report tree
[[ ! -s out ]] || fail "something on standard output"
says reports/report '"type":"summary"'
[[ $(ls -A reports) == report ]] || fail "left behind: $(ls -A reports)"
exits 4 "$KINDRED" find -o missing/report tree
says err "missing/report"
exits 4 "$KINDRED" find -o reports tree
says err "is a directory"
exits 4 "$KINDRED" find -o /dev/full tree
says err "No space left on device"
