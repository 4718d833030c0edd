"""Keyword arguments as the flags of the command line: the native module has their tables."""

from __future__ import annotations

import difflib
import os
from functools import lru_cache
from typing import Any, Iterable

from . import _native
from ._errors import keyword_of

#: Flags of the commands that have no meaning in Python.
LEFT_OUT = {"exit-code"}


@lru_cache(maxsize=None)
def flags_of(call: str) -> dict[str, dict[str, Any]]:
    """The options of a call by keyword, each as the command line describes it."""
    return {keyword_of(flag["name"]): flag for flag in _native.options(call) if flag["name"] not in LEFT_OUT}


def as_bytes(value: Any) -> bytes:
    """A value as typed on a command line. A str that came from os.fsdecode() gives its bytes back."""
    if isinstance(value, (str, bytes, os.PathLike)):
        return os.fsencode(value)
    if isinstance(value, bool):
        raise TypeError("True and False are for switches")
    if isinstance(value, float):
        return repr(value).encode()
    if isinstance(value, int):
        return str(value).encode()
    if isinstance(value, range) and value.step == 1:
        return f"{value.start}..{value.stop - 1}".encode()
    raise TypeError(f"cannot use {value!r} as an option")


def unknown_option(call: str, keyword: str, known: Iterable[str]) -> str:
    now = _native.renamed_to(keyword)
    if now in known:
        return f"the option {keyword!r} of {call} was renamed; give {now}"
    near = difflib.get_close_matches(keyword, known, 1)
    return f"{call} has no option {keyword!r}; " + (f"did you mean {near[0]}?" if near else f"it has {', '.join(sorted(known))}")


def given_flags(call: str, options: dict[str, Any]) -> list[tuple[str, list[bytes]]]:
    """What was given, as flags with their values. None, and False for a switch, are as not given."""
    known = flags_of(call)
    flags = []
    for keyword, value in options.items():
        flag = known.get(keyword)
        if flag is None:
            raise TypeError(unknown_option(call, keyword, known))
        if value is None or value is False:
            continue
        if flag["value"] is None:
            if value is not True:
                raise TypeError(f"{keyword} is a switch: True or False, not {value!r}")
            flags.append((flag["name"], []))
        elif isinstance(value, (list, tuple, set, frozenset)):
            values = [as_bytes(one) for one in value]
            if flag["repeatable"]:
                flags.append((flag["name"], values)) if values else None
            elif values:
                flags.append((flag["name"], [b",".join(values)]))
        else:
            flags.append((flag["name"], [as_bytes(value)]))
    return flags


def as_paths(paths: str | bytes | os.PathLike | Iterable[str | bytes | os.PathLike]) -> list[bytes]:
    """One path or several."""
    if isinstance(paths, (str, bytes, os.PathLike)):
        return [os.fsencode(paths)]
    return [os.fsencode(path) for path in paths]
