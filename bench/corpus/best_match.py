#!/usr/bin/env python3
"""best_match.py KINDRED DIRECTORY BEST.tsv [FLAG...]: is the best match of each file listed?

BEST.tsv comes from bench_best_match. The best match is the file that shares most both ways, or one within a point of
it. Of files with equal bytes find names one.
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
    """By digest of a file of the sample: the digests of those that find lists as similar to it."""
    with tempfile.TemporaryDirectory() as index:
        run = subprocess.Popen([kindred, "find", directory, "--index", f"{index}/index", "--format", "json", "--pairs",
                                "--hidden", "--types", "together", "--limit", "0", "--progress", "never", *flags],
                               stdout=subprocess.PIPE)
        similar, digests = {}, {}
        for line in run.stdout:
            if not line.startswith(b'{"type":"pair"'):
                continue
            pair = json.loads(line)
            for path in (pair["a"], pair["b"]):
                if path not in digests:
                    digests[path] = digest(path)
            a, b = digests[pair["a"]], digests[pair["b"]]
            if a in wanted:
                similar.setdefault(a, set()).add(b)
            if b in wanted:
                similar.setdefault(b, set()).add(a)
        if run.wait() != 0:
            sys.exit("find failed")
    return similar


def main():
    kindred, directory, truth, *flags = sys.argv[1:]
    best = {}
    for line in Path(truth).read_text(errors="surrogateescape").splitlines():
        a, b, of_a, of_b = line.split("\t")
        best.setdefault(a, []).append((b, min(float(of_a), float(of_b))))
    similar = listed(kindred, directory, flags, {digest(path) for path in best})
    for low, high in [(0.8, 1.01), (0.5, 0.8), (0.25, 0.5)]:
        of_band = {path: matches for path, matches in best.items() if low <= max(m[1] for m in matches) < high}
        missed = {path: matches for path, matches in of_band.items()
                  if not any(digest(b) in similar.get(digest(path), ()) for b, _ in matches)}
        print(f"best match shares {low:.0%} to {min(high, 1):.0%} both ways: listed for {len(of_band) - len(missed)} of "
              f"{len(of_band)} files")
        for path, matches in list(missed.items())[:5]:
            print(f"  missed: {path} with {matches[0][0]}, {matches[0][1]:.3f}")


if __name__ == "__main__":
    main()
