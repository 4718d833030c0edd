#!/usr/bin/env python3
"""System calls of the real program that fail, are interrupted, fall short, or are its last.

Usage: inject.py KINDRED [--cases N] [--seed N] [--directory DIR] [--case JOB CALL NUMBER FAULT once|sticky index|tree]
strace counts the calls that each job makes on files of its index and of its tree. A case is one job with one of these calls failing
(once, or it and all later ones), or with the process killed there. Writes fall short by a limit of the size of files. N cases are drawn
from all. A command that ends well has the right result; one that fails says why; the index is as before or as after it and sound; the
same command then succeeds, and nothing is left behind. A failed fsync is not repeated.
"""
import argparse
import collections
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from trial import ANSWER, Program, Stop, Violation, fail, summary

# What may go wrong with a call; + also for all later calls.
FAULTS = {
    "openat": "EMFILE+ EIO+ ENOSPC+ EDQUOT EACCES+ EINTR", "pwrite64": "ENOSPC+ EIO+ EDQUOT+ EINTR", "write": "ENOSPC+ EIO+ EDQUOT+ EINTR",
    "fsync": "EIO+ ENOSPC EDQUOT EINTR", "fdatasync": "EIO+ ENOSPC EDQUOT", "rename": "EIO+ ENOSPC+ EDQUOT EACCES+",
    "renameat2": "EIO+ ENOSPC+", "unlink": "EIO+ EACCES+", "ftruncate": "EIO+ ENOSPC EINTR", "mkdir": "ENOSPC+ EACCES+",
    "flock": "EINTR ENOLCK+", "pread64": "EIO+ EINTR", "read": "EIO+ EINTR", "mmap": "ENOMEM+", "copy_file_range": "EIO+ ENOSPC+ EINTR",
    "getdents64": "EIO+", "newfstatat": "EIO EACCES", "close": "EIO EINTR", "lseek": "EIO", "fallocate": "ENOSPC+ EINTR",
    "linkat": "ENOSPC EIO"}
KILLED = ("openat", "pwrite64", "write", "fsync", "fdatasync", "rename", "renameat2", "unlink", "ftruncate", "mkdir", "flock",
          "copy_file_range", "fallocate", "linkat")
Case = collections.namedtuple("Case", "job call number fault sticky place")


