#!/usr/bin/env python3
"""Kinds of hostile entries, each with the outcome that it must have.

Usage: hostile.py KINDRED [--directory DIR] [--kind NAME] [--large]
Every kind makes entries in a directory of its own, and says of each whether it is used, left out by a filter, or skipped, and why. All are
in one tree, which `find` and then `near` walk, as a user without privileges. A name without an outcome, with two, or with another one
than expected is a violation; so are a crash, a hang, a second run that differs, and a damaged index. With --large, numbers are those
of RELIABILITY: depth 10,000, a million names in a directory, 65,000 hard links.

Files that are used have a copy, so that the report names them, among the identical ones. Root makes all kinds, in a name space
of its own for mounts; what others may not make is counted as not made.
"""
import argparse
import collections
import json
import os
import pathlib
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

from trial import Program, Violation, fail, summary

TEXT = b"".join(b"line %d of a text that all used files have\n" % number for number in range(40))
USED, LEFT_OUT = "used", "left out"
NOBODY = 65534


class NotMade(Exception):
    """This user, or this file system, cannot have such an entry."""


def attempt(act, *arguments):
    try:
        return act(*arguments)
    except OSError as error:
        raise NotMade(error) from error


def command(*words):
    done = subprocess.run([os.fsencode(str(word)) if not isinstance(word, bytes) else word for word in words], stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise NotMade(done.stderr.decode(errors="replace"))


def write(path, data=TEXT):
    with open(path, "wb") as file:
        file.write(data)


# The makers. `at` is the directory of the kind, as bytes; they return {relative name: outcome}.
def named(name):
    def make(at):
        write(at + b"/" + name)
        return {name: USED}
    return make


def content(data):
    """A file with bytes of its own, and its copy."""
    def make(at):
        write(at + b"/file", data)
        write(at + b"/copy", data)
        return {b"file": USED, b"copy": USED}
    return make


def link(target, outcome="symbolic link"):
    def make(at):
        os.symlink(target, at + b"/link")
        return {b"link": outcome}
    return make


def loop(at):
    os.symlink(b"b", at + b"/a")
    os.symlink(b"a", at + b"/b")
    return {b"a": "symbolic link", b"b": "symbolic link"}


def chain(at):
    write(at + b"/0")
    for number in range(1, 45):
        os.symlink(b"%d" % (number - 1), at + b"/%d" % number)
    return {b"0": USED} | {b"%d" % number: "symbolic link" for number in range(1, 45)}


def fifo(at):
    os.mkfifo(at + b"/fifo")
    return {b"fifo": "fifo"}


def unix_socket(at):
    here = os.open(".", os.O_RDONLY)
    os.chdir(at)  # its address may have 107 bytes
    try:
        one = socket.socket(socket.AF_UNIX)
        one.bind("socket")
        one.close()
    finally:
        os.fchdir(here)
        os.close(here)
    return {b"socket": "socket"}


def device(kind, major, minor, outcome):
    def make(at):
        attempt(os.mknod, at + b"/device", kind | 0o666, os.makedev(major, minor))
        return {b"device": outcome}
    return make


def sparse(size, data, outcome):
    def make(at):
        write(at + b"/file", data)
        attempt(os.truncate, at + b"/file", size)
        return {b"file": outcome}
    return make


def hole(at):
    for name in (b"/file", b"/copy"):
        write(at + name)
        os.truncate(at + name, 50_000_000)
    return {b"file": USED, b"copy": USED}


def unwritten(at):
    for name in (b"/file", b"/copy"):
        with open(at + name, "wb") as file:
            file.write(TEXT)
            attempt(os.posix_fallocate, file.fileno(), 0, 5_000_000)
    return {b"file": USED, b"copy": USED}


def punched(at):
    for name in (b"/file", b"/copy"):
        write(at + name, TEXT * 400)
        command("fallocate", "--punch-hole", "--offset", "8192", "--length", "65536", at + name)
    return {b"file": USED, b"copy": USED}


def mode(bits, outcome):
    def make(at):
        write(at + b"/file")
        os.chmod(at + b"/file", bits)
        return {b"file": outcome}
    return make


def directory_mode(bits, outcomes):
    def make(at):
        os.mkdir(at + b"/d")
        write(at + b"/d/file")
        os.chmod(at + b"/d", bits)
        return outcomes
    return make


def attribute(flag):
    def make(at):
        write(at + b"/file")
        command("chattr", "+" + flag, at + b"/file")
        return {b"file": USED}
    return make


def extended_attributes(at):
    write(at + b"/file")
    attempt(os.setxattr, at + b"/file", b"user.large", b"x" * 3000)
    return {b"file": USED}


def times(seconds):
    def make(at):
        write(at + b"/file")
        attempt(os.utime, at + b"/file", (seconds, seconds))
        return {b"file": USED}
    return make


def deep(levels):
    def make(at):
        write(at + b"/top")
        here = os.open(at, os.O_RDONLY)
        for _ in range(levels):
            os.mkdir(b"d", dir_fd=here)
            below = os.open(b"d", os.O_RDONLY, dir_fd=here)
            os.close(here)
            here = below
        os.link(at + b"/top", b"file", dst_dir_fd=here)
        os.close(here)
        return {b"top": USED, b"d/" * levels + b"file": USED}
    return make


def long_path(at):
    write(at + b"/top")
    here, path = os.open(at, os.O_RDONLY), b""
    for number in range(20):
        name = b"%c" % (ord("a") + number) * 255
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here, path = below, path + name + b"/"
    os.link(at + b"/top", b"file", dst_dir_fd=here)
    os.close(here)
    return {b"top": USED, path + b"file": USED}


def wide(count):
    def make(at):
        for number in range(count):
            if number % 30_000 == 0:
                write(at + b"/%d" % number)
                first = at + b"/%d" % number
            else:
                os.link(first, at + b"/%d" % number)
        return {b"%d" % number: USED for number in range(count)}
    return make


def hard_links(count):
    def make(at):
        write(at + b"/0")
        for number in range(1, count):
            try:
                os.link(at + b"/0", at + b"/%d" % number)
            except OSError:  # ext4 has 65,000, others fewer or more
                return {b"%d" % one: USED for one in range(number)}
        return {b"%d" % number: USED for number in range(count)}
    return make


def empty_directories(at):
    for number in range(500):
        os.mkdir(at + b"/%d" % number)
    return {}


def mount(*words):
    command("mount", *words)


def bind_loop(at):
    write(at + b"/file")
    os.mkdir(at + b"/again")
    mount("--bind", at, at + b"/again")
    return {b"file": USED, b"again/file": USED}  # the kernel ends it: again/again is the empty directory below


def bind_file(source, outcome):
    def make(at):
        write(at + b"/file")
        if not os.path.exists(source):
            raise NotMade(source)
        mount("--bind", source, at + b"/file")
        return {b"file": outcome}
    return make


def small_file_system(at):
    os.mkdir(at + b"/d")
    mount("-t", "tmpfs", "-o", "size=1M", "tmpfs", at + b"/d")
    write(at + b"/d/file")
    return {b"d/file": USED}


def read_only(at):
    os.mkdir(at + b"/d")
    mount("-t", "tmpfs", "-o", "size=1M", "tmpfs", at + b"/d")
    write(at + b"/d/file")
    mount("-o", "remount,ro", at + b"/d")
    return {b"d/file": USED}


def full_file_system(at):
    os.mkdir(at + b"/d")
    mount("-t", "tmpfs", "-o", "size=64K", "tmpfs", at + b"/d")
    write(at + b"/d/file")
    try:
        write(at + b"/d/rest", b"x" * 100_000)
    except OSError:
        pass
    shutil.copyfile(at + b"/d/rest", at + b"/copy")
    return {b"d/file": USED, b"d/rest": USED, b"copy": USED}


def overlay(at):
    beside = tempfile.mkdtemp(dir=PLACE)
    os.chmod(beside, 0o755)
    for name in ("low", "up", "work"):
        os.mkdir(f"{beside}/{name}")
    write(f"{beside}/low/below")
    write(f"{beside}/low/changed", b"old")
    write(f"{beside}/low/removed")
    os.mkdir(at + b"/d")
    mount("-t", "overlay", "-o", f"lowerdir={beside}/low,upperdir={beside}/up,workdir={beside}/work", "overlay", at + b"/d")
    write(at + b"/d/changed")
    os.unlink(at + b"/d/removed")
    return {b"d/below": USED, b"d/changed": USED}


def mounted_over(at):
    os.mkdir(at + b"/d")
    write(at + b"/d/below")
    mount("-t", "tmpfs", "-o", "size=1M", "tmpfs", at + b"/d")
    write(at + b"/d/above")
    return {b"d/above": USED}


def locked(at):
    """Somebody holds a lock, which does not concern a reader."""
    write(at + b"/file")
    HELD.append(open(at + b"/file", "rb+"))
    import fcntl
    fcntl.flock(HELD[-1], fcntl.LOCK_EX)
    return {b"file": USED}


def open_for_writing(at):
    write(at + b"/file")
    HELD.append(open(at + b"/file", "ab"))
    return {b"file": USED}


def unlinked_while_open(at):
    write(at + b"/gone")
    HELD.append(open(at + b"/gone", "rb"))
    os.unlink(at + b"/gone")
    return {}


CHANGED = {USED, "changed while being read", "changed since it was scanned", "vanished", "directory replaced during the walk", "directory replaced since the walk",
           "symbolic link", "directory", "nothing"}


def moving(change):
    """Changed without a pause while the program runs: any of the outcomes, but only one."""
    def make(at):
        write(at + b"/file", TEXT * 2000)
        MOVERS.append(lambda: change(at))
        return {name: CHANGED for name in (b"file", b"other", b"d", b"d/file", b".d", b".d/file")}
    return make


def grow(at):
    with open(at + b"/file", "ab") as file:
        file.write(b"more\n" * 100)
    if os.path.getsize(at + b"/file") > 3_000_000:
        os.truncate(at + b"/file", 1000)


def shrink(at):
    os.truncate(at + b"/file", max(0, os.path.getsize(at + b"/file") - 50_000))
    if os.path.getsize(at + b"/file") == 0:
        write(at + b"/file", TEXT * 2000)


def vanish(at):
    os.unlink(at + b"/file")
    time.sleep(0.0005)
    write(at + b"/file", TEXT * 2000)


def replace(at):
    write(at + b"/other", TEXT * 1000)
    os.rename(at + b"/other", at + b"/file")


def swap_directory(at):
    os.makedirs(at + b"/d", exist_ok=True)
    write(at + b"/d/file")
    os.rename(at + b"/d", at + b"/.d")
    os.symlink(b"/etc", at + b"/d")
    time.sleep(0.0005)
    os.unlink(at + b"/d")
    os.rename(at + b"/.d", at + b"/d")


def same_size(at):
    with open(at + b"/file", "rb+") as file:
        file.write(os.urandom(1000))


PERMISSION = "permission denied"
SPARSE = "sparse file above 1 GiB, almost all holes"


def kinds(large):
    return {
        # Names.
        "newline": named(b"new\nline"), "escape": named(b"\x1b[31mred\x1b[0m"), "invalid UTF-8": named(b"\xff\xfe invalid"),
        "latin-1": named(b"caf\xe9"), "leading dash": named(b"-rf"), "two dashes": named(b"--"), "blank": named(b" "),
        "trailing blank": named(b"trailing "), "star": named(b"*"), "backslash": named(b"a\\b"), "quotes": named(b"'quoted\""),
        "control characters": named(b"\x01\x7f"), "command": named(b"$(false)"), "semicolon": named(b";"),
        "surrogate": named(b"\xed\xa0\x80"), "overlong UTF-8": named(b"\xc0\xaf"), "255 bytes": named(b"x" * 255),
        "255 invalid bytes": named(b"\xff" * 255), "three dots": named(b"..."), "carriage return": named(b"\r"), "tab": named(b"tab\there"),
        "right to left": named("\u202egpj.exe".encode()), "zero width": named("a\u200bb".encode()), "byte order mark": named("\ufeffa".encode()),
        "format": named(b"%s%n%x"), "formula": named(b"=1+1"), "markup": named(b"<script>alert(1)<_script>"), "hidden": named(b".hidden"),
        "tilde": named(b"~root"), "combining": named("e\u0301".encode()), "two NFC forms": lambda at: named("\u00e9".encode())(at) | named("e\u0301".encode())(at),
        "names of an index": lambda at: named(b"manifest")(at) | named(b"lock")(at) | named(b"catalog-1.sqlite")(at),
        "stream": named(b"archive.zip::data"), "ends with a colon": named(b"c:"),
        # Links.
        "dangling link": link(b"nowhere"), "link to itself": link(b"link"), "two links in a loop": loop, "link upwards": link(b".."),
        "link to here": link(b"."), "link to the root": link(b"/"), "link to an endless device": link(b"/dev/zero"),
        "link out of the tree": link(b"/etc/passwd"), "link with a newline": link(b"a\nb"), "link of 4,000 bytes": link(b"x/" * 2000),
        "chain of 44 links": chain, "link to a process's file": link(b"/proc/self/fd/0"),
        # Special files.
        "fifo": fifo, "socket": unix_socket, "endless device": device(stat.S_IFCHR, 1, 5, "character device"),
        "terminal": device(stat.S_IFCHR, 5, 0, "character device"), "watchdog": device(stat.S_IFCHR, 10, 130, "character device"),
        "block device": device(stat.S_IFBLK, 7, 200, "block device"), "device without a driver": device(stat.S_IFCHR, 240, 77, "character device"),
        # Contents and sizes.
        "empty": lambda at: write(at + b"/file", b"") or {b"file": LEFT_OUT}, "one byte": content(b"x"), "zeros": content(bytes(100_000)),
        "one line of 5 MB": content(b"abcdefgh" * 650_000), "odd UTF-16": content("text ".encode("utf-16") * 300 + b"x"),
        "text with a zero at its end": content(TEXT * 3 + b"\0"), "false gzip": content(b"\x1f\x8b\x08" + b"no gzip" * 500),
        "false ELF": content(b"\x7fELF" + b"\xff" * 3000), "endless XML": content(b"<a>" * 20_000), "PDF header only": content(b"%PDF-1.7\n" + bytes(2000)),
        "1 TB sparse": sparse(1 << 40, TEXT, SPARSE), "2 GB sparse": sparse(1 << 31, b"x", SPARSE), "largest file": sparse((1 << 44) - 4096, b"x", SPARSE),
        "a hole": hole, "unwritten blocks": unwritten, "punched hole": punched,
        # Permissions and attributes.
        "no permission": mode(0, PERMISSION), "write only": mode(0o222, PERMISSION), "execute only": mode(0o111, PERMISSION),
        "set user id": mode(0o4755, USED), "group only": mode(0o040, PERMISSION),
        "directory without permission": directory_mode(0, {b"d": PERMISSION}),
        "directory not searchable": directory_mode(0o444, {b"d/file": PERMISSION}), "directory not listable": directory_mode(0o111, {b"d": PERMISSION}),
        "sticky directory": directory_mode(0o1777, {b"d/file": USED}), "immutable": attribute("i"), "append only": attribute("a"),
        "extended attributes": extended_attributes, "from the future": times(4_000_000_000), "before 1970": times(-1_000_000), "time zero": times(0),
        "locked": locked, "open for writing": open_for_writing, "unlinked while open": unlinked_while_open,
        # Shapes of trees.
        "path over 4,096 bytes": long_path, "deep": deep(10_000 if large else 1000), "wide": wide(1_000_000 if large else 5000),
        "hard links": hard_links(65_000 if large else 2000), "empty directories": empty_directories,
        # Mounts.
        "bind mount in a loop": bind_loop, "bind mount of a file": bind_file(os.path.join(str(PLACE), "outside"), USED),
        "bind mount of a device": bind_file("/dev/zero", "character device"), "file of /proc": bind_file("/proc/version", LEFT_OUT),
        "endless file of /proc": bind_file("/proc/kmsg", LEFT_OUT),
        "file of /sys": bind_file("/sys/kernel/mm/transparent_hugepage/enabled", "changed while being read"),
        "another file system": small_file_system, "read-only file system": read_only, "full file system": full_file_system,
        "overlay": overlay, "mounted over": mounted_over,
        # What moves.
        "grows": moving(grow), "shrinks": moving(shrink), "vanishes": moving(vanish), "replaced": moving(replace),
        "directory swapped for a link": moving(swap_directory), "rewritten at the same size": moving(same_size)}


PLACE = None
HELD, MOVERS = [], []


def outcomes_of(program, job, tree, limit):
    """{path below the tree: [outcome...]} and the number of files that are used."""
    _, output, _ = program.run(job, "--quiet", "--hidden", "--format", "json", tree, allowed=(0, 3), limit=limit,
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
        raise Violation(f"{job}: nobody expected {dict(list(outcomes.items())[:5])}")
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
    global PLACE
    started = time.monotonic()
    PLACE = pathlib.Path(tempfile.mkdtemp(prefix="kindred-hostile-", dir=arguments.directory)).resolve()
    os.chmod(PLACE, 0o755)
    (PLACE / "index").mkdir()
    if os.geteuid() == 0:
        os.chown(PLACE / "index", NOBODY, NOBODY)
    shutil.copy(arguments.kindred, PLACE / "kindred")  # where nobody can run it
    write(PLACE / "outside")
    tree = PLACE / "tree"
    tree.mkdir()
    expected, not_made, made = {}, {}, 0
    problem = None
    try:
        for number, (name, make) in enumerate(kinds(arguments.large).items()):
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

        movers = [threading.Thread(target=move, args=(change,)) for change in MOVERS]
        for mover in movers:
            mover.start()
        program = Program(PLACE / "kindred", PLACE / "index")
        try:
            for job in ("find", "find", "near"):
                outcomes, files = outcomes_of(program, job, str(tree), 1800 if arguments.large else 120)
                judge(expected, outcomes, files, job)
        finally:
            moving_on.clear()
            for mover in movers:
                mover.join()
        program.check()
    except Violation as violation:
        problem = str(violation)
    for file in HELD:
        file.close()
    if os.geteuid() == 0:
        with open("/proc/mounts", "rb") as mounts:
            for line in reversed(mounts.read().splitlines()):
                point = line.split()[1]
                if point.startswith(os.fsencode(str(PLACE))):
                    subprocess.run(["umount", "-l", point], check=False)
        subprocess.run(["chattr", "-R", "-f", "-i", "-a", str(tree)], check=False, stderr=subprocess.DEVNULL)
    else:
        subprocess.run(["chmod", "-R", "u+rwx", str(tree)], check=False)
    subprocess.run(["rm", "-rf", str(PLACE)], check=True)
    if problem:
        names = list(kinds(arguments.large))
        fail("hostile", 0, problem, "; ".join(f"{number:03d} is --kind '{name}'" for number, name in enumerate(names) if f"b'{number:03d}/" in problem))
    summary("hostile", 0, started, kinds=made, entries=len(expected), not_made=not_made)


main()
