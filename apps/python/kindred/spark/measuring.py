"""Shares by bytes: which pairs are read, and what they share."""

from __future__ import annotations

from functools import partial
from typing import Any, Iterable, Iterator

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .buckets import bucketed, local_numbers, needed, with_facts, work
from .contents import ranked
from .sources import read_whole
from .stages import Stages
from .steps import Flags, steps

# As measure_stage.cc has them: bytes that are read at least, the part of all bytes, pairs at least and for each content,
# and what a pair counts whose verdict is open.
_LEAST_BYTES = 16 << 20
_BYTES_OF_ALL = 64
_LEAST_PAIRS = 200_000
_PAIRS_PER_CONTENT = 4
_OPEN_COUNTS = 4


def _within(batches: Iterable[pa.RecordBatch], *, budget: int) -> Iterator[pa.RecordBatch]:
    """The contents that fit the budget, in the order they come; one that does not fit is passed over."""
    left = budget
    for batch in batches:
        chosen = []
        for place, size in zip(batch.column("place").to_pylist(), batch.column("size").to_pylist()):
            if size <= left:
                left -= size
                chosen.append(place)
        yield pa.record_batch([pa.array(chosen, pa.int64())], names=["place"])


def _to_read(stages: Stages, judged: DataFrame, contents: DataFrame) -> DataFrame:
    """Contents worth reading, within the budget. One task goes through them in their order, without holding them."""
    counts = F.when(F.col("is_open"), _OPEN_COUNTS).otherwise(1)
    sides = [judged.where("uncertain").select(F.col(side).alias("place"), counts.alias("counts")) for side in ("a", "b")]
    uncertain = sides[0].union(sides[1]).groupBy("place").agg(F.sum("counts").cast("float").alias("counts"))
    whole = stages.count("bytes", lambda: {"bytes": contents.agg(F.sum("size")).collect()[0][0] or 0})["bytes"]
    # In single precision, as there; a quotient of doubles rounds to the same.
    worth = (F.col("counts") / (F.col("size") + 1).cast("float")).cast("float")
    return (
        uncertain.join(contents.select("place", "size"), "place")
        .select("place", "size", worth.alias("worth"))
        .repartition(1)
        .sortWithinPartitions(F.desc("worth"), F.asc("place"))
        .mapInArrow(partial(_within, budget=max(_LEAST_BYTES, whole // _BYTES_OF_ALL)), "place bigint")
    )


def chosen(stages: Stages, judged: DataFrame, contents: DataFrame, contents_count: int) -> DataFrame:
    """The pairs that a find measures without `verify` and without `estimate`."""
    read = stages.table("measure.contents", lambda: _to_read(stages, judged, contents))
    pairs = judged.where("uncertain")
    for side in ("a", "b"):
        pairs = pairs.join(read.select(F.col("place").alias(side)), side, "left_semi")
    candidates = stages.table("measure.candidates", lambda: pairs.select("a", "b", "is_open"))
    left = _LEAST_PAIRS + _PAIRS_PER_CONTENT * contents_count
    if stages.count("measure.candidates.count", lambda: {"pairs": candidates.count()})["pairs"] <= left:
        return candidates.select("a", "b")
    order = candidates.select((~F.col("is_open")).alias("later"), "a", "b")
    numbered = ranked(stages, "measure.ranked", order, ["later", "a", "b"], "number")
    return numbered.where(F.col("number") < left).select("a", "b")


MEASURED = "a bigint, b bigint, of_a float, of_b float, similarity float, shared_bytes bigint"


def _measure(pairs: pa.Table, documents: pa.Table, *, flags: Flags) -> pa.Table:
    order, a, b = local_numbers(pairs, documents)
    names, given = documents["name"], documents["bytes"]
    held: list[Any] = []
    for row in order.tolist():
        held.append(given[row].as_buffer() if given[row].is_valid else read_whole(names[row].as_py()))
    found = pa.table(steps(flags).measure(held, a, b)[0]).combine_chunks()
    rows = found["row"].cast(pa.int64())
    return pa.table(
        [
            pairs["a"].take(rows),
            pairs["b"].take(rows),
            *(found[name].cast(pa.float32()) for name in ("of_a", "of_b", "similarity")),
            found["shared_bytes"].cast(pa.int64()),
        ],
        names=[column.split()[0] for column in MEASURED.split(", ")],
    )


def measured(
    stages: Stages, pairs: DataFrame, contents: DataFrame, source: Any, flags: Flags, bytes_of_bucket: int
) -> DataFrame:
    """Exact shares of pairs (a, b). Those of which one cannot be read any more are left out."""
    cut = bucketed(stages, "measure.buckets", pairs, contents, "size", bytes_of_bucket=bytes_of_bucket)

    def read() -> DataFrame:
        wanted = needed(cut)
        named = wanted.select("place").distinct().join(contents.select("place", "name"), "place")
        documents = wanted.join(source.with_bytes(named), "place")
        return work(cut, documents, partial(_measure, flags=flags), MEASURED)

    return stages.table("measured", read)


def settled(judged: DataFrame, measured: DataFrame | None, *, verify: bool, minimum: float) -> DataFrame:
    """Judged pairs with their measured shares where there are some; those below the minimum are marked as dropped."""
    columns = ["a", "b", "keys", "of_a", "of_b", "similarity", "error", "shared_bytes"]
    if measured is None:
        return judged.select(*columns, F.lit(False).alias("measured"), "uncertain", F.lit(False).alias("dropped"))
    shares = ["of_a", "of_b", "similarity", "shared_bytes"]
    exact = measured.select("a", "b", *[F.col(name).alias(f"_{name}") for name in shares], F.lit(True).alias("exact"))
    both = judged.join(exact, ["a", "b"], "inner" if verify else "left")
    is_measured = F.coalesce("exact", F.lit(False))
    values = {name: F.coalesce(F.col(f"_{name}"), F.col(name)).alias(name) for name in shares}
    values["error"] = F.when(is_measured, F.lit(0).cast("float")).otherwise(F.col("error")).alias("error")
    settled = both.select(*[values.get(name, F.col(name)) for name in columns], is_measured.alias("measured"), "uncertain")
    return settled.withColumn("dropped", F.col("similarity") < F.lit(float(np.float32(minimum))))
