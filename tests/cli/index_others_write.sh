# An index that others can write is warned of: they can change its answers.
mkdir tree
lines 1 100 >tree/a
kindred scan tree
says_not err "other users"
chmod o+w index
kindred scan tree
says err "index: other users can write to the index"
chmod o-w index
kindred find tree
says_not err "other users"
