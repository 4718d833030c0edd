"""Work on pairs that needs large data of both sides: the bytes of two documents, or all their keys.

Pairs are cut into buckets whose documents together are not too large for a task, and each document is sent once to each
bucket that needs it. Pairs are sorted so that those of the same neighbourhoods are together, and places that are near
are files that are near, so few documents are sent twice.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa
from pyspark import TaskContext
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .stages import Stages

_TILE_BITS = 9  # places of one neighbourhood
_BYTES = 64 << 20  # of the documents of a bucket
_PAIRS = 500_000


def with_facts(pairs: DataFrame, contents: DataFrame, facts: list[str]) -> DataFrame:
    """`pairs` (a, b, ...) with columns of the contents for both sides: size as size_a and size_b."""
    for side in ("a", "b"):
        named = [F.col(fact).alias(f"{fact}_{side}") for fact in facts]
        pairs = pairs.join(contents.select(F.col("place").alias(side), *named), side)
    return pairs


def _cut(batches: Iterable[pa.RecordBatch], *, bytes_of_bucket: int) -> Iterator[pa.RecordBatch]:
    """Adds the bucket: a new one when what was not seen yet would make this one too large."""
    base = TaskContext.get().partitionId() << 32
    bucket, seen, held, pairs = 0, set(), 0, 0
    for batch in batches:
        columns = [batch.column(name).to_pylist() for name in ("a", "b", "cost_a", "cost_b")]
        buckets = np.empty(batch.num_rows, np.int64)
        for row, (a, b, cost_a, cost_b) in enumerate(zip(*columns)):
            more = (0 if a in seen else cost_a) + (0 if b in seen else cost_b)
            if pairs and (held + more > bytes_of_bucket or pairs >= _PAIRS):
                bucket, seen, held, pairs = bucket + 1, set(), 0, 0
                more = cost_a + cost_b
            seen.add(a)
            seen.add(b)
            held += more
            pairs += 1
            buckets[row] = base + bucket
        yield batch.append_column("bucket", pa.array(buckets))


def bucketed(
    stages: Stages, name: str, pairs: DataFrame, contents: DataFrame, cost: str, *, bytes_of_bucket: int = _BYTES
) -> DataFrame:
    """The stage `name`: a, b and bucket. `cost` is an expression over columns of the contents: bytes of a document."""
    costs = contents.select("place", F.expr(cost).cast("bigint").alias("cost"))
    tiles = [F.shiftright(side, _TILE_BITS) for side in ("a", "b")]
    return stages.table(
        name,
        lambda: with_facts(pairs.select("a", "b"), costs, ["cost"])
        .repartitionByRange(*tiles, "a", "b")
        .sortWithinPartitions(*tiles, "a", "b")
        .select("a", "b", "cost_a", "cost_b")
        .mapInArrow(
            partial(_cut, bytes_of_bucket=bytes_of_bucket),
            "a bigint, b bigint, cost_a bigint, cost_b bigint, bucket bigint",
        )
        .select("a", "b", "bucket"),
    )


def needed(pairs: DataFrame) -> DataFrame:
    """bucket and place: the documents that each bucket needs."""
    sides = [pairs.select("bucket", F.col(side).alias("place")) for side in ("a", "b")]
    return sides[0].union(sides[1]).distinct()


def work(pairs: DataFrame, documents: DataFrame, act: Callable[..., Any], schema: str) -> DataFrame:
    """act(pairs, documents) for each bucket, both as Arrow tables. `documents` has bucket and place."""
    # Both come from one table: separate columns let Spark distinguish the two.
    documents = documents.select(*[F.col(name).alias(name) for name in documents.columns])
    return pairs.groupBy("bucket").cogroup(documents.groupBy("bucket")).applyInArrow(act, schema)


def local_numbers(pairs: pa.Table, documents: pa.Table) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The rows of the documents in the order of their places, and the two sides of the pairs as numbers in it."""
    places = documents["place"].to_numpy()
    order = np.argsort(places)
    sides = [np.searchsorted(places[order], pairs[side].to_numpy()).astype(np.uint32) for side in ("a", "b")]
    return order, sides[0], sides[1]
