# A path of 4 KB takes two lines of the overview, not the screen; its end stays, escapes stay whole. Lists have it whole.
part=$(printf '\xff\n%.0s' {1..100})
deep=tree
for i in {1..15}; do deep+=/$part; done
mkdir -p "$deep"
for folder in tree "$deep"; do hashes 1 500 >"$folder/same.txt"; done
hashes 1000 1500 >"$deep/draft.txt"
{ hashes 1000 1490; hashes 2000 2010; } >"$deep/final.txt"
settle
kindred find tree
says out '…'
says out "/same.txt'"
says out "/final.txt'"
(($(wc -L <out) < 1000)) || fail "a line has $(wc -L <out) columns"
# Octal digits in threes, nothing raw.
! grep -qP '\\(?!\d{3}|n)' out || fail "half of an escape"
! grep -qP '\xff' out || fail "a raw byte"
says_not out 'kindred show'  # it would be long, and cannot be shortened
kindred find --show identical tree
(($(wc -L <out) > 6000)) || fail "a list without the whole name"
