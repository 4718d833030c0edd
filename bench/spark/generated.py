"""Documents from their numbers alone, for experiments of any size: each is made by the task that needs it.

Of every ten documents one is an edited copy of one before it, one holds an earlier one inside more text, and one begins
with the licence that all of those share; the others are on their own. Texts are words of a Zipf-like vocabulary.
"""

from __future__ import annotations

import random
from typing import Iterable, Iterator

import pyarrow as pa

_VOCABULARY = 20_000


def _words(draw: random.Random, count: int) -> list[str]:
    # Squared uniform numbers prefer small ones, as words do.
    return [f"w{int(_VOCABULARY * draw.random() ** 3):x}" for _ in range(count)]


_LICENCE = " ".join(_words(random.Random(0), 200))


def text_of(number: int) -> str:
    draw = random.Random(number * 7919 + 1)
    own = _words(draw, draw.randrange(150, 500))
    kind = number % 10
    if kind == 1 and number > 10:  # an edited copy: one word in fifty is another one
        other = text_of(number - 1 - 10 * draw.randrange(min(20, number // 10))).split()
        for _ in range(len(other) // 50 + 1):
            other[draw.randrange(len(other))] = f"edit{draw.randrange(10**6)}"
        return " ".join(other)
    if kind == 2 and number > 10:  # an earlier one, inside more text
        return " ".join(own[:200]) + " " + text_of(number - 2 - 10 * draw.randrange(min(20, number // 10)))
    if kind == 3:
        return _LICENCE + " " + " ".join(own)
    return " ".join(own)


def _make(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    for batch in batches:
        numbers = batch.column(0).to_pylist()
        yield pa.record_batch(
            [pa.array([b"%09d" % number for number in numbers]), pa.array([text_of(n).encode() for n in numbers])],
            names=["name", "bytes"],
        )


def documents(spark, count: int):
    """name, bytes."""
    return spark.range(count).mapInArrow(_make, "name binary, bytes binary")
