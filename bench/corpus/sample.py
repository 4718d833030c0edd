#!/usr/bin/env python3
"""sample.py TREE SAMPLE: copies a few hundred text files of 2 KB and more into SAMPLE, the same ones each time.

Half are pages of programs that are in the tree in several releases: page names drawn by hash, each with all of
its releases. Half are whole directories of single manuals, whose pages share a frame and little else.
No two files have equal bytes, because identical files are another question than similar ones.
"""
import hashlib
import re
import shutil
import sys
from collections import defaultdict
from pathlib import Path

SMALLEST = 2048
LARGEST = 400_000  # the brute force sorts every window
PAGES = {"llvm": 180, "clang": 70, "libstdc++": 60, "libboost": 60}  # files, about
DIRECTORIES = {"openjdk": 60, "postgresql": 60, "python": 60, "rust": 60}
SEED = "kindred-1"


def draw(text):
    """A fixed order that has nothing to do with the alphabet."""
    return hashlib.sha256(f"{SEED}/{text}".encode()).hexdigest()


def is_candidate(path):
    if path.is_symlink() or not path.is_file() or not SMALLEST <= path.stat().st_size <= LARGEST:
        return False
    return b"\0" not in path.read_bytes()


def pages_of_releases(tree, family, wanted):
    """All releases of drawn page names, a name being the path without release numbers."""
    pages = defaultdict(list)
    for release in sorted(tree.glob(family + "*")):
        for path in release.rglob("*"):
            name = re.sub(r"^[^/]*/|[-.]?\d+(\.\d+)*", "", str(path.relative_to(release)))
            if path.suffix in {".html", ".txt", ".cpp", ".hpp"}:
                pages[name].append(path)
    several = sorted((name for name, paths in pages.items() if len(paths) > 1), key=draw)
    chosen = []
    for name in several:
        if len(chosen) >= wanted:
            break
        # Many paths with one name are numbered pages rather than releases; a few of them are enough.
        candidates = sorted((path for path in pages[name] if is_candidate(path)), key=draw)[:8]
        chosen += candidates if len(candidates) > 1 else []
    return chosen


def directory_of_pages(tree, family, wanted):
    """Files of one drawn directory after another."""
    folders = defaultdict(list)
    for path in tree.glob(f"{family}*/**/*.html"):
        folders[path.parent].append(path)
    large = sorted((folder for folder, paths in folders.items() if len(paths) >= 15),
                   key=lambda folder: draw(folder.relative_to(tree)))
    chosen = []
    for folder in large:
        if len(chosen) >= wanted:
            break
        chosen += [path for path in sorted(folders[folder], key=draw) if is_candidate(path)][: wanted // 2]
    return chosen


def main():
    tree, sample = Path(sys.argv[1]), Path(sys.argv[2])
    chosen = []
    for family, wanted in PAGES.items():
        chosen += pages_of_releases(tree, family, wanted)
    for family, wanted in DIRECTORIES.items():
        chosen += directory_of_pages(tree, family, wanted)
    shutil.rmtree(sample, ignore_errors=True)
    seen, count, size = set(), 0, 0
    for path in sorted(set(chosen)):
        data = path.read_bytes()
        if data in seen:
            continue
        seen.add(data)
        target = sample / path.relative_to(tree)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        count, size = count + 1, size + len(data)
    print(f"{count} files, {size} bytes")


if __name__ == "__main__":
    main()
