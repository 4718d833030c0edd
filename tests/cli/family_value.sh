# Families come by what their older files repeat, not by whole files: large files that share a little come behind
# smaller ones that are nearly the same.
mkdir -p tree/quoting tree/versions
hashes 1 200 >tree/quoting/quoted
{ hashes 1 200; hashes 2000 2800; } >tree/quoting/one
{ hashes 3000 3800; hashes 1 200; } >tree/quoting/two
hashes 5000 5600 >tree/versions/draft
{ hashes 5000 5570; hashes 6000 6029; } >tree/versions/final
find tree -type f -exec touch -d 2026-01-01 {} +
touch -d 2026-02-02 tree/quoting/two tree/versions/final
settle

kindred find --verify --show families --format json tree
[[ $(value family newest | head -n 1) == '"tree/versions/final"' ]] || fail "not by what is redundant"
small=$(stat -c %s tree/quoting/quoted)
{ read -r versions; read -r quoting; } < <(value family redundant)
# All of what is quoted, in itself and in the older one of the two that quote it.
((quoting >= 2 * small && quoting < 2 * small + 200)) || fail "$quoting redundant of files that quote $small"
((versions > 20000 && versions < 21000)) || fail "$versions redundant of 21,636 nearly equal bytes"
# A list that is cut counts all members.
kindred find --verify --show families --format json --limit 1 tree
is family redundant "$versions"

kindred find --verify tree
says out 'newest first; size = content repeated in older versions'
grep -A1 '^Versions' out | grep -q '20\.[0-9] kB  2 files.*tree/versions/final' || { cat out; fail "not the value"; }
kindred find --verify --show families tree
says out '14.4 kB of it redundant'
kindred find --format html -o page.html tree
grep -q '<i>redundant </i>' page.html || fail "the page does not show it"
