"""Tables of results, which any library that supports Arrow reads in place, and what a call returns."""

from __future__ import annotations

import json
from typing import Any, Iterator

from . import _native


class Table:
    """A table of one type of record, in memory, in Arrow's layout.

    pyarrow.table(t), polars.from_arrow(t) or DuckDB's SELECT * FROM t take it by `__arrow_c_stream__`, without a copy, any
    number of times. Paths are binary columns there, since Arrow's texts must be UTF-8; in rows they are str.
    """

    def __init__(self, native: _native.Table) -> None:
        self._native = native

    @property
    def name(self) -> str:
        """The type of the records, as in JSON: "pair", "family"."""
        return self._native.name

    @property
    def column_names(self) -> list[str]:
        return self._native.column_names

    @property
    def nbytes(self) -> int:
        return self._native.nbytes

    def __len__(self) -> int:
        return len(self._native)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> Any:
        return self._native.__arrow_c_schema__()

    def batches(self) -> list[Table]:
        """The same rows as tables of up to 65,536 rows and some 64 MB, in place: the batches of the Arrow stream."""
        return [Table(batch) for batch in self._native.batches()]

    def rows(self) -> list[dict[str, Any]]:
        """All rows as dicts, made without any Arrow library. Paths are str, as os.fsdecode()
        makes them (os.fsencode() has the bytes); times are nanoseconds since 1970."""
        return self._native.rows()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Rows as dicts; only those of one batch exist at a time."""
        for batch in self._native.batches():
            yield from batch.rows()

    def to_arrow(self) -> Any:
        """As a pyarrow.Table."""
        return arrow().table(self)

    def to_pandas(self, **options: Any) -> Any:
        """As a pandas.DataFrame, converted by pyarrow."""
        return self.to_arrow().to_pandas(**options)

    def to_polars(self) -> Any:
        """As a polars.DataFrame."""
        import polars

        return polars.DataFrame(self)

    def __repr__(self) -> str:
        return f"<kindred.Table {self.name}: {len(self):,} rows, {', '.join(self.column_names)}>"


def arrow() -> Any:
    """pyarrow, or an error that says what to do."""
    try:
        import pyarrow
    except ImportError as error:
        raise ImportError("this needs pyarrow; install it with: pip install pyarrow") from error
    return pyarrow


class Result:
    """What a call found: a Table for each type of record, by attribute, and `summary`.

    `tables` has all of them by the name of their type, as in JSON.
    """

    _names: dict[str, str] = {}  # attribute: type

    def __init__(self, lines: list[bytes], tables: list[_native.Table]) -> None:
        #: The summaries, as dicts with the keys of JSON: one, or one for each query. Paths are str (os.fsencode() has the bytes).
        self.summaries: list[dict[str, Any]] = [json.loads(line) for line in lines]
        #: Tables by the type of their records.
        self.tables: dict[str, Table] = {}
        for table in tables:
            self.tables.setdefault(table.name, Table(table))

    @property
    def summary(self) -> dict[str, Any]:
        """The first of the summaries; {} if there are no summaries."""
        return self.summaries[0] if self.summaries else {}

    def __getattr__(self, name: str) -> Table:
        kind = type(self)._names.get(name)
        if kind is None:
            now = _native.renamed_to(name)
            hint = f"; it was renamed to {now!r}" if now in type(self)._names else ""
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{hint}")
        return self.tables[kind]

    def __dir__(self) -> list[str]:
        return sorted([*super().__dir__(), *self._names])

    def __repr__(self) -> str:
        counts = ", ".join(f"{name}: {len(self.tables[kind]):,}" for name, kind in self._names.items())
        return f"<kindred.{type(self).__name__} {counts}>"


class Scanned(Result):
    """The result of Index.scan."""

    _names = {"skips": "skip"}

    skips: Table


class Found(Result):
    """The result of Index.find."""

    _names = {
        "pairs": "pair",
        "identical": "identical",
        "families": "family",
        "groups": "group",
        "contained": "contained",
        "folders": "folders",
        "inside": "same_inside",
        "directories": "directories",
        "sets": "set",
        "near": "near",
        "near_sets": "near_set",
        "suggestions": "template_suggestion",
        "skips": "skip",
    }

    pairs: Table
    identical: Table
    families: Table
    groups: Table
    contained: Table
    folders: Table
    inside: Table
    directories: Table
    sets: Table
    near: Table
    near_sets: Table
    suggestions: Table
    skips: Table


class Matches(Result):
    """The result of Index.query: `matches`, and in `queries` one row for each query."""

    _names = {"matches": "match", "queries": "query", "skips": "skip"}

    matches: Table
    queries: Table
    skips: Table


class Compared(Result):
    """The result of Index.compare: `relations` says what became of each file; with a pool, `transfer` what must be sent."""

    _names = {"relations": "compare", "transfer": "transfer", "skips": "skip"}

    relations: Table
    transfer: Table
    skips: Table


class Spans(Result):
    """The result of Index.spans and spans."""

    _names = {"spans": "span", "skips": "skip"}

    spans: Table
    skips: Table


class Near(Result):
    """The result of Index.near."""

    _names = {"pairs": "near", "sets": "near_set", "skips": "skip"}

    pairs: Table
    sets: Table
    skips: Table