class World:
    """A tree that changed since its index was made, and the jobs."""

    def __init__(self, place, kindred):
        self.place, self.tree, self.pool = place, place / "tree", place / "pool"
        self.program = Program(kindred, place / "index")
        text = " ".join(f"word{number * number % 9973}" for number in range(4000)).encode()
        piece = lambda first, length, own: text[first:first + length] + own.encode() * 200
        write = lambda name, data: (self.tree / name).write_bytes(data)
        for name in ("a", "b"):
            (self.tree / name).mkdir(parents=True)
        for number in range(8):
            write(f"{'ab'[number % 2]}/f{number}", piece(number * 700, 4000, f"own {number} "))
        write("a/twin", piece(0, 3000, "twin "))
        write("b/twin", piece(0, 3000, "twin "))
        self.states = {"none": None}
        settle = lambda: time.sleep(0.1)  # what was written a moment before it is read would be read again
        settle()
        self.run("scan", self.tree)
        self.run("template", "add", "--name", "form", "--file", self.tree / "a/f0")
        self.run("near", self.tree)
        self.keep("old")
        write("a/f2", piece(3000, 5000, "changed "))
        write("b/new", piece(3000, 4000, "new "))
        (self.tree / "b/f1").unlink(missing_ok=True)
        (self.tree / "a/f4").rename(self.tree / "b/moved")
        settle()
        self.run("find", self.tree)
        self.run("near", self.tree)
        self.keep("now")
        tree, one = str(self.tree), ("--threads", "1", "--quiet")
        self.jobs = {  # name: (index at its start, words)
            "first scan": ("none", ["scan", *one, "--format", "json", tree]), "scan": ("old", ["scan", *one, "--format", "json", tree]),
            "find": ("old", ["find", *one, "--pairs", "--format", "json", tree]),
            "find again": ("now", ["find", *one, "--pairs", "--format", "json", tree]),
            "near": ("old", ["near", *one, "--format", "json", tree]),
            "compare": ("old", ["compare", *one, "--format", "json", tree + "/a", tree + "/b"]),
            "query": ("now", ["query", "--quiet", "--format", "json", tree + "/a/f2"]),
            "template add": ("now", ["template", "add", "--name", "second", "--file", tree + "/a/f6"]),
            "template remove": ("now", ["template", "remove", "form"]), "export": ("now", ["index", "export", "-o", str(self.pool), tree]),
            "check": ("now", ["index", "check"]), "stats": ("now", ["index", "stats", "--format", "json"]),
            "forget": ("now", ["index", "forget", tree + "/a"])}
        self.right = {}
        for name, (start, words) in self.jobs.items():
            self.restore(start)
            before = self.state()
            _, output, _ = self.program.run(*words)
            self.right[name] = (before, self.state(), self.result(name, output))

    def run(self, *words):
        self.program.run(*map(str, words), allowed=(0, 3))

    def keep(self, name):
        self.states[name] = self.place / f"index.{name}"
        shutil.copytree(self.program.index, self.states[name])

    def restore(self, name):
        shutil.rmtree(self.program.index, ignore_errors=True)
        self.pool.unlink(missing_ok=True)
        if self.states[name]:
            shutil.copytree(self.states[name], self.program.index)

    def state(self):
        """Everything that the index says without the tree; None: there is no index yet."""
        code, answer, _ = self.program.run(*ANSWER, str(self.tree), allowed=(0, 3), messages=("there is no index here", "it is empty"))
        return (answer, self.program.run("template", "list", "--format", "json")[1]) if code != 4 else None

    def result(self, job, output):
        """Without what differs from run to run: times, and what was read."""
        if job == "export":
            return self.pool.read_bytes() if self.pool.exists() else b""
        return re.sub(rb'"(seconds|read_files|read_bytes)":[0-9.e-]+', b"", output)

    def calls(self, job):
        """(call, place, count) of a job, and the paths that it touches."""
        start, words = self.jobs[job]
        self.restore(start)
        log = self.place / "strace.log"
        self.program.run(*words, before=("strace", "-f", "-y", "-o", log, "-e", "trace=" + ",".join(FAULTS)))
        counts, paths = collections.Counter(), {"index": {self.program.index}, "tree": {str(self.tree)}}
        for line in log.read_text(errors="replace").splitlines():
            call = re.match(r"\d+ +(\w+)\(", line)
            names = re.findall(r'[<"](' + re.escape(str(self.place)) + r'/(index|tree)[^>"]*)[>"]', line)
            if call and names:
                counts[call[1], names[0][1]] += 1
                paths[names[0][1]].update(name for name, _ in names if "(deleted)" not in name and "#" not in name)
        return counts, paths


def all_cases(world):
    cases, paths = [], {}
    for job in world.jobs:
        counts, paths[job] = world.calls(job)
        for (call, place), count in sorted(counts.items()):
            for number in range(1, count + 1):
                for fault in FAULTS[call].split():
                    cases.append(Case(job, call, number, fault.rstrip("+"), False, place))
                    if fault.endswith("+"):
                        cases.append(Case(job, call, number, fault.rstrip("+"), True, place))
                if call in KILLED and place == "index":
                    cases.append(Case(job, call, number, "KILL", False, place))
        for size in (1, 100, 239, 511, 1000, 4000, 5000, 8191, 20_000, 70_001, 100_000, 150_000, 180_000):
            cases.append(Case(job, "size", size, "EFBIG", True, "index"))
    return cases, paths


