"""README files and FAQ-like texts from this machine, for bench/manber/large.py: from git repositories, those of every tag, and from
directories such as /usr/share, where compressed ones are unpacked. Manber's came from thousands of ftp sites, which held one another's
releases; tags are the closest equivalent that needs no download.
"""
import gzip
import os
import re
import subprocess
import zlib

README = re.compile(rb"^(readme|read\.me|install|news|changes|changelog|history|contributing|authors|todo|bugs|copyright)[^/]*$", re.I)
MANUAL = re.compile(rb"\.[1-9][a-z]*(\.gz)?$")
FAQ = re.compile(rb"(faq|howto|how-to|tutorial|guide|questions)", re.I)


def is_readme(path):
    return README.match(os.path.basename(path)) is not None


def is_faq(path):
    """Answers and instructions: FAQs, guides, and manual pages."""
    return FAQ.search(os.path.basename(path)) is not None or (b"/man/" in path and MANUAL.search(path) is not None)


def write(tree, name, data):
    target = os.path.join(os.fsencode(tree), name.replace(b"/", b"%2F")[-200:])
    with open(target, "wb") as stream:
        stream.write(data)


def from_repository(repository, wanted, tree):
    """Writes the files of all tags; returns their number. Each tag is a directory."""
    def git(*arguments, data=None):
        return subprocess.run(["git", "--git-dir", repository, *arguments], input=data, check=True, stdout=subprocess.PIPE).stdout

    files = []
    for tag in git("tag").split():
        listed = subprocess.run(["git", "--git-dir", repository, "ls-tree", "-r", "-z", tag], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL)
        if listed.returncode != 0:
            continue  # a tag of something else than a tree, or of objects that are not here
        for entry in listed.stdout.split(b"\0"):
            head, _, path = entry.partition(b"\t")
            if head.startswith(b"100") and wanted(path):
                files.append((head.split()[2], tag, path))
    blobs, at = {}, 0
    names = sorted({blob for blob, _, _ in files})
    batch = git("cat-file", "--batch", data=b"\n".join(names) + b"\n") if names else b""
    for blob in names:
        end = batch.index(b"\n", at)
        words = batch[at:end].split()
        if words[1] == b"missing":
            at = end + 1
            continue
        blobs[blob] = batch[end + 1:end + 1 + int(words[2])]
        at = end + 1 + int(words[2]) + 1
    written = 0
    for blob, tag, path in files:
        if not blobs.get(blob):
            continue
        place = os.path.join(os.fsencode(tree), tag.replace(b"/", b"%2F"))
        os.makedirs(place, exist_ok=True)
        write(place, path, blobs[blob])
        written += 1
    return written


def from_directory(top, wanted, tree):
    """The same of a directory; its files keep their directories' names."""
    written = 0
    os.makedirs(tree, exist_ok=True)
    for directory, _, names in os.walk(os.fsencode(top)):
        for name in names:
            path = os.path.join(directory, name)
            if os.path.islink(path) or not os.path.isfile(path) or not wanted(path):
                continue
            try:
                with open(path, "rb") as stream:
                    data = stream.read()
                if name.endswith(b".gz"):
                    data = gzip.decompress(data)
            except (OSError, EOFError, zlib.error):
                continue
            if data:
                write(tree, path.removesuffix(b".gz"), data)
                written += 1
    return written
