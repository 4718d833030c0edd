# Made by apps/python/tools/make_stubs.py from the tables of flags; do not edit.
import os
from typing import Any, Callable, Iterable, Optional, TypedDict, Union

from ._stream import Stream
from ._tables import Compared, Found, Matches, Near, Result, Scanned, Spans
from ._templates import Templates

Path = Union[str, bytes, os.PathLike[Any]]
Paths = Union[Path, Iterable[Path]]
Progress = Union[Callable[[str, int, int, int, int], Optional[bool]], bool, Any, None]

def run(
    kind: type[Result],
    call: str,
    index: bytes,
    *,
    paths: list[bytes] = ...,
    inputs: list[tuple[bytes, Any]] = ...,
    documents: Any = ...,
    options: dict[str, Any],
    progress: Any,
) -> Any: ...
def inputs_of(query: Any) -> list[tuple[bytes, Any]]: ...

class _FindOptions(TypedDict, total=False):
    coarse: bool | None
    count: str | None
    database: str | None
    decided: bool | None
    directories: bool | None
    estimate: bool | None
    exclude: str | Iterable[str] | None
    exclude_from: str | Iterable[str] | None
    families: str | None
    files_from: Path | None
    filter: str | None
    filter_command: str | None
    filter_timeout: int | str | None
    fine: bool | None
    follow: bool | None
    hidden: bool | None
    ignore_case: bool | None
    ignore_markup: bool | None
    ignore_space: bool | None
    include: str | Iterable[str] | None
    key: str | None
    key_file: Path | None
    key_tolerance: float | str | None
    limit: int | str | None
    look_inside: str | None
    margin: int | str | None
    mark_up_to: int | str | None
    max_degree: int | str | None
    measure: str | None
    memory: int | str | None
    method: str | Iterable[str] | None
    min: float | str | None
    min_hits: int | str | None
    min_shared: int | str | None
    near: bool | None
    no_rescan: bool | None
    no_templates: bool | None
    null: bool | None
    one_file_system: bool | None
    pairs: bool | None
    password_file: Path | None
    per_type: Path | None
    rate: str | None
    raw: bool | None
    run: int | str | None
    same_suffix: bool | None
    sets: bool | None
    show: str | Iterable[str] | None
    size: str | int | None
    size_ratio: float | str | None
    sort: str | None
    tags: str | None
    threads: int | str | None
    tolerance: float | str | None
    trust_digest: bool | None
    type: str | Iterable[str] | None
    types: str | None
    unpack: str | None
    unpack_depth: int | str | None
    unpack_limit: int | str | None
    unsandboxed: bool | None
    verify: bool | None
    verify_min: float | str | None
    with_: str | Iterable[str] | None

