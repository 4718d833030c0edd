"""The index of a file tree's marks, and the queries on it."""

from __future__ import annotations

import os
from typing import Any, Iterable, Union

from . import _native
from ._describe import takes_options
from ._export import export_tables
from ._marks import as_documents
from ._options import as_paths, given_flags
from ._progress import progress_for
from ._stream import Stream
from ._tables import Compared, Found, Matches, Near, Result, Scanned, Spans
from ._templates import Templates

Path = Union[str, bytes, os.PathLike]
Paths = Union[Path, Iterable[Path]]


def run(
    kind: type[Result],
    call: str,
    index: bytes,
    *,
    paths: list[bytes] = [],
    inputs: list[tuple[bytes, Any]] = [],
    documents: Any = None,
    options: dict[str, Any],
    progress: Any,
) -> Any:
    """One call of the library; see native/calls.h."""
    flags = given_flags(call, options)
    with progress_for(progress) as callback:
        return kind(*_native.call(call, index, paths, inputs, documents, flags, callback, None))


def inputs_of(query: Any) -> list[tuple[bytes, Any]]:
    """Files by their path, bytes by a number: each as (name, what it holds or None)."""
    if isinstance(query, (str, os.PathLike)):
        return [(os.fsencode(query), None)]
    if isinstance(query, (bytes, bytearray, memoryview)):
        return [(b"0", query)]
    inputs: list[tuple[bytes, Any]] = []
    for number, one in enumerate(query):
        if isinstance(one, tuple):
            name, document = one
            inputs.append((os.fsencode(name), as_documents(document)[0]))
        elif isinstance(one, (str, os.PathLike)):
            inputs.append((os.fsencode(one), None))
        else:
            inputs.append((str(number).encode(), one))
    return inputs


def find_options(
    options: dict[str, Any] | None,
    more: dict[str, Any],
    min: Any,
    measure: Any,
    include: Any,
    exclude: Any,
    inside: Any,
    pairs: bool | None = None,
) -> dict[str, Any]:
    """The options of a find by the names of flags; each must be given in one place only."""
    core = {"min": min, "measure": measure, "include": include, "exclude": exclude, "pairs": pairs}
    core["look_inside"] = ("none", "auto")[inside] if isinstance(inside, bool) else inside
    given = {name: value for name, value in core.items() if value is not None}
    for others in (more, options or {}):
        for name, value in others.items():
            if given.get(name):
                raise TypeError(f"the option {name!r} is given twice")
            given[name] = value
    return given


