#!/usr/bin/env python3
"""Compares `kindred compare` of two tagged trees with what git calls renames and copies.

Usage: bench/compare/git_renames.py --kindred BINARY [--all] [NAME=]REPOSITORY TAG1 TAG2 [...]
REPOSITORY is a git directory; NAME is what the report calls it.

git's answer is `git diff -M -C --find-copies-harder -l0`: of each file that TAG2 has and TAG1 has not at this path, whether it comes
from a file of TAG1, from which, and how much of the larger of the two was kept: 50 % at least. Kindred is asked the same
(`--measure both --min 50%`), and once more as users ask (25 % of either file), which should have all that git has.

A file agrees if both name the same source, or one of equal bytes. Files that both leave alone do not count. The two scores are not the
same thing: git counts whole lines (or 64 bytes of a longer one), Kindred bytes in runs of 50. So a file of which only one names a source is
also looked up at 25 % of the other, and counted apart if that names the same source. New files with a licence have many sources that are
about as good: another source is counted apart if the smaller true share is at least git's less two points. --all lists both kinds, too. For each disagreement the true shares of the pair are computed here, byte by byte: the part of each file in runs of
50 bytes or more that the other has. Files are written from git's objects as they are, without line end conversion; links are left out.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

RUN = 50
NEARLY = 0.02
FILES = ("100644", "100755")


def git(repository, *arguments):
    return subprocess.run(["git", "--git-dir", repository, *arguments], check=True, stdout=subprocess.PIPE).stdout


def write_tree(repository, tag, place):
    """The regular files of a tag, as bytes by path, also written below `place`."""
    listed = [entry.split(b"\t", 1) for entry in git(repository, "ls-tree", "-r", "-z", tag).split(b"\0") if entry]
    listed = [(head.split()[2], path) for head, path in listed if head.split()[0].decode() in FILES]
    batch = subprocess.run(["git", "--git-dir", repository, "cat-file", "--batch"], input=b"\n".join(blob for blob, _ in listed) + b"\n",
                           check=True, stdout=subprocess.PIPE).stdout
    files, at = {}, 0
    for _, path in listed:
        end = batch.index(b"\n", at)
        size = int(batch[at:end].split()[2])
        files[path] = batch[end + 1:end + 1 + size]
        at = end + 1 + size + 1
        target = os.path.join(os.fsencode(place), path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as stream:
            stream.write(files[path])
    return files


def sources_by_git(repository, one, two, least):
    """New path to (old path, score) of every rename and copy among regular files."""
    out = git(repository, "diff", f"-M{least}", f"-C{least}", "--find-copies-harder", "-l0", "--raw", "-z", one, two).split(b"\0")
    sources, at = {}, 0
    while at + 1 < len(out):
        old_mode, new_mode, _, _, status = out[at].decode().lstrip(":").split()
        if status[0] in "RC":
            if old_mode in FILES and new_mode in FILES:
                sources[out[at + 2]] = (out[at + 1], int(status[1:]))
            at += 3
        else:
            at += 2
    return sources


def sources_by_kindred(kindred, work, added, *flags):
    """New path to its sources at other paths, with the reported shares."""
    one, two = work / "one", work / "two"
    out = subprocess.run([kindred, "compare", "--quiet", "--index", work / "index", "--format", "json", *flags, one, two], check=True,
                         stdout=subprocess.PIPE).stdout
    sources = {}
    for line in out.splitlines():
        record = json.loads(line)
        if record["type"] != "compare" or record["a"] is None or record["b"] is None:
            continue
        old, new = (os.path.relpath(os.fsencode(record[side]), os.fsencode(top)) for side, top in (("a", one), ("b", two)))
        if new in added:
            sources.setdefault(new, {})[old] = (record["relation"], record["of_a"], record["of_b"])
    return sources


def share(one, other):
    """The part of `one` in runs of RUN bytes or more that `other` has."""
    if one == other:
        return 1.0
    windows = {other[i:i + RUN] for i in range(len(other) - RUN + 1)}
    covered = end = 0
    for i in range(len(one) - RUN + 1):
        if one[i:i + RUN] in windows:
            covered += i + RUN - max(end, i)
            end = i + RUN
    return covered / len(one) if one else 0.0


def shares(old, new):
    return f"{share(old, new):.0%} / {share(new, old):.0%}"


def kept(old, new):
    """The smaller of the two true shares: what git's score estimates."""
    return min(share(old, new), share(new, old))


def text(path):
    return path.decode(errors="backslashreplace")


