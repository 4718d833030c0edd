"""Progress of a call: the caller's function, or a bar of tqdm's."""

from __future__ import annotations

from typing import Any, Callable, Optional

Callback = Callable[[str, int, int, int, int], Optional[bool]]


class _Bar:
    """Shows the stages of a call in one bar of tqdm's. It counts bytes where their sum is known, else files."""

    def __init__(self, bar: Any) -> None:
        self._bar = bar

    def __call__(self, stage: str, files: int, total_files: int, done: int, total: int) -> None:
        bytes_known = total > 0
        self._bar.unit = "B" if bytes_known else "file"
        self._bar.unit_scale = bytes_known
        self._bar.set_description(stage, refresh=False)
        self._bar.total = (total if bytes_known else total_files) or None
        self._bar.n = done if bytes_known else files
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


class progress_for:
    """A context with the callback for `progress`: None, a function, True for tqdm's bar, or such a bar."""

    def __init__(self, progress: Any) -> None:
        self._bar: _Bar | None = None
        self._callback: Callback | None = None
        if progress is None or progress is False:
            return
        if progress is True:
            try:
                from tqdm.auto import tqdm
            except ImportError as error:
                raise ImportError("progress=True needs tqdm; install it with: pip install tqdm") from error
            self._bar = _Bar(tqdm())
            self._callback = self._bar
        elif hasattr(progress, "set_description"):
            self._callback = _Bar(progress)  # the caller closes it
        elif callable(progress):
            self._callback = progress
        else:
            raise TypeError("progress is None, True, a bar of tqdm's, or a function")

    def __enter__(self) -> Callback | None:
        return self._callback

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close()
