"""An index as Parquet files: one for each table of docs/formats/sql.md, written as the rows come."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from . import _native
from ._options import given_flags
from ._progress import progress_for
from ._tables import Table, arrow

#: Files by the type of their records.
FILES = {
    "tables": "settings.parquet",
    "content": "contents.parquet",
    "file": "files.parquet",
    "crowd": "crowds.parquet",
    "mark": "marks.parquet",
    "skip": "skips.parquet",
}


class TableWriter:
    """Writes each batch to the file of its table. Files appear under their names when all of them are complete."""

    def __init__(self, directory: Path, files: dict[str, str]) -> None:
        arrow()  # says what to do if it is missing
        import pyarrow.parquet as parquet

        self._parquet = parquet
        self._directory = directory
        self._files = files
        self._writers: dict[str, Any] = {}

    def __call__(self, batch: _native.Table) -> None:
        table = arrow().table(Table(batch))
        name = self._files[batch.name]
        if name not in self._writers:
            self._writers[name] = self._parquet.ParquetWriter(
                self._directory / f".{name}.part", table.schema, compression="zstd"
            )
        if table.num_rows:
            self._writers[name].write_table(table)

    def __enter__(self) -> "TableWriter":
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        for writer in self._writers.values():
            writer.close()
        for name in self._writers:
            part = self._directory / f".{name}.part"
            if kind is None:
                os.replace(part, self._directory / name)
            else:
                part.unlink(missing_ok=True)


def export_tables(
    index: bytes, directory: Any, roots: list[bytes], *, progress: Any, options: dict[str, Any]
) -> dict[str, Any]:
    """See Index.export."""
    arrow()
    flags = given_flags("export", options)
    to = Path(os.fsdecode(directory))
    to.mkdir(parents=True, exist_ok=True)
    with TableWriter(to, FILES) as writer, progress_for(progress) as callback:
        lines, _ = _native.call("export", index, roots, [], None, flags, callback, writer)
    return json.loads(lines[0])
