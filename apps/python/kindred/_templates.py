"""The templates of an index: boilerplate that is ignored in every match (docs/using/types.md)."""

from __future__ import annotations

import os
from typing import Any, Iterator

from . import _native
from ._describe import takes_options
from ._options import as_paths, given_flags
from ._progress import progress_for
from ._tables import Result, Table


class Effects(Result):
    """What templates change: the families that dissolve or shrink."""

    _names = {"effects": "template_effect", "families": "template_family"}


class Suggestions(Result):
    """Proposed templates; with apply=True what each of them changes."""

    _names = {"suggestions": "template_suggestion", "effects": "template_effect", "families": "template_family"}


class Templates:
    """`Index.templates`: list, show, add, remove, suggest, as `kindred template` does."""

    def __init__(self, index: bytes) -> None:
        self._index = index

    def _run(self, call: str, operands: list[bytes] = [], options: dict[str, Any] = {}, progress: Any = None) -> Any:
        with progress_for(progress) as callback:
            return _native.call(call, self._index, operands, [], None, given_flags(call, options), callback, None)

    def list(self) -> Table:
        """The templates by name, with their keys and how many files have them."""
        return Result(*self._run("template list")).tables["template"]

    def __iter__(self) -> Iterator[str]:
        return iter([row["name"] for row in self.list()])

    def show(self, name: str) -> dict[str, Any]:
        """A template, and an example of its text if a file of the index still has it."""
        result = Result(*self._run("template show", [os.fsencode(name)]))
        examples = result.tables["template_suggestion"].rows()
        return {**result.summary, "example": examples[0] if examples else None}

    def remove(self, name: str) -> None:
        """Removes a template. What it left out is compared again, without a scan."""
        self._run("template remove", [os.fsencode(name)])

    @takes_options("template add")
    def add(self, name: str, roots: Any = (), *, progress: Any = None, **options: Any) -> Effects:
        """Makes a template of a family (`family=id`), a `file`, parts of one (`span=["FILE:OFFSET+LENGTH"]`), or, with
        `share`, of what the files at the roots have in common; with `preview=True` it only shows what would change.

        >>> index = kindred.Index("index")
        >>> len(index.find("drafts", pairs=True).pairs)
        1
        >>> _ = index.templates.add("letterhead", file="drafts/one.txt")
        >>> list(index.templates), len(index.find("drafts", pairs=True).pairs)
        (['letterhead'], 0)
        >>> index.templates.remove("letterhead")
        """
        options = {"name": name, **options}
        return Effects(*self._run("template add", as_paths(roots), options, progress))

    @takes_options("template suggest")
    def suggest(self, roots: Any = (), *, progress: Any = None, **options: Any) -> Suggestions:
        """Proposes templates, the most promising first; with `apply=True` it adds them."""
        return Suggestions(*self._run("template suggest", as_paths(roots), options, progress))
