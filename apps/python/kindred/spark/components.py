"""Connected components of a graph that is too large for one machine, in O(log n) rounds.

Large-star and small-star in turn (Kiveris, Lattanzi, Mirrokni, Rastogi and Vassilvitskii 2014): every node links its
larger neighbours to the smallest node it knows, then its smaller ones. Before that each part of the edges is contracted
by itself, by union-find: a graph that fits one task is done with that, others lose most of their length.
"""

from __future__ import annotations

from typing import Iterable, Iterator

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import _native
from .stages import Stages

#: So many edges are contracted by one task.
EDGES_OF_A_TASK = 4_000_000


def _contract(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """All edges of a partition as (node, smallest node of its component there)."""
    edges = [(b.column("a").to_numpy(), b.column("b").to_numpy()) for b in batches if b.num_rows]
    if not edges:
        return
    a, b = (np.concatenate([edge[side] for edge in edges]) for side in (0, 1))
    nodes, numbers = np.unique(np.concatenate((a, b)), return_inverse=True)
    numbers = numbers.astype(np.uint32)
    roots = _native.components(len(nodes), numbers[: len(a)], numbers[len(a) :])
    linked = roots != np.arange(len(nodes))
    yield pa.record_batch(
        [pa.array(nodes[roots[linked]], pa.int64()), pa.array(nodes[linked], pa.int64())], names=["a", "b"]
    )


def _star(edges: DataFrame, *, large: bool) -> DataFrame:
    """Edges (a, b) with a < b, to edges of the same components that are nearer to stars."""
    if large:
        both = edges.union(edges.select(F.col("b").alias("a"), F.col("a").alias("b"))).toDF("node", "other")
    else:
        both = edges.select(F.col("b").alias("node"), F.col("a").alias("other"))
    least = both.groupBy("node").agg(F.least(F.min("other"), F.col("node")).alias("least"))
    joined = both.join(least, "node")
    if large:
        linked = joined.where("other > node").select(F.col("least").alias("a"), F.col("other").alias("b"))
    else:
        linked = joined.select(F.col("least").alias("a"), F.col("other").alias("b")).union(
            least.select(F.col("least").alias("a"), F.col("node").alias("b"))
        )
    return linked.where("a < b").distinct()


def _fingerprint(edges: DataFrame) -> dict[str, int]:
    """Equal for equal edges."""
    row = edges.agg(F.count(F.lit(1)).alias("edges"), F.bit_xor(F.xxhash64("a", "b")).alias("hash")).collect()[0]
    return {"edges": row["edges"], "hash": row["hash"] or 0}


def components(stages: Stages, name: str, edges: DataFrame, *, task_edges: int = EDGES_OF_A_TASK) -> DataFrame:
    """`node` and `component`, its smallest node, for all nodes of edges (a, b); stage by stage, so that it can be resumed."""
    count = stages.count(f"{name}.edges", lambda: {"edges": edges.count()})["edges"]
    parts = max(1, -(-count // task_edges))
    spread = edges.coalesce(1) if parts == 1 else edges.repartition(parts)
    stars = stages.table(f"{name}.0", lambda: spread.mapInArrow(_contract, "a bigint, b bigint"))
    rounds, known = 0, None
    # One part has found its components: each node is linked to the smallest.
    while parts > 1:
        before = stars
        rounds += 1
        stars = stages.table(f"{name}.{rounds}", lambda: _star(_star(before, large=True), large=False))
        edges_now = stages.count(f"{name}.{rounds}.edges", lambda: _fingerprint(stars))
        if edges_now == known:
            break
        known = edges_now
    stages.count(f"{name}.rounds", lambda: {"rounds": rounds})
    roots = stars.select(F.col("a").alias("node"), F.col("a").alias("component")).distinct()
    return stars.select(F.col("b").alias("node"), F.col("a").alias("component")).union(roots)
