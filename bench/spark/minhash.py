#!/usr/bin/env python3
"""Kindred beside MinHash with LSH (datasketch, from pip) on the same documents: recall, precision, processor seconds.

    minhash.py [--count 2000] [--threshold 0.5]

The truth is by brute force: all 50-byte windows of all documents, and for each pair that has one in common the bytes of
each that such windows cover. A pair is true if one has `threshold` of its bytes in the other (containment), or both have
(resemblance-like). MinHash: 128 permutations over 5-grams of words, as text-dedup and datatrove do it.
"""

import argparse
import collections
import tempfile
import time
from pathlib import Path

import generated
import kindred

WINDOW = 50


def truth(texts: list[bytes], threshold: float) -> tuple[set, set]:
    """Pairs of which one has enough of itself in the other; and those of which both have."""
    places = collections.defaultdict(set)
    for number, text in enumerate(texts):
        for at in range(len(text) - WINDOW + 1):
            places[hash(text[at : at + WINDOW])].add(number)
    shared = collections.defaultdict(set)
    for numbers in places.values():
        if len(numbers) > 1:
            for a in numbers:
                for b in numbers:
                    if a < b:
                        shared[a].add(b)
    one, both = set(), set()
    windows = {}
    for a, others in shared.items():
        for b in others:
            for number in (a, b):
                if number not in windows:
                    text = texts[number]
                    windows[number] = [hash(text[at : at + WINDOW]) for at in range(len(text) - WINDOW + 1)]
            parts = []
            for x, y in ((a, b), (b, a)):
                other, covered, until = set(windows[y]), 0, 0
                for at, window in enumerate(windows[x]):
                    if window in other:
                        covered += at + WINDOW - max(at, until)
                        until = at + WINDOW
                parts.append(covered / len(texts[x]))
            if max(parts) >= threshold:
                one.add((a, b))
            if min(parts) >= threshold:
                both.add((a, b))
    return one, both


def minhash(texts: list[bytes], threshold: float) -> set:
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold, num_perm=128)
    found = set()
    for number, text in enumerate(texts):
        words = text.split()
        sketch = MinHash(num_perm=128)
        sketch.update_batch([b" ".join(words[at : at + 5]) for at in range(max(1, len(words) - 4))])
        found.update((int(other), number) for other in index.query(sketch))
        index.insert(str(number), sketch)
    return found


def ours(texts: list[bytes], threshold: float, measure: str) -> set:
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place, "tree")
        tree.mkdir()
        for number, text in enumerate(texts):
            (tree / f"{number:09d}").write_bytes(text)
        found = kindred.Index(Path(place, "index")).find(tree, pairs=True, min=threshold, measure=measure, look_inside="none")
        return {(int(Path(row["a"]).name), int(Path(row["b"]).name)) for row in found.pairs.rows()}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--count", type=int, default=2000)
    arguments.add_argument("--threshold", type=float, default=0.5)
    given = arguments.parse_args()
    texts = [generated.text_of(number).encode() for number in range(given.count)]
    one, both = truth(texts, given.threshold)
    print(f"{given.count} documents, {sum(map(len, texts)) / 1e6:.1f} MB; true pairs: {len(one)} of one, {len(both)} of both\n")
    print("| | CPU s | found | recall of one | recall of both | precision of one | precision of both |")
    print("|---|---|---|---|---|---|---|")
    alike = given.threshold / (2 - given.threshold)
    runs = {
        "kindred, containment": lambda: ours(texts, given.threshold, "containment"),
        "kindred, both": lambda: ours(texts, given.threshold, "both"),
        f"MinHash LSH (datasketch), Jaccard {given.threshold:.2f}": lambda: minhash(texts, given.threshold),
        # Two documents of one size that share this much of each have that much of their union in common.
        f"MinHash LSH (datasketch), Jaccard {alike:.2f}": lambda: minhash(texts, alike),
    }
    for name, run in runs.items():
        began = time.process_time()
        found = run()
        took = time.process_time() - began
        part = lambda hit, of: f"{100 * len(hit) / max(1, len(of)):.1f} %"
        print(f"| {name} | {took:.2f} | {len(found)} | {part(found & one, one)} | {part(found & both, both)} | "
              f"{part(found & one, found)} | {part(found & both, found)} |")


if __name__ == "__main__":
    main()
