# The report for people: an overview first, and each list in full when asked for, sif's groups among them.
mkdir tree
lines 1 1000 >tree/a
lines 201 1200 >tree/b
lines 5000 5400 >tree/alone
cp tree/alone tree/copy
touch -d '2024-03-01 12:00' tree/a
touch -d '2023-03-01 12:00' tree/b
kindred find tree
says out "Kindred "
says out "4 files"
says out "to free  22.5 kB in 1 copy"
says out "Copies: 1 set"
says out "Versions: 1 family"
grep -A2 "^Versions" out | grep -qE "2 files, 80% +2024-03-01  tree/a$" || fail "the newest does not come first"
grep -A2 "^Versions" out | grep -qE "2023-03-01  tree/b$" || fail "the other version has no date"
says out "kindred show tree/a tree/b"
cp out overview
[[ ! -s err ]] || fail "something on standard error: $(cat err)"

kindred find --show identical,families,groups,pairs tree
says out "roots"
says out "fingerprints"
says out "Identical: 1 set"
says out "Families: 1"
says out "newest 2024-03-01 12:00  tree/a"
says out "Groups: 1"
says out "Pairs: 1"
grep -qE "^R100 tree/[ab] [0-9]+$" out || fail "no reference line"
grep -qE "^ +[6-9][0-9] tree/[ab] [0-9]+$" out || fail "no line of a similar file"
cp out full
for pattern in '^Groups' '^Pairs' '^R100'; do absent "$pattern" overview full; done  # what is asked for by name

kindred find --show contained tree
for pattern in '^Families' '^Identical'; do absent "$pattern" out full; done
exits 2 "$KINDRED" find --show famlies tree
says err "give one of identical, folders, families"
exits 2 "$KINDRED" find --show identical, tree
exits 2 "$KINDRED" find --sort age tree

# A folder that was copied is one line, and covers its files; what is elsewhere is listed.
mkdir -p home/photos home/backup home/other
for i in 1 2 3; do lines ${i}0000 ${i}0400 >home/photos/$i; done
cp -r home/photos home/backup/photos
cp home/photos/1 home/other/one
lines 90000 90400 >home/other/two
cp home/other/two home/other/three
kindred find home
says out "Copied folders: 1 set"
grep -A2 "^Copied folders" out | grep -q "2 x 3 files.*home/backup/photos" || fail "no line of the folder"
says out "Copies: 2 sets besides these folders"
find home -type f >files
absent 'photos/[23]$' out files  # files of a copied folder are not listed again
kindred find --format json --show folders,identical home
python3 - out <<'PY'
import json, sys
lines = [json.loads(line) for line in open(sys.argv[1])]
folders = [line for line in lines if line["type"] == "folders"]
assert [(f["folders"], f["files"]) for f in folders] == [(["home/backup/photos", "home/photos"], 3)], folders
assert folders[0]["spare"] == folders[0]["size"] > 0 and len(folders[0]["times"]) == 2
covered = {tuple(line["files"]): line.get("covered", False) for line in lines if line["type"] == "identical"}
assert covered == {("home/backup/photos/1", "home/other/one", "home/photos/1"): False,
                   ("home/backup/photos/2", "home/photos/2"): True,
                   ("home/backup/photos/3", "home/photos/3"): True,
                   ("home/other/three", "home/other/two"): False}, covered
PY
# Hard links free nothing.
cp -rl home/photos home/linked
kindred find --format json --show folders home/linked home/photos
python3 - out <<'PY'
import json, sys
folders = [line for line in map(json.loads, open(sys.argv[1])) if line["type"] == "folders"]
assert len(folders) == 1 and folders[0]["spare"] == 0, folders
PY

# A folder within a copied one is not listed again; entries that were not compared are counted; a file that is in it twice is listed.
mkdir -p nest/one/in; for i in 1 2 3; do lines ${i}0000 ${i}0300 >nest/one/$i; lines ${i}5000 ${i}5300 >nest/one/in/$i; done
cp -r nest/one nest/two; echo secret >nest/one/.own
kindred find --format json --show folders nest
is folders folders '["nest/one", "nest/two"]'
is folders unseen 1
kindred find nest
says out "1 entry skipped"
cp nest/one/1 nest/one/again; cp nest/one/1 nest/two/again
kindred find nest
says out "Copies: 1 set besides these folders"
# Only what was asked for counts for --exit-code; the commands that follow have the flags of this one.
kindred find --show contained --exit-code nest
says out "nothing to show in these lists"
kindred find --min 80% nest
says out "kindred find --show identical --min 80% nest"

# Orders.
mkdir sorted
lines 1 3000 >sorted/big; cp sorted/big sorted/big2; lines 4000 4100 >sorted/small
for i in 1 2 3; do cp sorted/small sorted/small$i; done
touch -d 2020-01-01 sorted/*; touch -d 2024-01-01 sorted/small2
first() { kindred find --format json --show identical --sort "$1" sorted; sed -n 2p out; }
first value | grep -q big2 || fail "value: not what frees most"
first size | grep -q big2 || fail "size: not the largest"
first files | grep -q small3 || fail "files: not the set with the most"
first newest | grep -q small3 || fail "newest: not the set with the newest"
