#!/usr/bin/env python3
"""Checks the house rules that a compiler does not: who may include whom, the namespace of each room, where method
names may occur, that src/ neither prints nor exits, names, and opening comments. Long files give a warning only.

Usage: check_layers.py [ROOT]     Exit 1 if a rule is broken. Tested by tools/check_layers_test.py.
"""
import re
import sys
from pathlib import Path

# The layers of docs/inside/architecture.md: a room may include itself and these.
ROOMS = {
    "base": set(),
    "model": {"base"},
    "walk": {"base", "model"},
    "read": {"base", "model"},
    "mark": {"base", "model"},
    "tally": {"base", "model"},
    "index": {"base", "model"},
    "match": {"base", "model", "index"},
    "span": {"base", "model", "index"},
    "report": {"base", "model"},
    "act": {"base", "model"},
    "extract": {"base", "model"},
}
LEAVES = set(ROOMS)
ROOMS["run"] = {"base", "model"}
ROOMS["inside"] = LEAVES | {"run"}
ROOMS["tree"] = ROOMS["inside"] | {"inside"}
ROOMS["jobs"] = ROOMS["tree"] | {"tree"}
ROOMS["api"] = ROOMS["jobs"] | {"jobs"}
SHARED_JOBS = {"scan", "match"}  # a job of src/jobs may include these, and no other job
API_ROOM = "api"

# Plain values that every room may use; kindred.h, the API itself, is for its builder and its users only.
VOCABULARY = {"error.h", "digest.h", "fields.h", "values.h", "template_values.h", "order_values.h", "decision_values.h", "dedupe_values.h", "options.h", "record.h", "sink.h", "report.h", "input.h", "tables.h", "steps.h",
              "decisions.h", "dedupe.h", "pools.h", "templates.h", "typed_paths.h"}
SQLITE_ROOMS = {"index", "tally"}
SOCI_ROOMS = {"tally"}  # the library of all databases
HTTP_APP = "server"  # the app that serves HTTP; others start it

# The values of model are vocabulary, like those of include/kindred; every other room has its own namespace.
VOCABULARY_ROOMS = {"model"}
WORKER_APPS = {"extract", "extract_pdf"}  # programs without the engine: they may include src/extract
API_NAMESPACE = "kindred::inline v0"

CODE = {".cc", ".h"}
FOLDERS = ["include", "src", "apps", "tests", "bench", "fuzz", "tools"]
FORBIDDEN_NAMES = {"util", "utils", "helper", "helpers", "common", "misc", "manager"}
LONG_FILE = 500
CROWDED_FOLDER = 30

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
METHOD_NAME = re.compile(r'"(fingerprints|chunks|anchors|landmarks)[":]')
NAMESPACE = re.compile(r"^namespace (kindred\b[\w: ]*?) *\{")
PRINTS_OR_EXITS = re.compile(r"\bstd::(cout|cerr|clog)\b|\b(printf|puts|_exit|exit|abort)\s*\(")


def includes(lines):
    for number, line in enumerate(lines, 1):
        found = INCLUDE.match(line)
        if found:
            yield number, found[2], found[1] == "<"


def check_job_include(path, target):
    """Why this file of a job may not include `target` of another, or None. Jobs are folders of src/jobs."""
    if path[1] != "jobs":
        return None
    job, other = path[2], target.split("/")[1]
    if other == job or other in SHARED_JOBS:
        return None
    return f"job {job} may not include job {other} ({target})"


def check_room_include(path, is_test, target, exists):
    """Why this file of src/ may not include `target`, or None."""
    room = path[1]
    first, _, rest = target.partition("/")
    if first == "kindred":
        if rest in VOCABULARY or room == API_ROOM or is_test:
            return None
        return f"room {room} may not include the API header {target}"
    if target == "sqlite3.h":
        return None if room in SQLITE_ROOMS else f"SQLite is for {', '.join(sorted(SQLITE_ROOMS))} only"
    if first == "soci":
        return None if room in SOCI_ROOMS else f"SOCI is for {', '.join(sorted(SOCI_ROOMS))} only"
    if first in ROOMS and rest:
        if first == room:
            return check_job_include(path, target)
        if first in ROOMS[room]:
            return None
        return f"room {room} may not include room {first} ({target})"
    if first == "apps" or (first == "tests" and not is_test):
        return f"src may not include {target}"
    if "/" not in target and exists:
        return f'write "{room}/{target}": includes name their room'
    return None


def check_includes(root, path, lines):
    parts = path.relative_to(root).parts
    is_test = path.stem.endswith("_test")
    for number, target, is_system in includes(lines):
        first, _, rest = target.partition("/")
        reason = None
        if parts[0] == "src":
            reason = check_room_include(parts, is_test, target, not is_system and (path.parent / target).exists())
        elif parts[0] == "include":
            if not is_system and first != "kindred":
                reason = f"the public API may not include {target}"
            elif target == "kindred/kindred.h":
                reason = "only src/api, apps and tests may include kindred/kindred.h"
        elif parts[0] == "apps":
            if first == "extract" and parts[1] in WORKER_APPS:
                continue
            if first in ROOMS and rest:
                reason = f"apps may use include/kindred only, not {target}"
            elif target == "sqlite3.h":
                reason = "apps have no database: the library keeps what they store"
            elif target == "httplib.h" and parts[1] != HTTP_APP:
                reason = f"HTTP is for apps/{HTTP_APP} only"
            elif parts[1] == HTTP_APP and first == "cli":
                reason = "apps/server may not include apps/cli"
        if reason:
            yield number, reason