def compare(kindred, repository, one, two, show_all):
    """(row of figures, counts, [title, lines about files])"""
    name, _, repository = repository.rpartition("=")
    title = f"{name or Path(repository).resolve().name} {one}..{two}"
    with tempfile.TemporaryDirectory(prefix="kindred-renames-") as name:
        work = Path(name)
        old, new = write_tree(repository, one, work / "one"), write_tree(repository, two, work / "two")
        added = {path for path in new if path not in old}
        by_git, low = (sources_by_git(repository, one, two, least) for least in ("50%", "25%"))
        strict = sources_by_kindred(kindred, work, added, "--measure", "both", "--min", "50%")
        usual = sources_by_kindred(kindred, work, added)
        agree, same, as_good, unseen, lines = 0, 0, 0, 0, []

        def one_of(source, told):
            return any(old[other] == old[source] for other in told)

        for path in sorted(set(by_git) | set(strict)):
            source, score = by_git.get(path, (None, 0))
            told = strict.get(path, {})
            if source is not None and one_of(source, told):
                agree += 1
                continue
            # The one that names none at 50 % may name the same at 25 %.
            if source is None:
                below = path in low and one_of(low[path][0], told)
            else:
                below = not told and one_of(source, usual.get(path, {}))
            if below:
                same += 1
                if not show_all:
                    continue
            size = f"{len(new[path]):,} B"
            if source is not None and told:
                other = next(iter(told))
                if kept(old[other], new[path]) >= kept(old[source], new[path]) - NEARLY:
                    as_good += 1
                    if not show_all:
                        continue
                lines.append(f"| {text(path)}, {size} | {text(source)} {score}%, {shares(old[source], new[path])} | {text(other)}, "
                             f"{shares(old[other], new[path])} |")
            elif source is not None:
                lines.append(f"| {text(path)}, {size} | {text(source)} {score}%, {shares(old[source], new[path])} | none"
                             f"{'; by default ' + text(next(iter(usual[path]))) if path in usual else ''} |")
            else:
                other = next(iter(told))
                unseen += kept(old[other], new[path]) >= 0.5
                lines.append(f"| {text(path)}, {size} | none | {text(other)}, {shares(old[other], new[path])} |")
        # What git names must be reported by default, where a quarter of either file is enough.
        also = sum(one_of(source, usual.get(path, {})) for path, (source, _) in by_git.items())
        more = len(set(usual) - set(by_git))
        total = len(set(by_git) | set(strict))
        row = (f"| {title} | {len(old):,} / {len(new):,} | {len(by_git)} | {len(strict)} | {agree} | {same} | {as_good} | {unseen} | "
               f"{total - agree - same - as_good - unseen} | "
               f"{also} of {len(by_git)} | {more} |")
        if show_all:
            for path in sorted(set(usual) - set(by_git)):
                other = next(iter(usual[path]))
                print(f"  more: {text(path)} from {text(other)}, {shares(old[other], new[path])}", file=sys.stderr)
        return row, (agree, same, as_good, unseen, total), [title, lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kindred", required=True)
    parser.add_argument("--all", action="store_true", help="list on standard error what Kindred names by default and git does not")
    parser.add_argument("trees", nargs="+")
    arguments = parser.parse_args()
    if len(arguments.trees) % 3 != 0:
        parser.error("give a repository and two tags, or several of these")
    rows, disagreements, sums = [], [], [0] * 5
    for i in range(0, len(arguments.trees), 3):
        row, counts, lines = compare(arguments.kindred, *arguments.trees[i:i + 3], arguments.all)
        rows.append(row)
        disagreements.append(lines)
        sums = [one + two for one, two in zip(sums, counts)]
    print("| tags | files | sources by git | by Kindred, both 50 % | same source | same, one of them below 50 % | another, truly as good | "
          "none by git, truly 50 % both | other | git's that are reported by default | reported by default only |")
    print("|" + "---|" * 11)
    print("\n".join(rows))
    agree, same, as_good, unseen, total = sums
    print(f"\nOf {total} files the source is the same for {agree} ({agree / max(1, total):.1%}); the same or as good for "
          f"{agree + same + as_good} ({(agree + same + as_good) / max(1, total):.1%}); {unseen} have a source by bytes and none by git; "
          f"{total - agree - same - as_good - unseen} others.")
    for title, lines in disagreements:
        if lines:
            print(f"\n{title}: the files on which they disagree, with the true shares of old / new\n")
            print("| new file | source by git, its score, true shares | source by Kindred, true shares |\n|---|---|---|")
            print("\n".join(lines))


if __name__ == "__main__":
    main()
