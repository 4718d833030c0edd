#!/usr/bin/env python3
"""families.py KINDRED DIRECTORY [FLAG...]: compares ways to make families of one tree's pairs.

The pairs are those that find lists. For each way: families, the largest, which part of all two files of a family are a
pair (a sample of 200,000 of them), which part of the pairs is within families, and of pairs of files of the same name
that share 80 % both ways (versions of one page) how many are in one family.
"""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile


def ask(kindred, directory, flags):
    with tempfile.TemporaryDirectory() as index:
        command = [kindred, "find", directory, "--index", f"{index}/index", "--format", "json", "--pairs", "--limit", "0",
                   "--progress", "never", *flags]
        run = subprocess.Popen(command, stdout=subprocess.PIPE)
        numbers, pairs, families = {}, [], []
        number = lambda path: numbers.setdefault(path, len(numbers))
        for line in run.stdout:
            if line.startswith(b'{"type":"pair"'):
                pair = json.loads(line)
                if pair["similarity"] >= 0.25:
                    pairs.append((number(pair["a"]), number(pair["b"]), pair["of_a"], pair["of_b"]))
            elif line.startswith(b'{"type":"family"'):
                families.append([number(path) for path in json.loads(line)["files"]])
        if run.wait() != 0:
            sys.exit("find failed")
    return {number: path for path, number in numbers.items()}, pairs, families


def connected(count, pairs, least=0):
    leader = list(range(count))

    def find(x):
        while leader[x] != x:
            leader[x] = leader[leader[x]]
            x = leader[x]
        return x
    for a, b, of_a, of_b in pairs:
        if max(of_a, of_b) >= least:
            leader[find(a)] = find(b)
    return group([find(x) for x in range(count)])


def stars(count, pairs, weight, nearest=False):
    """Aslam's stars by some weight of a link; who is left alone stays alone. `nearest`: members go to the nearest centre."""
    links, weights = collections.defaultdict(list), [0.0] * count
    for a, b, of_a, of_b in pairs:
        links[a].append(b)
        links[b].append(a)
        weights[a] += weight(of_a, of_b)
        weights[b] += weight(of_a, of_b)
    leader = [None] * count
    for centre in sorted(range(count), key=lambda x: -weights[x]):
        if leader[centre] is None:
            for member in [centre, *links[centre]]:
                if leader[member] is None:
                    leader[member] = centre
    if nearest:
        best = {}
        for a, b, of_a, of_b in pairs:
            for centre, member in ((a, b), (b, a)):
                if leader[centre] == centre != member and leader[member] != member:
                    best[member] = max(best.get(member, (0, 0)), (min(of_a, of_b), -centre))
        for member, (_, centre) in best.items():
            leader[member] = -centre
    return group(leader)


def stars_of_versions(count, pairs, alike):
    """Files that share `alike` both ways are one; stars of these."""
    unit = list(range(count))
    for i, members in enumerate(connected(count, [pair for pair in pairs if min(pair[2], pair[3]) >= alike])):
        for member in members:
            unit[member] = count + i
    number = {u: i for i, u in enumerate(sorted(set(unit)))}
    joined = {}
    for a, b, of_a, of_b in pairs:
        x, y = number[unit[a]], number[unit[b]]
        if x != y:
            key = (min(x, y), max(x, y))
            joined[key] = max(joined.get(key, 0), min(of_a, of_b))
    families = stars(len(number), [(x, y, share, share) for (x, y), share in joined.items()], min)
    leader = list(range(len(number)))
    for members in families:
        for member in members:
            leader[member] = members[0]
    return group([leader[number[u]] for u in unit])


def group(leader):
    groups = collections.defaultdict(list)
    for member, of in enumerate(leader):
        groups[of].append(member)
    return [members for members in groups.values() if len(members) > 1]


def tell(name, families, names, pairs):
    listed = {(min(a, b), max(a, b)) for a, b, _, _ in pairs}
    of = {member: i for i, members in enumerate(families) for member in members}
    within = [len(members) * (len(members) - 1) // 2 for members in families]
    random.seed(1)
    sample = random.choices(range(len(families)), within, k=200_000)
    true = sum(tuple(sorted(random.sample(families[i], 2))) in listed for i in sample)
    kept = sum(a in of and of.get(a) == of.get(b) for a, b, _, _ in pairs)
    versions = [(a, b) for a, b, of_a, of_b in pairs
                if min(of_a, of_b) >= 0.8 and os.path.basename(names[a]) == os.path.basename(names[b])]
    together = sum(a in of and of.get(a) == of.get(b) for a, b in versions)
    print(f"| {name} | {len(families):,} | {max(map(len, families)):,} | {len(of):,} | {100 * true / len(sample):.0f} % | "
          f"{100 * kept / len(pairs):.0f} % | {100 * together / max(1, len(versions)):.1f} % of {len(versions):,} |")


def main():
    kindred, directory, *flags = sys.argv[1:]
    names, pairs, ours = ask(kindred, directory, flags)
    print("| families | number | largest | files in them | of two members, are a pair | pairs within | versions together |")
    print("|---|---|---|---|---|---|---|")
    tell("connected (HP)", connected(len(names), pairs), names, pairs)
    tell("connected at 50 %", connected(len(names), pairs, 0.5), names, pairs)
    tell("stars, by number of links", stars(len(names), pairs, lambda of_a, of_b: 1), names, pairs)
    tell("stars, by the larger share", stars(len(names), pairs, max), names, pairs)
    tell("stars, by the smaller share", stars(len(names), pairs, min), names, pairs)
    tell("the same, members to the nearest centre", stars(len(names), pairs, min, True), names, pairs)
    for alike in (0.9, 0.8, 0.7):
        tell(f"stars of versions, {alike:.0%} alike", stars_of_versions(len(names), pairs, alike), names, pairs)
    tell("find's: stars of versions, 90%, and those left alone join their nearest", ours, names, pairs)


if __name__ == "__main__":
    main()
