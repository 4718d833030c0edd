#!/usr/bin/env python3
"""accuracy.py KINDRED SAMPLE TRUTH.tsv [FLAG...]: compares Kindred's pairs on a sample with what files truly share.

A pair's truth is the larger of its two true shares, as in Kindred's default measure. Shares count bytes in runs of 50 or
more. Recall is reported by the bytes that the pair shares, by its share, and by the ratio of the two sizes. Of files with
equal bytes Kindred names one in pairs, so a pair counts as found if any files with these bytes are.
"""
import hashlib
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

THRESHOLD = 0.25
BANDS = [(0.25, 0.50), (0.50, 0.75), (0.75, 1.01)]
RATIOS = [(1, 2), (2, 8), (8, 32), (32, float("inf"))]
SHARED = [(1024, float("inf")), (256, 1024), (100, 256), (50, 100)]
TOO_LOW = THRESHOLD - 0.05


def read_truth(path):
    """(a, b) -> ((of_a, of_b), bytes shared), with a < b."""
    truth = {}
    for line in Path(path).read_text(errors="surrogateescape").splitlines():
        a, b, of_a, of_b, shared_a, shared_b = line.split("\t")
        truth[(a, b) if a < b else (b, a)] = (((float(of_a), float(of_b)) if a < b else (float(of_b), float(of_a))),
                                              max(int(shared_a), int(shared_b)))
    return truth


def ask(kindred, sample, name, *options):
    """Kindred's pairs as (a, b) -> (of_a, of_b, measured, error of the shares), from a fresh index."""
    with tempfile.TemporaryDirectory() as index:
        command = [kindred, "find", str(sample), "--index", f"{index}/index", "--format", "json", "--pairs", "--hidden",
                   "--types", "together", "--limit", "0", "--progress", "never", *options]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    found = {}
    for line in output.splitlines():
        value = json.loads(line)
        if value["type"] == "pair":
            a, b = (name[str(Path(value[side]).relative_to(sample))] for side in "ab")
            of_a, of_b = value["of_a"], value["of_b"]
            how = (value.get("measured", False), value.get("error", 0))
            found[(a, b) if a < b else (b, a)] = ((of_a, of_b) if a < b else (of_b, of_a)) + how
    return found


def share(part, whole):
    return f"{100 * part / whole:.2f} % ({part} of {whole})" if whole else "none of 0"


def first_with(sample, files):
    """One name for all files with the same bytes, as each pair of contents is listed once."""
    names = {}
    return {str(path.relative_to(sample)): names.setdefault(hashlib.sha256(path.read_bytes()).digest(),
                                                            str(path.relative_to(sample)))
            for path in sorted(files, key=lambda path: str(path).encode(errors="surrogateescape"))}


def measure(kindred, sample, truth_path, *flags):
    """Returns the accuracy as (what, figure) rows."""
    sample = Path(sample).resolve()
    files = [path for path in sample.rglob("*") if path.is_file()]
    name = first_with(sample, files)
    size = {str(path.relative_to(sample)): path.stat().st_size for path in files}
    truth = {pair: value for pair, value in read_truth(truth_path).items()
             if name[pair[0]] == pair[0] and name[pair[1]] == pair[1]}
    found = ask(kindred, sample, name, *flags)

    def ratio(pair):
        small, large = sorted(size[file] for file in pair)
        return large / max(1, small)

    def recall(wanted):
        wanted = [pair for pair, (values, shared) in truth.items() if max(values) >= THRESHOLD and wanted(pair, values, shared)]
        return share(sum(pair in found for pair in wanted), len(wanted))

    rows = [("sample", f"{len(files)} files, {sum(size.values()) / 1e6:.1f} MB"),
            ("pairs truly >= 25 % that are reported", recall(lambda *_: True))]
    for least, most in SHARED:
        rows.append((f"... that share {least} bytes to {most}",
                     recall(lambda pair, values, shared: least <= shared < most)))
    for lower, upper in BANDS:
        for small, large in RATIOS:
            rows.append((f"... {lower:.2f} to {upper:.2f}, sizes 1 to {small}-{large}, sharing 1 KB and more",
                         recall(lambda pair, values, shared: lower <= max(values) < upper and
                                small <= ratio(pair) < large and shared >= 1024)))
    errors, scaled = [], []
    for pair, (of_a, of_b, is_measured, error) in found.items():
        true = truth.get(pair, ((0, 0), 0))[0]
        errors += [of_a - true[0], of_b - true[1]]
        if error > 0:
            scaled += [(of_a - true[0]) / error, (of_b - true[1]) / error]
    if errors:
        rows.append(("mean absolute error of of_a and of_b, all reported",
                     f"{sum(map(abs, errors)) / len(errors):.4f} (bias {sum(errors) / len(errors):+.4f})"))
    rows.append(("reported pairs that were measured", share(sum(value[2] for value in found.values()), len(found))))
    if scaled:
        rows.append(("errors of estimates / their standard errors, root mean square",
                     f"{math.sqrt(sum(z * z for z in scaled) / len(scaled)):.2f}"))
    below = sum(max(truth.get(pair, ((0, 0), 0))[0]) < TOO_LOW for pair in found)
    rows.append(("reported pairs that are truly < 20 %", share(below, len(found))))
    return rows


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.splitlines()[0])
    for what, figure in measure(*sys.argv[1:]):
        print(f"{what:72} {figure}")


if __name__ == "__main__":
    main()
