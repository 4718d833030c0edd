# An index that an earlier build left (FORMAT, a .tar.gz) is opened, found sound, and answers as it did.
tar -xzf "$FORMAT"
cp -r index before
kindred index check
says out "The index is sound"
kindred index stats --format json
is stats format_version "$(basename "$FORMAT" .tar.gz)"
version=$(basename "$FORMAT" .tar.gz)
packed=$((version >= 4 ? 1 : 0))  # packed.gz, and since then what is inside files
is stats files $((4 + packed))
is stats contents $((3 + packed))

# The files of make_index; the tree itself is not there.
lines() { seq -f 'This is line %.0f of a text that was made for a test.' "$1" "$2"; }
lines 1 300 >same
lines 101 400 >near
kindred query --format json --method fingerprints:window=50 same
[[ $(value match identical | sort | uniq -c | xargs) == "1 false $((2 + packed)) true" ]] || { cat out >&2; fail "other matches"; }
value match path | grep -q '/tree/copy"' || { cat out >&2; fail "the copy is not found"; }
kindred query --format json --method chunks near
value match path | grep -q '/tree/b"' || { cat out >&2; fail "marks of chunks do not answer"; }
lines 9000 9500 >far
kindred query --method fingerprints:window=50 far
says out "nothing similar in the index"
diff -r -x lock index before >/dev/null || fail "reading changed the index"

# The next scan upgrades it. What it had answers as before.
mkdir added
lines 5000 5300 >added/new
kindred scan added
kindred index check
kindred index stats --format json
is stats format_version "$CURRENT"
kindred query --format json --method fingerprints:window=50 same
value match path | grep -q '/tree/copy"' || { cat out >&2; fail "the copy is not found after the upgrade"; }
