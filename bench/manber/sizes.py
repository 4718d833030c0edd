"""What is found at which setting (Manber 1993, section 6, second area: small and large files).

For bench/manber/run.

Table 1: pairs of files that share exactly half of their bytes, in one piece, by size. Table 2: a small file
that lies whole inside a large one. Both with --rate auto and --rate fine; 40 pairs a line, real text.
Each cell: the pairs that --pairs reports (its margin lets estimates below --min pass), those that are in one
group (which want the estimate itself to reach --min), and the fewest marks that a pair shared.
"""
import json
import os
import random
import tempfile

import workplace

PAIRS = 40


def texts_of(top):
    parts, total = [], 0
    for directory, _, names in sorted(os.walk(top)):
        for name in sorted(names):
            with open(os.path.join(directory, name), "rb") as stream:
                part = stream.read(65536)
            if b"\0" not in part and len(part) > 500:
                parts.append(part)
                total += len(part)
        if total > 60 << 20:
            break
    random.Random(1).shuffle(parts)
    return b"\n".join(parts)


def cut(text, size, draw):
    at = draw.randrange(len(text) - size)
    return text[at:at + size]


def found(kindred, tree, rate, minimum):
    """The pairs with the right partner, those in one group, and the least number of marks that a pair shares."""
    with tempfile.TemporaryDirectory() as index:
        out = workplace.run([kindred, "find", "-q", "--index", index, "--rate", rate, "--min", minimum, "--pairs", "--format",
                             "json", tree])[0]
    shared, grouped = {}, set()
    for line in out.splitlines():
        record = json.loads(line)
        if record["type"] == "group":
            reference = os.path.basename(record["reference"])[:3]
            if any(os.path.basename(file["path"])[:3] == reference for file in record["files"]):
                grouped.add(reference)
        if record["type"] == "pair":
            a, b = (os.path.basename(record[key]) for key in "ab")
            if a[:3] == b[:3]:
                shared[a[:3]] = record["shared_marks"]
    return len(shared), len(grouped), min(shared.values(), default=0)


def line(kindred, make, minimum):
    cells = []
    for rate in ("auto", "fine"):
        with tempfile.TemporaryDirectory() as tree:
            for number in range(PAIRS):
                for side, data in zip("ab", make(random.Random(number))):
                    with open(os.path.join(tree, f"{number:03}{side}"), "wb") as stream:
                        stream.write(data)
            count, groups, least = found(kindred, tree, rate, minimum)
            cells.append(f"{count} | {groups} | {least}")
    return " | ".join(cells)


def tables(kindred, texts):
    """Both tables, as lines of Markdown; `texts`: a directory of text files."""
    text = texts_of(texts)

    def halves(size):
        def make(draw):
            shared = cut(text, size // 2, draw)
            return cut(text, size - len(shared), draw) + shared, shared + cut(text, size - len(shared), draw)
        return make

    def inside(small, large):
        def make(draw):
            piece = cut(text, small, draw)
            return piece, cut(text, large // 2, draw) + piece + cut(text, large - large // 2 - small, draw)
        return make

    columns = "auto: pairs | groups | marks | fine: pairs | groups | marks |"
    out = [f"Half of each file is shared; of {PAIRS} found at --min 40%, and the fewest marks that a pair shared:", "",
           f"| size | {columns}", "|---|---|---|---|---|---|---|"]
    for size in (200, 300, 500, 1000, 3000, 5000, 20000, 200000):
        out.append(f"| {size} | {line(kindred, halves(size), '40%')} |")
    out += ["", f"A small file is whole inside a large one; of {PAIRS} found at --min 50%:", "",
            f"| small | large | {columns}", "|---|---|---|---|---|---|---|---|"]
    for small, large in ((300, 20000), (300, 200000), (1000, 20000), (1000, 200000), (1000, 2000000),
                         (5000, 200000), (5000, 2000000)):
        out.append(f"| {small} | {large} | {line(kindred, inside(small, large), '50%')} |")
    return out
