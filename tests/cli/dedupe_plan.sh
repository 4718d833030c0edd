# A plan changes nothing, shows what stays and why, and never contains similar files.
mkdir -p tree/old tree/new
lines 1 300 >tree/old/a
lines 1 300 >tree/new/a-with-a-long-name
lines 1 300 >tree/b
touch -d '2001-01-01' tree/old/a
touch -d '2020-01-01' tree/b
lines 1 299 >tree/similar
cat tree/b tree/similar >tree/contains
settle
state() { find tree -printf '%p %i %n %s %m %T@ %C@\n' | sort; }
state >before
exits 0 "$KINDRED" dedupe --by hardlink --format json tree
is dedupe applied false
is dedupe actions 2
is dedupe freed $((2 * $(stat -c %s tree/b)))
is dedupe_set keep '"tree/old/a"'
is dedupe_set why '"oldest"'
says_not out similar
says_not out contains
state | diff before - || fail "a plan changed something"
[[ ! -e index/journal-1 ]] || fail "a plan is in the journal"

keeps() { # keeps PATH FLAGS...
  exits 0 "$KINDRED" dedupe --by hardlink --format json "${@:2}" tree
  is dedupe_set keep "\"$1\""
}
keeps tree/new/a-with-a-long-name --keep newest
keeps tree/b --keep shortest-path
keeps tree/new/a-with-a-long-name --keep 'new/*' --keep oldest
keeps tree/old/a --keep 'nothing-matches' --keep oldest
keeps tree/new/a-with-a-long-name --protect tree/new
exits 0 "$KINDRED" dedupe --by hardlink --format json --protect tree/new --protect tree/old tree
is dedupe actions 1
is dedupe wished 1
says out '"reason":"protected"'

kindred dedupe --by hardlink --format csv tree
says out 'action,tree/b,tree/old/a,'
kindred dedupe --by hardlink tree
says out "nothing was changed"
says out "hard link      tree/b"
# Without reflinks a plan shows what hard links would free, and nothing is done without --by.
if [[ $(stat -f -c %T .) != btrfs && $(stat -f -c %T .) != xfs ]]; then
  kindred dedupe tree
  says out "hard links, as an example: this file system has no reflinks"
  says out "hard link      tree/b"
  says out "add --by hardlink (or symlink, trash, move --to DIR)"
  kindred dedupe --format json tree
  is dedupe proposed 2
  is dedupe freed $((2 * $(stat -c %s tree/b)))
  kindred dedupe --format sh tree
  says out "replace --by 'hardlink'"
  exits 3 "$KINDRED" dedupe --apply tree
  says out "its file system has no reflinks"
  says out "--by hardlink, symlink, trash or move --to DIR"
fi
exits 2 "$KINDRED" dedupe --by burning tree
says err "give reflink, hardlink, symlink, trash, or move with --to DIR"
exits 2 "$KINDRED" dedupe --by move tree
says err "give --to DIR"
exits 2 "$KINDRED" dedupe --by trash --to there tree
says err "only --by move puts copies elsewhere"
exits 2 "$KINDRED" dedupe --by hardlink --follow tree
exits 2 "$KINDRED" dedupe --by move:tree/there tree
state | diff before - || fail "a plan changed something"
