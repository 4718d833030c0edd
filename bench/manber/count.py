#!/usr/bin/env python3
"""count.py REPORT VERIFIED SECONDS INDEX_BYTES: the figures of a find report, next to Manber's words for them.
With VERIFIED (or "" for none), a sample of 50 reported pairs is held against the pairs that --verify keeps."""
import json
import random
import sys


def read(path):
    return [json.loads(line) for line in open(path, encoding="utf-8", errors="surrogateescape")]


def main():
    report, verified, seconds, index_bytes = sys.argv[1:]
    records = read(report)
    summary = next(record for record in records if record["type"] == "summary")
    print(f"files {summary['files']}, bytes {summary['bytes']}, distinct contents {summary['contents']}")
    print(f"groups of equal files {summary['identical_sets']}, groups of similar files {summary['groups']}, "
          f"clusters {summary['clusters']}, pairs {summary['pairs']}, keys capped {summary['capped_keys']}")
    print(f"time {float(seconds):.1f} s, index {100 * int(index_bytes) / summary['bytes']:.1f} % of the bytes")
    if not verified:
        return
    exact = {(r["a"], r["b"]): r for r in read(verified) if r["type"] == "pair"}
    pairs = [r for r in records if r["type"] == "pair" and r["similarity"] >= 0.5]
    sample = random.Random(1).sample(pairs, min(50, len(pairs)))
    kept = [exact[(r["a"], r["b"])] for r in sample if (r["a"], r["b"]) in exact]
    error = sum(abs(e["similarity"] - r["similarity"]) for r in sample if (e := exact.get((r["a"], r["b"]))))
    print(f"of {len(sample)} pairs drawn from those reported at 50 %, {len(kept)} truly share 50 % in runs of 50 "
          f"bytes or more; mean error of these {100 * error / max(1, len(kept)):.1f} %")


main()
