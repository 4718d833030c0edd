"""One file of each type that Kindred looks into, made of one text by the programs that this machine has."""
import random
import subprocess

import workplace

TEXT = "Some {} paragraphs of text, which tell of {} and of {}, and end with {}."
MAIL = """\
import sys
from email.message import EmailMessage
mail = EmailMessage()
mail["From"], mail["To"], mail["Subject"], mail["Date"] = "a@example.org", "b@example.org", "Notes", "Tue, 3 Nov 2026 10:00:00 +0000"
mail.set_content(open("a.txt").read(), cte="base64")
mail.add_attachment(open("a.gz", "rb").read(), maintype="application", subtype="gzip", filename="a.gz")
open("a.eml", "wb").write(bytes(mail))
open("a.mbox", "wb").write(2 * (b"From a@example.org Tue Nov  3 10:00:00 2026\\n" + bytes(mail) + b"\\n"))
from PIL import Image
picture = Image.effect_noise((40, 30), 60).convert("RGB")
for kind in "jpeg", "png", "tiff": picture.save("a." + kind)
"""
# By type, what makes a.TYPE of a.txt; a type whose program is missing is left out and reported.
MAKERS = {
    "gz": "gzip -kc a.txt >a.gz", "bz2": "bzip2 -kc a.txt >a.bz2", "xz": "xz -kc a.txt >a.xz", "zst": "zstd -q a.txt -o a.zst",
    "lz4": "lz4 -q a.txt a.lz4", "Z": "compress -c a.txt >a.Z", "zip": "zip -q a.zip a.txt a.gz", "tar": "tar cf a.tar a.txt a.gz",
    "tar.gz": "tar czf a.tar.gz a.txt", "7z": "7z a -bso0 a.7z a.txt", "cpio": "ls a.txt | cpio -o --quiet >a.cpio", "ar": "ar rc a.ar a.txt",
    "iso": "genisoimage -quiet -o a.iso a.txt",
    "deb": "mkdir -p d/DEBIAN d/usr && cp a.txt d/usr && printf 'Package: a\\nVersion: 1\\nArchitecture: all\\nMaintainer: a\\nDescription: a\\n' "
           ">d/DEBIAN/control && dpkg-deb --root-owner-group -b d a.deb",
    "rpm": "printf 'Name: a\nVersion: 1\nRelease: 1\nSummary: a\nLicense: none\nBuildArch: noarch\n%%description\n%%install\nmkdir -p %%{buildroot}/usr\n"
           "cp '$PWD'/a.txt %%{buildroot}/usr\n%%files\n/usr/a.txt\n' >a.spec && rpmbuild --quiet -bb --define \"_topdir $PWD/rpm\" --define \"_rpmdir $PWD/rpm\" a.spec "
           "&& mv rpm/noarch/a-1-1.noarch.rpm a.rpm",
    "pdf": "{ echo .pl 29c; cat a.txt; } | groff -Tps | ps2pdf - a.pdf", "eml": "/usr/bin/python3 mail.py",
    "elf": "echo 'int main(int n, char** v) { return n * 7 + v[0][0]; }' >a.c && gcc -O1 -s -o a.elf a.c",
    "mp3": "python3 -c 'import wave; w = wave.open(\"a.wav\", \"wb\"); w.setparams((1, 2, 8000, 0, \"NONE\", \"\")); w.writeframes(bytes(range(256)) * 40)' "
           "&& lame --quiet --tt Title a.wav a.mp3",
    **{kind: f"/usr/bin/python3 {workplace.ROOT}/tests/make_document a.{kind} <a.txt" for kind in "docx xlsx pptx odt ods odp epub".split()},
}


def make_documents(place, paragraphs):
    """([file of each type], [types that this machine cannot make]), of one text of so many paragraphs."""
    place.mkdir(parents=True, exist_ok=True)
    words = random.Random(7)
    text = "\n".join(TEXT.format(*(words.choice(["old", "new", "long", "short"]) + str(words.randrange(10**6)) for _ in range(4))) for _ in range(paragraphs))
    (place / "a.txt").write_text(text + "\n")
    (place / "mail.py").write_text(MAIL)
    missing = []
    for kind, command in MAKERS.items():
        done = subprocess.run(command, shell=True, cwd=place, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            missing.append(kind)
            workplace.say(f"{kind} is left out: {done.stderr.strip().splitlines()[-1:]}")
    kept = {".txt", ".py", ".c", ".wav", ".spec"}
    return sorted(file for file in place.iterdir() if file.is_file() and file.suffix not in kept), missing
