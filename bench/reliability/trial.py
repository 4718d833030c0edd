"""What the campaigns on the real program share: running it with a time limit, its answers, and what is left in an index."""
import json
import os
import re
import signal
import subprocess
import sys
import time

LIMIT = 600  # seconds: longer is a hang, also on a machine that has other things to do
# Names that a finished scan leaves in an index; everything else must be in the manifest.
KEPT = {"manifest", "lock", "pairs", "shares", "tallies.sqlite"}

# What an index says without reading any file; a tree follows.
ANSWER = ("find", "--no-rescan", "--estimate", "--pairs", "--quiet", "--format", "json")


class Violation(Exception):
    pass


class Program:
    """The program under trial, with an index."""

    def __init__(self, path, index):
        self.path, self.index = str(path), str(index)
        self.environment = dict(os.environ, KINDRED_INDEX=self.index, LC_ALL="C")

    def run(self, *words, before=(), allowed=(0,), messages=(), limit=LIMIT):
        """(exit code, output, errors). A signal, a hang, an unexpected error, or a code that is not allowed is a violation;
        codes 2 and 4 are also allowed if the message has one of `messages`."""
        command = [*before, self.path, *words]
        try:
            done = subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, timeout=limit, start_new_session=True)  # a Ctrl-C is for the campaign
        except subprocess.TimeoutExpired as late:
            raise Violation(f"hangs: {' '.join(map(str, command))}") from late
        errors = done.stderr.decode(errors="replace")
        if done.returncode < 0 or "unexpected" in errors or "Sanitizer" in errors:
            raise Violation(f"exit {done.returncode}: {' '.join(map(str, command))}: {errors[-2000:]}")
        if done.returncode not in allowed and not (done.returncode in (2, 4) and any(re.search(one, errors, re.IGNORECASE) for one in messages)):
            raise Violation(f"exit {done.returncode}: {' '.join(map(str, command))}: {errors[-2000:]}")
        return done.returncode, done.stdout, errors

    def answer(self, tree):
        """What the index says of a tree, whatever is on the disk now."""
        return self.run(*ANSWER, tree, allowed=(0, 3))[1]

    def check(self):
        self.run("index", "check")

    def strays(self):
        with open(os.path.join(self.index, "manifest"), encoding="utf-8") as manifest:
            words = set(manifest.read().split())
        left = sorted(name for name in os.listdir(self.index) if name not in KEPT and name not in words)
        if left:
            raise Violation(f"left in the index: {left}")


class Stop:
    """True once the campaign was asked to end early (SIGTERM, Ctrl-C): it then reports what it has done."""

    def __init__(self):
        self.asked = False
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self.ask)

    def ask(self, *_):
        self.asked = True

    def __bool__(self):
        return self.asked


def summary(campaign, seed, started, **counts):
    """The line that `run` reads."""
    print(json.dumps({"campaign": campaign, "seed": seed, **counts, "violations": 0, "seconds": round(time.monotonic() - started, 1)}),
          flush=True)


def fail(campaign, seed, what, repeat=None):
    print(json.dumps({"campaign": campaign, "seed": seed, "violations": 1, "case": what, "repeat": repeat or f"--seed {seed}"}), flush=True)
    sys.exit(1)
