# --trace: Hardy's classes on standard error; for a wrong one the error lists the right ones.
mkdir tree
lines 1 100 >tree/a
lines 50 150 >tree/b
settle
kindred spans --trace files,matches tree
says err "file tree/a"
says err "match "
says_not err "read tree"
says_not out "file tree/a"
kindred spans --trace all tree
says err "read tree/b"
kindred show --trace reads tree/a tree/b
says err "read tree/a"
kindred find --verify --trace files tree
says err "file tree/b"
exits 2 "$KINDRED" spans --trace nothing tree
says err "faults"
