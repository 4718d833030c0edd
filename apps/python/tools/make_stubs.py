"""Writes the stubs of the classes that take options (kindred/_index.pyi, kindred/_templates.pyi) from the tables of flags.

Usage: python apps/python/tools/make_stubs.py [DIRECTORY]     with the module installed; tests/python checks that the stored ones are current.
"""

import sys
from pathlib import Path

from kindred._options import flags_of

HEAD = "# Made by apps/python/tools/make_stubs.py from the tables of flags; do not edit.\n"

# What a flag's value may be in Python, by its placeholder in the help.
VALUES = {
    "SHARE": "float | str",
    "RATIO": "float | str",
    "N": "int | str",
    "SIZE": "int | str",
    "SECONDS": "int | str",
    "FILE": "Path",
    "DIR": "Path",
    "LIST,...": "str | Iterable[str]",
    "TYPES": "str | Iterable[str]",
    "MIN..MAX": "str | int",
}


def parameter(keyword: str, flag: dict) -> str:
    if flag["value"] is None:
        return f"{keyword}: bool | None = ..."
    kind = VALUES.get(flag["value"], "str")
    if flag["repeatable"]:
        kind = f"{kind} | Iterable[{kind}]"
    return f"{keyword}: {kind} | None = ..."


def method(name: str, first: str, call: str, returns: str, indent: str = "    ", taken: tuple[str, ...] = ()) -> str:
    flags = {keyword: flag for keyword, flag in flags_of(call).items() if keyword not in taken}
    lines = [f"{indent}    {parameter(keyword, flags[keyword])},\n" for keyword in sorted(flags)]
    return f"{indent}def {name}(\n{indent}    {first},\n{indent}    *,\n{indent}    progress: Progress = ...,\n{''.join(lines)}{indent}) -> {returns}: ...\n"


# What find takes by name; all else is in `options`.
FIND = """\
    min: float | str | None = ...,
    measure: str | None = ...,
    include: str | Iterable[str] | None = ...,
    exclude: str | Iterable[str] | None = ...,
    inside: bool | str | Iterable[str] | None = ...,
"""

PAIRS = "    pairs: bool = ...,\n"
INDEX = "    index: Path | None = ...,\n"
OPTIONS = "    options: _FindOptions | None = ...,\n    progress: Progress = ...,\n"


def find(name: str, first: str, returns: str, last: str, indent: str = "    ") -> str:
    lines = "".join(f"{indent}{line}\n" for line in (FIND + last).splitlines())
    return f"{indent}def {name}(\n{indent}    {first},\n{indent}    *,\n{lines}{indent}) -> {returns}: ...\n"


def find_options() -> str:
    """A class that only type checkers see."""
    flags = flags_of("find")
    lines = [f"    {parameter(keyword, flags[keyword]).removesuffix(' = ...')}\n" for keyword in sorted(flags)]
    return "class _FindOptions(TypedDict, total=False):\n" + "".join(lines)


def index_stub() -> str:
    return (
        HEAD
        + """import os
from typing import Any, Callable, Iterable, Optional, TypedDict, Union

from ._stream import Stream
from ._tables import Compared, Found, Matches, Near, Result, Scanned, Spans
from ._templates import Templates

Path = Union[str, bytes, os.PathLike[Any]]
Paths = Union[Path, Iterable[Path]]
Progress = Union[Callable[[str, int, int, int, int], Optional[bool]], bool, Any, None]

def run(
    kind: type[Result],
    call: str,
    index: bytes,
    *,
    paths: list[bytes] = ...,
    inputs: list[tuple[bytes, Any]] = ...,
    documents: Any = ...,
    options: dict[str, Any],
    progress: Any,
) -> Any: ...
def inputs_of(query: Any) -> list[tuple[bytes, Any]]: ...

"""
        + find_options()
        + """
class Index:
    templates: Templates
    def __init__(self, path: Path | None = ...) -> None: ...
    @property
    def path(self) -> str: ...
    def __fspath__(self) -> str: ...
"""
        + method("scan", "self, roots: Paths", "scan", "Scanned")
        + find("find", "self, roots: Paths", "Found", PAIRS + OPTIONS)
        + find("stream", "self, roots: Paths, table: str = ...", "Stream", OPTIONS)
        + method("query", "self, query: Any", "query", "Matches")
        + method("compare", "self, a: Path, b: Path | None = ...", "compare", "Compared")
        + method("spans", "self, roots: Paths", "spans", "Spans")
        + method("near", "self, roots: Paths", "near", "Near")
        + method("near_file", "self, query: Path", "near", "Near")
        + "    def stats(self) -> dict[str, Any]: ...\n"
        + "    def check(self, *, progress: Progress = ...) -> dict[str, Any]: ...\n"
        + method("export", "self, directory: Path, roots: Paths = ...", "export", "dict[str, Any]")
        + "\n"
        + find("find", "paths: Paths", "Found", PAIRS + INDEX + OPTIONS, indent="")
        + method("spans", "a: Any, b: Any", "spans of two", "Spans", indent="")
    )


def templates_stub() -> str:
    return (
        HEAD
        + """import os
from typing import Any, Callable, Iterable, Iterator, Optional, Union

from ._tables import Result, Table

Path = Union[str, bytes, os.PathLike[Any]]
Paths = Union[Path, Iterable[Path]]
Progress = Union[Callable[[str, int, int, int, int], Optional[bool]], bool, Any, None]

class Effects(Result):
    effects: Table
    families: Table

class Suggestions(Result):
    suggestions: Table
    effects: Table
    families: Table

class Templates:
    def __init__(self, index: bytes) -> None: ...
    def list(self) -> Table: ...
    def __iter__(self) -> Iterator[str]: ...
    def show(self, name: str) -> dict[str, Any]: ...
    def remove(self, name: str) -> None: ...
"""
        + method("add", "self, name: str, roots: Paths = ...", "template add", "Effects", taken=("name",))
        + method("suggest", "self, roots: Paths = ...", "template suggest", "Suggestions")
    )


def stubs() -> dict[str, str]:
    return {"_index.pyi": index_stub(), "_templates.pyi": templates_stub()}


if __name__ == "__main__":
    to = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent / "kindred")
    for name, text in stubs().items():
        (to / name).write_text(text)
