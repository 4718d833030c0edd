# The error for a mistyped word suggests the right one.
exits 2 "$KINDRED" fnid .
says err "did you mean 'kindred find'?"
exits 2 "$KINDRED" index chekc
says err "did you mean 'kindred index check'?"
exits 2 "$KINDRED" find --incldue '*.c' .
says err "did you mean --include?"
exits 2 "$KINDRED" find --form json .
says err "did you mean --format?"
exits 2 "$KINDRED" query --key secret x
says err "'query' does not take --key; did you mean --key-file?"
# A name of an earlier version: the error says the new one.
mkdir tree
exits 2 "$KINDRED" find --clusters connected tree
says err "--clusters was renamed; give --families"
exits 2 "$KINDRED" find --clusters=connected tree
says err "give --families"
exits 2 "$KINDRED" template add --cluster 1234abcd tree
says err "--cluster was renamed; give --family"
exits 2 "$KINDRED" find --show identical,clusters tree
says err "--show: 'clusters' was renamed; give families"
