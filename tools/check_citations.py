#!/usr/bin/env python3
"""Checks that every file of this repository that a document or a comment names exists.

In documents, the text in backquotes and the targets of links count; in sources, the comments. A name counts if it
starts with a folder of the tree (src/match/pairs/pairs.cc), with a room or a folder of one (match/pairs/pairs.cc), or,
in documents, if it is the bare name of a source file (pairs.cc). {a,b} and * are expanded; NAME in capitals means
whatever the reader adds.

Usage: check_citations.py [ROOT]     Exit 1 if a file is missing. Tested by tools/check_citations_test.py.
"""
import re
import sys
from pathlib import Path

FOLDERS = ["include", "src", "apps", "tests", "bench", "fuzz", "tools", "docs", "cmake"]
SOURCES = FOLDERS[:6] + ["tools", "cmake"]
DOCUMENTS = ["*.md", "docs/**/*.md", "bench/*.md", "tests/**/*.md"]
SLASH_COMMENTS = {".cc", ".h"}
HASH_COMMENTS = {".py", ".sh", ".bash", ".cmake", ".txt", ""}
OUR_SUFFIXES = (".cc", ".h", ".md", ".py", ".sh", ".bash", ".svg")

WORD = r"[A-Za-z0-9_.*{},-]+"
PATH = re.compile(rf"(?<![\w./~$<>:=-])(?:{WORD}/)+(?:{WORD})?")
QUOTED = re.compile(r"`([^`\n]+)`|\]\(([^)#\s]+)[^)]*\)")
BARE = re.compile(r"^[a-z0-9_]+\.(?:cc|h)$")
EXAMPLE = re.compile(r"/[a-z]\.\w+$")  # src/a.h
BRACES = re.compile(r"\{([^{}]*)\}")
PLACEHOLDER = re.compile(r"(?:^|[/_])[A-Z]{2,}(?=[/_.{]|$)(?!\.md)")


def expand(name):
    """src/x.{h,cc} as src/x.h and src/x.cc."""
    found = BRACES.search(name)
    if not found:
        return [name]
    return [one for part in found[1].split(",") for one in expand(name[: found.start()] + part + name[found.end() :])]


class Tree:
    def __init__(self, root):
        self.root = root
        self.places = [root, root / "include", root / "src", *(path for path in (root / "src").iterdir() if path.is_dir())]
        self.starts = {place: {path.name for path in place.iterdir() if path.is_dir()} for place in self.places[2:]}
        self.names = {path.name for folder in SOURCES for path in (root / folder).rglob("*")}

    def is_ours(self, name):
        """Whether a path claims to be in this repository; examples such as src/a.c do not."""
        first = name.partition("/")[0]
        if EXAMPLE.search(name):
            return False
        if first in FOLDERS and (self.root / first).is_dir():
            return name.endswith(OUR_SUFFIXES + ("/",)) or first in ("bench", "tests", "tools")
        return name.endswith((".cc", ".h")) and any(first in folders for folders in self.starts.values())

    def has(self, name, beside):
        return any(next(place.glob(name), None) for place in [*self.places, beside])

    def missing(self, name, beside):
        """What of a cited path does not exist."""
        name = name.rstrip(".,")
        if PLACEHOLDER.search(name):
            return []
        return [one for one in expand(name) if self.is_ours(one) and not self.has(one.rstrip("/"), beside)]


def document_citations(tree, path, line):
    for found in QUOTED.finditer(line):
        text = found[1] or found[2]
        if found[2]:
            if ":" not in text and not (path.parent / text).exists():
                yield text
            continue
        for cited in PATH.findall(text):
            yield from tree.missing(cited, path.parent)
        if BARE.match(text) and text not in tree.names:
            yield text


def comment(path, line):
    if path.suffix in SLASH_COMMENTS:
        return line.partition("//")[2] if "://" not in line else ""
    found = re.search(r"(?:^|\s)#\s(.*)", line)
    return found[1] if found else ""


def is_text_source(path):
    if path.suffix in SLASH_COMMENTS or path.name == "CMakeLists.txt":
        return True
    if path.suffix == "":
        with path.open("rb") as stream:
            return stream.read(2) == b"#!"
    return path.suffix in HASH_COMMENTS - {".txt", ""}


def check_tree(root):
    """Returns (errors, number of files)."""
    tree = Tree(root)
    errors, count = [], 0

    def report(path, number, cited):
        errors.append(f"{path.relative_to(root)}:{number}: names {cited}, which does not exist")

    for path in sorted({path for pattern in DOCUMENTS for path in root.glob(pattern)}):
        count += 1
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for cited in document_citations(tree, path, line):
                report(path, number, cited)
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if not path.is_file() or path.is_symlink() or "__pycache__" in path.parts or not is_text_source(path):
                continue
            count += 1
            for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
                for cited in PATH.findall(comment(path, line)):
                    for one in tree.missing(cited, path.parent):
                        report(path, number, one)
    return errors, count


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    errors, count = check_tree(root)
    for line in errors:
        print("error:", line)
    print(f"{count} files, {len(errors)} errors")
    return 1 if errors or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
