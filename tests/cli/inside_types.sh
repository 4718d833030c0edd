# Of each type, files made by real programs: two drafts are as similar as their plain texts, within five points; two that
# have nothing to do with each other are not similar, and a member is found in its archive.
/usr/bin/python3 - <<'PY' || skip_test "the libraries that write documents are not installed"
import docx, ebooklib, odf, openpyxl, PIL
PY
make_document=$(dirname "$script")/../make_document
source "$(dirname "$script")/drafts.bash"
make_drafts
types="docx xlsx pptx odt ods odp epub pdf eml mbox gz bz2 xz zst lz4 Z zip tar tar.gz 7z cpio ar deb iso rpm elf png jpeg tiff mp3"
for name in draft final other; do
  for type in docx xlsx pptx odt ods odp epub; do /usr/bin/python3 "$make_document" $name.$type <$name.txt; done
  { echo ".pl 29c"; sed G $name.txt; } | groff -Tps | ps2pdf - $name.pdf
  /usr/bin/python3 - $name <<'PY'
import sys
from email.message import EmailMessage
name = sys.argv[1]
mail = EmailMessage()
mail["From"], mail["To"], mail["Subject"], mail["Date"] = "a@example.org", "b@example.org", name, "Tue, 3 Nov 2026 10:00:00 +0000"
mail.set_content(open(name + ".txt").read(), cte="base64")
open(name + ".eml", "wb").write(bytes(mail))
open(name + ".mbox", "wb").write(b"From a@example.org Tue Nov  3 10:00:00 2026\n" + bytes(mail) + b"\n")
from PIL import Image
import random
random.seed(name if name == "other" else "one")
picture = Image.frombytes("RGB", (120, 90), bytes(random.randrange(256) for _ in range(120 * 90 * 3)))
from PIL.PngImagePlugin import PngInfo
words = PngInfo()
words.add_text("Comment", "the tags of " + name)
picture.save(name + ".png", pnginfo=words)
picture.save(name + ".jpeg", comment=("the tags of " + name).encode())
picture.save(name + ".tiff", description="the tags of " + name)
import wave
with wave.open(name + ".wav", "wb") as sound:
    sound.setparams((1, 2, 8000, 0, "NONE", ""))
    sound.writeframes(bytes(random.randrange(256) for _ in range(64000)))
def expression(depth):
    if depth == 0: return random.choice(["x", "y", str(random.randrange(1 << 20))])
    return "(%s %s %s)" % (expression(depth - 1), random.choice("+ - * ^ & |".split()), expression(depth - 1))
code = "".join("int f%d(int x, int y) { return %s; }\n" % (i, expression(5)) for i in range(300))
extra = "int added(int x, int y) { return f0(x, 77) - 12345 * x * y; }\n" if name == "final" else ""
open(name + ".c", "w").write(code.replace("int f150", extra + "int f150") + "int main(int n, char** v) { return %s; }\n" % " + ".join("f%d(n, %d)" % (i, i) for i in random.sample(range(300), 300)))
PY
  gzip -c $name.txt >$name.gz
  bzip2 -c $name.txt >$name.bz2
  xz -c $name.txt >$name.xz
  zstd -q -c $name.txt >$name.zst
  lz4 -q -c $name.txt >$name.lz4
  cp $name.txt a.txt
  zip -q $name.zip a.txt
  tar czf $name.tar.gz a.txt
  tar cf $name.tar a.txt
  compress -c a.txt >$name.Z
  7z a -bso0 $name.7z a.txt
  echo a.txt | cpio -o --quiet >$name.cpio
  ar rc $name.ar a.txt
  genisoimage -quiet -o $name.iso a.txt
  lame --quiet --tt "$name" $name.wav $name.mp3
  mkdir -p package/DEBIAN package/usr
  cp a.txt package/usr
  printf 'Package: %s\nVersion: 1\nArchitecture: all\nMaintainer: %s\nDescription: %s\n' $name $name "$(md5sum <$name.txt)" >package/DEBIAN/control
  dpkg-deb --root-owner-group -b package $name.deb >/dev/null
  printf 'Name: a\nVersion: 1\nRelease: 1\nSummary: %s\nLicense: none\nBuildArch: noarch\n%%description\n%%install\nmkdir -p %%{buildroot}/usr\ncp %s/a.txt %%{buildroot}/usr\n%%files\n/usr/a.txt\n' \
    $name "$here" >$name.spec
  rpmbuild --quiet -bb --define "_topdir $here/rpm" --define "_rpmdir $here/rpm" $name.spec >rpm.log 2>&1 || { cat rpm.log >&2; fail rpm; }
  mv rpm/noarch/a-1-1.noarch.rpm $name.rpm
  c++ -w -x c -O1 -fno-inline -o $name.elf $name.c
done

check_types $types

# A text in another format, and a text inside an archive.
python3 - <<'PY'
import zipfile
with zipfile.ZipFile("all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    for name in "draft.docx", "draft.pdf", "draft.txt": archive.write(name, "docs/" + name)
PY
mkdir dress
cp draft.docx draft.odt all.zip final.txt dress
settle
kindred find --pairs --format json dress
python3 -I -S - <<'PY' || fail "another dress"
import json
records = [json.loads(line) for line in open("out")]
pairs = {frozenset((r["a"], r["b"])): r for r in records if r["type"] == "pair"}
same = pairs[frozenset(("dress/draft.docx", "dress/draft.odt"))]
assert same["of_a"] == same["of_b"] == 1 and same["inside"], same
assert any(name.endswith("all.zip//docs/draft.pdf//text") for key in pairs for name in key), list(pairs)
assert pairs[frozenset(("dress/draft.docx", "dress/all.zip"))]["of_a"] > 0.3 or pairs[frozenset(("dress/draft.docx", "dress/all.zip"))]["of_b"] > 0.3
assert any("dress/final.txt" in key and any(name.endswith("//docs/draft.txt") or name.endswith("//text") for name in key) for key in pairs), list(pairs)
PY
kindred spans dress/all.zip//docs/draft.docx//text draft.pdf//text
says out " p.1"
kindred spans --format json dress/all.zip//docs/draft.docx//text draft.pdf//text
says out '"b_page":2'
