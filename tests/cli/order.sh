# order: similar files are neighbours, every file is listed once, tar takes the list, and the sizes are measured.
mkdir -p tree/x tree/y tree/.hidden
hashes 1 300 >tree/x/report-1.txt
{ hashes 1 280; hashes 900 920; } >tree/y/report-2.txt
{ hashes 1 260; hashes 950 990; } >tree/zzz.txt
hashes 1 300 >tree/.hidden/copy.txt
hashes 5000 5200 >tree/x/alone.txt
hashes 6000 6300 >tree/x/photo
{ hashes 6000 6290; hashes 6400 6410; } >tree/y/photo
: >tree/empty
settle

# As the walk finds them, a file of another kind is between the versions; in the order nothing is.
kindred order tree
(cd "$here" && find tree -type f | sort) >all
sort out | cmp - all || fail "not every file is listed once"
places() { grep -nE "$1" out | cut -d: -f1 | sort -n | tr '\n' ' '; }
contiguous() {
  local numbers=($(places "$1"))
  ((numbers[-1] - numbers[0] == ${#numbers[@]} - 1)) || { cat out; fail "not together: $1"; }
}
contiguous 'report|copy|zzz'
contiguous 'photo'
says err "8 files"
says err "2 stretches of similar files, 6 in all"
says_not err "makes"
kindred order --quiet tree
[[ ! -s err ]] || fail "not quiet"
cp out once
for threads in 1 2 7; do
  kindred order --threads "$threads" --memory 64M tree
  cmp out once || fail "another order with $threads threads"
done
kindred order --no-rescan tree
cmp out once || fail "another order from the index"

# What is known of each file.
kindred order --format json tree
is order files 8
is order contents 7
is order stretches 2
python3 - <<'PY' || fail "a line is not as it should be"
import json
files = {}
for line in open("out"):
    record = json.loads(line)
    if record["type"] != "ordered": continue
    like = record["like"]
    assert like is None or like in files, "before the file that it is like"
    assert like is None or record["stretch"] == files[like]["stretch"]
    files[record["path"]] = record
copy = files["tree/x/report-1.txt"] if files["tree/x/report-1.txt"].get("copy") else files["tree/.hidden/copy.txt"]
assert copy["copy"] and copy["share"] == 1 and copy["shared_bytes"] == copy["size"], copy
assert "stretch" not in files["tree/x/alone.txt"] and files["tree/x/alone.txt"]["like"] is None
assert "stretch" not in files["tree/empty"] and files["tree/empty"]["size"] == 0
assert 0.8 < files["tree/zzz.txt"]["share"] < 1, files["tree/zzz.txt"]
PY
kindred order --format csv tree
says out "ordered,tree/zzz.txt"

# The sizes are those of the command's output; a hard link is read once.
ln tree/x/alone.txt tree/link.txt
kindred order --format json --measure-with cat tree
bytes=$(($(find tree -type f -printf '%i %s\n' | sort -u | awk '{ sum += $2 } END { print sum }')))
for key in tried_bytes by_name by_suffix in_order; do is order $key $bytes; done
kindred order --measure-with 'gzip -1' tree
says err "gzip -1 makes"
says err "less than by name"
if [[ -n $(type -p xz) ]]; then
  kindred order --format json --measure-with 'xz -0' tree
  [[ $(value order in_order) -lt $((bytes * 3 / 4)) ]] || fail "no smaller"
fi
for command in 'cat; exit 7' 'exit 0' 'kill -9 $$' 'no-such-command-here'; do
  exits 4 "$KINDRED" order --measure-with "$command" tree
  says err "--measure-with"
  [[ ! -s out ]] || fail "names, though the command failed"
done
exits 2 "$KINDRED" order --measure-with '' tree
rm tree/link.txt

# tar takes the list, whatever the names; what it unpacks is the tree.
printf 'one' >"tree/-rf"
printf 'two' >"tree/a"$'\n'"b"
printf 'three' >"tree/quote'\"\\ t"
printf 'four' >"tree/bad"$'\xff'
mkdir -p "tree/empty dir"
ln -s x "tree/a link"
exits 2 "$KINDRED" order tree
says err "has a newline"
[[ ! -s out ]] || fail "names that are not those of files"
kindred order -0 tree
find tree -type f -print0 | sort -z >all
sort -z out | cmp - all || fail "not every name, as it is"
"$KINDRED" order --for tar tree 2>said | tar --null --no-recursion -T - -cf archive.tar
grep -q 'tar --null --no-recursion -T - -cf' said || fail "the command is not shown"
mkdir unpacked
tar -C unpacked -xf archive.tar
digests() { (cd "$1" && find . -type f -exec md5sum {} + | sort); }
diff <(digests tree) <(digests unpacked/tree) || fail "the archive has other files"
# With directories and links, as the message says.
command=$(sed -n 's/^kindred: with directories and links: //p' said)
rm -r unpacked archive.tar
mkdir unpacked
PATH="$(dirname "$KINDRED"):$PATH" bash -c "$command" 2>/dev/null
tar -C unpacked -xf archive.tar
diff -r --no-dereference tree unpacked/tree || fail "the archive is not the tree"
exits 2 "$KINDRED" order --for tar --format json tree
says err "--for tar"
exits 2 "$KINDRED" order --for zip tree

# The list can be read back, and limits what is ordered.
kindred order -0 --files-from all
cp out second
sort -z second | cmp - all || fail "not what was asked for"

# Files that cannot be read are at the end, and reported.
if [[ $(id -u) != 0 ]]; then
  chmod 0 tree/x/alone.txt
  exits 3 "$KINDRED" order -0 tree
  tail -z -n 1 out | grep -qzx 'tree/x/alone.txt' || fail "the unread file is not at the end"
  says err "1 files that were not read"
  chmod 600 tree/x/alone.txt
fi
truncate -s 2G tree/holes
kindred order -0 --quiet tree
tail -z -n 1 out | grep -qzx 'tree/holes' || fail "the sparse file is not listed"

# Nothing at all, and nothing there.
mkdir nothing
kindred order nothing
[[ ! -s out ]] || fail "names of nothing"
exits 4 "$KINDRED" order missing
exits 2 "$KINDRED" order
