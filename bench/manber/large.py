#!/usr/bin/env python3
"""Manber's README and FAQ experiments (1993, section 5) on 20,000 files and more of what is at hand.

Usage: bench/manber/large.py --kindred BINARY [--record] [--repository [NAME=]GIT_DIRECTORY ...] [--directory DIRECTORY ...]
Two sets: README files (README*, INSTALL*, NEWS*, CHANGES*, copyright and the like), and FAQ-like texts (FAQs, guides, manual pages); collect.py
says which. Of each: groups of equal files, groups of similar ones at 50 % in sif's directed sense and by containment, time, index; and of 60
pairs of each kind drawn at random, how far the reported shares are from the true ones, computed here by brute force over 50-byte windows.
Also pairs that are nearly the same under unrelated names, like Manber's misc.quotes and misc.quotations.sources.
"""
import argparse
import json
import os
import random
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import collect
import workplace

RUN = 50
SAMPLE = 60


def find(kindred, index, tree, *flags):
    output, seconds, peak = workplace.run([kindred, "find", "-q", "--index", index, "--type", "text", "--format", "json", "--min", "50%", *flags, tree])
    return [json.loads(line) for line in output.splitlines()], seconds, peak


def share(one, other):
    windows = {other[i:i + RUN] for i in range(len(other) - RUN + 1)}
    covered = end = 0
    for i in range(len(one) - RUN + 1):
        if one[i:i + RUN] in windows:
            covered += i + RUN - max(end, i)
            end = i + RUN
    return covered / len(one)


def as_text(path):
    """The bytes that are compared: line ends are one."""
    with open(os.fsencode(path), "rb") as stream:
        return stream.read().replace(b"\r\n", b"\n")


def check_sample(pairs):
    """How far reported shares are from true ones, in words."""
    if not pairs:
        return "no pairs"
    sample = random.Random(1).sample(pairs, min(SAMPLE, len(pairs)))
    errors, below = [], 0
    for pair in sample:
        a, b = as_text(pair["a"]), as_text(pair["b"])
        true = (share(a, b), share(b, a))
        errors += [abs(true[0] - pair["of_a"]), abs(true[1] - pair["of_b"])]
        below += max(true) < 0.5
    return f"{len(pairs):,}; of {len(sample)}: {below} truly below 50 %, shares off by {sum(errors) / len(errors):.3f} on average, {max(errors):.2f} at most"


def other_names(pairs):
    """Up to three pairs with little in common but their bytes."""
    def stem(path):
        return os.path.basename(path).split("%2F")[-1].lower()

    found = [pair for pair in pairs if min(pair["of_a"], pair["of_b"]) >= 0.8 and not set(stem(pair["a"])[:4]) & set(stem(pair["b"])[:4])]
    return [f"- `{stem(pair['a'])}` and `{stem(pair['b'])}`: {pair['of_a']:.0%} / {pair['of_b']:.0%}"
            for pair in random.Random(2).sample(found, min(3, len(found)))], len(found)


def experiment(kindred, title, tree, sif):
    with tempfile.TemporaryDirectory() as index:
        records, seconds, peak = find(kindred, index, tree, "--pairs")
        size = sum(path.stat().st_size for path in Path(index).rglob("*") if path.is_file())
        (directed, *_), again, _ = find(kindred, index, tree, "--measure", "of-reference")
        (verified, *exact), long, _ = find(kindred, index, tree, "--pairs", "--verify")
    summary = records[0]
    pairs = [record for record in records if record["type"] == "pair"]
    examples, unlike = other_names(pairs)
    return [f"## {title}", "", f"| | Manber | here |", "|---|---|---|",
            f"| text files | {sif['files']} | {summary['files']:,} |",
            f"| distinct contents | - | {summary['contents']:,} |",
            f"| bytes | {sif['bytes']} | {summary['bytes'] / 1e6:.1f} MB, {summary['bytes'] / summary['files'] / 1e3:.1f} KB a file |",
            f"| groups of equal files | {sif['equal']} | {summary['identical_sets']:,} |",
            f"| groups of similar files at 50 %, of the reference (sif's sense) | {sif['similar']} | {directed['groups']:,} |",
            f"| the same by containment | - | {summary['groups']:,} |",
            f"| families, pairs at 50 % | - | {summary['families']:,}, {summary['pairs']:,} |",
            f"| time, memory | - | {seconds:.1f} s, {peak:.0f} MB, fresh index; {again:.1f} s for the other measure |",
            f"| index | 5 % | {size / summary['bytes']:.1%} of the bytes |",
            f"| keys capped, pairs left to their estimates | - | {summary['capped_keys']:,}, {summary.get('unsettled', 0):,} |", "",
            "Reported pairs, and a sample of each kind checked by brute force (which counts runs of blanks and rules, too; Kindred does not):", "",
            f"- measured: {check_sample([pair for pair in pairs if pair.get('measured')])};",
            f"- estimated: {check_sample([pair for pair in pairs if not pair.get('measured')])};",
            f"- with `--verify` ({long:.0f} s): {check_sample([record for record in exact if record['type'] == 'pair'])}. It dropped {verified['dropped']:,}.", "",
            f"{unlike:,} pairs share 80 % and more both ways under names of which not one of the first four letters is the same" + (", for instance" if examples else "."), "",
            *examples, ""]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kindred")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--repository", action="append", default=[])
    parser.add_argument("--directory", action="append", default=[])
    arguments = parser.parse_args()
    kindred = arguments.kindred or workplace.build()
    lines = ["Figures of one run each."]
    with tempfile.TemporaryDirectory(prefix="kindred-large-") as work:
        for title, wanted, sif in (
                ("README files", collect.is_readme, {"files": "21,249", "bytes": "73 MB, 3 KB a file", "equal": "3,620", "similar": "2,810"}),
                ("FAQ-like texts", collect.is_faq, {"files": "not stated", "bytes": "-", "equal": "-", "similar": "-"})):
            tree = Path(work) / title.split()[0]
            sources = []
            for given in arguments.repository:
                name, _, place = given.rpartition("=")
                name = name or Path(place).resolve().name
                sources.append((name, collect.from_repository(place, wanted, tree / name.replace("/", "+"))))
            for place in arguments.directory:
                sources.append((place, collect.from_directory(place, wanted, tree / ("installed" + place.replace("/", "+")))))
            workplace.say(f"{title}: {sum(count for _, count in sources):,} files")
            lines += ["", *experiment(kindred, title, tree, sif),
                      "Sources: " + ", ".join(f"{name} {count:,}" for name, count in sources if count > 0) + "."]
    workplace.report("manber-large", "Manber's README and FAQ experiments, large", "bench/manber/large.py --record", lines, arguments.record)


if __name__ == "__main__":
    main()
