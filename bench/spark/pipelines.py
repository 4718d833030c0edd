#!/usr/bin/env python3
"""Kindred beside the MinHash deduplication of datatrove and of text-dedup, on the same documents and one core.

    pipelines.py [--count 2000] [--threshold 0.5] [--no-truth]

Each of the two is fetched by pip into its own environment, as they need versions that exclude each other; `import`
alone is taken off their processor seconds. They report clusters, not pairs, so all pairs of a cluster count as found.
The truth is that of minhash.py, by brute force. --no-truth only compares processor seconds, for counts beyond it.
A document is dropped wrongly if no kept one is like it (half of both), and left if a kept one before it is.
"""

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

import generated
import kindred
import pyarrow as pa
from minhash import ours, truth

HERE = Path(__file__).parent
# The arguments of `pip install`, and what the program imports before it begins.
TOOLS = {
    "datatrove": (["datatrove[processing]", "orjson", "spacy"], "datatrove.pipeline.dedup, datatrove.pipeline.readers"),
    "text_dedup": (["text-dedup"], "text_dedup.minhash"),
}


def python_of(tool: str) -> Path:
    place = Path(sys.prefix).parent / f"venv_{tool}"
    python = place / "bin/python"
    if not (place / "complete").exists():
        venv.create(place, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *TOOLS[tool][0]], check=True)
        (place / "complete").touch()
    return python


def processor_seconds(command: list) -> float:
    # One thread: numpy would otherwise use all cores for nothing.
    alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(list(map(str, command)), env=alone, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{command}: {done.stderr[-2000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def clusters_of(tool: str, texts: list[bytes], *options: object) -> tuple[float, list[list[int]]]:
    """Processor seconds without those of `import`, and the clusters."""
    python = python_of(tool)
    with tempfile.TemporaryDirectory() as place:
        documents = Path(place, "documents")
        documents.mkdir()
        with open(documents / "all.jsonl", "w") as file:
            for number, text in enumerate(texts):
                file.write(json.dumps({"id": str(number), "text": text.decode()}) + "\n")
        took = processor_seconds([python, HERE / f"{tool}_run.py", place, *options])
        clusters = json.loads(Path(place, "clusters.json").read_text())
    return took - processor_seconds([python, "-c", f"import {TOOLS[tool][1]}"]), clusters


def dropped_by_us(texts: list[bytes], threshold: float) -> set:
    found = kindred.dedup(pa.table({"text": pa.array(texts)}), near=threshold, min_length=None, threads=1)
    return {row for row, keep in enumerate(found.table["keep"].to_pylist()) if not keep}


def judged(dropped: set, count: int, both: set) -> str:
    like: dict[int, list[int]] = {number: [] for number in range(count)}
    for a, b in both:
        like[a].append(b)
        like[b].append(a)
    wrongly = sum(all(other in dropped for other in like[row]) for row in dropped)
    left = sum(any(other < row and other not in dropped for other in like[row]) for row in range(count) if row not in dropped)
    return f"{len(dropped)} | {wrongly} | {left}"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--threshold", type=float, default=0.5)
    arguments.add_argument("--no-truth", action="store_true", help="compare processor seconds only")
    given = arguments.parse_args()
    texts = [generated.text_of(number).encode() for number in range(given.count)]
    one, both = (set(), set()) if given.no_truth else truth(texts, given.threshold)
    only = one - both
    print(f"{given.count} documents, {sum(map(len, texts)) / 1e6:.1f} MB; true pairs: {len(one)} of one, {len(both)} of both\n")
    print("| | CPU s | pairs | recall of both | recall of one only | precision of one | precision of both | dropped | wrongly | left |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    part = lambda hit, of: f"{100 * len(hit) / len(of):.1f} %" if of else "-"

    def line(name: str, seconds: float, found: set, dropped: "set | None") -> None:
        told = "- | - | -" if dropped is None or given.no_truth else judged(dropped, given.count, both)
        print(f"| {name} | {seconds:.2f} | {len(found)} | {part(found & both, both)} | {part(found & only, only)} | "
              f"{part(found & one, one and found)} | {part(found & both, both and found)} | {told} |", flush=True)

    for measure in ("containment", "both"):
        began = time.process_time()
        found = ours(texts, given.threshold, measure)
        took = time.process_time() - began
        line(f"kindred, {measure}", took, found, dropped_by_us(texts, given.threshold) if measure == "both" else None)
    # As they come (Jaccard of 0.72 and 0.7), and tuned to Jaccard of one half and of one third, which is what half of both
    # means for documents of one size; (1 / buckets) ** (1 / hashes) is where half of the pairs are found.
    runs = [(f"datatrove, {buckets} x {hashes}", "datatrove", (buckets, hashes)) for buckets, hashes in ((14, 8), (25, 5), (27, 3))]
    runs += [(f"text-dedup, {jaccard}", "text_dedup", (jaccard,)) for jaccard in (0.7, 0.5, 0.33)]
    for name, tool, options in runs:
        seconds, clusters = clusters_of(tool, texts, *options)
        found = {pair for cluster in clusters for pair in itertools.combinations(sorted(cluster), 2)}
        line(name, seconds, found, {row for cluster in clusters for row in sorted(cluster)[1:]})


if __name__ == "__main__":
    main()
