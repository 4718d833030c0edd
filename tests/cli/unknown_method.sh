# An unknown method, parameter or value names the known ones; no index is made.
mkdir tree
lines 1 300 >tree/a
exits 2 "$KINDRED" find --method nothing tree
says err "fingerprints"
exits 2 "$KINDRED" find --method fingerprints:size=3 tree
says err "window"
exits 2 "$KINDRED" find --method fingerprints:window=x tree
exits 2 "$KINDRED" query --method chunks --method fingerprints tree/a
[[ ! -e index ]] || fail "an index was made"
