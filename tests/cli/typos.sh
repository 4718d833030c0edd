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
