# RAR is looked into only when it is asked for. Debian has no program that makes one, so the archive is written here: version 4, stored.
mkdir tree
lines 1 800 >tree/note.txt
python3 - tree/note.txt tree/old.rar <<'PY'
import binascii, struct, sys
data = open(sys.argv[1], "rb").read()
def block(kind, flags, rest, payload=b""):
    head = struct.pack("<BHH", kind, flags, 7 + len(rest)) + rest
    return struct.pack("<H", binascii.crc32(head) & 0xffff) + head + payload
name = b"docs\\note.txt"
entry = struct.pack("<IIBIIBBHI", len(data), len(data), 3, binascii.crc32(data), 0x5a210000, 20, 0x30, len(name), 0o100644) + name
open(sys.argv[2], "wb").write(b"Rar!\x1a\x07\x00" + block(0x73, 0, bytes(6)) + block(0x74, 0x8000, entry, data) + block(0x7b, 0x4000, b""))
PY
kindred find --show inside --format json tree
[[ -z $(value same_inside files) ]] || fail "looked into without being asked"
kindred find --show inside --unpack rar --format json tree
is same_inside files '["tree/note.txt", "tree/old.rar//docs/note.txt"]'
# Damaged: a skip with a reason, and the file is still compared.
head -c 20000 tree/old.rar >tree/cut.rar
kindred find --unpack rar --format json tree
is summary files 3
