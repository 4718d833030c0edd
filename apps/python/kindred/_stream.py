"""The rows of a find as they are found, for results that are larger than memory.

The call runs in a separate thread and waits until its batches are taken, so that only a few exist at a time, however large
the result is. The engine itself keeps a pair in about 50 bytes, without names; the memory saved is that of the table.
"""

from __future__ import annotations

import json
import queue
import threading
import weakref
from typing import Any, Callable, Iterator

from . import _native
from ._errors import Usage
from ._progress import progress_for
from ._tables import Found, Table, arrow

_WAITING = 2  # batches
_LOOK = 0.05  # seconds between looks at whether it was closed


class _Closed(Exception):
    """Ends the call of a stream that was closed."""


class _Running:
    """State shared by the thread of the call and the stream. It does not refer to the stream, which may be garbage."""

    def __init__(self, call: Callable[[Any, Any], list[bytes]], kind: str, progress: Any) -> None:
        self.batches: queue.Queue[_native.Table | None] = queue.Queue(_WAITING)  # None: the end
        self.closed = threading.Event()
        self.error: BaseException | None = None
        self.lines: list[bytes] = []
        self.thread = threading.Thread(target=self._run, args=(call, kind, progress), name="kindred-stream", daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.closed.set()
        self.thread.join()

    def _run(self, call: Callable[[Any, Any], list[bytes]], kind: str, progress: Any) -> None:
        def take(batch: _native.Table) -> None:
            if batch.name == kind:
                self._put(batch)

        def on_progress(*what: Any) -> Any:
            if self.closed.is_set():
                return False
            return None if callback is None else callback(*what)

        try:
            with progress_for(progress) as callback:
                self.lines = call(on_progress, take)
        except _Closed:
            pass
        except BaseException as error:  # raised where the stream is read
            self.error = error
        try:
            self._put(None)
        except _Closed:
            pass

    def _put(self, batch: "_native.Table | None") -> None:
        while True:
            if self.closed.is_set():
                raise _Closed
            try:
                return self.batches.put(batch, timeout=_LOOK)
            except queue.Full:
                continue


class Stream:
    """One table of a find as batches (tables of up to 65,536 rows), each made when the one before it was taken.

    It can be read once: by a loop, or by a consumer of `__arrow_c_stream__` (this needs pyarrow). close(), or the end of a
    `with`, stops the call. `summary` is available when all was read.
    """

    def __init__(self, call: Callable[[Any, Any], list[bytes]], table: str, progress: Any) -> None:
        kind = Found._names.get(table)
        if kind is None:
            raise Usage("is not a table of find", b"table", True, f"give one of {', '.join(Found._names)}")
        self._running = _Running(call, kind, progress)
        self._stop = weakref.finalize(self, self._running.close)
        self._ended = False

    @property
    def summary(self) -> dict[str, Any]:
        """The summary's fields; {} before the end."""
        return json.loads(self._running.lines[0]) if self._ended and self._running.lines else {}

    def __iter__(self) -> Iterator[Table]:
        while (batch := self._next()) is not None:
            if len(batch):
                yield batch

    def reader(self) -> Any:
        """As a pyarrow.RecordBatchReader, which DuckDB's FROM takes, too."""
        pa = arrow()
        first = self._next()
        if first is None:
            raise ValueError("this stream was read already")

        def batches() -> Iterator[Any]:
            batch = first
            while batch is not None:
                yield from pa.table(batch).to_batches()
                batch = self._next()

        return pa.RecordBatchReader.from_batches(pa.table(first).schema, batches())

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.reader().__arrow_c_stream__(requested_schema)

    def close(self) -> None:
        self._stop()
        self._ended = True

    def __enter__(self) -> "Stream":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _next(self) -> Table | None:
        """None at the end. Waits without blocking other threads or Ctrl-C."""
        if self._ended:
            return None
        batch = self._running.batches.get()
        if batch is not None:
            return Table(batch)
        self.close()
        if self._running.error is not None:
            raise self._running.error
        return None