def folder_of(root, path, target):
    """The folder of the file of src/ or apps/ that an include names, or None if it is elsewhere."""
    app = path.relative_to(root).parts[:2]
    for base in (("src",), ("apps",), app):
        if (root.joinpath(*base) / target).is_file():
            return "/".join(base + tuple(target.split("/")[:-1]))
    return None


def find_cycles(edges):
    """The edges (a, b) of a graph, as {a: {b: where}}, that lie on a cycle."""

    def reachable(start):
        seen, left = set(), [start]
        while left:
            for other in edges.get(left.pop(), {}):
                if other not in seen:
                    seen.add(other)
                    left.append(other)
        return seen

    for folder, others in sorted(edges.items()):
        for other, where in sorted(others.items()):
            if folder in reachable(other):
                yield folder, other, where


def check_cycles(root, sources):
    """No folder includes another that, by way of any others, includes it. Tests may look anywhere."""
    edges = {}
    for path, lines in sources:
        parts = path.relative_to(root).parts
        if parts[0] not in ("src", "apps") or path.stem.endswith("_test"):
            continue
        folder = "/".join(parts[:-1])
        for number, target, is_system in includes(lines):
            other = None if is_system else folder_of(root, path, target)
            if other and other != folder:
                edges.setdefault(folder, {}).setdefault(other, f"{'/'.join(parts)}:{number}")
    for folder, other, where in find_cycles(edges):
        yield f"{where}: folders include each other in a cycle: {folder} -> {other}"


def check_code(root, path, lines):
    """Rules on the text of src/: tests beside the source may name methods and print."""
    parts = path.relative_to(root).parts
    if parts[0] != "src" or path.stem.endswith("_test"):
        return
    for number, line in enumerate(lines, 1):
        code = line.split("//")[0]
        if parts[1] != "mark" and (found := METHOD_NAME.search(code)):
            yield number, f'method name "{found[1]}" outside src/mark: work from what is stored'
        if found := PRINTS_OR_EXITS.search(code):
            yield number, f"src neither prints nor exits: {found[0].strip()}"


def check_namespaces(root, path, lines):
    """A room's names live in kindred::<room>, so that two rooms may use one word; the API's in its own."""
    parts = path.relative_to(root).parts
    if parts[0] not in ("src", "include"):
        return
    for number, line in enumerate(lines, 1):
        if not (found := NAMESPACE.match(line)) or found[1] == API_NAMESPACE:
            continue
        room = f"kindred::{parts[1]}"
        if parts[0] == "include":
            yield number, f"the public API is in {API_NAMESPACE}, not {found[1]}"
        elif parts[1] in VOCABULARY_ROOMS:
            if found[1] != "kindred":
                yield number, f"room {parts[1]} is vocabulary: its namespace is kindred, not {found[1]}"
        elif found[1] != room and not found[1].startswith(room + "::"):
            yield number, f"the namespace of room {parts[1]} is {room}, not {found[1]}"


def opens_with_comment(path, lines):
    body = lines[1:] if lines and lines[0].startswith("#!") else lines
    first = next((line for line in body if line.strip()), "")
    return first.startswith(("//", "/*") if path.suffix in CODE else ("#", '"""'))


def is_source(path):
    if path.suffix in CODE | {".py", ".sh", ".cmake"} or path.name == "CMakeLists.txt":
        return True
    if path.suffix:
        return False
    with path.open("rb") as stream:  # a script without a suffix
        return stream.read(2) == b"#!"


def source_files(root):
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and not path.is_symlink() and "__pycache__" not in path.parts and is_source(path):
                yield path
    for path in sorted(root.iterdir()):
        if path.is_file() and is_source(path):
            yield path


def folder_sizes(sources):
    """How many files of code each folder has; tests of a folder count."""
    sizes = {}
    for path, _ in sources:
        sizes[path.parent] = sizes.get(path.parent, 0) + 1
    return sizes


def check_tree(root):
    """Returns (errors, warnings, number of files), the first two as lines "path:line: reason"."""
    errors, warnings, count, sources = [], [], 0, []
    for room in sorted(path.name for path in (root / "src").iterdir() if path.is_dir()):
        if room not in ROOMS:
            errors.append(f"src/{room}: unknown room; give it a place in tools/check_layers.py and the architecture")
    for path in source_files(root):
        count += 1
        name = path.relative_to(root)
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        words = {word for part in name.parts for word in re.split(r"[_.\-]", part.lower())}
        if bad := words & FORBIDDEN_NAMES:
            errors.append(f"{name}: the name says nothing: {', '.join(sorted(bad))}")
        if not opens_with_comment(path, lines):
            errors.append(f"{name}:1: does not open with a comment on its purpose")
        if len(lines) > LONG_FILE:
            warnings.append(f"{name}: {len(lines)} lines; think again at {LONG_FILE}")
        if path.suffix in CODE:
            sources.append((path, lines))
        if path.suffix in CODE and not (name.parts[0] == "src" and name.parts[1] not in ROOMS):
            for check in (check_includes, check_namespaces, check_code):
                errors += [f"{name}:{number}: {reason}" for number, reason in check(root, path, lines)]
    for folder, files in sorted(folder_sizes(sources).items()):
        if files > CROWDED_FOLDER:
            errors.append(f"{folder.relative_to(root)}: {files} source files; above {CROWDED_FOLDER} a folder needs folders")
    errors += check_cycles(root, sources)
    return errors, warnings, count


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    errors, warnings, count = check_tree(root)
    for line in warnings:
        print("warning:", line)
    for line in errors:
        print("error:", line)
    print(f"{count} files, {len(errors)} errors, {len(warnings)} warnings")
    return 1 if errors or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
