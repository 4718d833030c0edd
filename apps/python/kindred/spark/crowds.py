"""Contents whose keys are mostly above the degree cap: families too large for all their pairs.

The rules are those of match/pairs/crowds.h and crowd_neighbours.h, word for word, so that the links are the same: each
content of which half or more is capped is linked to its nearest, by min-hash signatures in eight sorted orders; those
that are mostly capped also to the next of their smallest crowd and to the centre of their family. Here the orders are
distributed sorts, and families are components of a graph.
"""

from __future__ import annotations

from typing import Iterable, Iterator

import numpy as np
import pyarrow as pa
from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from .components import components
from .contents import ranked
from .pairs import summed, with_totals
from .sets import SET
from .stages import Stages

_NUMBERS = 32  # of a signature
_ORDERS = 8
_PER_KEY = _NUMBERS // _ORDERS
_LOOKED_AT = 8
_LEAST_ALIKE = 8
_KEPT = 16
_ONE_FAMILY = 16
_NEIGHBOURS = 4
_LEAST_OF_NEIGHBOUR = float(np.float32(0.6))
_EMPTY = 0xFFFF
_BLOCK = 4096  # members of an order that a task compares at a time
_MOST = 0xFFFFFFFF
_PLACE_BITS = 20  # members of a set are divided by these bits of their places, so that none is too large for a task

# How a link is kept: if it is one of the nearest; if it is near; always.
_IF_NEAREST, _IF_NEAR, _ALWAYS = 0, 1, 2


def crowded(contents: DataFrame, capped: DataFrame) -> DataFrame:
    """place, half, mostly: contents of which a quarter or more is capped."""
    sums = capped.groupBy("place").agg(F.least(F.sum("weight"), F.lit(_MOST)).alias("capped"))
    whole = F.coalesce(F.get("weights", F.lit(0)), F.lit(0))
    return (
        sums.join(contents.select("place", whole.alias("whole"), F.col("is_text")), "place")
        .where("capped > 0 and capped * 4 >= whole")
        .select(
            "place",
            (F.col("capped") * 2 >= F.col("whole")).alias("half"),
            (F.col("capped") * 5 >= F.col("whole") * 4).alias("mostly"),
        )
    )


def _fill_empty(numbers: np.ndarray) -> np.ndarray:
    """An empty bin borrows from the next that is not, and marks how far that is."""
    filled = numbers.copy()
    empty = numbers == _EMPTY
    unknown = empty & ~empty.all(axis=1, keepdims=True)
    for distance in range(1, _NUMBERS):
        if not unknown.any():
            break
        there = np.roll(numbers, -distance, axis=1)
        takes = unknown & (there != _EMPTY)
        filled[takes] = (there[takes].astype(np.int64) + distance * 0x9E37).astype(np.uint16)
        unknown &= ~takes
    return filled


def _order_key(numbers: np.ndarray, order: int) -> np.ndarray:
    """Four of the numbers in one, as a signed number of the same order."""
    key = np.zeros(len(numbers), np.uint64)
    for i in range(_PER_KEY):
        key = (key << np.uint64(16)) | numbers[:, order % _ORDERS * _PER_KEY + i].astype(np.uint64)
    return (key ^ np.uint64(1 << 63)).view(np.int64)


