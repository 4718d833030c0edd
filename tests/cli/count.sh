# --count multiset: as sif counts, a file that holds the query twice has more than 100 % of it. Identical ones first.
mkdir tree
lines 1 300 >tree/one
cat tree/one tree/one >tree/twice
cp tree/one query
kindred scan tree
kindred query --format json query
[[ $(value match of_query) == $'1\n1' ]] || fail "$(value match of_query)"
[[ $(value match identical) == $'true\nfalse' ]] || fail "the identical file is not first"
digest=$(xxhsum -H2 query 2>/dev/null | cut -d' ' -f1 || true)
[[ -z $digest ]] || [[ $(value query digest) == "\"$digest\"" ]] || fail "digest $(value query digest), not $digest"
[[ $(value match digest | head -1) == $(value query digest) ]] || fail "digests of identical files"
kindred query --count multiset --format json query
value match of_query | python3 -c 'import sys; shares = [float(x) for x in sys.stdin]; assert max(shares) > 1.8, shares' || fail "not above 1"
kindred query query
says out "1 identical: $(stat -c %s query) bytes, digest "
