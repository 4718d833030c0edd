# What is inside files is compared: members of archives, what was compressed, archives in archives; a pair is listed once,
# and what was seen is remembered by its bytes.
lines 1 400 >a.txt
sed 's/line 200,/row 200,/' a.txt >a2.txt
hashes 1 400 >b.txt
python3 -I -S - <<'PY'
import io, os, tarfile, zipfile
a, a2, b = (open(name, "rb").read() for name in ("a.txt", "a2.txt", "b.txt"))
def pack(name, members):
    with zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as archive:
        for member, data in members: archive.writestr(member, data)
os.makedirs("t")
pack("t/old.zip", [("docs/a.txt", a), ("docs/b.txt", b)])
pack("t/new.zip", [("docs/a.txt", a2), ("docs/b.txt", b)])
inner = io.BytesIO()
with zipfile.ZipFile(inner, "w") as archive: archive.writestr("deep/b.txt", b)
pack("t/outer.zip", [("in/inner.zip", inner.getvalue())])
with tarfile.open("t/one.tar.gz", "w:gz") as archive: archive.add("a.txt", "x/a.txt")
open("t/damaged.zip", "wb").write(open("t/old.zip", "rb").read()[:300])
PY
gzip -c a.txt >t/a.txt.gz
cp b.txt t/b.txt
settle

kindred find --pairs --format json t
python3 -I -S - <<'PY' || fail "the answer"
import json
records = [json.loads(line) for line in open("out")]
pairs = {(r["a"], r["b"]): r for r in records if r["type"] == "pair"}
def pair(a, b): return pairs.get((a, b)) or pairs[(b, a)]
versions = pair("t/new.zip", "t/old.zip")
assert versions["inside"] and versions["of_a"] > 0.95 and versions["of_b"] > 0.95, versions
assert not any("//" in a and "//" in b for a, b in pairs), pairs  # members are reported by their archives
assert pair("t/a.txt.gz", "t/one.tar.gz")["of_a"] == 1
same = [sorted(r["files"]) for r in records if r["type"] == "same_inside"]
assert any("t/b.txt" in s and "t/old.zip//docs/b.txt" in s and "t/outer.zip//in/inner.zip//deep/b.txt" in s for s in same), same
assert not [r for r in records if r["type"] == "identical"]  # only files are copies
skips = [r for r in records if r["type"] == "skip"]
assert [s for s in skips if s["path"] == "t/damaged.zip" and s["stage"] == "inside" and not s["error"]], skips
assert all(s["path"] == "t/damaged.zip" for s in skips), skips
summary = records[0]
assert summary["files"] == 7 and summary["contents"] == 7, summary
PY

# The same without a second look, and for a copy under another name: the bytes are known.
kindred scan t
mkdir alone
cp "$KINDRED" alone/kindred
cp t/old.zip t/z_copy.zip
settle
exits 0 alone/kindred find --format json t
says out '"t/old.zip//docs/b.txt"'
says_not out kindred-extract
# A file that is new needs the program that looks inside, which is not there; that is reported, and the rest is done.
python3 -I -S -c 'import zipfile; zipfile.ZipFile("t/fresh.zip", "w").writestr("c.txt", "c" * 3000)'
exits 0 alone/kindred find --format json t
says out '"path":"t/fresh.zip","stage":"inside"'
says out 'kindred-extract is missing'

# Names of parts are names of files for the others.
kindred query a2.txt
says out "/t/new.zip//docs/a.txt"
kindred query --format json t/outer.zip
says out '"query":"t/outer.zip//in/inner.zip//deep/b.txt"'
kindred spans t/old.zip//docs/a.txt a.txt
says out "t/old.zip//docs/a.txt"
kindred show t/old.zip//docs/a.txt t/new.zip//docs/a.txt
says out "t/new.zip//docs/a.txt"
kindred spans t
says out "t/old.zip//docs/b.txt"
mkdir A B
cp t/old.zip A/x.zip
cp t/new.zip B/x.zip
settle
exits 0 "$KINDRED" compare --format json A B
python3 -I -S - <<'PY' || fail "compare"
import json
changed = [r for r in map(json.loads, open("out")) if r.get("relation") == "changed"]
assert len(changed) == 1 and changed[0]["of_a"] > 0.95, changed
PY

# Parts are marked by every method that is asked for, also if the files were looked into before.
kindred find --fine --pairs --format json t
python3 -I -S - <<'PY' || fail "a second method"
import json
pairs = [r for r in map(json.loads, open("out")) if r["type"] == "pair"]
assert any(r.get("inside") and {r["a"], r["b"]} == {"t/new.zip", "t/old.zip"} for r in pairs), pairs
PY
# By type the files may go and their parts stay; parts count as no files, and archives as no directories.
kindred find --type text --format json t
is summary files 1
says out "//docs/b.txt"
kindred find --type other --format json t
[[ $(value summary files) -lt 20 ]] || fail "parts are counted as files"
kindred find --directories --near --format json t
says_not out '//"'
python3 -I -S - <<'PY' || fail "parts are files for none"
import json
records = [json.loads(line) for line in open("out")]
assert not [r for r in records if r["type"] == "skip" and "//" in r["path"]]
assert not [r for r in records if r["type"] == "directories" and ("//" in r["a"] or "//" in r["b"])]
PY
# A file that changed since its scan has no parts.
cp -r t gone
kindred scan gone
echo more >>gone/old.zip
rm gone/outer.zip
exits 3 "$KINDRED" find --no-rescan --verify --format json gone
says_not out "gone/outer.zip//"
says_not out "gone/old.zip//"
says out '"gone/z_copy.zip//docs/b.txt"'

# What is compared, in full.
kindred extract t/a.txt.gz
cmp out a.txt || fail "extract prints what was compressed"
kindred extract --member docs/b.txt t/old.zip
cmp out b.txt || fail "extract --member"
kindred extract t/old.zip//docs/b.txt
cmp out b.txt || fail "extract FILE//PART"
kindred extract --list t/outer.zip
says out "in/inner.zip//deep/b.txt"
exits 4 "$KINDRED" extract a.txt
exits 4 "$KINDRED" extract --member nothing t/old.zip
says err "there is no part"

# Off, or some types only.
kindred find --look-inside none --format json t
says_not out "//"
kindred find --look-inside gz --format json t
says_not out "zip//"
exits 2 "$KINDRED" find --look-inside tarball t
says err "--look-inside"
kindred find --unpack-depth 1 --format json t
says_not out "inner.zip//"
kindred index check