class Index:
    """An index of the marks of some files. Nothing is created or read before the first call.

    Every method takes the options of the command of the same name as keyword arguments (find: those that are often given,
    and the others in `options`): `--min-shared 5` is `min_shared=5`, a switch is `True`, a flag that may be repeated takes a list, and `--with` is `with_`. Shares and
    sizes may be given as typed, "25%" or "10M". `progress` is a function that gets the stage, files, all files, bytes
    and all bytes (0: not known yet) some times a second, and may return False to stop; or True for tqdm's bar.
    Ctrl-C stops a call cleanly. While a call runs, other Python threads run, too.
    """

    def __init__(self, path: Path | None = None) -> None:
        """The index in the directory `path`; None: $KINDRED_INDEX, or the user's default index."""
        self._path = _native.default_index() if path is None else os.fsencode(path)
        self.templates = Templates(self._path)

    @property
    def path(self) -> str:
        """The directory of the index."""
        return os.fsdecode(self._path)

    def __fspath__(self) -> str:
        return self.path

    def __repr__(self) -> str:
        return f"kindred.Index({self.path!r})"

    @takes_options("scan")
    def scan(self, roots: Paths, *, progress: Any = None, **options: Any) -> Scanned:
        """Brings the index up to date with the roots. Only what is new or changed is read.

        >>> kindred.Index("index").scan("drafts").summary["files"]
        3
        """
        return run(Scanned, "scan", self._path, paths=as_paths(roots), options=options, progress=progress)

    @takes_options("find", listed=False)
    def find(
        self,
        roots: Paths,
        *,
        min: Any = None,
        measure: Any = None,
        include: Any = None,
        exclude: Any = None,
        inside: Any = None,
        pairs: bool = False,
        options: dict[str, Any] | None = None,
        progress: Any = None,
        **more: Any,
    ) -> Found:
        """Scans, then finds everything that is similar in the roots.

        `min` is the least similarity, by `measure`; `include` and `exclude` are globs; `inside` says which types of files
        are looked into: names of types, False for none; with `pairs` the result has all pairs, too. All other options are
        given by name in `options`: {"min_shared": 5}.

        >>> import kindred, os, tempfile
        >>> tree = tempfile.TemporaryDirectory()
        >>> def write(name, text):
        ...     with open(os.path.join(tree.name, name), "w") as file:
        ...         _ = file.write(text)
        >>> text = "".join(f"line {i} of a text that several files have\\n" for i in range(99))
        >>> write("a", text); write("b", text + "and an end of its own\\n"); write("copy of a", text)
        >>> found = kindred.Index(tree.name + "/.index").find(tree.name, pairs=True)
        >>> found.summary["files"], found.summary["contents"], len(found.pairs)
        (3, 2, 1)
        >>> pair = found.pairs.rows()[0]
        >>> os.path.basename(pair["a"]), os.path.basename(pair["b"]), pair["of_a"]
        ('a', 'b', 1.0)
        >>> [os.path.basename(path) for path in found.identical.rows()[0]["files"]]
        ['a', 'copy of a']
        >>> tree.cleanup()
        """
        given = find_options(options, more, min, measure, include, exclude, inside, pairs)
        return run(Found, "find", self._path, paths=as_paths(roots), options=given, progress=progress)

    @takes_options("find", listed=False)
    def stream(
        self,
        roots: Paths,
        table: str = "pairs",
        *,
        min: Any = None,
        measure: Any = None,
        include: Any = None,
        exclude: Any = None,
        inside: Any = None,
        options: dict[str, Any] | None = None,
        progress: Any = None,
        **more: Any,
    ) -> Stream:
        """A find whose pairs, or another table by its name, come in batches as they are found, and are not collected.

        For results larger than memory. `find` returns all tables of a result; this returns one of them, to be read once.

        >>> import kindred, os, tempfile
        >>> tree = tempfile.TemporaryDirectory()
        >>> for name in "abc":
        ...     with open(os.path.join(tree.name, name), "w") as file:
        ...         _ = file.write(name + "".join(f"line {i} that all of these files have\\n" for i in range(99)))
        >>> with kindred.Index(tree.name + "/.index").stream(tree.name, min="50%") as stream:
        ...     for batch in stream:
        ...         [(os.path.basename(pair["a"]), os.path.basename(pair["b"])) for pair in batch]
        ...     stream.summary["pairs"]
        [('a', 'b'), ('a', 'c'), ('b', 'c')]
        3
        >>> tree.cleanup()
        """
        more["pairs"] = more.get("pairs") or table == "pairs"
        flags = given_flags("find", find_options(options, more, min, measure, include, exclude, inside))
        paths = as_paths(roots)

        def call(on_progress: Any, on_batch: Any) -> list[bytes]:
            return _native.call("find", self._path, paths, [], None, flags, on_progress, on_batch)[0]

        return Stream(call, table, progress)

    @takes_options("query")
    def query(self, query: Any, *, progress: Any = None, **options: Any) -> Matches:
        """The files of the index that are similar to the query.

        A str or a path is a file; bytes are a document themselves. A list may hold any of these, and (name, bytes) for
        a document with a name; an Arrow column is a list of documents. Documents without a name are called by their
        number. `matches` has the matches of all of them, `queries` a row for each.

        >>> index = kindred.Index("index")
        >>> _ = index.scan("drafts")
        >>> [(os.path.basename(match["path"]), match["of_query"]) for match in index.query("drafts/two.txt", min="50%").matches]
        [('two.txt', 1.0), ('one.txt', 0.85...)]
        """
        if hasattr(query, "__arrow_c_stream__") or hasattr(query, "__arrow_c_array__"):
            return run(Matches, "query", self._path, documents=query, options=options, progress=progress)
        return run(Matches, "query", self._path, inputs=inputs_of(query), options=options, progress=progress)

    @takes_options("compare")
    def compare(self, a: Path, b: Path | None = None, *, progress: Any = None, **options: Any) -> Compared:
        """What became of each file between two directories, or two files, by content; with `with_` and without `b`,
        what another machine has of `a`, by its pool.

        >>> both = kindred.Index("index").compare("drafts/one.txt", "drafts/two.txt").relations.rows()
        >>> [(row["relation"], round(row["of_a"], 2), round(row["of_b"], 2)) for row in both]
        [('changed', 0.75, 0.86)]
        """
        paths = [os.fsencode(path) for path in (a, b) if path is not None]
        return run(Compared, "compare", self._path, paths=paths, options=options, progress=progress)

    @takes_options("spans")
    def spans(self, roots: Paths, *, progress: Any = None, **options: Any) -> Spans:
        """The runs of bytes that occur several times in the roots, proved by reading. For two files: kindred.spans.

        >>> [(span["a_offset"], span["b_offset"], span["length"]) for span in kindred.Index("index").spans("drafts").spans]
        [(0, 0, 3000)]
        """
        return run(Spans, "spans", self._path, paths=as_paths(roots), options=options, progress=progress)

    @takes_options("near")
    def near(self, roots: Paths, *, progress: Any = None, **options: Any) -> Near:
        """The pairs of files of the roots with nearly the same tallies (SimHash).

        >>> kindred.Index("index").near("drafts").summary["files"]
        3
        """
        return run(Near, "near", self._path, paths=as_paths(roots), options=options, progress=progress)

    @takes_options("near")
    def near_file(self, query: Path | bytes, *, progress: Any = None, **options: Any) -> Near:
        """The files of the store whose tallies are near that of a file (str or path) or of bytes."""
        return run(Near, "near", self._path, inputs=inputs_of(query)[:1], options=options, progress=progress)

    def stats(self) -> dict[str, Any]:
        """The size and the contents of the index."""
        return run(Result, "index stats", self._path, options={}, progress=None).summary

    def check(self, *, progress: Any = None) -> dict[str, Any]:
        """Reads the whole index; `problems` lists what is damaged."""
        return run(Result, "index check", self._path, options={}, progress=progress).summary

    @takes_options("export")
    def export(self, directory: Path, roots: Paths = (), *, progress: Any = None, **options: Any) -> dict[str, Any]:
        """Writes what a find with these options matches as Parquet files in `directory`, and returns their summary.

        Without roots: all of the index as it is. docs/formats/sql.md describes the tables, and has the SQL that finds pairs,
        groups and families in them. Needs pyarrow.

        >>> _ = kindred.Index("index").export("tables", "drafts")
        >>> sorted(os.listdir("tables"))
        ['contents.parquet', 'crowds.parquet', 'files.parquet', 'marks.parquet', 'settings.parquet', 'skips.parquet']
        """
        return export_tables(self._path, directory, as_paths(roots), progress=progress, options=options)


