"""Documents to marks, in tasks of Spark (mapInArrow)."""

from __future__ import annotations

from typing import Any, Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from .. import _native

#: A row for each document. Those that could not be used have only a name and the reason in `skip`.
DOCUMENTS = (
    "name binary, directory binary, base binary, mtime bigint, size bigint, digest string, is_text boolean, "
    "level int, weights array<bigint>, compared bigint, keys array<bigint>, key_weights array<bigint>, skip string"
)

_SCHEMA = pa.schema(
    [
        ("name", pa.binary()),
        ("directory", pa.binary()),
        ("base", pa.binary()),
        ("mtime", pa.int64()),
        ("size", pa.int64()),
        ("digest", pa.string()),
        ("is_text", pa.bool_()),
        ("level", pa.int32()),
        ("weights", pa.list_(pa.int64())),
        ("compared", pa.int64()),
        ("keys", pa.list_(pa.int64())),
        ("key_weights", pa.list_(pa.int64())),
        ("skip", pa.string()),
    ]
)

_PIECE = 8 << 20


def _rows(names: pa.Array, mtimes: pa.Array, numbers: np.ndarray, documents: Any, marks: Any) -> pa.RecordBatch:
    """Rows of the documents with these numbers, from the two tables of the native module."""
    facts = pa.table(documents).combine_chunks()
    found = pa.table(marks).combine_chunks()
    # Marks come by document; how many each has.
    counts = np.bincount(
        np.searchsorted(numbers, found["content"].to_numpy().astype(np.int64)), minlength=len(numbers)
    )
    offsets = pa.array(np.concatenate(([0], np.cumsum(counts))), pa.int32())

    def lists(column: str) -> pa.Array:
        values = found[column].cast(pa.int64()).combine_chunks()
        return pa.ListArray.from_arrays(offsets, values.chunk(0) if isinstance(values, pa.ChunkedArray) else values)

    split = [name.rpartition(b"/") for name in names.to_pylist()]
    columns = {
        "name": names,
        "directory": pa.array([one[0] for one in split], pa.binary()),
        "base": pa.array([one[2] for one in split], pa.binary()),
        "mtime": mtimes,
        "size": facts["size"],
        "digest": facts["digest"],
        "is_text": facts["text"],
        "level": facts["level"],
        "weights": facts["weights"],
        "compared": facts["compared"],
        "keys": lists("key"),
        "key_weights": lists("weight"),
        "skip": pa.nulls(len(names), pa.string()),
    }
    return _batch(columns)


def _batch(columns: dict[str, Any]) -> pa.RecordBatch:
    arrays = []
    for field in _SCHEMA:
        column = columns[field.name]
        column = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
        arrays.append(column if column.type == field.type else column.cast(field.type))
    return pa.record_batch(arrays, schema=_SCHEMA)


def _skipped(names: pa.Array, reason: str) -> pa.RecordBatch:
    columns: dict[str, Any] = {field.name: pa.nulls(len(names), field.type) for field in _SCHEMA}
    columns["name"] = names
    columns["skip"] = pa.array([reason] * len(names), pa.string())
    return _batch(columns)


def mark_bytes(batches: Iterable[pa.RecordBatch], *, method: str) -> Iterator[pa.RecordBatch]:
    """From name, bytes and mtime."""
    for batch in batches:
        names, documents, mtimes = (batch.column(name) for name in ("name", "bytes", "mtime"))
        there = documents.is_valid()
        if there.false_count:
            yield _skipped(names.filter(pc.invert(there)), "has no bytes")
        numbers = np.flatnonzero(there.to_numpy(zero_copy_only=False))
        if len(numbers) == 0:
            continue
        _, tables = _native.mark(documents, method, 0, 1, None, None)
        yield _rows(names.filter(there), mtimes.filter(there), numbers, *tables)


def mark_files(batches: Iterable[pa.RecordBatch], *, method: str) -> Iterator[pa.RecordBatch]:
    """From name, mtime and length: reads the files in pieces."""
    from .sources import open_file

    for batch in batches:
        for row in range(batch.num_rows):
            one = batch.slice(row, 1)
            name, length = one.column("name")[0].as_py(), one.column("length")[0].as_py()
            marker = _native.FileMarker(method, length, 0)
            try:
                with open_file(name) as file:
                    while piece := file.read(_PIECE):
                        marker.feed(piece)
            except OSError as error:
                yield _skipped(one.column("name"), f"cannot be read: {error.strerror or error}")
                continue
            yield _rows(one.column("name"), one.column("mtime"), np.zeros(1, np.int64), *marker.finish())
