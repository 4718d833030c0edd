"""Sharing sets: which contents have a key in common, and which keys are too common to propose pairs.

Nothing is collected to learn how common a key is: degree and hash of its set are aggregates (a count and an XOR), which
Spark makes part by part before anything is shuffled, so that a licence in all documents costs one row from each part.
Equal sets are one from there on; a set is known by its hash, its first and its last member.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .stages import Stages

#: Columns that identify a set.
SET = ["set", "low", "high"]

#: Capped keys up to this number are sent to all executors rather than all marks through a shuffle.
_FEW_KEYS = 2_000_000


def exploded(marks: DataFrame) -> DataFrame:
    """place, kind, hash, key, weight: a row for each key of each content."""
    return marks.select("place", "kind", "hash", F.explode(F.arrays_zip("keys", "weights")).alias("_mark")).select(
        "place", "kind", "hash", F.col("_mark.keys").alias("key"), F.col("_mark.weights").alias("weight")
    )


def degrees_of(marks: DataFrame) -> DataFrame:
    """kind, key, degree, and its set: keys that two or more contents have."""
    return (
        exploded(marks)
        .groupBy("kind", "key")
        .agg(
            F.count(F.lit(1)).alias("degree"),
            F.bit_xor("hash").alias("set"),
            F.min("place").alias("low"),
            F.max("place").alias("high"),
        )
        .where("degree > 1")
    )


def sets_of(degrees: DataFrame) -> DataFrame:
    """The different sets, with how many keys each has."""
    return degrees.groupBy(*SET, "degree").agg(F.count(F.lit(1)).alias("keys"))


def cap_of(stages: Stages, sets: DataFrame, steps: Any, contents: int) -> dict[str, int]:
    """The degree cap, by how many different sets there are of each degree, and how many keys are above it."""

    def count() -> dict[str, int]:
        # The hash's leading zeros: of very many sets of a degree a sample counts (degree_census.h).
        zeros = F.when(F.col("set") < 0, 0).when(F.col("set") == 0, 64).otherwise(64 - F.length(F.bin("set")))
        counts = (
            sets.groupBy("degree", zeros.alias("zeros"))
            .agg(F.count(F.lit(1)).alias("sets"), F.sum("keys").alias("keys"))
            .collect()
        )
        columns = [np.array([row[name] for row in counts], np.uint64) for name in ("degree", "zeros", "sets")]
        cap = steps.degree_cap(*columns, contents)
        above = [row for row in counts if cap and row["degree"] > cap]
        return {
            "degree_cap": cap,
            "sets": sum(row["sets"] for row in counts),
            "shared_keys": sum(row["keys"] for row in counts),
            "capped_keys": sum(row["keys"] for row in above),
            "capped_sets": sum(row["sets"] for row in above),
        }

    return stages.count("cap", count)


def _members(marks: DataFrame, keys: DataFrame) -> DataFrame:
    return (
        exploded(marks)
        .drop("hash")
        .join(keys, ["kind", "key"])
        .groupBy(*SET, "degree", "place")
        .agg(F.count(F.lit(1)).alias("keys"), F.sum("weight").alias("weight"))
    )


def members_up_to(marks: DataFrame, degrees: DataFrame, cap: int) -> DataFrame:
    """Members of the sets that propose pairs: the set, its degree and keys, place, what the keys weigh there."""
    return _members(marks, degrees.where(F.col("degree") <= cap) if cap else degrees)


def members_above(marks: DataFrame, degrees: DataFrame, cap: int, keys: int) -> DataFrame:
    """Members of the sets above the cap. Their keys are few, and each is in many contents."""
    above = degrees.where(F.col("degree") > cap)
    return _members(marks, F.broadcast(above) if keys <= _FEW_KEYS else above)
