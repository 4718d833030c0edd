"""Where the experiments build Kindred, keep their trees and write their records: what every bench/*/run begins and ends with.

Each experiment is one command on a fresh checkout: it installs the packages of purpose `build` and `bench` (packages.txt), builds
into build/bench, makes its input, prints a report, and with --record writes it to bench/runs/<date>-NAME.md.
"""
import datetime
import os
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "bench"


def say(text):
    print(f"run: {text}", file=sys.stderr, flush=True)


def build(*targets):
    """Kindred, as users build it, and the programs of bench/CMakeLists.txt that are named; returns the path of kindred."""
    subprocess.run([ROOT / "tools" / "ensure_packages", "build", "bench"], check=True)
    subprocess.run(["cmake", "-S", ROOT, "--preset", "release", "-B", BUILD, "-DKINDRED_BENCH=ON"], check=True, cwd=ROOT,
                   stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "--target", "kindred", *targets], check=True, stdout=subprocess.DEVNULL)
    return BUILD / "kindred"


def made_by(script):
    """The tree that a script below bench/ makes, unless it is there, and whose path it prints."""
    done = subprocess.run([ROOT / "bench" / script], check=True, stdout=subprocess.PIPE, text=True)
    return Path(done.stdout.strip())


def run(command, allowed=(0, 3)):
    """(output, seconds, peak memory in MB) of a command; 3 is Kindred's exit code when it left out a bad file. The peak is
    GNU time's, because Linux counts the memory of the process that called exec into it, and this one may be larger."""
    with tempfile.NamedTemporaryFile("r") as peak:
        start = time.perf_counter()
        done = subprocess.run(["/usr/bin/time", "-q", "-f", "%M", "-o", peak.name, *command], stdout=subprocess.PIPE)
        seconds = time.perf_counter() - start
        if done.returncode not in allowed:
            sys.exit(f"run: {' '.join(map(str, command))} failed with {done.returncode}")
        return done.stdout.decode(errors="surrogateescape"), seconds, int(peak.read()) / 1024


def machine():
    model = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), "?")
    memory = int(next(line.split()[1] for line in open("/proc/meminfo") if line.startswith("MemTotal"))) / 2**20
    return (f"{model}, {len(os.sched_getaffinity(0))} cores, {memory:.0f} GiB, Linux {platform.release().split('-')[0]}, load average {os.getloadavg()[0]:.1f} at the end")


def report(name, title, command, lines, record):
    """Prints the lines below a head; with `record` also writes them to bench/runs."""
    today = datetime.date.today()
    text = "\n".join([f"# {title}, {today}", "", f"`{command}`; {machine()}.", *lines]) + "\n"
    print(text)
    if record:
        path = ROOT / "bench" / "runs" / f"{today}-{name}.md"
        path.write_text(text)
        say(f"written to {path.relative_to(ROOT)}")
