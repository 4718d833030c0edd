"""The library's errors as exceptions, one class for each of its kinds (include/kindred/error.h)."""

from __future__ import annotations

import os
import re

_FLAG = re.compile(r"--([a-z][a-z0-9-]*)")
_API = re.compile(r"`(?:Index::)?([A-Za-z_]+)((?: = [a-z]+)?)`")
_KEYWORDS = {"with": "with_"}
# What the library's messages call options and calls, where Python calls them something else.
_NAMES = {"directory": "Index(directory)", "methods": "method", "types": "type", "pools": "with_", "first_look": "near"}


def keyword_of(flag: str) -> str:
    """The keyword argument for a flag: 'min-shared' is min_shared, 'with' is with_."""
    name = flag.replace("-", "_")
    return _KEYWORDS.get(name, name)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()


def in_python(text: str) -> str:
    """A message that names flags and calls of the C++ API, with Python's names in their place."""
    text = _FLAG.sub(lambda found: keyword_of(found[1]), text)
    return _API.sub(lambda found: _NAMES.get(found[1], _snake(found[1])) + found[2], text)


class Error(Exception):
    """A failed call of the library.

    `message` says what happened, `where` is the path (bytes) or option (str) that it is about, or None, and `hint` says what
    to do, if that is known. str() has all three on one line.
    """

    message: str
    where: bytes | str | None
    hint: str

    def __init__(self, message: str, where: bytes = b"", is_option: bool = False, hint: str = "") -> None:
        self.message = in_python(message)
        self.hint = in_python(hint)
        self.where = None
        if is_option:
            first, blank, rest = os.fsdecode(where).partition(" ")
            self.where = _NAMES.get(first, first) + blank + rest
        elif where.startswith(b"--"):
            self.where = keyword_of(os.fsdecode(where[2:]))
        elif where:
            self.where = where
        place = "" if self.where is None else os.fsdecode(self.where) + ": "
        super().__init__(place + self.message + ("; " + self.hint if self.hint else ""))

    def __reduce__(self):
        return (_remade, (type(self), self.message, self.where, self.hint, self.args))


def _remade(kind, message, where, hint, arguments):
    error = kind.__new__(kind)
    Exception.__init__(error, *arguments)
    error.message, error.where, error.hint = message, where, hint
    return error


class Usage(Error, ValueError):
    """The request is invalid: an option, a name, an expression."""


class NotFound(Error, LookupError):
    """The named file, index, template or family does not exist."""


class Busy(Error):
    """Another process is writing to the index."""


class Conflict(Error):
    """It contradicts an earlier decision, perhaps made by another process meanwhile."""


class NoSpace(Error, OSError):
    """The disk or the quota is full."""


class Damaged(Error):
    """Bytes of the index are not what was written."""


class Cancelled(Error):
    """The progress callback returned False. (Ctrl-C is KeyboardInterrupt, as everywhere.)"""


class Failed(Error):
    """Any other failure of the system, a server or a command."""
