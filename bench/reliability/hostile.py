#!/usr/bin/env python3
"""Kinds of hostile entries, each with the outcome that it must have.

Usage: hostile.py KINDRED [--directory DIR] [--kind NAME] [--large]
Every kind makes entries in its own directory, and says of each whether it is used, left out by a filter, or skipped, and why. All are
in one tree, which `find` and then `near` walk, as a user without privileges. A name without an outcome, with two, or with another one
than expected is a violation; so are a crash, a hang, a second run that differs, and a damaged index. With --large, numbers are those
of docs/inside/reliability.md: depth 10,000, a million names in a directory, 65,000 hard links.

Files that are used have a copy, so that the report names them, among the identical ones. Root makes all kinds, in a separate
mount namespace; what other users may not make is counted as not made.
"""
import argparse
import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from hostile_kinds import kinds
from hostile_makers import LEFT_OUT, USED, NotMade, Stage
from trial import Program, Violation, fail, summary

NOBODY = 65534


def outcomes_of(program, job, tree, limit):
    """{path below the tree: [outcome...]} and the number of files that are used."""
    # What is inside files has other outcomes and separate tests.
    alone = ("--look-inside", "none") if job == "find" else ()
    _, output, _ = program.run(job, *alone, "--quiet", "--hidden", "--format", "json", tree, allowed=(0, 3), limit=limit,
                               before=("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups") if os.geteuid() == 0 else ())
    outcomes, files = collections.defaultdict(list), 0
    start = os.fsencode(tree) + b"/"
    for line in output.splitlines():
        record = json.loads(line)
        if record["type"] in ("summary", "near_summary"):
            files = record["files"]
        elif record["type"] == "identical":
            for path in record["files"]:
                outcomes[os.fsencode(path)[len(start):]].append(USED)
        elif record["type"] == "skip":
            outcomes[os.fsencode(record["path"])[len(start):]].append(record["reason"])
    return outcomes, files


def judge(expected, outcomes, files, job):
    """`near` names only what is skipped, and counts the others."""
    used = moving_names = 0
    for path, wanted in expected.items():
        seen = outcomes.pop(path, [])
        choice = wanted if isinstance(wanted, set) else {wanted}
        moving_names += isinstance(wanted, set)
        used += wanted == USED
        if len(seen) > 1:
            raise Violation(f"{job}: {path!r} has the outcomes {seen}")
        if not seen and (choice & {LEFT_OUT, "nothing"} or (job == "near" and USED in choice)):
            continue
        if not seen or seen[0] not in choice:
            raise Violation(f"{job}: {path!r} has the outcome {seen}, not {wanted}")
    if outcomes:
        raise Violation(f"{job}: unexpected {dict(list(outcomes.items())[:5])}")
    if not used <= files <= used + moving_names:
        raise Violation(f"{job}: {files} files are used, not {used}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kindred")
    parser.add_argument("--directory", help="where the tree is made")
    parser.add_argument("--kind", help="only this one")
    parser.add_argument("--large", action="store_true")
    arguments = parser.parse_args()
    # Mounts go with the name space.
    if os.geteuid() == 0 and "KINDRED_HOSTILE" not in os.environ:
        os.execvpe("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, "-B", *sys.argv],
                   dict(os.environ, KINDRED_HOSTILE="in its own name space"))
    started = time.monotonic()
    place = pathlib.Path(tempfile.mkdtemp(prefix="kindred-hostile-", dir=arguments.directory)).resolve()
    os.chmod(place, 0o755)
    (place / "index").mkdir()
    if os.geteuid() == 0:
        os.chown(place / "index", NOBODY, NOBODY)
    shutil.copy(arguments.kindred, place / "kindred")  # where the account "nobody" can run it
    stage = Stage(place)
    tree = place / "tree"
    tree.mkdir()
    expected, not_made, made = {}, {}, 0
    problem = None
    try:
        for number, (name, make) in enumerate(kinds(stage, arguments.large).items()):
            if arguments.kind not in (None, name):
                continue
            below = b"%03d" % number
            os.mkdir(bytes(tree) + b"/" + below)
            try:
                expected.update({below + b"/" + path: outcome for path, outcome in make(bytes(tree) + b"/" + below).items()})
                made += 1
            except NotMade as reason:
                not_made[name] = str(reason).strip()
                shutil.rmtree(bytes(tree) + b"/" + below)
        # What others may read, everybody may; those who may not are meant.
        moving_on = threading.Event()
        moving_on.set()

        def move(change):
            while moving_on.is_set():
                try:
                    change()
                except OSError:
                    pass
                time.sleep(0.0002)  # a large tree takes minutes, and needs the processors

        movers = [threading.Thread(target=move, args=(change,)) for change in stage.movers]
        for mover in movers:
            mover.start()
        program = Program(place / "kindred", place / "index")
        try:
            for job in ("find", "find", "near"):
                outcomes, files = outcomes_of(program, job, str(tree), 1800 if arguments.large else 600)
                judge(expected, outcomes, files, job)
        finally:
            moving_on.clear()
            for mover in movers:
                mover.join()
        program.check()
    except Violation as violation:
        problem = str(violation)
    for file in stage.held:
        file.close()
    if os.geteuid() == 0:
        with open("/proc/mounts", "rb") as mounts:
            for line in reversed(mounts.read().splitlines()):
                point = line.split()[1]
                if point.startswith(os.fsencode(str(place))):
                    subprocess.run(["umount", "-l", point], check=False)
        subprocess.run(["chattr", "-R", "-f", "-i", "-a", str(tree)], check=False, stderr=subprocess.DEVNULL)
    else:
        subprocess.run(["chmod", "-R", "u+rwx", str(tree)], check=False)
    subprocess.run(["rm", "-rf", str(place)], check=True)
    if problem:
        names = list(kinds(stage, arguments.large))
        fail("hostile", 0, problem, "; ".join(f"{number:03d} is --kind '{name}'" for number, name in enumerate(names) if f"b'{number:03d}/" in problem))
    summary("hostile", 0, started, kinds=made, entries=len(expected), not_made=not_made)


main()