class Index:
    templates: Templates
    def __init__(self, path: Path | None = ...) -> None: ...
    @property
    def path(self) -> str: ...
    def __fspath__(self) -> str: ...
    def scan(
        self, roots: Paths,
        *,
        progress: Progress = ...,
        coarse: bool | None = ...,
        exclude: str | Iterable[str] | None = ...,
        exclude_from: str | Iterable[str] | None = ...,
        files_from: Path | None = ...,
        fine: bool | None = ...,
        follow: bool | None = ...,
        hidden: bool | None = ...,
        ignore_case: bool | None = ...,
        ignore_markup: bool | None = ...,
        ignore_space: bool | None = ...,
        include: str | Iterable[str] | None = ...,
        look_inside: str | None = ...,
        mark_up_to: int | str | None = ...,
        memory: int | str | None = ...,
        method: str | Iterable[str] | None = ...,
        null: bool | None = ...,
        one_file_system: bool | None = ...,
        rate: str | None = ...,
        raw: bool | None = ...,
        size: str | int | None = ...,
        threads: int | str | None = ...,
        unpack: str | None = ...,
        unpack_depth: int | str | None = ...,
        unpack_limit: int | str | None = ...,
        unsandboxed: bool | None = ...,
    ) -> Scanned: ...
    def find(
        self, roots: Paths,
        *,
        min: float | str | None = ...,
        measure: str | None = ...,
        include: str | Iterable[str] | None = ...,
        exclude: str | Iterable[str] | None = ...,
        inside: bool | str | Iterable[str] | None = ...,
        pairs: bool = ...,
        options: _FindOptions | None = ...,
        progress: Progress = ...,
    ) -> Found: ...
    def stream(
        self, roots: Paths, table: str = ...,
        *,
        min: float | str | None = ...,
        measure: str | None = ...,
        include: str | Iterable[str] | None = ...,
        exclude: str | Iterable[str] | None = ...,
        inside: bool | str | Iterable[str] | None = ...,
        options: _FindOptions | None = ...,
        progress: Progress = ...,
    ) -> Stream: ...
    def query(
        self, query: Any,
        *,
        progress: Progress = ...,
        coarse: bool | None = ...,
        count: str | None = ...,
        estimate: bool | None = ...,
        filter: str | None = ...,
        filter_command: str | None = ...,
        filter_timeout: int | str | None = ...,
        fine: bool | None = ...,
        ignore_case: bool | None = ...,
        ignore_markup: bool | None = ...,
        ignore_space: bool | None = ...,
        key_file: Path | None = ...,
        limit: int | str | None = ...,
        look_inside: str | None = ...,
        margin: int | str | None = ...,
        max_degree: int | str | None = ...,
        measure: str | None = ...,
        method: str | Iterable[str] | None = ...,
        min: float | str | None = ...,
        min_shared: int | str | None = ...,
        no_templates: bool | None = ...,
        rate: str | None = ...,
        raw: bool | None = ...,
        run: int | str | None = ...,
        same_suffix: bool | None = ...,
        size_ratio: float | str | None = ...,
        type: str | Iterable[str] | None = ...,
        types: str | None = ...,
        unpack: str | None = ...,
        unpack_depth: int | str | None = ...,
        unpack_limit: int | str | None = ...,
        unsandboxed: bool | None = ...,
        verify: bool | None = ...,
        with_: str | Iterable[str] | None = ...,
    ) -> Matches: ...
    def compare(
        self, a: Path, b: Path | None = ...,
        *,
        progress: Progress = ...,
        coarse: bool | None = ...,
        count: str | None = ...,
        estimate: bool | None = ...,
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
        key_file: Path | None = ...,
        limit: int | str | None = ...,
        look_inside: str | None = ...,
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
        size: str | int | None = ...,
        size_ratio: float | str | None = ...,
        threads: int | str | None = ...,
        types: str | None = ...,
        unpack: str | None = ...,
        unpack_depth: int | str | None = ...,
        unpack_limit: int | str | None = ...,
        unsandboxed: bool | None = ...,
        verify: bool | None = ...,
        with_: str | Iterable[str] | None = ...,
    ) -> Compared: ...
    def spans(
        self, roots: Paths,
        *,
        progress: Progress = ...,
        bit_order: str | None = ...,
        bits: bool | None = ...,
        coarse: bool | None = ...,
        context: int | str | None = ...,
        every_run: int | str | None = ...,
        exclude: str | Iterable[str] | None = ...,
        exclude_from: str | Iterable[str] | None = ...,
        files_from: Path | None = ...,
        fine: bool | None = ...,
        follow: bool | None = ...,
        hidden: bool | None = ...,
        ignore_case: bool | None = ...,
        ignore_markup: bool | None = ...,
        ignore_space: bool | None = ...,
        include: str | Iterable[str] | None = ...,
        limit: int | str | None = ...,
        look_inside: str | None = ...,
        memory: int | str | None = ...,
        method: str | Iterable[str] | None = ...,
        min_length: int | str | None = ...,
        no_rescan: bool | None = ...,
        null: bool | None = ...,
        one_file_system: bool | None = ...,
        order: str | None = ...,
        rate: str | None = ...,
        raw: bool | None = ...,
        size: str | int | None = ...,
        threads: int | str | None = ...,
        type: str | Iterable[str] | None = ...,
        unpack: str | None = ...,
        unpack_depth: int | str | None = ...,
        unpack_limit: int | str | None = ...,
        unsandboxed: bool | None = ...,
    ) -> Spans: ...
    def near(
        self, roots: Paths,
        *,
        progress: Progress = ...,
        database: str | None = ...,
        exclude: str | Iterable[str] | None = ...,
        exclude_from: str | Iterable[str] | None = ...,
        files_from: Path | None = ...,
        follow: bool | None = ...,
        hidden: bool | None = ...,
        include: str | Iterable[str] | None = ...,
        key: str | None = ...,
        key_tolerance: float | str | None = ...,
        limit: int | str | None = ...,
        memory: int | str | None = ...,
        min_hits: int | str | None = ...,
        null: bool | None = ...,
        one_file_system: bool | None = ...,
        password_file: Path | None = ...,
        per_type: Path | None = ...,
        size: str | int | None = ...,
        tags: str | None = ...,
        threads: int | str | None = ...,
        tolerance: float | str | None = ...,
        trust_digest: bool | None = ...,
        verify: bool | None = ...,
        verify_min: float | str | None = ...,
    ) -> Near: ...
    def near_file(
        self, query: Path,
        *,
        progress: Progress = ...,
        database: str | None = ...,
        exclude: str | Iterable[str] | None = ...,
        exclude_from: str | Iterable[str] | None = ...,
        files_from: Path | None = ...,
        follow: bool | None = ...,
        hidden: bool | None = ...,
        include: str | Iterable[str] | None = ...,
        key: str | None = ...,
        key_tolerance: float | str | None = ...,
        limit: int | str | None = ...,
        memory: int | str | None = ...,
        min_hits: int | str | None = ...,
        null: bool | None = ...,
        one_file_system: bool | None = ...,
        password_file: Path | None = ...,
        per_type: Path | None = ...,
        size: str | int | None = ...,
        tags: str | None = ...,
        threads: int | str | None = ...,
        tolerance: float | str | None = ...,
        trust_digest: bool | None = ...,
        verify: bool | None = ...,
        verify_min: float | str | None = ...,
    ) -> Near: ...
    def stats(self) -> dict[str, Any]: ...
    def check(self, *, progress: Progress = ...) -> dict[str, Any]: ...
    def export(
        self, directory: Path, roots: Paths = ...,
        *,
        progress: Progress = ...,
        coarse: bool | None = ...,
        count: str | None = ...,
        database: str | None = ...,
        decided: bool | None = ...,
        directories: bool | None = ...,
        estimate: bool | None = ...,
        exclude: str | Iterable[str] | None = ...,
        exclude_from: str | Iterable[str] | None = ...,
        families: str | None = ...,
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
        key: str | None = ...,
        key_file: Path | None = ...,
        key_tolerance: float | str | None = ...,
        limit: int | str | None = ...,
        look_inside: str | None = ...,
        margin: int | str | None = ...,
        mark_up_to: int | str | None = ...,
        max_degree: int | str | None = ...,
        measure: str | None = ...,
        memory: int | str | None = ...,
        method: str | Iterable[str] | None = ...,
        min: float | str | None = ...,
        min_hits: int | str | None = ...,
        min_shared: int | str | None = ...,
        near: bool | None = ...,
        no_rescan: bool | None = ...,
        no_templates: bool | None = ...,
        null: bool | None = ...,
        one_file_system: bool | None = ...,
        pairs: bool | None = ...,
        password_file: Path | None = ...,
        per_type: Path | None = ...,
        rate: str | None = ...,
        raw: bool | None = ...,
        run: int | str | None = ...,
        same_suffix: bool | None = ...,
        sets: bool | None = ...,
        show: str | Iterable[str] | None = ...,
        size: str | int | None = ...,
        size_ratio: float | str | None = ...,
        sort: str | None = ...,
        tags: str | None = ...,
        threads: int | str | None = ...,
        tolerance: float | str | None = ...,
        trust_digest: bool | None = ...,
        type: str | Iterable[str] | None = ...,
        types: str | None = ...,
        unpack: str | None = ...,
        unpack_depth: int | str | None = ...,
        unpack_limit: int | str | None = ...,
        unsandboxed: bool | None = ...,
        verify: bool | None = ...,
        verify_min: float | str | None = ...,
        with_: str | Iterable[str] | None = ...,
    ) -> dict[str, Any]: ...

