# A file or directory without permission is a skip: listed, counted, exit code 3. A root without permission is an error.
as_user=()
if [[ $(id -u) == 0 ]]; then
  as_user=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  "${as_user[@]}" test -x "$KINDRED" 2>/dev/null || skip_test "root may read everything"
  chmod 777 .
fi
mkdir tree tree/closed
lines 1 300 >tree/a
lines 1 300 >tree/secret
chmod 000 tree/secret tree/closed
exits 3 "${as_user[@]}" "$KINDRED" find --format json tree
is summary files 1
is summary skips 2
exits 3 "${as_user[@]}" "$KINDRED" find tree
says out "tree/secret: permission denied"
says out "Skipped for an error: permission denied (2)."
exits 4 "${as_user[@]}" "$KINDRED" find tree/closed
says err "tree/closed"