def find(
    paths: Paths,
    *,
    min: Any = None,
    measure: Any = None,
    include: Any = None,
    exclude: Any = None,
    inside: Any = None,
    pairs: bool = False,
    options: dict[str, Any] | None = None,
    index: Path | None = None,
    progress: Any = None,
) -> Found:
    """Index(index).find(paths, ...): everything that is similar in these files and directories. Index.find has the options.

    >>> found = kindred.find("drafts", min=0.5, include="*.txt", pairs=True, options={"min_shared": 2}, index="index")
    >>> [(pair["a"], pair["b"]) for pair in found.pairs]
    [('drafts/one.txt', 'drafts/two.txt')]
    """
    return Index(index).find(
        paths,
        min=min,
        measure=measure,
        include=include,
        exclude=exclude,
        inside=inside,
        pairs=pairs,
        options=options,
        progress=progress,
    )


@takes_options("spans of two")
def spans(a: Any, b: Any, *, progress: Any = None, **options: Any) -> Spans:
    """What two files share, proved by reading both; no index is needed. A str or path is a file, bytes are a document.

    >>> import kindred
    >>> same = b"".join(b"%d, " % (i * i) for i in range(200))
    >>> both = kindred.spans(b"one " + same, b"another " + same)
    >>> both.summary["spans"], both.spans.rows()[0]["a_offset"], both.spans.rows()[0]["b_offset"]
    (1, 3, 7)
    """
    inputs = [*inputs_of(a)[:1], *inputs_of(b)[:1]]
    return run(Spans, "spans of two", b"", inputs=inputs, options=options, progress=progress)