def find(
    paths: Paths,
    *,
    min: float | str | None = ...,
    measure: str | None = ...,
    include: str | Iterable[str] | None = ...,
    exclude: str | Iterable[str] | None = ...,
    inside: bool | str | Iterable[str] | None = ...,
    pairs: bool = ...,
    index: Path | None = ...,
    options: _FindOptions | None = ...,
    progress: Progress = ...,
) -> Found: ...
def spans(
    a: Any, b: Any,
    *,
    progress: Progress = ...,
    bit_order: str | None = ...,
    bits: bool | None = ...,
    coarse: bool | None = ...,
    context: int | str | None = ...,
    every_run: int | str | None = ...,
    exclude: str | Iterable[str] | None = ...,
    exclude_from: str | Iterable[str] | None = ...,
    files_from: Path | None = ...,
    fine: bool | None = ...,
    follow: bool | None = ...,
    hidden: bool | None = ...,
    ignore_case: bool | None = ...,
    ignore_markup: bool | None = ...,
    ignore_space: bool | None = ...,
    include: str | Iterable[str] | None = ...,
    limit: int | str | None = ...,
    look_inside: str | None = ...,
    memory: int | str | None = ...,
    method: str | Iterable[str] | None = ...,
    min_length: int | str | None = ...,
    no_rescan: bool | None = ...,
    null: bool | None = ...,
    one_file_system: bool | None = ...,
    order: str | None = ...,
    rate: str | None = ...,
    raw: bool | None = ...,
    size: str | int | None = ...,
    threads: int | str | None = ...,
    type: str | Iterable[str] | None = ...,
    unpack: str | None = ...,
    unpack_depth: int | str | None = ...,
    unpack_limit: int | str | None = ...,
    unsandboxed: bool | None = ...,
) -> Spans: ...