def _orders(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """A row for each member and order: order, key, then, place, mostly, signature."""
    for batch in batches:
        numbers = np.stack(
            [batch.column(f"n{i}").to_numpy().astype(np.uint16) for i in range(_NUMBERS)], axis=1
        )
        numbers = _fill_empty(numbers)
        signature = pa.array([row.tobytes() for row in numbers], pa.binary())
        for order in range(_ORDERS):
            yield pa.record_batch(
                [
                    pa.array(np.full(len(numbers), order, np.int32)),
                    pa.array(_order_key(numbers, order)),
                    pa.array(_order_key(numbers, order + 1)),
                    batch.column("place"),
                    batch.column("mostly"),
                    signature,
                ],
                names=["order", "key", "then", "place", "mostly", "signature"],
            )


def _look(rows: pa.Table) -> pa.Table:
    """A block of the sorted orders, and the eight that follow it: who agrees with whom, in both directions."""
    rows = rows.sort_by("rank")
    ranks, orders, places = (rows[name].to_numpy() for name in ("rank", "order", "place"))
    mostly = rows["mostly"].to_numpy(zero_copy_only=False)
    numbers = np.frombuffer(b"".join(rows["signature"].to_pylist()), np.uint16).reshape(-1, _NUMBERS)
    own = ranks // _BLOCK == rows["block"][0].as_py() if len(rows) else np.zeros(0, bool)
    found = []
    for step in range(1, min(_LOOKED_AT, len(rows) - 1) + 1):
        at = np.flatnonzero(own[:-step] & (orders[:-step] == orders[step:]))
        agreements = (numbers[at] == numbers[at + step]).sum(axis=1)
        alike = agreements >= _LEAST_ALIKE
        at, agreements = at[alike], agreements[alike]
        found.append((places[at], places[at + step], agreements, mostly[at], mostly[at + step]))
        found.append((places[at + step], places[at], agreements, mostly[at + step], mostly[at]))
    columns = [np.concatenate([one[i] for one in found]) if found else np.zeros(0) for i in range(5)]
    types = [pa.int64(), pa.int64(), pa.int32(), pa.bool_(), pa.bool_()]
    return pa.table(
        [pa.array(column, mask=None).cast(kind) for column, kind in zip(columns, types)],
        names=["place", "other", "agreements", "mostly", "other_mostly"],
    )


def _neighbours(stages: Stages, capped: DataFrame, members: DataFrame) -> DataFrame:
    """place, other, agreements, mostly, other_mostly, number: of each member the sixteen most alike, the best first."""
    bin_of = F.shiftrightunsigned("set", 59)
    number = F.shiftrightunsigned("set", 43).bitwiseAND(F.lit(_EMPTY))
    least = [
        F.coalesce(F.min(F.when(F.col("bin") == i, F.col("number"))), F.lit(_EMPTY)).alias(f"n{i}")
        for i in range(_NUMBERS)
    ]
    signatures = (
        capped.join(members, "place")
        .select("place", "mostly", bin_of.alias("bin"), number.alias("number"))
        .groupBy("place", "mostly")
        .agg(*least)
    )
    orders = signatures.mapInArrow(
        _orders, "order int, key bigint, then bigint, place bigint, mostly boolean, signature binary"
    )
    sorted_orders = ranked(stages, "crowds.orders", orders, ["order", "key", "then", "place"], "rank")
    block = F.floor(F.col("rank") / _BLOCK)
    # The first rows of a block are also the next ones of the block before.
    blocks = F.when((F.col("rank") % _BLOCK < _LOOKED_AT) & (block > 0), F.array(block, block - 1)).otherwise(
        F.array(block)
    )
    pairs = (
        sorted_orders.withColumn("block", F.explode(blocks))
        .groupBy("block")
        .applyInArrow(_look, "place bigint, other bigint, agreements int, mostly boolean, other_mostly boolean")
        .distinct()
    )
    best = Window.partitionBy("place").orderBy(F.desc("agreements"), F.asc("other"))
    return stages.table(
        "crowds.neighbours", lambda: pairs.withColumn("number", F.row_number().over(best)).where(f"number <= {_KEPT}")
    )


def _next_in_crowd(capped: DataFrame, members: DataFrame) -> DataFrame:
    """a, b: each mostly capped content and the next one, by place, of the smallest set that it is in.

    Members of a set are divided by their places; the last of each part is followed by the first of the next.
    """
    mostly = capped.join(members.where("mostly").select("place"), "place").withColumn(
        "part", F.shiftright("place", _PLACE_BITS)
    )
    in_part = Window.partitionBy(*SET, "part").orderBy("place")
    parts = mostly.groupBy(*SET, "part").agg(F.min("place").alias("begins"))
    follows = parts.withColumn("follows", F.lead("begins").over(Window.partitionBy(*SET).orderBy("part")))
    return (
        mostly.withColumn("next", F.lead("place").over(in_part))
        .join(follows.drop("begins"), [*SET, "part"])
        .withColumn("next", F.coalesce("next", "follows"))
        .where("next is not null")
        .groupBy("place")
        .agg(F.min(F.struct("degree", "next")).alias("best"))
        .select(F.col("place").alias("a"), F.col("best.next").alias("b"))
    )


def _links(pairs: DataFrame, a: str, b: str, keep: int) -> DataFrame:
    return pairs.where(F.col(a) != F.col(b)).select(
        F.least(a, b).alias("a"), F.greatest(a, b).alias("b"), F.lit(keep).alias("keep")
    )


def _families(stages: Stages, neighbours: DataFrame) -> tuple[DataFrame, DataFrame]:
    """place and centre, for members of a family; and for all that are near one: place and centre."""
    kin = neighbours.where(f"agreements >= {_ONE_FAMILY} and other_mostly")
    within = kin.where("mostly")
    edges = within.select(F.least("place", "other").alias("a"), F.greatest("place", "other").alias("b")).distinct()
    member = components(stages, "crowds.families", edges)
    chosen = within.groupBy(F.col("other").alias("node")).agg(F.count(F.lit(1)).alias("chosen"))
    rank = F.struct(-F.coalesce("chosen", F.lit(0)), F.col("node"))
    centres = (
        member.join(chosen, "node", "left").groupBy("component").agg(F.min(rank).getField("node").alias("centre"))
    )
    families = stages.table(
        "large_families",
        lambda: member.join(centres, "component").select(F.col("node").alias("place"), "centre"),
    )
    # The nearest that is mostly capped; one that is alone is its own centre.
    nearest = kin.where("not mostly").groupBy("place").agg(F.min(F.struct("number", "other")).alias("first"))
    beside = (
        nearest.select("place", F.col("first.other").alias("other"))
        .join(families.select(F.col("place").alias("other"), "centre"), "other", "left")
        .select("place", F.coalesce("centre", "other").alias("centre"))
    )
    return families, beside


def _share() -> Column:
    """What both have of each other by weight, the smaller; in single precision, as on one machine."""

    def of(side: str) -> Column:
        part, whole = F.col(f"weight_{side}"), F.col(f"total_{side}")
        return F.when(whole == 0, F.lit(0.0)).otherwise(part.cast("double") / whole.cast("double"))

    return F.least(of("a"), of("b")).cast("float")


def crowd_pairs(
    stages: Stages, contents: DataFrame, marks: DataFrame, capped: DataFrame, crowd: DataFrame
) -> tuple[DataFrame, DataFrame]:
    """Sums of the pairs that capped keys propose after all, and the families: place, centre."""
    members = crowd.where("half").select("place", "mostly")
    neighbours = _neighbours(stages, capped, members)
    families, beside = _families(stages, neighbours)
    links = (
        _links(neighbours, "place", "other", _IF_NEAREST)
        .union(_links(_next_in_crowd(capped, members), "a", "b", _ALWAYS))
        .union(_links(families, "place", "centre", _ALWAYS))
        .union(_links(beside, "place", "centre", _IF_NEAR))
        .groupBy("a", "b")
        .agg(F.max("keep").alias("keep"))
    )
    kinds = marks.select("place", "kind")
    same_kind = (
        links.join(kinds.select(F.col("place").alias("a"), F.col("kind").alias("kind_a")), "a")
        .join(kinds.select(F.col("place").alias("b"), F.col("kind").alias("kind_b")), "b")
        .where("kind_a = kind_b")
        .select("a", "b", "keep")
    )
    links = stages.table("crowds.links", lambda: same_kind)
    sums = summed(stages, "crowds.summed", links, contents, marks).where("keys > 0").join(links, ["a", "b"])
    near = with_totals(sums, contents, []).withColumn("share", _share())
    near = near.select("a", "b", "keys", "weight_a", "weight_b", "keep", "share")
    near = stages.table("crowds.near", lambda: near)
    close = near.where(F.col("share") >= F.lit(_LEAST_OF_NEIGHBOUR))
    sides = [close.select(F.col(side).alias("place"), "a", "b", "share") for side in ("a", "b")]
    order = Window.partitionBy("place").orderBy(F.desc("share"), F.asc("a"), F.asc("b"))
    nearest = (
        sides[0].union(sides[1]).withColumn("number", F.row_number().over(order)).where(f"number <= {_NEIGHBOURS}")
    )
    kept = near.join(nearest.select("a", "b", F.lit(True).alias("nearest")).distinct(), ["a", "b"], "left").where(
        (F.col("keep") == _ALWAYS)
        | ((F.col("keep") == _IF_NEAR) & (F.col("share") >= F.lit(_LEAST_OF_NEIGHBOUR)))
        | F.coalesce("nearest", F.lit(False))
    )
    return stages.table("crowds", lambda: kept.select("a", "b", "keys", "weight_a", "weight_b")), families
