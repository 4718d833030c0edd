"""Where documents come from: a table that has their bytes, or files.

A source marks its documents on executors, and hands over the bytes of some of them to be measured. Files up to
`large` bytes are read by Spark's binaryFile; larger ones, which it could not put in a row from 2 GB on, by tasks of our
own in pieces: only their marks are ever in a row. So are files with a name, or below a directory, that begins with "_":
Spark passes them over without a word, and `__init__.py` is one of them.
"""

from __future__ import annotations

import fnmatch
from functools import partial
from typing import Any

import pyarrow.fs
from pyspark.sql import Column, DataFrame, SparkSession
from pyspark.sql import functions as F

from .marking import DOCUMENTS, mark_bytes, mark_files

#: Seconds to nanoseconds of Spark's timestamps, which have microseconds.
_MICRO = 1000


class TableSource:
    """Documents whose bytes are a column."""

    def __init__(self, documents: DataFrame) -> None:
        self._documents = documents  # name, bytes, mtime

    def marked(self, method: str) -> DataFrame:
        return self._documents.mapInArrow(partial(mark_bytes, method=method), DOCUMENTS)

    def with_bytes(self, wanted: DataFrame) -> DataFrame:
        """`wanted` has names, each once; the bytes are beside them."""
        return wanted.join(self._documents.select("name", "bytes"), "name")


class FileSource:
    """Files by their path, of any file system that Hadoop and pyarrow support."""

    def __init__(self, spark: SparkSession, roots: list[str], large: int, pattern: str | None) -> None:
        self._spark = spark
        self._roots = roots
        self._large = large
        self._pattern = pattern

    def _read(self, *columns: str) -> DataFrame:
        reader = self._spark.read.format("binaryFile").option("recursiveFileLookup", True)
        if self._pattern is not None:
            reader = reader.option("pathGlobFilter", self._pattern)
        return reader.load(self._roots).select(*columns)

    @staticmethod
    def _name() -> Column:
        # "file:/a/b" is what find calls /a/b.
        return F.regexp_replace("path", "^file:(//)?(?=/)", "").cast("binary").alias("name")

    @staticmethod
    def _mtime() -> Column:
        return (F.unix_micros("modificationTime") * _MICRO).alias("mtime")

    def marked(self, method: str) -> DataFrame:
        small = (
            self._read("path", "modificationTime", "length", "content")
            .where(F.col("length") <= self._large)
            .select(self._name(), F.col("content").alias("bytes"), self._mtime())
            .mapInArrow(partial(mark_bytes, method=method), DOCUMENTS)
        )
        # Lists the files again, but reads none of them.
        large = self._read("path", "modificationTime", "length").where(F.col("length") > self._large)
        others = large.select(self._name(), self._mtime(), "length").union(
            self._spark.createDataFrame(self._passed_over(), "name binary, mtime bigint, length bigint")
        )
        count = others.count()
        if count == 0:
            return small
        read = others.repartition(min(count, 4096)).mapInArrow(partial(mark_files, method=method), DOCUMENTS)
        return small.unionByName(read)

    def _passed_over(self) -> list[tuple[bytes, int, int]]:
        """Files that binaryFile does not list: below the roots, where a name on the path begins with "_".

        Names with a dot there are hidden, for find as for Spark."""
        found = []
        for root in self._roots:
            system, top = pyarrow.fs.FileSystem.from_uri(root)
            for info in system.get_file_info(pyarrow.fs.FileSelector(top, recursive=True)):
                if info.type != pyarrow.fs.FileType.File:
                    continue
                way = info.path[len(top) :].strip("/").split("/")
                if any(name[0] == "." for name in way) or not any(name[0] == "_" for name in way):
                    continue
                if self._pattern is not None and not fnmatch.fnmatch(way[-1], self._pattern):
                    continue
                name = info.path if root.startswith(("/", "file:")) else root[: -len(top)] + info.path
                found.append((name.encode(), info.mtime_ns, info.size))
        return found

    def with_bytes(self, wanted: DataFrame) -> DataFrame:
        """The task that measures them reads them."""
        return wanted.withColumn("bytes", F.lit(None).cast("binary"))


def table(documents: DataFrame, *, name: str = "name", bytes: str = "bytes", mtime: str | None = None) -> TableSource:
    """Documents of a table. `name` (text or binary, each once) is their path in results; `bytes` is text or binary.

    `mtime`, if there is one, is a timestamp, or nanoseconds since 1970.
    """
    when: Any = F.lit(None).cast("bigint")
    if mtime is not None:
        kind = documents.schema[mtime].dataType.typeName()
        when = F.unix_micros(mtime) * _MICRO if kind == "timestamp" else F.col(mtime).cast("bigint")
    return TableSource(
        documents.select(
            F.col(name).cast("binary").alias("name"), F.col(bytes).cast("binary").alias("bytes"), when.alias("mtime")
        )
    )


def files(
    spark: SparkSession, roots: str | list[str], *, large: int = 64 << 20, pattern: str | None = None
) -> FileSource:
    """All files below some directories that are not hidden and, if `pattern` is given, match this glob.

    Names must be UTF-8, as Java requires, and times are those of Hadoop: milliseconds.
    """
    return FileSource(spark, [roots] if isinstance(roots, str) else list(roots), large, pattern)


def read_whole(name: bytes) -> bytes | None:
    """The bytes of a file, on an executor; None if it cannot be read any more."""
    try:
        with open_file(name) as file:
            return file.read()
    except OSError:
        return None


def open_file(name: bytes) -> Any:
    system, path = pyarrow.fs.FileSystem.from_uri(name.decode())
    return system.open_input_stream(path)

