"""Distinct contents and their numbers.

A content is identified by size and digest, and numbered in the order of its first name, as on one machine: by
directory, then by name in it, both by their bytes. All later stages refer to contents by these numbers.
"""

from __future__ import annotations

from typing import Iterable, Iterator

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .. import _native
from .._errors import Usage
from .stages import Stages

#: Of a row's position in its partition, as monotonically_increasing_id() has it.
_IN_PARTITION = (1 << 33) - 1


def ranked(stages: Stages, name: str, rows: DataFrame, order: list[str], rank: str) -> DataFrame:
    """`rows` with their number in an order without ties, as column `rank`.

    They are sorted and written with partition and position; what comes before a partition is counted. A range
    partitioning that is made twice may cut elsewhere: so the numbers are made from what was written.
    """

    def sort() -> DataFrame:
        # An explicit number of partitions would keep Spark from choosing one that fits.
        return (
            rows.repartitionByRange(*order)
            .sortWithinPartitions(*order)
            .withColumn("_partition", F.spark_partition_id())
            .withColumn("_position", F.monotonically_increasing_id().bitwiseAND(F.lit(_IN_PARTITION)))
        )

    written = stages.table(name, sort)

    def count() -> dict[str, list[int]]:
        counts = written.groupBy("_partition").count().collect()
        return {"rows": [[row["_partition"], row["count"]] for row in counts]}

    before, total = {}, 0
    for partition, rows_in in sorted(stages.count(f"{name}.count", count)["rows"]):
        before[partition], total = total, total + rows_in
    if not before:
        return written.withColumn(rank, F.lit(0).cast("bigint")).drop("_partition", "_position")
    begins = F.array(*[F.lit(before.get(i, 0)).cast("bigint") for i in range(max(before) + 1)])
    return written.withColumn(rank, F.get(begins, F.col("_partition")) + F.col("_position")).drop(
        "_partition", "_position"
    )


def contents_of(stages: Stages, documents: DataFrame) -> DataFrame:
    """place, name, mtime, size, digest, files, is_text, suffix, level, weights, compared, marks."""
    usable = documents.where(F.col("skip").isNull())
    repeated = usable.groupBy("name").count().where("count > 1").limit(1).collect()
    if repeated:
        raise Usage("two documents have this name", bytes(repeated[0]["name"]), False, "give each document its own name")
    facts = ["directory", "base", "name", "mtime", "is_text", "level", "weights", "compared", "marks"]
    distinct = (
        usable.where("size > 0")
        .withColumn("marks", F.size("keys"))
        .groupBy("size", "digest")
        .agg(F.min(F.struct(*facts)).alias("first"), F.count(F.lit(1)).alias("files"))
        .select("size", "digest", "files", "first.*", suffix_of("first.base").alias("suffix"))
    )
    return ranked(stages, "contents", distinct, ["directory", "base"], "place").drop("directory", "base")


def suffix_of(base: str) -> Column:
    """ "c" of "a.b.c"; nothing for a name without a dot, or with only a leading one. A letter for each byte: names need
    not be UTF-8."""
    letters = F.decode(F.col(base), "ISO-8859-1")
    return F.when(F.locate(".", letters, 2) == 0, "").otherwise(F.substring_index(letters, ".", -1))


def _with_hashes(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        places = batch.column("place").to_numpy().astype(np.uint64)
        hashes = pa.array(_native.hash_of_members(places), pa.int64())
        yield pa.record_batch(
            [batch.column("place"), batch.column("kind"), hashes, batch.column("keys"), batch.column("weights")],
            names=["place", "kind", "hash", "keys", "weights"],
        )


def marks_of(documents: DataFrame, contents: DataFrame, *, types_together: bool) -> DataFrame:
    """place, kind, hash, keys, weights: a row for each content.

    `kind` divides what is compared apart (text and other contents); `hash` is what the hashes of sets are made of.
    """
    kind = F.lit(True) if types_together else F.col("is_text")
    named = contents.select("name", "place", kind.alias("kind"))
    with_keys = documents.where("size(keys) > 0").select("name", "keys", F.col("key_weights").alias("weights"))
    return (
        with_keys.join(named, "name")
        .select("place", "kind", "keys", "weights")
        .mapInArrow(_with_hashes, "place bigint, kind boolean, hash bigint, keys array<bigint>, weights array<bigint>")
    )
