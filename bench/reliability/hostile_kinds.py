"""The kinds of hostile entries, and the outcome that each must have: the table of hostile.py."""
import os
import stat

import hostile_makers as made
from hostile_makers import LEFT_OUT, TEXT, USED, bind_file, content, device, directory_mode, link, mode, named, sparse, times, write

PERMISSION = "permission denied"
SPARSE = "sparse file above 1 GiB, almost all holes"


def kinds(stage, large):
    """{kind: its maker}. `stage` is a Stage."""
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
        "dangling link": link(b"nowhere"), "link to itself": link(b"link"), "two links in a loop": made.loop, "link upwards": link(b".."),
        "link to here": link(b"."), "link to the root": link(b"/"), "link to an endless device": link(b"/dev/zero"),
        "link out of the tree": link(b"/etc/passwd"), "link with a newline": link(b"a\nb"), "link of 4,000 bytes": link(b"x/" * 2000),
        "chain of 44 links": made.chain, "link to a process's file": link(b"/proc/self/fd/0"),
        # Special files.
        "fifo": made.fifo, "socket": made.unix_socket, "endless device": device(stat.S_IFCHR, 1, 5, "character device"),
        "terminal": device(stat.S_IFCHR, 5, 0, "character device"), "random numbers": device(stat.S_IFCHR, 1, 8, "character device"),
        "block device": device(stat.S_IFBLK, 7, 200, "block device"), "device without a driver": device(stat.S_IFCHR, 240, 77, "character device"),
        # Contents and sizes.
        "empty": lambda at: write(at + b"/file", b"") or {b"file": LEFT_OUT}, "one byte": content(b"x"), "zeros": content(bytes(100_000)),
        "one line of 5 MB": content(b"abcdefgh" * 650_000), "odd UTF-16": content("text ".encode("utf-16") * 300 + b"x"),
        "text with a zero at its end": content(TEXT * 3 + b"\0"), "false gzip": content(b"\x1f\x8b\x08" + b"no gzip" * 500),
        "false ELF": content(b"\x7fELF" + b"\xff" * 3000), "endless XML": content(b"<a>" * 20_000), "PDF header only": content(b"%PDF-1.7\n" + bytes(2000)),
        "1 TB sparse": sparse(1 << 40, TEXT, SPARSE), "2 GB sparse": sparse(1 << 31, b"x", SPARSE), "largest file": sparse((1 << 44) - 4096, b"x", SPARSE),
        "a hole": made.hole, "unwritten blocks": made.unwritten, "punched hole": made.punched,
        # Permissions and attributes.
        "no permission": mode(0, PERMISSION), "write only": mode(0o222, PERMISSION), "execute only": mode(0o111, PERMISSION),
        "set user id": mode(0o4755, USED), "group only": mode(0o040, PERMISSION),
        "directory without permission": directory_mode(0, {b"d": PERMISSION}),
        "directory not searchable": directory_mode(0o444, {b"d/file": PERMISSION}), "directory not listable": directory_mode(0o111, {b"d": PERMISSION}),
        "sticky directory": directory_mode(0o1777, {b"d/file": USED}), "immutable": made.attribute("i"), "append only": made.attribute("a"),
        "extended attributes": made.extended_attributes, "from the future": times(4_000_000_000), "before 1970": times(-1_000_000), "time zero": times(0),
        "locked": stage.locked, "open for writing": stage.open_for_writing, "unlinked while open": stage.unlinked_while_open,
        # Shapes of trees.
        "path over 4,096 bytes": made.long_path, "deep": made.deep(10_000 if large else 1000), "wide": made.wide(1_000_000 if large else 5000),
        "hard links": made.hard_links(65_000 if large else 2000), "empty directories": made.empty_directories,
        # Mounts.
        "bind mount in a loop": made.bind_loop, "bind mount of a file": bind_file(os.path.join(stage.place, "outside"), USED),
        "bind mount of a device": bind_file("/dev/zero", "character device"), "file of /proc": bind_file("/proc/version", LEFT_OUT),
        "endless file of /proc": bind_file("/proc/kmsg", LEFT_OUT),
        "file of /sys": bind_file("/sys/kernel/mm/transparent_hugepage/enabled", "changed while being read"),
        "another file system": made.small_file_system, "read-only file system": made.read_only, "full file system": made.full_file_system,
        "overlay": stage.overlay, "mounted over": made.mounted_over,
        # What moves.
        "grows": stage.moving(made.grow), "shrinks": stage.moving(made.shrink), "vanishes": stage.moving(made.vanish), "replaced": stage.moving(made.replace),
        "directory swapped for a link": stage.moving(made.swap_directory), "rewritten at the same size": stage.moving(made.same_size)}
