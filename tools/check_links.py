#!/usr/bin/env python3
"""Checks the documents: README.md, CHANGELOG.md, CONTRIBUTING.md and everything under docs/.

- Every relative link and picture leads to a file of the tree, and every anchor to a heading of that document.
- Every document and notebook under docs/ is linked from docs/README.md.
- No line is longer than 120 characters. Tables, code, headings and pictures may be; a link counts with its text only,
  and code within a line that is longer than 80 characters does not count, because it cannot be broken.

check_citations.py checks the files that are named in backquotes.

Usage: check_links.py [ROOT]     Exit 1 if there is an error. Tested by tools/check_links_test.py.
"""
import re
import sys
from pathlib import Path
from urllib.parse import unquote

DOCUMENTS = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**/*.md"]
INDEX = "docs/README.md"
MOST = 120
UNBREAKABLE = 80

LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
HTML_LINK = re.compile(r'<(?:a|img)\b[^>]*?\b(?:href|src)="([^"]+)"')
CODE = re.compile(r"`[^`]*`")
HEADING = re.compile(r"^#{1,6} +(.*?) *$")
ELSEWHERE = re.compile(r"^[a-z][a-z0-9+.-]*:|^//")


def anchor_of(heading):
    """The anchor that GitHub makes of a heading: letters and digits, blanks as hyphens, no markup."""
    text = LINK.sub(r"\1", heading)
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")


def lines_of(text):
    """Yields (number, line, is_code) for each line: code is fenced, or indented by four after an empty line."""
    fenced = indented = False
    after_empty, in_list = True, False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        if fence:
            fenced = not fenced
        if not line.strip():
            after_empty = True
        elif not fenced and not fence:
            deep = line.startswith("    ")
            indented = deep and not in_list and (after_empty or indented)
            if not line.startswith(" "):
                in_list = bool(re.match(r"([-*+]|\d+\.) ", line))
            after_empty = False
        yield number, line, fenced or fence or (indented and line.startswith("    "))


def anchors(path):
    found, counts = set(), {}
    for _, line, is_code in lines_of(path.read_text(encoding="utf-8")):
        heading = None if is_code else HEADING.match(line)
        if heading:
            name = anchor_of(heading[1])
            seen = counts.get(name, 0)
            counts[name] = seen + 1
            found.add(f"{name}-{seen}" if seen else name)
    return found


def is_too_long(line):
    if len(line) <= MOST or line.lstrip().startswith(("|", "!", "#")):
        return False
    line = LINK.sub(r"\1", line)
    line = CODE.sub(lambda found: "" if len(found[0]) > UNBREAKABLE else found[0], line)
    return len(line) > MOST


def links(line):
    """The targets of a line, without those within code."""
    hidden = [found.span() for found in CODE.finditer(line)]
    for found in LINK.finditer(line):
        if not any(begin < found.start() < end for begin, end in hidden):
            yield found[2]
            yield from (inner[2] for inner in LINK.finditer(found[1]))
    yield from HTML_LINK.findall(CODE.sub("", line))


def check_tree(root):
    """Returns (errors, number of documents)."""
    documents = sorted({path for pattern in DOCUMENTS for path in root.glob(pattern)})
    errors, from_index, known = [], set(), {}

    def check_link(path, number, target):
        name, _, anchor = unquote(target).partition("#")
        to = (path.parent / name).resolve() if name else path
        place = f"{path.relative_to(root)}:{number}"
        if not to.exists():
            errors.append(f"{place}: {target} leads to no file")
        elif not to.is_relative_to(root):
            errors.append(f"{place}: {target} leads out of the tree")
        elif anchor and to.suffix == ".md":
            if to not in known:
                known[to] = anchors(to)
            if anchor not in known[to]:
                errors.append(f"{place}: {target} leads to no heading")
        if path == root / INDEX:
            from_index.add(to)

    for path in documents:
        for number, line, is_code in lines_of(path.read_text(encoding="utf-8")):
            if is_code:
                continue
            if is_too_long(line):
                errors.append(f"{path.relative_to(root)}:{number}: a line of {len(line)} characters, {MOST} are allowed")
            for target in links(line):
                if not ELSEWHERE.match(target):
                    check_link(path, number, target)
    for path in [*documents, *sorted(root.glob("docs/**/*.ipynb"))]:
        if (root / "docs") in path.parents and path != root / INDEX and path not in from_index:
            errors.append(f"{path.relative_to(root)}:1: is not linked from {INDEX}")
    return errors, len(documents)


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    errors, count = check_tree(root)
    for line in errors:
        print("error:", line)
    print(f"{count} documents, {len(errors)} errors")
    return 1 if errors or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
