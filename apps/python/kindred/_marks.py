"""Marks of documents that are not files."""

from __future__ import annotations

from typing import Any

from . import _native
from ._progress import progress_for
from ._tables import Table


class Marks(Table):
    """The marks of some documents: a table with a row for each key of each document, by document and key.

    | column | |
    |---|---|
    | content | the number of the document: its place in what was given, plus `first` |
    | key | 64 bits, as int64; equal pieces have equal keys, and nothing else is to be read from it |
    | level | the coarsest selection level that has the key; a pair is compared at the coarser of its documents' levels |
    | count | how often the key occurs in the document |
    | weight | `count`, or the bytes of these pieces for methods weighed in bytes (chunks) |
    | templated | always false here |

    `documents` is a table with a row for each document: number, size, digest, whether it is text, type, the level it was
    marked at, and what its marks weigh at this level and each coarser one. Documents that were None are in neither.
    """

    def __init__(self, documents: _native.Table, marks: _native.Table) -> None:
        super().__init__(marks)
        self.documents = Table(documents)


def as_documents(documents: Any) -> Any:
    """What the native module takes: an Arrow column, or a list of bytes-like objects and Nones."""
    if isinstance(documents, (bytes, bytearray, memoryview)):
        return [documents]
    if isinstance(documents, str):
        return [documents.encode()]
    if hasattr(documents, "__arrow_c_stream__") or hasattr(documents, "__arrow_c_array__"):
        return documents
    return [one.encode() if isinstance(one, str) else one for one in documents]


def marks(
    documents: Any, method: str = "fingerprints", *, first: int = 0, threads: int = 0, progress: Any = None
) -> Marks:
    """Marks documents in memory as a scan marks files.

    `documents` is one document (bytes or str; a str counts as its UTF-8), a sequence of them, or a column of any library
    that supports Arrow, read in place. `method` is as `kindred scan --method` takes it.

    >>> import kindred
    >>> text = b"".join(b"%d squared is %d, a line of its own\\n" % (i, i * i) for i in range(100))
    >>> m = kindred.marks([text, text + b"and something else", None, b""])
    >>> len({row["content"] for row in m})
    2
    >>> [(row["document"], row["size"], row["text"]) for row in m.documents]
    [(0, 3744, True), (1, 3762, True), (3, 0, True)]
    >>> shared = {r["key"] for r in m if r["content"] == 0} & {r["key"] for r in m if r["content"] == 1}
    >>> len(shared) > 20
    True
    """
    with progress_for(progress) as callback:
        _, (rows, keys) = _native.mark(as_documents(documents), method, first, threads, callback, None)
    return Marks(rows, keys)
