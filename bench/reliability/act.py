#!/usr/bin/env python3
"""A million copies are replaced by links on ext4, xfs and btrfs, while others write to them, rename, exchange, truncate and remove
them, while steps fail, and while we are killed at any step; then everything is undone.

Usage: act.py PROGRAM [--actions N] [--first N] [--seed N] [--kinds ext4,xfs,btrfs] [--by hardlink] [--place DIRECTORY]
PROGRAM is reliability_act. Each kind of file system is made in a file and mounted, in a separate mount namespace, so
that nothing of it is left and nothing else is seen there; the kinds run beside each other. --first goes on behind so many actions:
a million can be done in parts. Exit 77 if nothing can be mounted.
"""
import argparse
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PAIRS = 512  # actions of a round: arena.h
CLONE_NEWNS = 0x20000
MAKE = {"ext4": ["mkfs.ext4", "-q", "-F"], "xfs": ["mkfs.xfs", "-q", "-f"], "btrfs": ["mkfs.btrfs", "-q", "-f"]}


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def own_mounts():
    if os.geteuid() != 0:
        skip("mounting needs root")
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWNS) != 0:
        skip(f"no mount namespace: {os.strerror(ctypes.get_errno())}")
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)


def mount(kind, place):
    """The directory where a new file system of this kind is mounted, or None."""
    if shutil.which(MAKE[kind][0]) is None:
        return None
    image, directory = place / f"{kind}.image", place / kind
    with open(image, "wb") as made:
        made.truncate(600 << 20)
    directory.mkdir()
    for command in ([*MAKE[kind], image], ["mount", "-o", "loop", image, directory]):
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode != 0:
            return None
    return directory


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=Path)
    parser.add_argument("--actions", type=int, default=1_000_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="ext4,xfs,btrfs")
    parser.add_argument("--by", default="hardlink")
    parser.add_argument("--place", type=Path, help="where the images are; default: memory, if there is enough")
    arguments = parser.parse_args()
    own_mounts()
    started = time.monotonic()
    memory = Path("/dev/shm")
    parent = arguments.place or (memory if memory.is_dir() and shutil.disk_usage(memory).free > 4 << 30 else None)
    with tempfile.TemporaryDirectory(prefix="kindred-act-", dir=parent) as name:
        place = Path(name)
        mounted = {}
        try:
            for kind in arguments.kinds.split(","):
                if directory := mount(kind, place):
                    mounted[kind] = directory
            if not mounted:
                skip("no file system can be made and mounted")
            rounds = -(-arguments.actions // PAIRS // len(mounted))
            first = arguments.first // PAIRS // len(mounted)
            running = {kind: subprocess.Popen([arguments.program, str(rounds), "--in", directory, "--by", arguments.by,
                                               "--first", str(first), "--seed", str(arguments.seed)], stdout=subprocess.PIPE, text=True)
                       for kind, directory in mounted.items()}
            total, wrong = {}, []
            for kind, process in running.items():
                lines = process.communicate()[0].splitlines()
                try:
                    result = json.loads(lines[-1])
                except (IndexError, json.JSONDecodeError):
                    result = {"violations": 1, "case": f"exit {process.returncode}"}
                print(f"{kind}: {json.dumps(result)}", flush=True)
                if result["violations"]:
                    wrong.append(f"{kind}: {result.get('case')} ({result.get('repeat', '')})")
                for key, value in result.items():
                    if isinstance(value, int) and key not in ("seed", "violations"):
                        total[key] = total.get(key, 0) + value
        finally:
            for directory in mounted.values():
                subprocess.run(["umount", directory], check=False)
    total.pop("cases", None)
    summary = {"campaign": "act", "seed": arguments.seed, "systems": " ".join(mounted), **total, "violations": len(wrong),
               "seconds": round(time.monotonic() - started, 1)}
    if wrong:
        summary["case"] = "; ".join(wrong)
    print(json.dumps(summary))
    sys.exit(1 if wrong else 0)


main()
