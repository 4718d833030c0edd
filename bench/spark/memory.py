#!/usr/bin/env python3
"""What an answer of Python's takes in memory: collected (Index.find), streamed (Index.stream), and kindred.dedup of a corpus.

    memory.py [--files 1500] [--documents 20000]

Each runs in a separate process; reported are its peak resident memory, and the excess over a run without the answer. The
files share one passage, so that every two of them are a pair.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

FIND = "estimate=True, max_degree=10**6, min=0.1, threads=1, look_inside='none'"
RUNS = {
    "find without pairs": f"print(kindred.Index(index).find(tree, {FIND}).summary['pairs'])",
    "find, pairs collected": f"print(len(kindred.Index(index).find(tree, pairs=True, {FIND}).pairs))",
    "stream, batches dropped": f"print(sum(len(batch) for batch in kindred.Index(index).stream(tree, {FIND})))",
    "stream, to Parquet": f"""
import pyarrow.parquet
reader, rows = kindred.Index(index).stream(tree, {FIND}).reader(), 0
with pyarrow.parquet.ParquetWriter(index + ".parquet", reader.schema) as writer:
    for batch in reader:
        writer.write_batch(batch)
        rows += len(batch)
print(rows)""",
}
CORPUS = """
import pyarrow.feather
table = pyarrow.feather.read_table(sys.argv[2], memory_map=False)
"""


def peak(code: str, *arguments: object) -> tuple[str, float]:
    """What it prints, and the most that it had resident, in MB."""
    begin = "import sys, kindred\ntree, index = sys.argv[1:3]\n"
    child = subprocess.Popen([sys.executable, "-c", begin + code, *map(str, arguments)], stdout=subprocess.PIPE, text=True)
    told = child.stdout.read().strip()
    _, status, used = os.wait4(child.pid, 0)
    if status != 0:
        raise RuntimeError(code)
    return told, used.ru_maxrss / 1024


def words(draw: random.Random, count: int) -> str:
    return " ".join(f"{draw.randrange(1 << 24):x}" for _ in range(count)) + "\n"


def pairs(files: int, place: Path) -> None:
    draw, tree = random.Random(1), place / "a folder of files with names of the usual length"
    tree.mkdir()
    shared = words(draw, 60)
    for number in range(files):
        (tree / f"one of many documents, number {number:06}.txt").write_text(shared + words(draw, 10))
    peak("kindred.Index(index).scan(tree)", tree, place / "index")
    print("| | pairs | MB at most | more |\n|---|---|---|---|")
    without = 0.0
    for name, code in RUNS.items():
        rows, most = peak(code, tree, place / "index")
        without = without or most
        print(f"| {name} | {int(rows):,} | {most:.0f} | {most - without:.0f} |", flush=True)


def corpus(documents: int, place: Path) -> None:
    import generated
    import pyarrow.feather

    table = pyarrow.table({"text": [generated.text_of(number) for number in range(documents)]})
    pyarrow.feather.write_feather(table, place / "corpus", compression="uncompressed")
    print(f"\n{documents:,} documents, {table.nbytes / 2**20:.0f} MB\n\n| | MB at most |\n|---|---|")
    for name, code in {
        "the table alone": "print(len(table))",
        "dedup, memory=256M": "found = kindred.dedup(table, memory='256M', threads=1); print(found)",
        "dedup, memory=256M, and kept()": "found = kindred.dedup(table, memory='256M', threads=1); print(len(found.kept()))",
    }.items():
        print(f"| {name} | {peak(CORPUS + code, '', place / 'corpus')[1]:.0f} |", flush=True)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--files", type=int, default=1500)
    arguments.add_argument("--documents", type=int, default=20000)
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="kindred-memory-") as place:
        pairs(given.files, Path(place))
        corpus(given.documents, Path(place))


if __name__ == "__main__":
    main()
