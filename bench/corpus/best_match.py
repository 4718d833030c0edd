#!/usr/bin/env python3
"""best_match.py KINDRED DIRECTORY BEST.tsv [FLAG...]: is the best match of each file listed?

BEST.tsv comes from bench_best_match. The best match is the file that shares most both ways; a file counts as served if
find lists a pair of it whose smaller share is within a point of that. Of files with equal bytes find names one.
"""
import hashlib
import json
import subprocess
import sys
import tempfile
from pathlib import Path


def digest(path):
    return hashlib.sha256(Path(path).read_bytes()).digest()


def listed(kindred, directory, flags, wanted):
    """By digest of a file of the sample: the largest smaller share of a pair of it that find lists."""
    with tempfile.TemporaryDirectory() as index:
        run = subprocess.Popen([kindred, "find", directory, "--index", f"{index}/index", "--format", "json", "--pairs",
                                "--hidden", "--types", "together", "--limit", "0", "--progress", "never", *flags],
                               stdout=subprocess.PIPE)
        best, digests = {}, {}
        for line in run.stdout:
            if not line.startswith(b'{"type":"pair"'):
                continue
            pair = json.loads(line)
            for side in "ab":
                path = pair[side]
                if path not in digests:
                    digests[path] = digest(path)
                key = digests[path]
                if key in wanted:
                    best[key] = max(best.get(key, 0), min(pair["of_a"], pair["of_b"]))
        if run.wait() != 0:
            sys.exit("find failed")
    return best


def main():
    kindred, directory, truth, *flags = sys.argv[1:]
    rows = [line.split("\t") for line in Path(truth).read_text(errors="surrogateescape").splitlines()]
    wanted = {digest(row[0]) for row in rows}
    best = listed(kindred, directory, flags, wanted)
    for low, high in [(0.8, 1.01), (0.5, 0.8), (0.25, 0.5)]:
        of_band = [row for row in rows if low <= min(float(row[2]), float(row[3])) < high]
        missed = [row for row in of_band
                  if best.get(digest(row[0]), 0) < min(float(row[2]), float(row[3])) - 0.01]
        print(f"best match of {low:.0%} to {min(high, 1):.0%} both ways: {len(of_band) - len(missed)} of {len(of_band)} "
              "files have it listed, or one within a point")
        for row in missed[:5] if low >= 0.8 else []:
            print(f"  missed: {row[0]} with {row[1]}, {row[2]} / {row[3]}; listed {best.get(digest(row[0]), 0):.2f}")


if __name__ == "__main__":
    main()
