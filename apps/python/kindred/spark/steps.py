"""The native steps (kindred/steps.h) on executors: made once in each worker process for a run's options."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from .. import _native
from .._options import given_flags

#: Options as flags with their values: hashable, and pickled with every task.
Flags = tuple[tuple[str, tuple[bytes, ...]], ...]


def flags_of(options: dict[str, Any]) -> Flags:
    """Keyword arguments of Index.find; those that are about trees of files are refused by the native module."""
    return tuple((name, tuple(values)) for name, values in given_flags("find", options))


@lru_cache(maxsize=4)
def steps(flags: Flags) -> Any:
    """The steps of a find with these options. Executors give one core to a task, so that is what a task uses."""
    given = [(name, list(values)) for name, values in flags if name != "threads"]
    return _native.Steps([*given, ("threads", [b"1"])])
