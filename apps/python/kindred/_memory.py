"""An index in memory, of documents that are not files: add, query, remove.

The documents are marked, judged and measured by the steps of a find (native/steps.cc), so a query gives what Index.query
gives for an index of files with the same bytes. What is here is the table from keys to documents.
"""

from __future__ import annotations

from array import array
from typing import Any, Hashable, Iterator, NamedTuple

from . import _native
from ._options import given_flags


class Match(NamedTuple):
    """A document of a MemoryIndex that is similar to the query."""

    id: Any
    similarity: float  # by the measure of the query
    of_query: float  # the share of the query's bytes that the document also has
    of_document: float  # the share of the document's bytes that the query also has
    identical: bool


class _Marked:
    """A document, with its keys: each with its level and its weight."""

    __slots__ = ("bytes", "compared", "digest", "keys", "level", "size", "text", "totals")

    def __init__(self, document: Any, method: str, finest: bool = False) -> None:
        """`finest`: at the finest level whatever its size, as queries are marked: they are then compared with each document at
        the level of that document."""
        if not isinstance(document, (str, bytes, bytearray, memoryview)):
            raise TypeError(f"a document is str or bytes, not {type(document).__name__}")
        self.bytes = document.encode() if isinstance(document, str) else bytes(document)
        marker = _native.FileMarker(method, 0 if finest else len(self.bytes), 0)
        marker.feed(self.bytes)
        documents, marked = marker.finish()
        facts = documents.rows()[0]
        self.size, self.digest, self.text = facts["size"], facts["digest"], facts["text"]
        self.level, self.totals, self.compared = facts["level"], facts["weights"] or [], facts["compared"]
        self.keys = {row["key"]: (row["level"], row["weight"]) for row in marked.rows()}

    def total(self, level: int) -> int:
        """What its marks weigh at a level that is not finer than its own."""
        at = level - self.level
        return self.totals[at] if at < len(self.totals) else 0


