"""Results as Parquet with the schema of Index.find's tables, some of whose types Spark lacks (unsigned numbers,
nanoseconds). So tasks write the files themselves, each under a unique name that appears when the file is complete."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.fs
import pyarrow.parquet
from pyspark import TaskContext
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import _native
from .buckets import with_facts, work
from .components import components
from .stages import Stages
from .steps import Flags, steps

#: Links that a task groups at a time; a component that has more is a separate task.
_LINKS_OF_A_TASK = 1_000_000
_NO_TIME = -(1 << 63)  # kNoTime: of a document without one
_ROWS = 50_000


@lru_cache(maxsize=None)
def schema_of(record: str) -> pa.Schema:
    return pa.table(_native.empty_table(record)).schema


class Part:
    """One file of a table. It takes its name when it is closed without an error; a task that is tried again, or twice
    at the same time, replaces it by the same."""

    def __init__(self, directory: str, record: str, number: int) -> None:
        self._files, path = pyarrow.fs.FileSystem.from_uri(directory)
        attempt = TaskContext.get().taskAttemptId()
        self._part, self._name = f"{path}/.part-{number:05d}-{attempt}", f"{path}/part-{number:05d}.parquet"
        self._schema = schema_of(record)
        self._writer: Any = None
        self.rows = 0

    def write(self, table: pa.Table) -> None:
        if table.num_rows == 0:
            return
        if self._writer is None:
            self._writer = pyarrow.parquet.ParquetWriter(
                self._files.open_output_stream(self._part), self._schema, compression="zstd"
            )
        self._writer.write_table(table.cast(self._schema))
        self.rows += table.num_rows

    def close(self) -> None:
        if self._writer is None:
            return
        self._writer.close()
        self._files.move(self._part, self._name)


def _columns(table: pa.Table, columns: dict[str, Any], schema: pa.Schema) -> pa.Table:
    """The columns of the schema, null where a column is not given."""
    arrays = [columns.get(field.name, pa.nulls(table.num_rows, field.type)) for field in schema]
    return pa.table([array.cast(field.type) for array, field in zip(arrays, schema)], schema=schema)


def _times(column: Any) -> Any:
    return column.cast(pa.timestamp("ns", "UTC"))


def _pair_records(batches: Iterable[pa.RecordBatch], *, directory: str) -> Iterator[pa.RecordBatch]:
    part = Part(directory, "pair", TaskContext.get().partitionId())
    for batch in batches:
        table = pa.Table.from_batches([batch])
        columns = {name: table[name] for name in ("size_a", "size_b", "shared_bytes")}
        # As records have it: a flag that is not set, and an error of nothing, as of what was measured, are left out.
        no_flags = pa.nulls(table.num_rows, pa.bool_())
        columns["measured"] = pc.if_else(table["measured"], table["measured"], no_flags)
        columns.update({name: table[name].cast(pa.float64()) for name in ("of_a", "of_b", "similarity")})
        error = table["error"].cast(pa.float64())
        columns["error"] = pc.if_else(pc.equal(error, 0), pa.nulls(table.num_rows, pa.float64()), error)
        columns.update(a=table["name_a"], b=table["name_b"], shared_marks=table["keys"])
        columns.update(mtime_a=_times(table["mtime_a"]), mtime_b=_times(table["mtime_b"]))
        part.write(_columns(table, columns, schema_of("pair")))
    part.close()
    yield pa.record_batch([pa.array([part.rows], pa.int64())], names=["rows"])


def write_pairs(stages: Stages, pairs: DataFrame, contents: DataFrame) -> int:
    """pairs/: in the order of the names of a, then b."""

    def write() -> dict[str, int]:
        directory = stages.empty("pairs")
        named = with_facts(pairs, contents, ["name", "size", "mtime"])
        rows = (
            named.repartitionByRange("a", "b")
            .sortWithinPartitions("a", "b")
            .mapInArrow(partial(_pair_records, directory=directory), "rows bigint")
        )
        return {"rows": rows.agg(F.sum("rows")).collect()[0][0] or 0}

    return stages.count("pairs", write)["rows"]


def _identical_records(batches: Iterable[pa.RecordBatch], *, directory: str) -> Iterator[pa.RecordBatch]:
    part = Part(directory, "identical", TaskContext.get().partitionId())
    spare = copies = 0
    for batch in batches:
        rows = batch.to_pylist()
        sets = [sorted(row["names"], key=lambda one: (one["directory"], one["base"])) for row in rows]
        table = pa.table({"size": batch.column("size"), "digest": batch.column("digest")})
        columns = {
            "size": table["size"],
            "digest": table["digest"],
            "files": pa.array([[one["name"] for one in files] for files in sets], pa.list_(pa.binary())),
            "links": pa.array([0] * len(rows), pa.uint64()),
            "total_files": pa.array([len(files) for files in sets], pa.uint64()),
            "times": pa.array(
                [[one["mtime"] for one in files] for files in sets], pa.list_(pa.timestamp("ns", "UTC"))
            ),
        }
        part.write(_columns(table, columns, schema_of("identical")))
        copies += sum(len(files) - 1 for files in sets)
        spare += sum((len(files) - 1) * row["size"] for files, row in zip(sets, rows))
    part.close()
    yield pa.record_batch([pa.array([n], pa.int64()) for n in (part.rows, copies, spare)], names=["rows", "copies", "spare"])


def write_identical(stages: Stages, documents: DataFrame) -> dict[str, int]:
    """identical/: the sets of equal documents, each with the names of all."""

    def write() -> dict[str, int]:
        directory = stages.empty("identical")
        one = F.struct("directory", "base", "name", "mtime")
        counts = (
            documents.where("skip is null and size > 0")
            .groupBy("size", "digest")
            .agg(F.collect_list(one).alias("names"))
            .where(F.size("names") > 1)
            .mapInArrow(partial(_identical_records, directory=directory), "rows bigint, copies bigint, spare bigint")
            .agg(*[F.coalesce(F.sum(name), F.lit(0)).alias(name) for name in ("rows", "copies", "spare")])
        )
        return counts.collect()[0].asDict()

    return stages.count("identical", write)


def _group_records(links: pa.Table, contents: pa.Table, *, directories: list[str], flags: Flags) -> pa.Table:
    """Families and groups of a bucket of components."""
    number = int(contents["bucket"][0].as_py())
    order = np.argsort(contents["place"].to_numpy())
    contents = contents.take(pa.array(order))
    links = links.sort_by([("a", "ascending"), ("b", "ascending")])
    places = contents["place"].to_numpy()
    sides = [np.searchsorted(places, links[side].to_numpy()).astype(np.uint32) for side in ("a", "b")]
    found = steps(flags).group(
        contents["name"],
        contents["digest"],
        contents["size"].to_numpy().astype(np.uint64),
        contents["files"].to_numpy().astype(np.uint64),
        contents["mtime"].fill_null(_NO_TIME).to_numpy(),
        contents["family"].to_numpy().astype(np.uint8),
        *sides,
        *(links[name].to_numpy() for name in ("of_a", "of_b", "similarity")),
        links["measured"].to_numpy(zero_copy_only=False).astype(np.uint8),
        links["keys"].to_numpy().astype(np.uint64),
        links["shared_bytes"].to_numpy().astype(np.uint64),
    )
    counts = []
    for table, directory, record in zip(found, directories, ("family", "group")):
        part = Part(directory, record, number)
        rows = pa.table(table)
        for begin in range(0, rows.num_rows, _ROWS):
            part.write(rows.slice(begin, _ROWS))
        part.close()
        counts.append(part.rows)
    within = sum(pa.table(found[0])["links"].to_pylist())
    return pa.table({"families": [counts[0]], "groups": [counts[1]], "between": [links.num_rows - within]})


def write_groups(
    stages: Stages, links: DataFrame, contents: DataFrame, families: DataFrame | None, flags: Flags, task_edges: int
) -> dict[str, int]:
    """families/ and groups/: components are found by all, and each is grouped by one task."""

    def write() -> dict[str, int]:
        directories = [stages.empty(name) for name in ("families", "groups")]
        component = components(stages, "components", links.select("a", "b"), task_edges=task_edges)
        with_component = links.join(component.withColumnRenamed("node", "a"), "a")
        sizes = with_component.groupBy("component").agg(F.count(F.lit(1)).alias("links"))
        total = sizes.agg(F.sum("links")).collect()[0][0] or 0
        # Small components share buckets, by their hash; a large one has its own, numbered after these.
        small = max(1, -(-total // _LINKS_OF_A_TASK))
        bucket = F.when(F.col("links") > _LINKS_OF_A_TASK, F.col("component") + small).otherwise(
            F.pmod(F.xxhash64("component"), F.lit(small))
        )
        buckets = stages.table("components.buckets", lambda: sizes.select("component", bucket.alias("bucket")))
        of_links = with_component.join(buckets, "component").drop("component")
        members = component.join(buckets, "component").select(F.col("node").alias("place"), "bucket")
        named = members.join(contents.select("place", "name", "digest", "size", "files", "mtime"), "place")
        if families is None:
            named = named.withColumn("family", F.lit(0))
        else:
            role = F.when(F.col("centre").isNull(), 0).when(F.col("centre") == F.col("place"), 2).otherwise(1)
            named = named.join(families, "place", "left").withColumn("family", role).drop("centre")
        act = partial(_group_records, directories=directories, flags=flags)
        counts = (
            work(of_links, named, act, "families bigint, groups bigint, between bigint")
            .agg(*[F.coalesce(F.sum(name), F.lit(0)).alias(name) for name in ("families", "groups", "between")])
        )
        return counts.collect()[0].asDict()

    return stages.count("groups", write)


def skip_records(batches: Iterable[pa.RecordBatch], *, directory: str) -> Iterator[pa.RecordBatch]:
    """skips/: documents that could not be used, with the reason."""
    part = Part(directory, "skip", TaskContext.get().partitionId())
    for batch in batches:
        table = pa.Table.from_batches([batch])
        columns = {
            "path": table["name"],
            "stage": pa.array(["read"] * batch.num_rows),
            "reason": table["skip"],
            "error": pa.array([True] * batch.num_rows),
        }
        part.write(_columns(table, columns, schema_of("skip")))
    part.close()
    yield pa.record_batch([pa.array([part.rows], pa.int64())], names=["rows"])
