# Pages that declare their character set are compared as UTF-8: the same text in another encoding is the same text.
python3 - <<'PY'
import os
def words(seed, letters, count=1500):
    import random
    random.seed(seed)
    return " ".join("".join(random.choice(letters) for _ in range(random.randint(3, 9))) for _ in range(count))
sets = {"latin": ("latin-1", "iso-8859-1", "äöüéèñçabcdefgh"), "greek": ("iso-8859-7", "iso-8859-7", "αβγδεζηθικλμνξ"),
        "russian": ("koi8-r", "koi8-r", "абвгдежзиклмноп"), "japan": ("cp932", "shift_jis", "日本語文字化漢字仮名交")}
for name, (codec, label, letters) in sets.items():
    for d, encoding, said in (("old", codec, label), ("new", "utf-8", "utf-8")):
        os.makedirs(d, exist_ok=True)
        page = f"<!DOCTYPE html><html><head><meta charset=\"{said}\"><title>x</title></head><body>{words(name, letters)}</body></html>\n"
        open(f"{d}/{name}.html", "wb").write(page.encode(encoding))
text = words("rtf", "äöüéabc")
rtf = "".join(f"\\'{ord(c):02x}" if ord(c) > 127 else c for c in text)
uni = "".join(f"\\u{ord(c)}?" if ord(c) > 127 else c for c in text)
open("old/r.rtf", "w").write("{\\rtf1\\ansi\\ansicpg1252\\deff0 " + rtf + "\\par}")
open("new/r.rtf", "w").write("{\\rtf1\\ansi\\ansicpg1252\\deff0 " + uni + "\\par}")
PY
for name in latin.html greek.html russian.html japan.html r.rtf; do
  kindred compare --format json old/$name new/$name
  python3 - out "$name" <<'PY'
import json, sys
best = max((r.get("of_a", 0) for r in map(json.loads, open(sys.argv[1])) if r["type"] == "compare"), default=0)
assert best > 0.97, (sys.argv[2], best)
PY
done
# As bytes they have little in common.
kindred compare --raw --format json old/russian.html new/russian.html
python3 - out <<'PY'
import json, sys
best = max((r.get("of_a", 0) for r in map(json.loads, open(sys.argv[1])) if r["type"] == "compare"), default=0)
assert best < 0.3, best
PY
