# --decisions: only copies that were decided are replaced, in JSON and in CSV; anything else that was decided stays.
# Digests alone are never trusted.
mkdir tree
lines 1 300 >tree/master
for name in one two three four; do cp tree/master tree/$name; done
cp tree/master $'tree/\xff\n"'
lines 1 300 >tree/lied
printf x | dd of=tree/lied conv=notrunc status=none
settle
size=$(stat -c %s tree/master)
kindred find --format json tree
digest=$(value identical digest)
python3 - "$size" "$digest" <<'PY'
import json, os, sys
size, digest = int(sys.argv[1]), json.loads(sys.argv[2])
here = os.getcwdb() + b"/tree/"
def file(name): return {"digest": digest, "size": size, "path": os.fsdecode(here + name)}
def copy(name): return {"verdict": "copy", "a": file(name), "b": file(b"master"), "note": "a \"note\", with more", "batch": 1, "time": "2026-01-01T00:00:00Z"}
decisions = [copy(b"one"), copy(b"\xff\n\""), copy(b"lied"), copy(b"gone"), copy(b"three"),
             {"verdict": "keep", "a": file(b"three"), "b": None},  # newer than that it is a copy
             {"verdict": "superseded", "a": file(b"four"), "b": file(b"master")},
             {"verdict": "copy", "a": {"digest": "", "size": 5, "path": os.fsdecode(here + b"folder")},
              "b": {"digest": "", "size": 5, "path": os.fsdecode(here + b"other")}}]
for number, decision in enumerate(decisions):
    decision["id"] = number + 1
with open("decisions.json", "w", encoding="ascii") as out:
    json.dump({"decisions": decisions}, out)
def field(text):
    text = json.dumps(text)[1:-1].replace('\\"', '"')
    return '"' + text.replace('"', '""') + '"'
with open("decisions.csv", "w", encoding="ascii") as out:
    out.write("id,time,verdict,path_a,size_a,digest_a,path_b,size_b,digest_b,note,batch\n")
    for one in decisions:
        b = one["b"] or {"path": "", "size": "", "digest": ""}
        out.write(f"{one['id']},,{one['verdict']},{field(one['a']['path'])},{one['a']['size']},{one['a']['digest']},"
                  f"{field(b['path'])},{b['size']},{b['digest']},{field(one.get('note', ''))},1\n")
PY
for format in json csv; do
  exits 3 "$KINDRED" dedupe --decisions decisions.$format --by hardlink --apply --format json
  is dedupe done 2
  [[ $(stat -c %h tree/master) == 3 && $(stat -c %h tree/two) == 1 ]] || fail "not exactly what was decided ($format)"
  [[ $(stat -c %h tree/three) == 1 && $(stat -c %h tree/four) == 1 && $(stat -c %h tree/lied) == 1 ]] || fail "something protected was replaced"
  says out "its bytes are not those of the file that is kept"
  says out "vanished"
  says out "there are no files in this folder"
  kindred undo
done
# A folder that is a copy of another: each of its files, but for what was decided otherwise, and what the other lacks.
mkdir -p disk/album/sub disk/backup/sub
from=2000
for name in 1 2 sub/3 sub/4 kept; do
  lines $((from += 300)) $((from + 200)) >"disk/album/$name"
  cp "disk/album/$name" "disk/backup/$name"
done
lines 7001 7300 >disk/backup/only-here
printf x | dd of=disk/backup/sub/4 conv=notrunc status=none
settle
python3 - <<'PY'
import json, os
def folder(name, size=0): return {"digest": "", "size": size, "path": os.getcwd() + "/disk/" + name}
def copy(number, a, b): return {"id": number, "verdict": "copy", "about": "folder", "a": folder(a), "b": folder(b)}
kept = folder("backup/kept")
kept["digest"], kept["size"] = "0" * 32, os.path.getsize("disk/backup/kept")
json.dump({"decisions": [copy(1, "backup", "album"), {"id": 2, "verdict": "keep", "about": "copy", "a": kept, "b": None}]},
          open("folders.json", "w"))
json.dump({"decisions": [copy(1, "backup", "album"), {"id": 2, "verdict": "keep", "about": "folder", "a": folder("backup/sub"), "b": None}]},
          open("kept_folder.json", "w"))
PY
exits 3 "$KINDRED" dedupe --decisions folders.json --by hardlink --apply --format json
is dedupe done 3
[[ disk/album/1 -ef disk/backup/1 && disk/album/sub/3 -ef disk/backup/sub/3 ]] || fail "files of a copied folder were not linked"
[[ $(stat -c %h disk/backup/kept disk/backup/only-here disk/backup/sub/4) == $'1\n1\n1' ]] || fail "too much was replaced"
says out "the original of its folder has no such file"
says out "its bytes are not those of the file that is kept"
kindred undo
exits 3 "$KINDRED" dedupe --decisions kept_folder.json --by hardlink --apply --format json
[[ ! disk/album/sub/3 -ef disk/backup/sub/3 && disk/album/1 -ef disk/backup/1 ]] || fail "a folder that is kept does not protect its files"
kindred undo
# PATHs limit what is done.
mkdir empty
exits 0 "$KINDRED" dedupe --decisions decisions.json --by hardlink --apply --format json empty
is dedupe actions 0
echo '{"decisions":[{"verdict":"perhaps","a":{"path":"/a"}}]}' >bad.json
exits 2 "$KINDRED" dedupe --decisions bad.json --by hardlink
says err "'perhaps' is not a verdict"
exits 4 "$KINDRED" dedupe --decisions missing.json --by hardlink
