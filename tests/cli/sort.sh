# --sort: what comes first among pairs and copied folders; the other lists are in find_text.sh.
mkdir -p tree/a/x tree/a/y tree/b/x tree/b/y
{ hashes 1 900; } >tree/long1
{ hashes 1 300; hashes 5000 5600; } >tree/long2      # a third of much
{ hashes 1000 1200; } >tree/short1
{ hashes 1000 1190; hashes 6000 6010; } >tree/short2  # nearly all of little
touch -d 2026-01-02 tree/long1 tree/long2
touch -d 2026-03-04 tree/short1
touch -d 2026-01-01 tree/short2
# Two copied folders: many small files, and one large one.
for i in 1 2 3 4; do hashes 1${i}000 1${i}010 | tee tree/a/x/$i >tree/b/x/$i; done
hashes 20000 20400 | tee tree/a/y/1 >tree/b/y/1
hashes 20500 20501 | tee tree/a/y/2 >tree/b/y/2
find tree/?/y -type f -exec touch -d 2026-02-02 {} +
find tree/?/x -type f -exec touch -d 2026-05-05 {} +
hashes 30000 30020 >tree/a/own
hashes 31000 31020 >tree/b/own
settle

first_pair() { kindred find --pairs --format json "$@" tree; value pair a | head -n 1; }
[[ $(first_pair) == '"tree/long1"' ]] || fail "not by name"
[[ $(first_pair --limit 5) == '"tree/short1"' ]] || fail "not the strongest"
[[ $(first_pair --sort value) == '"tree/long1"' ]] || fail "not by what is shared"
[[ $(first_pair --sort size --limit 1) == '"tree/long1"' ]] || fail "not by size"
[[ $(first_pair --sort newest) == '"tree/short1"' ]] || fail "not by time"
[[ $(first_pair --sort similarity) == '"tree/short1"' ]] || fail "not by similarity"
is summary pairs 2
[[ $(value pair a | wc -l) == 2 ]] || fail "--sort cuts the list"

first_folder() { kindred find --show folders --format json "$@" tree; value folders folders | head -n 1; }
first_folder | grep -q a/y || fail "folders are not by what they free"
first_folder --sort files | grep -q a/x || fail "folders are not by files"
first_folder --sort newest | grep -q a/x || fail "folders are not by time"
first_folder --sort size | grep -q a/y || fail "folders are not by size"
exits 2 "$KINDRED" find --sort oldest tree
