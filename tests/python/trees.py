"""Trees and programs that the tests of the Python module share. Everything is made from seeds: each run has the same bytes."""

import atexit
import json
import os
import random
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path

PROGRAM = os.environ["KINDRED_PROGRAM"]
SOURCE = Path(os.environ["KINDRED_SOURCE"])


def words(size: int, seed: int) -> bytes:
    """Text that two seeds have nothing of in common."""
    chance = random.Random(seed)
    text = bytearray()
    while len(text) < size:
        text += bytes(chance.choices(b"abcdefghijklmnopqrstuvwxyz", k=chance.randint(2, 10)))
        text += b"\n" if chance.random() < 0.1 else b" "
    return bytes(text[:size])


def noise(size: int, seed: int) -> bytes:
    return random.Random(seed).randbytes(size)


def scratch() -> Path:
    """A directory that goes with the process."""
    place = Path(tempfile.mkdtemp(prefix="kindred-python-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def write(root: Path, name: "str | bytes", content: bytes) -> None:
    path = os.path.join(os.fsencode(root), os.fsencode(name))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)
    os.utime(path, ns=(1_600_000_000_123_456_789, 1_600_000_000_123_456_789))


def zipped(members: "dict[str, bytes]") -> bytes:
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
        file.seek(0)
        return file.read()


def make_tree(root: Path) -> None:
    """Versions, copies, contained files, boilerplate, small and large, texts and others, archives, and odd names."""
    for family in range(4):
        base = words(6000 << family, family)
        for version in range(5):
            cut = len(base) * version // 12
            write(root, f"family{family}/v{version}.txt", base[cut:] + words(700 * version, 100 * family + version))
    for number in range(20):  # from 90 bytes to 4 KB: every selection level
        size = 90 + 200 * number
        write(root, f"small/{number}.txt", words(size // 2, 7) + words(size, 300 + number))
    licence = words(1500, 999)
    for number in range(12):
        write(root, f"licensed/{number}.c", licence + words(2500, 400 + number))
    write(root, "copies/one.txt", words(5000, 50))
    write(root, "copies/two.txt", words(5000, 50))
    os.link(root / "copies/one.txt", root / "copies/link.txt")
    block = noise(9000, 1)
    for number in range(4):
        write(root, f"binary/{number}.bin", block[: 9000 - 1500 * number] + noise(2000, 10 + number))
    write(root, "binary/text.bin", b"\0\1\2" + words(6000, 0))  # shares with a text, but is not a text
    wide = words(4000, 60).decode()
    write(root, "wide/a.txt", wide.encode("utf-16"))
    write(root, "wide/b.txt", wide.encode())
    write(root, "wide/c.txt", b"=" * 3000 + wide.encode() + b" " * 3000)
    write(root, "repeats.txt", words(400, 61) * 20)
    write(root, "repeats2.txt", words(400, 61) * 3 + words(3000, 62))
    inner = zipped({"deep.txt": words(5000, 70)})
    write(root, "archives/a.zip", zipped({"x.txt": words(6000, 71), "y.txt": words(3000, 72), "inner.zip": inner}))
    write(root, "archives/b.zip", zipped({"x.txt": words(6000, 71)[:4000], "z.txt": words(2000, 73), "inner.zip": inner}))
    write(root, "archives/c.zip", zipped({"other.txt": words(3000, 72), "w.txt": words(9000, 74)}))
    write(root, "archives/x.txt", words(6000, 71))
    write(root, b"odd/\xff\xfe name\n.txt", words(6000, 0)[:3000])
    write(root, "odd/ÿ 'quoted' \"name\".txt", words(6000, 0)[1000:5000])
    write(root, "empty.txt", b"")
    write(root, ".hidden/h.txt", words(6000, 0))
    os.mkfifo(root / "odd/fifo")
    os.symlink("missing", root / "odd/dangling")


def run_program(*arguments: "str | bytes | Path", expect: "tuple[int, ...]" = (0,)) -> bytes:
    done = subprocess.run([PROGRAM, *map(os.fspath, arguments)], capture_output=True, check=False)
    if done.returncode not in expect:
        raise AssertionError(f"kindred {arguments}: exit {done.returncode}: {os.fsdecode(done.stderr)}")
    return done.stdout


def json_lines(*arguments: "str | bytes | Path") -> "list[dict]":
    output = run_program(*arguments, "--format", "json", expect=(0, 3))
    return [json.loads(line) for line in output.splitlines()]
