# A small file inside a large one is found with --rate fine.
mkdir tree
seq -f 'Large text, line %.0f, that has nothing to do with the small one in its middle.' 1 20000 >tree/large
{ head -10000 tree/large; lines 1 6; tail -10000 tree/large; } >tree/both
rm tree/large
lines 1 6 >tree/small
kindred find --rate fine --pairs --format json tree
is summary pairs 1
says out '"rate":"fine"'
kindred query --rate fine --format json tree/small
says out both
# Of several methods, those that have a rate take it; one alone that has none says so.
kindred find --rate fine --method fingerprints --method landmarks --pairs --format json tree
says out '"rate":"fine"'
exits 2 "$KINDRED" find --rate fine --method landmarks tree
says err "method 'landmarks' has no parameter 'rate'"
exits 2 "$KINDRED" find --rate some tree
says err "give"
