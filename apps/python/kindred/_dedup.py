"""A corpus without its repeats: which documents to keep, and which passages of these repeat what another one has.

Two steps, each with a promise that the tests check:
  1. Documents. Taken in the order of the rule (newest, longest or first before others), a document is dropped if it shares
     `near` or more with one that is kept. So each dropped one has a kept one like it; a chain of small changes does not
     take everything with it, as connected components do.
  2. Passages of `min_length` bytes or more that occur several times in what is kept (exact substring deduplication; Lee
     et al. 2022). The copy in the document that comes first in the order stays, all others are to be cut. A byte that is cut
     has an equal one at a place before it in that order, and the first such place is never cut: nothing is lost.

The documents are put in a temporary directory and indexed there, within `memory`. Besides it there is the given table, which is
read in place, and some numbers for each document, pair and span.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any

from ._errors import Usage
from ._index import Index
from ._tables import arrow

_PER_FOLDER = 1000


class Deduplicated:
    """What dedup() found.

    `table` is the given table with three more columns: `keep`; `duplicate_of`, the row of the kept document that a dropped
    one repeats; and `cut`, the spans of a kept document to leave out, as a list of {offset, length} in bytes (of UTF-8 for
    texts, where they never divide a character). `summary` counts what was found.
    """

    def __init__(self, table: Any, column: str, summary: dict[str, Any]) -> None:
        self.table = table
        self.summary = summary
        self._column = column

    def kept(self) -> Any:
        """The rows to keep, with the spans already cut out of their documents."""
        pa = arrow()
        rows = self.table.filter(self.table["keep"])
        kind = rows.schema.field(self._column).type
        chunks = []  # in parts, so that not all documents are in memory once more as objects of Python
        for part in rows.select([self._column, "cut"]).to_batches(max_chunksize=_PER_FOLDER):
            documents = [
                None if text is None else cut(text, [(span["offset"], span["length"]) for span in spans])
                for text, spans in zip(part.column(0).to_pylist(), part.column(1).to_pylist())
            ]
            chunks.append(pa.array(documents, kind))
        place = rows.column_names.index(self._column)
        rows = rows.set_column(place, self._column, pa.chunked_array(chunks, kind))
        return rows.drop_columns(["keep", "duplicate_of", "cut"])

    def __repr__(self) -> str:
        return f"<kindred.Deduplicated {', '.join(f'{name}: {value:,}' for name, value in self.summary.items())}>"


def cut(document: str | bytes, spans: list[tuple[int, int]]) -> Any:
    """A document without some spans (offset, length), which are ascending and do not overlap."""
    data = document.encode() if isinstance(document, str) else document
    rest, at = [], 0
    for offset, length in spans:
        rest.append(data[at:offset])
        at = offset + length
    rest.append(data[at:])
    whole = b"".join(rest)
    return whole.decode() if isinstance(document, str) else whole


def dedup(
    table: Any,
    text: str = "text",
    *,
    keep: str = "first",
    time: str | None = None,
    near: float | None = 0.8,
    measure: str = "both",
    min_length: int | None = 100,
    memory: str | int | None = None,
    threads: int = 0,
    directory: str | None = None,
    progress: Any = None,
) -> Deduplicated:
    """Finds what a corpus repeats. `table` is a table of any library that supports Arrow; its column `text` has the documents.

    `keep` is the rule: "first" (in the order of the table), "longest", or "newest" by the column `time`. `near` is the
    share from which on two documents are the same to you, of both (`measure="both"`) or of the one that is dropped
    ("containment": an excerpt of a longer document goes); None drops equal ones only. `min_length` is the least length
    of a passage that counts as a repeat, in bytes; None cuts nothing. `directory` is where temporary files go.

    >>> import kindred, pyarrow
    >>> part = "".join(f"line {i} that both of these documents have\\n" for i in range(9))
    >>> other = "".join(f"{i * i} is another line\\n" for i in range(99))
    >>> d = kindred.dedup(pyarrow.table({"text": [part + other, "begin " + part, part + other]}))
    >>> d.table["keep"].to_pylist(), d.table["duplicate_of"].to_pylist()
    ([True, True, False], [None, None, 0])
    >>> d.kept()["text"].to_pylist()[1]
    'begin '
    """
    pa = arrow()
    given = pa.table(table)
    if keep not in ("first", "longest", "newest"):
        raise Usage("is not a rule", b"keep", True, 'give "first", "longest" or "newest"')
    if (keep == "newest") != (time is not None):
        raise Usage("is the column of times for keep='newest'", b"time", True, "give both, or neither")
    if measure not in ("both", "containment"):
        raise Usage("is not a measure that can be used here", b"measure", True, 'give "both" or "containment"')
    documents = given[text].cast(pa.large_binary())  # of texts, too: their bytes are not copied
    sizes = _sizes(documents)
    rank = _ranks(sizes, keep, given[time].cast(pa.int64()).to_pylist() if time is not None else None)
    limits = {"memory": memory, "threads": threads, "progress": progress, "look_inside": "none"}
    duplicate_of: dict[int, int] = {}
    cuts: dict[int, list[tuple[int, int]]] = {}
    rounds = crowded = 0
    with tempfile.TemporaryDirectory(prefix="kindred-dedup-", dir=directory) as place:
        tree = os.path.join(place, "documents")
        _write(documents, tree)
        index = Index(os.path.join(place, "index"))
        # A family too large for all its pairs is only partly listed, so the remaining documents are searched again.
        while any(sizes):
            rounds += 1
            found = index.find(tree, pairs=True, verify=True, measure=measure, min=near or 1.0, **limits)
            dropped = _drop(found, tree, rank, near, measure)
            for row, by in dropped.items():
                os.remove(_path(tree, row))
                duplicate_of[row] = by
            if not dropped:
                break
        if min_length is not None and rounds:
            spans = index.spans(tree, every_run=min_length, **limits)
            crowded = spans.summary.get("crowded_keys", 0)
            cuts = _cuts(spans.spans, tree, rank)
    # A document may have been dropped for one that was dropped later, in the next round.
    for row in duplicate_of:
        while duplicate_of[row] in duplicate_of:
            duplicate_of[row] = duplicate_of[duplicate_of[row]]
    if pa.types.is_string(given[text].type) or pa.types.is_large_string(given[text].type):
        cuts = {row: _whole_characters(spans, memoryview(documents[row].as_buffer())) for row, spans in cuts.items()}
    rows = range(len(documents))
    span_type = pa.list_(pa.struct([("offset", pa.int64()), ("length", pa.int64())]))
    columns = {
        "keep": pa.array([row not in duplicate_of for row in rows], pa.bool_()),
        "duplicate_of": pa.array([duplicate_of.get(row) for row in rows], pa.int64()),
        "cut": pa.array([[{"offset": o, "length": n} for o, n in cuts.get(row, [])] for row in rows], span_type),
    }
    for name, column in columns.items():
        given = given.append_column(name, column)
    summary = {
        "documents": len(documents),
        "kept": len(documents) - len(duplicate_of),
        "bytes": sum(sizes),
        "dropped_bytes": sum(sizes[row] for row in duplicate_of),
        "cut_bytes": sum(length for spans in cuts.values() for _, length in spans),
        "spans": sum(len(spans) for spans in cuts.values()),
        "rounds": rounds,
        "crowded_keys": crowded,  # of these, passages may be missing (docs/inside/spans.md)
    }
    return Deduplicated(given, text, summary)


def _sizes(documents: Any) -> list[int]:
    """In bytes; 0 for what is missing: such a document is kept, and shares nothing."""
    import pyarrow.compute

    return pyarrow.compute.binary_length(documents).fill_null(0).to_pylist()


def _ranks(sizes: list[int], keep: str, times: list[int | None] | None) -> list[int]:
    """The place of each document in the order of the rule."""
    order = list(range(len(sizes)))
    if keep == "longest":
        order.sort(key=lambda row: (-sizes[row], row))
    elif times is not None:
        order.sort(key=lambda row: (times[row] is None, -(times[row] or 0), row))
    ranks = [0] * len(order)
    for rank, row in enumerate(order):
        ranks[row] = rank
    return ranks


def _path(tree: str, row: int) -> str:
    return os.path.join(tree, f"{row // _PER_FOLDER:09d}", f"{row % _PER_FOLDER:03d}")


def _row(path: str, tree: str) -> int:
    folder, name = path[len(tree) + 1 :].split("/")
    return int(folder) * _PER_FOLDER + int(name)


def _write(documents: Any, tree: str) -> None:
    os.makedirs(tree)
    for row, document in enumerate(documents):
        if row % _PER_FOLDER == 0:
            os.makedirs(os.path.dirname(_path(tree, row)))
        with open(_path(tree, row), "wb") as file:
            if document.is_valid:
                file.write(document.as_buffer())


def _drop(found: Any, tree: str, rank: list[int], near: float | None, measure: str) -> dict[int, int]:
    """Rows to drop, each with the one that is kept instead."""
    dropped: dict[int, int] = {}
    keeper: dict[int, int] = {}  # by the row that pairs name an identical set by
    for equal in found.identical:
        rows = [_row(path, tree) for path in equal["files"]]
        best = min(rows, key=lambda row: rank[row])
        keeper[rows[0]] = best
        dropped.update({row: best for row in rows if row != best})
    if near is None:
        return dropped
    like: dict[int, list[int]] = {}  # by row: those that have enough of it
    for pair in found.pairs:
        a, b = (keeper.get(row, row) for row in (_row(pair["a"], tree), _row(pair["b"], tree)))
        both = measure == "both"
        if both or pair["of_a"] >= near:
            like.setdefault(a, []).append(b)
        if both or pair["of_b"] >= near:
            like.setdefault(b, []).append(a)
    gone: set[int] = set()
    for row in sorted(like, key=lambda row: rank[row]):
        stays = [other for other in like[row] if rank[other] < rank[row] and other not in gone]
        if stays:
            gone.add(row)
            dropped[row] = min(stays, key=lambda other: rank[other])
    return dropped


def _cuts(spans: Any, tree: str, rank: list[int]) -> dict[int, list[tuple[int, int]]]:
    """By row: what to cut, ascending, without overlaps."""
    found: dict[int, list[tuple[int, int]]] = {}
    for span in spans:
        places = [(span["a"], span["a_offset"]), (span["b"], span["b_offset"])]
        places += [(place["path"], place["offset"]) for place in span["more"] or []]
        rows = sorted((rank[_row(path, tree)], offset, _row(path, tree)) for path, offset in places)
        for _, offset, row in rows[1:]:
            found.setdefault(row, []).append((offset, offset + span["length"]))
    return {row: _joined(ranges) for row, ranges in found.items()}


def _joined(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    whole: list[list[int]] = []
    for begin, end in sorted(ranges):
        if whole and begin <= whole[-1][1]:
            whole[-1][1] = max(whole[-1][1], end)
        else:
            whole.append([begin, end])
    return [(begin, end - begin) for begin, end in whole]


def _whole_characters(spans: list[tuple[int, int]], document: memoryview) -> list[tuple[int, int]]:
    """Spans that do not divide characters of UTF-8: shorter by up to three bytes at each end."""
    kept = []
    for offset, length in spans:
        end = offset + length
        while offset < end and document[offset] & 0xC0 == 0x80:
            offset += 1
        while end > offset and end < len(document) and document[end] & 0xC0 == 0x80:
            end -= 1
        if end > offset:
            kept.append((offset, end - offset))
    return kept
