"""What makes the entries of hostile.py: each function puts entries into its own directory, `at`, and returns {name: outcome}. Names are
bytes. Those that a maker takes parameters for return the function."""
import fcntl
import os
import shutil
import socket
import subprocess
import tempfile
import time

TEXT = b"".join(b"line %d of a text that all used files have\n" % number for number in range(40))
USED, LEFT_OUT = "used", "left out"


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
    """A file with unique bytes, and its copy."""
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


def mounted_over(at):
    os.mkdir(at + b"/d")
    write(at + b"/d/below")
    mount("-t", "tmpfs", "-o", "size=1M", "tmpfs", at + b"/d")
    write(at + b"/d/above")
    return {b"d/above": USED}


CHANGED = {USED, "changed while being read", "changed since it was scanned", "vanished", "directory replaced during the walk", "directory replaced since the walk",
           "symbolic link", "directory", "nothing"}


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


class Stage:
    """What outlives the making of an entry: open files, what keeps changing, and a place beside the tree."""

    def __init__(self, place):
        self.place, self.held, self.movers = str(place), [], []
        write(os.path.join(self.place, "outside"))

    def overlay(self, at):
        beside = tempfile.mkdtemp(dir=self.place)
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

    def locked(self, at):
        """Another process holds a lock, which does not concern a reader."""
        write(at + b"/file")
        self.held.append(open(at + b"/file", "rb+"))
        fcntl.flock(self.held[-1], fcntl.LOCK_EX)
        return {b"file": USED}

    def open_for_writing(self, at):
        write(at + b"/file")
        self.held.append(open(at + b"/file", "ab"))
        return {b"file": USED}

    def unlinked_while_open(self, at):
        write(at + b"/gone")
        self.held.append(open(at + b"/gone", "rb"))
        os.unlink(at + b"/gone")
        return {}

    def moving(self, change):
        """Changed without a pause while the program runs: any of the outcomes, but only one."""
        def make(at):
            write(at + b"/file", TEXT * 2000)
            self.movers.append(lambda: change(at))
            return {name: CHANGED for name in (b"file", b"other", b"d", b"d/file", b".d", b".d/file")}
        return make
