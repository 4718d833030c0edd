# --coarse and --fine: HP's two passes are short names of their methods.
mkdir tree
lines 1 400 >tree/old
{ lines 1 200; echo changed; lines 202 400; } >tree/new
kindred find --coarse --format json --pairs tree
says out '"average":"1000"'
is summary pairs 1
kindred find --fine --format json --pairs tree
says out '"average":"100"'
is summary pairs 1
# Only one pass can be reported; a scan makes the marks of both.
exits 2 "$KINDRED" find --coarse --fine tree
says err "give one of them"
kindred scan --coarse --fine tree
kindred find --fine --no-rescan tree
