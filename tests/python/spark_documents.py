"""Documents for the tests and experiments of kindred.spark: real text of this system, and what is made to be difficult.

A document is (name, bytes, mtime). The same count and seed give the same documents on the same system.
"""

from __future__ import annotations

import gzip
import os
import random

#: Where text is that a Debian system has; whatever is missing is passed over.
ROOTS = ["/usr/share/doc", "/usr/share/man/man1", "/usr/share/man/man3", "/usr/include", "/usr/lib/python3", "/usr/share/perl"]

_SIZE = 3000  # bytes of a document, about


def _pieces(limit: int):
    """Files of the roots, cut at line ends into documents of up to three times the size."""
    given = 0
    for root in ROOTS:
        for directory, folders, files in os.walk(root):
            folders.sort()
            for file in sorted(files):
                path = os.path.join(directory, file)
                try:
                    if os.path.islink(path) or os.path.getsize(path) > 1 << 20:
                        continue
                    with (gzip.open if file.endswith(".gz") else open)(path, "rb") as opened:
                        rest = opened.read(1 << 20)
                except (OSError, EOFError):
                    continue
                while len(rest) >= 200:
                    cut = rest.find(b"\n", _SIZE) + 1 if len(rest) > 3 * _SIZE else len(rest)
                    cut = cut if 0 < cut <= 3 * _SIZE else 3 * _SIZE
                    yield rest[:cut]
                    rest = rest[cut:]
                    given += 1
                    if given == limit:
                        return


def _licence(draw: random.Random) -> bytes:
    words = "permission is hereby granted to any person obtaining a copy of this software and documentation".split()
    return b"".join(
        f"# {number}. {' '.join(draw.choices(words, k=11))} ({draw.randrange(10**6)})\n".encode() for number in range(12)
    )


def _family(text: bytes, count: int, draw: random.Random):
    """Versions of one text, each with some unique lines: nearly all keys are in nearly all of them."""
    lines = text.split(b"\n")
    for number in range(count):
        version = list(lines)
        for _ in range(draw.randrange(2, 9)):
            version[draw.randrange(len(version))] = b"version %d says %d" % (number, draw.randrange(10**9))
        yield b"\n".join(version)


def _odd(draw: random.Random) -> list[bytes]:
    text = "".join(f"Zeile {i}: {draw.randrange(10**8)} Stück, übrig {draw.randrange(10**8)}\n" for i in range(90))
    return [
        b"",
        b"",
        b"\n",
        b"x",
        bytes(5000),
        b"a" * 4096,
        bytes(draw.randrange(256) for _ in range(6000)),
        b"\x7fELF" + bytes(draw.randrange(256) for _ in range(3000)),
        text.encode(),
        text.encode("utf-16"),
        text.encode("latin-1"),
        text.replace("\n", "\r\n").encode(),
        b"<html><body>" + text.encode() + b"</body></html>",
        text.encode() * 40,
        bytes(range(256)) * 20,
    ]


def make(count: int, family: int, seed: int = 1, root: str = "/corpus"):
    """About `count` documents: `family` of them versions of one text, a licence in all texts, copies, odd ones."""
    draw = random.Random(seed)
    licence = _licence(draw)
    plain = list(_pieces(count - family))
    origin = max(plain[: len(plain) // 2], key=len)
    texts = [licence + text for text in [*plain, *_family(origin, family, draw)]]
    for number in range(0, len(plain), 40):
        texts[draw.randrange(len(texts))] = texts[number]  # an identical copy
        texts[draw.randrange(len(texts))] = licence + plain[number] + plain[draw.randrange(len(plain))]  # one in another
    texts += _odd(draw)
    draw.shuffle(texts)
    documents = []
    for number, text in enumerate(texts):
        suffix = ("txt", "c", "1", "tar.x")[number % 4]
        name = f"{root}/d{number % 37}/part-{number // 37 % 5}/{number:06d}.{suffix}"
        documents.append((name.encode(), text, 1_600_000_000_000_000_000 + number * 1_000_000_007))
    return documents


def write_tree(documents) -> None:
    """As files, with their times."""
    for name, text, mtime in documents:
        os.makedirs(os.path.dirname(name), exist_ok=True)
        with open(name, "wb") as file:
            file.write(text)
        os.utime(name, ns=(mtime, mtime))
