#!/usr/bin/env python3
"""Workers beside mutators: eight loops of the real program on a tree that never holds still.

Usage: storm.py KINDRED MUTATE [--seconds N] [--workers N] [--mutators N] [--seed N]
Four workers share one index, so that writers meet each other and readers meet writers; the others have one each. Nothing may
crash, hang, or end with an error that the changes do not explain. When the tree is quiet, every index gives the answer of a fresh one,
is sound, and has no strays.
"""
import argparse
import collections
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import threading
import time

from trial import Program, Stop, Violation, fail, summary

# What a moving tree explains: another writer, and operands that are not there, or are something else by now.
EXPLAINED = ("is being written by pid", "no such file", "there is no index here", "is not in the index", "vanished",
             "changed while", "neither a file nor a directory", "symbolic link", "is a directory", "not a directory", "file: directory",
             "are the same", "link loop", "too many levels of symbolic links", "nothing to compare", "character device", "it is empty", "replaced", "database is locked")


def some_path(random_, tree):
    """A name that was there a moment ago, up to three levels down."""
    path = tree
    for _ in range(random_.randint(1, 3)):
        try:
            path = os.path.join(path, random_.choice(os.listdir(path) or ["a"]))
        except OSError:
            break
    return path


def command(random_, tree):
    path = lambda: some_path(random_, tree)
    return random_.choice((
        ["scan", "--quiet", tree], ["scan", "--quiet", "--memory", "1M", tree], ["find", "--quiet", "--format", "json", tree],
        ["find", "--quiet", "--pairs", "--verify", "--threads", "1", "--format", "json", tree],
        ["find", "--quiet", "--no-rescan", "--format", "json", tree], ["query", "--quiet", path()], ["query", "--quiet", path()],
        ["compare", "--quiet", path(), path()], ["near", "--quiet", tree], ["index", "check"], ["index", "check"], ["index", "stats"],
        ["spans", "--quiet", path()], ["index", "forget", path()]))


class Worker(threading.Thread):
    def __init__(self, program, tree, seed, end, failures, stop):
        super().__init__()
        self.program, self.tree, self.random, self.end = program, tree, random.Random(seed), end
        self.failures, self.stop = failures, stop
        self.outcomes = collections.Counter()

    def run(self):
        while time.monotonic() < self.end and not self.failures and not self.stop:
            words = command(self.random, self.tree)
            try:
                code, _, errors = self.program.run(*words, allowed=(0, 3), messages=EXPLAINED)
            except Violation as violation:
                self.failures.append(str(violation))
                return
            kind = " ".join(words[:2]) if words[0] == "index" else words[0]
            self.outcomes[kind, "busy" if "being written" in errors else code] += 1


def compare_when_quiet(program, tree, fresh):
    """The index, brought up to date, against a new one."""
    find = ("find", "--quiet", "--pairs", "--format", "json", str(tree))
    shutil.rmtree(fresh, ignore_errors=True)
    right = Program(program.path, fresh).run(*find, allowed=(0, 3))[1]
    if program.run(*find, allowed=(0, 3))[1] != right:
        raise Violation(f"another answer than a fresh index: {program.index}")
    program.check()
    program.strays()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kindred")
    parser.add_argument("mutate")
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--workers", type=int, default=8)
    parser.add_argument("--mutators", type=int, default=2)
    parser.add_argument("--pause", type=int, default=1000, help="microseconds after each change")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--directory", help="where the tree and the indexes are made; kept after a failure")
    arguments = parser.parse_args()
    started = time.monotonic()
    print(f"storm: seed {arguments.seed}", flush=True)
    place = pathlib.Path(tempfile.mkdtemp(prefix="kindred-storm-", dir=arguments.directory)).resolve()
    tree = place / "tree"
    tree.mkdir()
    kindred = os.path.abspath(arguments.kindred)
    shared = arguments.workers // 2
    programs = [Program(kindred, place / ("index-shared" if number < shared else f"index-{number}"))
                for number in range(arguments.workers)]
    failures = []
    mutators = [subprocess.Popen([os.path.abspath(arguments.mutate), tree, str(arguments.seed + number), str(arguments.pause)], stdin=subprocess.PIPE,
                                 stdout=subprocess.PIPE) for number in range(arguments.mutators)]
    try:
        for program in programs:  # so that check and stats have an index
            program.run("scan", "--quiet", str(tree), allowed=(0, 3), messages=EXPLAINED)
        end = time.monotonic() + arguments.seconds
        stop = Stop()
        workers = [Worker(program, str(tree), arguments.seed * 1000 + number, end, failures, stop)
                   for number, program in enumerate(programs)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        worked = time.monotonic() - end + arguments.seconds
    except Violation as violation:
        failures.append(str(violation))
    changes = sum(int(mutator.communicate()[0] or 0) for mutator in mutators)
    if not failures:
        try:
            for program in {program.index: program for program in programs}.values():
                compare_when_quiet(program, tree, place / "fresh")
        except Violation as violation:
            failures.append(str(violation))
    if failures:
        fail("storm", arguments.seed, f"{failures[0]} (kept in {place})")
    outcomes = sum((worker.outcomes for worker in workers), collections.Counter())
    shutil.rmtree(place)
    summary("storm", arguments.seed, started, worked_seconds=round(worked), workers=arguments.workers, runs=sum(outcomes.values()), changes=changes,
            outcomes={f"{kind} {code}": count for (kind, code), count in sorted(outcomes.items(), key=str)})


if __name__ == "__main__":
    main()