def attempt(world, case, paths, counts):
    start, words = world.jobs[case.job]
    before, after, right = world.right[case.job]
    world.restore(start)
    log = world.place / "strace.log"
    limit = None
    if case.call == "size":
        # SIGXFSZ ignored, a write beyond the limit falls short, and the next one fails.
        limit = lambda: (signal.signal(signal.SIGXFSZ, signal.SIG_IGN), resource.setrlimit(resource.RLIMIT_FSIZE, (case.number, case.number)))
        command = [world.program.path, *words]
    else:
        what = "signal=SIGKILL" if case.fault == "KILL" else f"error={case.fault}"
        command = ["strace", "-f", "-y", "-o", log, "-e", f"trace={case.call}" + ("" if case.call == "fsync" else ",fsync"),
                   "-e", f"inject={case.call}:{what}:when={case.number}{'+' if case.sticky else ''}",
                   *(word for path in sorted(paths[case.job][case.place]) for word in ("-P", path)), world.program.path, *words]
    try:
        done = subprocess.run(command, env=world.program.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=60, preexec_fn=limit, start_new_session=True)
    except subprocess.TimeoutExpired as late:
        raise Violation("hangs") from late
    code, errors = done.returncode, done.stderr.decode(errors="replace")
    injected = case.call == "size" or "(INJECTED)" in log.read_text(errors="replace") or "SIGKILL" in log.read_text(errors="replace")
    counts["injected"] += injected
    if case.fault == "KILL":
        if code not in (0, -9, 137):
            raise Violation(f"exit {code}: {errors}")
    elif code not in (0, 3, 4) or "unexpected" in errors:
        raise Violation(f"exit {code}: {errors}")
    if case.call == "fsync" and case.fault not in ("KILL", "EINTR"):
        failed = re.findall(r"fsync\((\d+<[^>]*>)\) += -1", log.read_text(errors="replace"))
        if len(failed) != len(set(failed)):
            raise Violation(f"a failed fsync is repeated: {failed}")
    counts["killed" if code in (-9, 137) else f"exit_{code}"] += 1
    # A name that cannot be looked at is not called gone: it stays in the index until it can.
    unseen = case.place == "tree" and case.call == "newfstatat"
    if code == 0 and not unseen and world.result(case.job, done.stdout) != right:
        raise Violation(f"no error, but another result: {errors}\n{done.stdout.decode()}\nright:\n{right.decode()}")
    if code == 4 and not errors.strip() and case.job != "check":  # whose report is what it found
        raise Violation("fails without a word")
    state = world.state()
    if not unseen and (case.place == "index" or code == 0):
        if state not in (before, after):
            raise Violation(f"exit {code}: the index is neither as before nor as after: {errors}")
        if code == 0 and state != after:
            raise Violation(f"exit 0, but the index is as before: {errors}")
    if state is not None:
        world.program.check()
    # A template that is there cannot be added; what was forgotten is gone.
    if state == before or before == after or case.job in ("first scan", "scan", "find", "compare"):
        _, output, _ = world.program.run(*words)
        if case.job not in ("scan", "first scan") and world.result(case.job, output) != right:
            raise Violation(f"repeated, another result:\n{output.decode()}\nright:\n{right.decode()}")
        if world.state() != after:
            raise Violation("repeated, another index")
    world.program.run("scan", "--quiet", str(world.tree))
    world.program.strays()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kindred")
    parser.add_argument("--cases", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--case", nargs=6, help="repeats one: JOB CALL NUMBER FAULT once|sticky index|tree")
    parser.add_argument("--directory", help="where the tree and the index are made; kept after a failure")
    arguments = parser.parse_args()
    if not shutil.which("strace"):
        print("inject: there is no strace")
        sys.exit(77)
    started = time.monotonic()
    print(f"inject: seed {arguments.seed}", flush=True)
    place = pathlib.Path(tempfile.mkdtemp(prefix="kindred-inject-", dir=arguments.directory)).resolve()
    counts = collections.Counter()
    number, case = 0, None
    try:
        world = World(place, os.path.abspath(arguments.kindred))
        cases, paths = all_cases(world)
        random.Random(arguments.seed).shuffle(cases)
        chosen = cases[:arguments.cases]
        if arguments.case:
            job, call, place_in_calls, fault, sticky, where = arguments.case
            chosen = [Case(job, call, int(place_in_calls), fault, sticky == "sticky", where)]
        stop = Stop()
        for number, case in enumerate(chosen):
            if stop:
                break
            attempt(world, case, paths, counts)
            counts["cases"] += 1
    except Violation as violation:
        fail("inject", arguments.seed, f"{number}: {case}: {violation} (kept in {place})",
             case and "--case " + " ".join([repr(case.job), case.call, str(case.number), case.fault, "sticky" if case.sticky else "once",
                                            case.place]))
    shutil.rmtree(place)
    summary("inject", arguments.seed, started, of=len(cases), **dict(sorted(counts.items())))


main()
