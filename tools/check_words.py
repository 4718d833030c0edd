#!/usr/bin/env python3
"""Checks that no word of tools/banned_words.txt is in what people read: comments and texts of C++ and Python sources,
comments of CMake files, scripts, the files of the web page, and documents outside their code.

Not checked: identifiers of C++ and Python, records of bench/runs, and data that tests read.

Usage: check_words.py [ROOT]     Exit 1 if a word is found. Tested by tools/check_words_test.py.
"""
import io
import os
import re
import sys
import tokenize
from pathlib import Path

LIST = Path(__file__).with_name("banned_words.txt")
FOLDERS = ["include", "src", "apps", "web", "tests", "tools", "bench", "fuzz", "cmake", "docs", ".ci"]
# Records, data of tests, learned strings, and the examples of the test of this check.
LEFT_OUT = re.compile(
    r"(bench/runs|fuzz/corpus|tests/formats/\w+)/|tests/golden/[^/]*\.(html|md)$|tests/web/home_tree\.mjs$"
    r"|src/.*/builtin_anchors\.cc$|tools/check_words_test\.py$"
)
KINDS = {
    ".cc": "c++", ".h": "c++", ".py": "python", ".pyi": "python", ".cmake": "cmake", ".md": "document",
    ".sh": "text", ".bash": "text", ".js": "text", ".mjs": "text", ".html": "text", ".css": "text",
}  # fmt: skip
GAP = "\0"  # in place of what is not checked; no pattern matches it

CPP = re.compile(
    r'^[ \t]*#[ \t]*include[^\n]*|//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'',
    re.DOTALL | re.MULTILINE,
)
CODE = re.compile(r"^(```+|~~~+).*?^\1[^\n]*$|(`+)(?!`).+?(?<!`)\2(?!`)", re.DOTALL | re.MULTILINE)
FIELD = re.compile(r"\{[^{}]*\}")


def blank(text):
    """Line breaks and blanks stay, so that lines keep their numbers."""
    return re.sub(r"\S", GAP, text)


def cpp_prose(text):
    parts, end = [], 0
    for found in CPP.finditer(text):
        piece = found[0]
        if piece[0] == "'" or piece.lstrip().startswith("#"):
            continue
        parts.append(blank(text[end : found.start()]))
        # Texts that follow each other are one text: quotes and slashes become blanks.
        parts.append(re.sub(r'^(?:R?"|/[/*]+)|"$|\*/$', lambda mark: " " * len(mark[0]), piece).replace("\\n", "  "))
        end = found.end()
    return "".join(parts) + blank(text[end:])


def python_prose(text):
    lines = [list(blank(line)) for line in text.splitlines(keepends=True)]
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line)
    prose = list("".join("".join(line) for line in lines))
    kinds = {tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type in kinds:
                piece = token.string
                if token.type == tokenize.STRING and re.match(r"\w*[fF]\w*['\"]", piece):
                    piece = FIELD.sub(lambda field: blank(field[0]), piece)
                begin = starts[token.start[0] - 1] + token.start[1]
                prose[begin : begin + len(piece)] = re.sub(r"['\"#]", " ", piece)
    except (tokenize.TokenError, SyntaxError):
        return text
    return "".join(prose)


def cmake_prose(text):
    return re.sub(r"^([^#\n]*)(#?)", lambda found: blank(found[1]) + " " * len(found[2]), text, flags=re.MULTILINE)


def document_prose(text):
    return CODE.sub(lambda code: blank(code[0]), text)


def plain_prose(text):
    return re.sub(r"^([ \t]*)(#+|//+|\*)", lambda found: found[1] + " " * len(found[2]), text, flags=re.MULTILINE)


PROSE = {"c++": cpp_prose, "python": python_prose, "cmake": cmake_prose, "document": document_prose, "text": plain_prose}


class Words:
    def __init__(self, lines):
        banned, exceptions, self.better = [], [], []
        for number, line in enumerate(lines, 1):
            if not line.strip() or line.startswith("#"):
                continue
            pattern, _, better = line.rstrip("\n").partition("  # ")
            pattern = pattern.strip().replace(" ", r"\s+")  # a phrase may go over the end of a line
            if pattern.startswith("!"):
                exceptions.append(pattern.removeprefix(r"!\s+"))
            elif better:
                banned.append(pattern)
                self.better.append((re.compile(pattern), better))
            else:
                raise ValueError(f"{LIST.name}:{number}: no better word")
        # One search for all of them, in small letters: a search for each takes seconds. Most files have no such word
        # even in their code, where marks of comments may be inside a phrase, and need no closer look.
        whole_words = rf"(?<![\w-])(?:{'|'.join(banned)})(?![\w-])"
        self.banned = re.compile(whole_words)
        self.anywhere = re.compile(whole_words.replace(r"\s+", r"[\s/#*\"'>]+"))
        self.exceptions = re.compile("|".join(exceptions) or r"(?!)")

    def found_in(self, text, kind):
        """Line, word and better word of each hit, in order."""
        if not self.anywhere.search(text.lower()):
            return
        prose = self.exceptions.sub(lambda allowed: blank(allowed[0]), PROSE[kind](text)).lower()
        for found in self.banned.finditer(prose):
            better = next(better for pattern, better in self.better if pattern.fullmatch(found[0]))
            yield prose.count("\n", 0, found.start()) + 1, " ".join(found[0].split()), better


def kind_of(path):
    if path.name == "CMakeLists.txt":
        return "cmake"
    if path.suffix:
        return KINDS.get(path.suffix)
    with path.open("rb") as stream:
        first = stream.readline(80)
    if not first.startswith(b"#!"):
        return None
    return "python" if b"python" in first else "text"


def files_of(root):
    yield from sorted(path for path in root.iterdir() if path.is_file() and not path.name.startswith("."))
    for folder in FOLDERS:
        for place, folders, names in os.walk(root / folder):
            here = Path(place)
            folders[:] = sorted(name for name in folders if name not in ("__pycache__", "node_modules"))
            yield from (here / name for name in sorted(names) if (here / name).is_file())


def check_tree(root, words):
    """Returns (errors, number of files)."""
    errors, count = [], 0
    for path in files_of(root):
        name = path.relative_to(root).as_posix()
        kind = None if LEFT_OUT.match(name) else kind_of(path)
        if kind is None:
            continue
        count += 1
        text = path.read_text(encoding="utf-8", errors="replace")
        errors += [f"{name}:{line}: {word}: {better}" for line, word, better in words.found_in(text, kind)]
    return errors, count


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    errors, count = check_tree(root, Words(LIST.read_text(encoding="utf-8").splitlines()))
    for error in errors:
        print(error)
    print(f"{count} files checked, {len(errors)} words of {LIST.name} found")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
