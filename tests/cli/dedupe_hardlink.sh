# Copies become hard links, whatever their names, and undo makes them what they were: bytes, times, modes.
mkdir -p tree/sub
lines 1 300 >tree/a
touch -d '2001-02-03 04:05:06.123456789' tree/a
for name in $'tree/new\nline' $'tree/\xff\xfe' 'tree/sub/-dash' "tree/it's"; do
  cp -p tree/a "$name"
  touch -d '2011-02-03 04:05:06.987654321' "$name"
done
lines 1 299 >tree/similar
cat tree/a tree/similar >tree/contains
settle
# Reading would change the access times: they are as old as the files' own.
state() { find tree -type f -printf '%p %s %m %T@ %U %G\n' | sort; }
state >before
find tree -type f -print0 | sort -z | xargs -0 md5sum >sums
kindred dedupe --by hardlink --apply --format json tree
is dedupe done 4
is dedupe run 1
[[ $(stat -c %h tree/a) == 5 ]] || fail "not all copies are links"
[[ $(stat -c %h tree/similar) == 1 && $(stat -c %h tree/contains) == 1 ]] || fail "a similar file was touched"
md5sum -c --quiet sums || fail "bytes changed"
[[ -z $(find tree -name '.kindred*') ]] || fail "something was left behind"
# Hard links are not copies.
kindred dedupe --by hardlink --format json tree
is dedupe actions 0

kindred journal
says out "dedupe by hardlink"
kindred undo --format json
is undo of 1
is undo restored 4
state | diff before - || fail "undo is not exact"
md5sum -c --quiet sums || fail "bytes changed"
[[ $(stat -c %h tree/a) == 1 ]] || fail "undo left a link"
kindred journal --format json
value run state | diff - <(printf '%s\n' '"undone"' '"done"') || fail "the journal does not say that it is undone"
exits 4 "$KINDRED" undo
says err "there is nothing to undo"
exits 4 "$KINDRED" undo 77
says err "there is no run 77; see 'kindred journal'"
exits 2 "$KINDRED" undo 2
says err "is an undo itself"
exits 2 "$KINDRED" undo first
# The journals belong to the index: it is still one, and a damaged one is noticed.
kindred index check
kindred scan tree
printf 'x' | dd of=index/journal-1 bs=1 seek=3 conv=notrunc status=none
exits 4 "$KINDRED" index check
says out "the journal is damaged"
kindred journal
says out "damaged"
