# What differs in owner, permissions or attributes, is in use, immutable, a mount point, or linked from elsewhere is
# left alone, each with its reason, and exit code 3.
mkdir tree elsewhere
lines 1 300 >tree/a
touch -d 2001-01-01 tree/a
fresh() { rm -f tree/b; cp tree/a tree/b; settle; }
left() { # left REASON FLAGS...: nothing is done
  exits 3 "$KINDRED" dedupe --by hardlink --apply "${@:2}" tree
  says out "$1"
  [[ $(stat -c %h tree/a) == 1 ]] || fail "it was replaced: $1"
}
done_with() { # done_with FLAGS...
  kindred dedupe --by hardlink --apply "$@" tree
  [[ $(stat -c %i tree/a) == "$(stat -c %i tree/b)" ]] || fail "it was not replaced with $*"
  kindred undo
}
fresh
chmod 600 tree/b
left "it has other permissions"
done_with --across-permissions
[[ $(stat -c %a tree/b) == 600 ]] || fail "undo did not restore the mode"

fresh
python3 -c 'import os; os.setxattr("tree/b", "user.colour", b"blue")' 2>/dev/null && {
  left "other extended attributes"
  done_with --across-attributes
  [[ $(python3 -c 'import os; print(os.getxattr("tree/b", "user.colour"))') == "b'blue'" ]] || fail "undo lost an attribute"
}

fresh
ln tree/b elsewhere/b
left "hard links outside"
rm elsewhere/b

fresh
exec 7>>tree/b
left "in use: it is open for writing"
exec 7>&-
exec 7>>tree/a
left "the file that is kept: in use"
exec 7>&-

fresh
if [[ $(id -u) == 0 ]]; then
  chown 12345 tree/b
  left "another owner or group"
  done_with --across-users
  [[ $(stat -c %u tree/b) == 12345 ]] || fail "undo did not restore the owner"
  fresh
  if chattr +i tree/b 2>/dev/null; then
    exits 3 "$KINDRED" dedupe --by hardlink --apply tree
    chattr -i tree/b
    says out "immutable"
    [[ $(stat -c %h tree/a) == 1 ]] || fail "an immutable file was replaced"
  fi
  if chattr +a tree/b 2>/dev/null; then
    exits 3 "$KINDRED" dedupe --by hardlink --apply tree
    chattr -a tree/b
    says out "append-only"
  fi
  # ACLs are extended attributes: user 12345 may read it, too (the form of linux/posix_acl_xattr.h).
  fresh
  if python3 - 2>/dev/null <<'PY'
import os, struct
entries = [(0x01, 6, 0xffffffff), (0x02, 4, 12345), (0x04, 4, 0xffffffff), (0x10, 4, 0xffffffff), (0x20, 4, 0xffffffff)]
os.setxattr("tree/b", "system.posix_acl_access", struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *entry) for entry in entries))
os.chmod("tree/a", os.stat("tree/b").st_mode & 0o7777)
PY
  then
    left "another ACL"
    chmod 644 tree/a
  fi
  # Without a lease, which only the owner may take, nothing is done.
  fresh
  chmod 755 "$here"
  mkdir -m 777 theirs
  exits 3 setpriv --reuid=65534 --regid=65534 --clear-groups "$KINDRED" dedupe --by symlink --apply --across-users --index "$here/theirs/index" tree
  says out "only the owner can take a lease on it"
  [[ ! -L tree/b ]] || fail "a file of another owner was replaced"
  cp tree/a elsewhere/mounted
  if unshare -m true 2>/dev/null; then
    unshare -m bash -c 'mount --bind elsewhere/mounted tree/b && "$0" dedupe --by trash --apply tree >out 2>err; echo $? >code' "$KINDRED"
    [[ $(<code) == 3 ]] || { cat out err; fail "exit code $(<code) with a mount point"; }
    says out "it is a mount point"
  fi
fi

# A directory that is a link is not entered, and nothing behind it is touched.
fresh
rm tree/b
cp tree/a elsewhere/c
ln -s ../elsewhere tree/link
kindred dedupe --by hardlink --apply --format json tree
is dedupe actions 0
[[ $(stat -c %h elsewhere/c) == 1 ]] || fail "something behind a link was touched"
