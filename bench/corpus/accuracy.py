#!/usr/bin/env python3
"""accuracy.py KINDRED SAMPLE TRUTH.tsv [FLAG...]: compares Kindred's pairs on a sample with the true containment.

Runs twice: at the default --min, for what a user sees, and at --min 5 %, for what is found at all and how well
of_a and of_b are estimated (at the default, a pair that was estimated too low is missing, which would flatter the
error; and about half of the pairs right at the threshold fall below it by the nature of an estimate).
A pair's truth is the larger of its two true containments, as in Kindred's default measure.
"""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

THRESHOLD = 0.25
BANDS = [(0.25, 0.50), (0.50, 0.75), (0.75, 1.01)]
UNRELATED = 0.15


def read_truth(path):
    """(a, b) -> (of_a, of_b), with a < b."""
    truth = {}
    for line in Path(path).read_text().splitlines():
        a, b, of_a, of_b = line.split("\t")
        truth[a, b] = (float(of_a), float(of_b))
    return truth


def ask(kindred, sample, *options):
    """Kindred's pairs in the form of read_truth, from a fresh index."""
    with tempfile.TemporaryDirectory() as index:
        command = [kindred, "find", str(sample), "--index", f"{index}/index", "--format", "json", "--pairs",
                   "--limit", "0", "--progress", "never", *options]
        output = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    found = {}
    for line in output.splitlines():
        value = json.loads(line)
        if value["type"] == "pair":
            a, b = (str(Path(value[side]).relative_to(sample)) for side in "ab")
            of_a, of_b = value["of_a"], value["of_b"]
            found[(a, b) if a < b else (b, a)] = (of_a, of_b) if a < b else (of_b, of_a)
    return found


def share(part, whole):
    return f"{100 * part / whole:.2f} % ({part} of {whole})" if whole else "none of 0"


def recall(truth, found, low, high):
    wanted = [pair for pair, values in truth.items() if low <= max(values) < high]
    return share(sum(pair in found for pair in wanted), len(wanted))


def measure(kindred, sample, truth_path, *flags):
    """Returns the accuracy as (what, figure) rows."""
    sample = Path(sample).resolve()
    truth = read_truth(truth_path)
    default = ask(kindred, sample, *flags)
    low = ask(kindred, sample, *flags, "--min", "5%")
    files = [path for path in sample.rglob("*") if path.is_file()]

    rows = [("sample", f"{len(files)} files, {sum(path.stat().st_size for path in files) / 1e6:.1f} MB")]
    rows.append(("pairs truly >= 25 % that are reported, default --min", recall(truth, default, THRESHOLD, 2)))
    rows.append(("pairs truly >= 35 % that are reported, default --min", recall(truth, default, THRESHOLD + 0.1, 2)))
    rows.append(("pairs truly >= 25 % that are reported, --min 5%", recall(truth, low, THRESHOLD, 2)))
    for lower, upper in BANDS:
        name = f"{100 * lower:.0f}-{100 * min(upper, 1):.0f} %"
        rows.append((f"... truly {name}, default --min", recall(truth, default, lower, upper)))
        rows.append((f"... truly {name}, --min 5%", recall(truth, low, lower, upper)))

    errors = [found - true
              for pair, values in truth.items() if max(values) >= THRESHOLD and pair in low
              for found, true in zip(low[pair], values)]
    if errors:
        rows.append(("mean absolute error of of_a and of_b, pairs truly >= 25 %",
                     f"{sum(map(abs, errors)) / len(errors):.4f} (bias {sum(errors) / len(errors):+.4f})"))
    unrelated = sum(max(truth.get(pair, (0, 0))) < UNRELATED for pair in default)
    rows.append(("reported pairs that are truly < 15 %", share(unrelated, len(default))))
    return rows


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__.splitlines()[0])
    for what, figure in measure(*sys.argv[1:]):
        print(f"{what:64} {figure}")


if __name__ == "__main__":
    main()
