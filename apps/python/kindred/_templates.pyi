# Made by apps/python/tools/make_stubs.py from the tables of flags; do not edit.
import os
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
    def add(
        self, name: str, roots: Paths = ...,
        *,
        progress: Progress = ...,
        coarse: bool | None = ...,
        count: str | None = ...,
        exclude: str | Iterable[str] | None = ...,
        exclude_from: str | Iterable[str] | None = ...,
        family: str | None = ...,
        file: Path | None = ...,
        files_from: Path | None = ...,
        filter: str | None = ...,
        filter_command: str | None = ...,
        filter_timeout: int | str | None = ...,
        fine: bool | None = ...,
        follow: bool | None = ...,
        hidden: bool | None = ...,
        ignore_case: bool | None = ...,
        ignore_markup: bool | None = ...,
        ignore_space: bool | None = ...,
        include: str | Iterable[str] | None = ...,
        limit: int | str | None = ...,
        margin: int | str | None = ...,
        max_degree: int | str | None = ...,
        measure: str | None = ...,
        memory: int | str | None = ...,
        method: str | Iterable[str] | None = ...,
        min: float | str | None = ...,
        min_shared: int | str | None = ...,
        no_templates: bool | None = ...,
        null: bool | None = ...,
        one_file_system: bool | None = ...,
        preview: bool | None = ...,
        rate: str | None = ...,
        raw: bool | None = ...,
        run: int | str | None = ...,
        same_suffix: bool | None = ...,
        share: float | str | None = ...,
        size: str | int | None = ...,
        size_ratio: float | str | None = ...,
        span: str | Iterable[str] | None = ...,
        threads: int | str | None = ...,
        type: str | Iterable[str] | None = ...,
        types: str | None = ...,
    ) -> Effects: ...
    def suggest(
        self, roots: Paths = ...,
        *,
        progress: Progress = ...,
        apply: bool | None = ...,
        coarse: bool | None = ...,
        count: str | None = ...,
        exclude: str | Iterable[str] | None = ...,
        exclude_from: str | Iterable[str] | None = ...,
        files_from: Path | None = ...,
        filter: str | None = ...,
        filter_command: str | None = ...,
        filter_timeout: int | str | None = ...,
        fine: bool | None = ...,
        follow: bool | None = ...,
        hidden: bool | None = ...,
        ignore_case: bool | None = ...,
        ignore_markup: bool | None = ...,
        ignore_space: bool | None = ...,
        include: str | Iterable[str] | None = ...,
        least: int | str | None = ...,
        limit: int | str | None = ...,
        margin: int | str | None = ...,
        max_degree: int | str | None = ...,
        measure: str | None = ...,
        memory: int | str | None = ...,
        method: str | Iterable[str] | None = ...,
        min: float | str | None = ...,
        min_shared: int | str | None = ...,
        no_templates: bool | None = ...,
        null: bool | None = ...,
        one_file_system: bool | None = ...,
        rate: str | None = ...,
        raw: bool | None = ...,
        run: int | str | None = ...,
        same_suffix: bool | None = ...,
        share: float | str | None = ...,
        size: str | int | None = ...,
        size_ratio: float | str | None = ...,
        threads: int | str | None = ...,
        type: str | Iterable[str] | None = ...,
        types: str | None = ...,
    ) -> Suggestions: ...
