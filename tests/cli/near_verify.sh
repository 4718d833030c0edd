# near --verify reads what is shown and says what it left; Ctrl-C ends it; json reads all.
mkdir tree
for i in $(seq 1 12); do { hashes 1 400; echo "version $i of the text"; } >tree/v$i; done
kindred near --verify --limit 2 tree
says out "2 of 66 pairs shown"
says out "64 near pairs beyond those shown were not verified (--limit 0 verifies all)."
says out "% of A in B"
kindred near --verify --format json --limit 2 tree
is near_summary verified true
is near_summary unverified 64
is near_summary pairs 66
[[ $(value near of_a | wc -l) == 2 ]] || fail "not two pairs"
kindred near --verify --format json --progress always tree
is near_summary unverified 0
[[ $(value near of_a | wc -l) == 66 ]] || fail "not all pairs"
says err verify
kindred near --verify --format html --limit 2 tree
says out "Pairs beyond --limit, not read"
# One file against the store.
kindred near --verify --format json --limit 3 tree/v1
is near_summary unverified 8
# A file that is gone, or cannot be read, was not verified: nothing may say so.
rm tree/v7
kindred near --verify --format json tree/v1
is near_summary unread 1
is near_summary skips 1
[[ $(grep -c '"verified":false' out) == 1 ]] || fail "the pair with the vanished file is not listed"
grep -q '"b":"[^"]*/v7".*"verified":false' out || fail "another pair is listed"
! grep -q '"b":"[^"]*/v7".*"of_a"' out || fail "a share of a vanished file"
[[ $(grep -c '"verified":true,' out) == 1 && $(grep -c '"verified":true}' out) == 10 ]] || fail "not all others are verified"
says out '"reason":"vanished'
kindred near --verify tree/v1
says out "(not verified: cannot be read)"
says out "1 near pair could not be read and was not verified."
kindred near --verify --format csv tree/v1
says out "unread"
