"""Pairs: from sharing sets to what two contents share, and the verdict by marks.

As on one machine: sets up to the degree cap propose pairs; those that share enough of their keys are completed by what
the keys above the cap add; then the native module judges them.
"""

from __future__ import annotations

from functools import partial
from typing import Iterable, Iterator

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from .. import _native
from .buckets import bucketed, local_numbers, needed, with_facts, work
from .sets import SET
from .stages import Stages
from .steps import Flags, steps

SUMS = "a bigint, b bigint, keys bigint, weight_a bigint, weight_b bigint"

#: Members of a set that one task pairs with all others of it.
_MEMBERS_OF_A_TASK = 2048


def proposals_of(members: DataFrame, least: int) -> DataFrame:
    """a < b with keys, weight_a and weight_b: what sets up to the cap have in common, if that is `least` keys.

    A set is joined with itself. The left side of a large one is divided, and the right side sent to each part.
    """
    parts = F.ceil(F.col("degree") / _MEMBERS_OF_A_TASK).cast("int")
    left = members.select(
        *SET,
        F.pmod(F.hash("place"), parts).alias("part"),
        F.col("place").alias("a"),
        F.col("weight").alias("weight_a"),
        "keys",
    )
    right = members.select(
        *SET,
        F.explode(F.sequence(F.lit(0), parts - 1)).alias("part"),
        F.col("place").alias("b"),
        F.col("weight").alias("weight_b"),
    )
    return (
        left.join(right, [*SET, "part"])
        .where("a < b")
        .groupBy("a", "b")
        .agg(*[F.sum(column).alias(column) for column in ("keys", "weight_a", "weight_b")])
        .where(F.col("keys") >= least)
    )


def _sum_lists(pairs: pa.Table, lists: pa.Table) -> pa.Table:
    order, a, b = local_numbers(pairs, lists)
    keys = lists["keys"].combine_chunks().take(pa.array(order))
    weights = lists["weights"].combine_chunks().take(pa.array(order))
    first = np.concatenate(([0], np.cumsum(keys.value_lengths().to_numpy()))).astype(np.uint64)
    sums = _native.shared_sums(
        first,
        keys.flatten().to_numpy().view(np.uint64),
        weights.flatten().to_numpy().astype(np.uint64),
        a,
        b,
    )
    columns = [pairs["a"], pairs["b"], *(pa.array(column) for column in sums)]
    return pa.table(columns, names=["a", "b", "keys", "weight_a", "weight_b"])


def summed(stages: Stages, name: str, pairs: DataFrame, contents: DataFrame, marks: DataFrame) -> DataFrame:
    """What two contents share by all of their keys, for pairs (a, b) of one kind."""
    cut = bucketed(stages, f"{name}.buckets", pairs, contents, "marks * 16")
    lists = needed(cut).join(marks.select("place", "keys", "weights"), "place")
    return stages.table(name, lambda: work(cut, lists, _sum_lists, SUMS))


def completed(
    stages: Stages, proposals: DataFrame, capped: DataFrame, contents: DataFrame, marks: DataFrame
) -> DataFrame:
    """Proposals with what keys above the cap add: of those whose contents both have such keys."""
    crowded = capped.select("place").distinct()
    both = proposals
    for side in ("a", "b"):
        both = both.join(crowded.select(F.col("place").alias(side), F.lit(True).alias(f"capped_{side}")), side, "left")
    both = both.withColumn("both", F.coalesce(F.col("capped_a") & F.col("capped_b"), F.lit(False)))
    marked = stages.table("proposals.capped", lambda: both.drop("capped_a", "capped_b"))
    again = summed(stages, "proposals.summed", marked.where("both").select("a", "b"), contents, marks)
    return marked.where("not both").drop("both").unionByName(again)


def total_at(side: str) -> Column:
    """What a content weighs at the coarser level of the pair."""
    return F.coalesce(F.get(f"weights_{side}", F.col("level") - F.col(f"level_{side}")), F.lit(0))


def with_totals(sums: DataFrame, contents: DataFrame, facts: list[str]) -> DataFrame:
    """Sums with the level at which both are compared, and what each weighs at it."""
    return (
        with_facts(sums, contents, ["level", "weights", *facts])
        .withColumn("level", F.greatest("level_a", "level_b"))
        .withColumn("total_a", total_at("a"))
        .withColumn("total_b", total_at("b"))
    )


#: In the order of PairEvidence.
_EVIDENCE = [
    "keys", "weight_a", "weight_b", "total_a", "total_b", "level", "size_a", "size_b", "compared_a", "compared_b",
]  # fmt: skip

JUDGED = (
    "a bigint, b bigint, keys bigint, of_a float, of_b float, similarity float, error float, shared_bytes bigint, "
    "is_open boolean, uncertain boolean"
)


def _judge(batches: Iterable[pa.RecordBatch], *, flags: Flags) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        columns = [batch.column(name).to_numpy().astype(np.uint64) for name in _EVIDENCE]
        judged = pa.table(steps(flags).judge(columns)[0]).combine_chunks()
        rows = judged["row"].cast(pa.int64())
        kept = pa.table([batch.column(name) for name in ("a", "b", "keys")], names=["a", "b", "keys"]).take(rows)
        shares = [judged[name].cast(pa.float32()) for name in ("of_a", "of_b", "similarity", "error")]
        table = pa.table(
            [*kept.columns, *shares, judged["shared_bytes"].cast(pa.int64()), judged["open"], judged["uncertain"]],
            names=[column.split()[0] for column in JUDGED.split(", ")],
        )
        yield from table.to_batches()


def judged(sums: DataFrame, contents: DataFrame, flags: Flags) -> DataFrame:
    """Pairs that pass all rules, with their estimated shares."""
    evidence = with_totals(sums, contents, ["size", "compared", "suffix"])
    if steps(flags).same_suffix:
        evidence = evidence.where("suffix_a = suffix_b")
    return evidence.select("a", "b", *_EVIDENCE).mapInArrow(partial(_judge, flags=flags), JUDGED)