class MemoryIndex:
    """An index of documents in memory. Ids may be any hashable objects.

    It keeps the bytes of the documents, since the shares of a match are measured, and for one key in about 128 bytes
    some 200 bytes. `method` is as `kindred scan --method` takes it. One thread at a time may change it.

    >>> import kindred
    >>> index = kindred.MemoryIndex()
    >>> text = "".join(f"line {i} of a text that has versions\\n" for i in range(99))
    >>> index.add("first", text)
    >>> index.add("second", text + "an end that the first does not have\\n" * 9)
    >>> index.add("another", "".join(f"{i * i} is a square\\n" for i in range(99)))
    >>> [(match.id, round(match.of_query, 2), round(match.of_document, 2)) for match in index.query(text)]
    [('first', 1.0, 1.0), ('second', 1.0, 0.92)]
    >>> index.remove("first")
    >>> len(index), "first" in index, [match.id for match in index.query(text, min=0.5)]
    (2, False, ['second'])
    """

    def __init__(self, method: str = "fingerprints") -> None:
        self._method = method
        self._documents: dict[Hashable, _Marked] = {}
        self._holders: dict[int, list[Hashable]] = {}  # by key: the documents that have it
        self._equal: dict[str, list[Hashable]] = {}  # by digest
        self._steps: dict[tuple[Any, ...], _native.Steps] = {}  # by their options
        self._steps_for(0.25, "containment", False).least_shared  # an unknown method is an error now

    def __len__(self) -> int:
        return len(self._documents)

    def __contains__(self, id: Hashable) -> bool:
        return id in self._documents

    def __iter__(self) -> Iterator[Hashable]:
        """The ids, in the order in which they were added."""
        return iter(self._documents)

    def __repr__(self) -> str:
        return f"<kindred.MemoryIndex {len(self):,} documents, {len(self._holders):,} keys>"

    def add(self, id: Hashable, document: str | bytes) -> None:
        """Adds a document; a str counts as its UTF-8. ValueError if the id is taken: remove() it first."""
        if id in self._documents:
            raise ValueError(f"there is a document {id!r} already; remove it first")
        marked = _Marked(document, self._method)
        self._documents[id] = marked
        self._equal.setdefault(marked.digest, []).append(id)
        for key in marked.keys:
            self._holders.setdefault(key, []).append(id)

    def remove(self, id: Hashable) -> None:
        """Removes a document. KeyError if there is no such id."""
        marked = self._documents.pop(id)
        for table, keys in ((self._holders, marked.keys), (self._equal, (marked.digest,))):
            for key in keys:
                table[key].remove(id)
                if not table[key]:
                    del table[key]

    def query(
        self,
        document: str | bytes,
        *,
        min: float | str = 0.25,
        measure: str = "containment",
        limit: int | None = None,
        estimate: bool = False,
    ) -> list[Match]:
        """The documents that are similar to this one, the most similar first: identical ones, then by similarity.

        `min` is the least similarity, `measure` says what that is: "containment" (the larger of both shares), "both" (the
        smaller) or "resemblance". Shares are measured; with `estimate` they are taken from the marks alone, and a
        document is listed unless it is certainly below `min`.
        """
        steps = self._steps_for(min, measure, estimate)
        asked = _Marked(document, self._method, finest=True)
        equal = self._equal.get(asked.digest, []) if asked.size else []
        found = [Match(id, 1.0, 1.0, 1.0, True) for id in equal]
        ids, evidence = self._evidence(asked, set(equal), steps)
        judged = steps.judge(evidence)[0].rows()
        likely = [ids[row["row"]] for row in judged]
        error = [row["error"] for row in judged]
        if not estimate and likely:
            first = array("I", [0]) * len(likely)
            others = array("I", range(1, len(likely) + 1))
            documents = [asked.bytes, *(self._documents[id].bytes for id in likely)]
            judged = [row for row in steps.measure(documents, first, others)[0].rows() if row["similarity"] >= steps.minimum]
            likely, error = [likely[row["row"]] for row in judged], [0.0] * len(judged)
        rest = [Match(id, row["similarity"], row["of_a"], row["of_b"], False) for id, row in zip(likely, judged)]
        # What is certainly similar before what may be.
        order = sorted(range(len(rest)), key=lambda at: error[at] - rest[at].similarity)
        return (found + [rest[at] for at in order])[: limit or None]

    def _steps_for(self, min: float | str, measure: str, estimate: bool) -> _native.Steps:
        asked = (min, measure, estimate)
        if asked not in self._steps:
            options = {"min": min, "measure": measure, "estimate": estimate, "method": self._method}
            self._steps[asked] = _native.Steps(given_flags("find", options))
        return self._steps[asked]

    def _evidence(self, asked: _Marked, left_out: set[Hashable], steps: _native.Steps) -> tuple[list[Hashable], list[array]]:
        """The documents that share enough keys with the query, and ten columns as PairEvidence has its fields."""
        shared: dict[Hashable, list[int]] = {}
        for key in asked.keys:
            for id in self._holders.get(key, ()):
                shared.setdefault(id, []).append(key)
        ids: list[Hashable] = []
        columns = [array("Q") for _ in range(10)]
        for id, keys in shared.items():
            known = self._documents[id]
            if id in left_out or known.text != asked.text:  # texts are compared with texts only
                continue
            level = asked.level if asked.level > known.level else known.level
            keys = [key for key in keys if asked.keys[key][0] >= level]
            if len(keys) < steps.least_shared:
                continue
            ids.append(id)
            row = (
                len(keys),
                sum(asked.keys[key][1] for key in keys),
                sum(known.keys[key][1] for key in keys),
                asked.total(level),
                known.total(level),
                level,
                asked.size,
                known.size,
                asked.compared,
                known.compared,
            )
            for column, value in zip(columns, row):
                column.append(value)
        return ids, columns
