#!/usr/bin/env python3
"""Random kills: SIGKILL at a random moment of `scan` and `find` on a tree that changes before each of them.

Usage: kills.py KINDRED [--kills N] [--seed N] [--directory DIR]
After each kill the index opens, is sound, and answers as before the command or as a fresh index of the tree does. After the next whole
scan it answers as a fresh index, and nothing that the killed ones left is there any more.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import tempfile
import time

from trial import Program, Stop, Violation, fail, summary

FILES = 200
SCAN_EVERY = 5  # kills after which a whole scan is made and compared


class Tree:
    def __init__(self, place, random_):
        self.place, self.random = place, random_
        words = ["".join(random_.choices("abcdefghijklmnop", k=random_.randint(2, 9))) for _ in range(4000)]
        self.text = " ".join(random_.choices(words, k=30_000)).encode()
        for number in range(FILES):
            self.write(number)

    def path(self, number):
        return self.place / f"d{number % 9}" / f"f{number}"

    def write(self, number):
        """Pieces begin at few places, so that files resemble each other."""
        path = self.path(number)
        path.parent.mkdir(exist_ok=True)
        first = self.random.randrange(40) * 2000
        path.write_bytes(self.text[first:first + self.random.randint(500, 9000)] + str(self.random.random()).encode())

    def change(self):
        for _ in range(self.random.randint(1, 60)):
            number = self.random.randrange(FILES + 40)
            if self.random.random() < 0.25:
                self.path(number).unlink(missing_ok=True)
            else:
                self.write(number)


def answer_of_fresh(program, place, tree):
    """The answer of a new index of the tree as it is."""
    index = place / "fresh"
    shutil.rmtree(index, ignore_errors=True)
    fresh = Program(program.path, index)
    fresh.run("scan", "--quiet", tree)
    return fresh.answer(tree)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kindred")
    parser.add_argument("--kills", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--directory", help="where the tree and the index are made; kept after a failure")
    arguments = parser.parse_args()
    started = time.monotonic()
    print(f"kills: seed {arguments.seed}", flush=True)
    random_ = random.Random(arguments.seed)
    place = pathlib.Path(tempfile.mkdtemp(prefix="kindred-kills-", dir=arguments.directory)).resolve()
    (place / "tree").mkdir()
    tree, root = Tree(place / "tree", random_), str(place / "tree")
    program = Program(os.path.abspath(arguments.kindred), place / "index")
    counts = dict(kills=0, ended_before=0, before=0, after=0, leftovers=0, whole_scans=0)
    commands = {"scan": ["scan", "--quiet", root], "find": ["find", "--quiet", "--format", "json", root]}
    typical = {}
    number = 0
    try:
        for name, words in commands.items():
            tree.change()
            begin = time.monotonic()
            program.run(*words)
            typical[name] = time.monotonic() - begin
        last = program.answer(root)
        stop = Stop()
        while counts["kills"] < arguments.kills and not stop:
            number += 1
            tree.change()
            name = random_.choice(list(commands))
            begin = time.monotonic()
            process = subprocess.Popen([program.path, *commands[name]], env=program.environment, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            try:
                process.wait(random_.uniform(0, 1.1 * typical[name]))
            except subprocess.TimeoutExpired:
                process.kill()
            code = process.wait()
            if code == -9:
                counts["kills"] += 1
            elif code in (0, 3):
                counts["ended_before"] += 1
                typical[name] = 0.8 * typical[name] + 0.2 * (time.monotonic() - begin)
            else:
                raise Violation(f"{name} ended with {code}")
            now = program.answer(root)
            if now != last or code != -9:
                right = answer_of_fresh(program, place, root)
                if now != right:
                    raise Violation(f"{name}: neither the answer before nor the one after" if code == -9 else f"{name}: a wrong answer")
                counts["after"] += code == -9
            else:
                counts["before"] += 1
            last = now
            program.check()
            try:
                program.strays()
            except Violation:
                counts["leftovers"] += 1  # of the killed one; they go with the next scan
            if number % SCAN_EVERY == 0:
                program.run("scan", "--quiet", root)
                last = program.answer(root)
                if last != answer_of_fresh(program, place, root):
                    raise Violation("the next scan does not bring the index up to date")
                program.strays()
                program.check()
                counts["whole_scans"] += 1
    except Violation as violation:
        fail("kills", arguments.seed, f"{number}: {violation} (kept in {place})")
    shutil.rmtree(place)
    summary("kills", arguments.seed, started, **counts)


main()
