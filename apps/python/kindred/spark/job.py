"""The job: a list of stages, as on one machine (docs/inside/matching.md), each written before the next begins."""

from __future__ import annotations

import time
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Iterator

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from .. import _native
from . import contents as content_stages
from . import crowds, measuring, output, pairs, sets
from .components import EDGES_OF_A_TASK
from .stages import Stages
from .steps import flags_of, steps

#: Settings of Spark that a job has for its time: no row batch of documents too large for a worker's memory, and lists
#: of more than 2 GB.
_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": "2000",
    "spark.sql.execution.arrow.maxBytesPerBatch": str(64 << 20),
    "spark.sql.execution.arrow.useLargeVarTypes": "false",
    "spark.sql.adaptive.enabled": "true",
    "spark.sql.adaptive.skewJoin.enabled": "true",
    # A job has many stages that are read once, and their schemas are known when they are written.
    "spark.sql.parquet.mergeSchema": "false",
}


@dataclass
class Found:
    """What a job found: directories of Parquet files, with the schemas of Index.find's tables, and a summary."""

    pairs: str
    identical: str
    families: str
    groups: str
    skips: str
    summary: dict[str, Any] = field(default_factory=dict)
    stages: dict[str, float] = field(default_factory=dict)  # seconds of each

    def table(self, name: str) -> pa.Table:
        """All rows of "pairs", "identical", "families", "groups" or "skips": for results that fit this machine."""
        import pyarrow.dataset

        record = {"pairs": "pair", "identical": "identical", "families": "family", "groups": "group", "skips": "skip"}
        schema = output.schema_of(record[name])
        files, path = pa.fs.FileSystem.from_uri(getattr(self, name))
        return pyarrow.dataset.dataset(path, schema=schema, format="parquet", filesystem=files).to_table()


@contextmanager
def _settings(spark: SparkSession) -> Iterator[None]:
    before = {name: spark.conf.get(name, None) for name in _SETTINGS}
    for name, value in _SETTINGS.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                spark.conf.unset(name)
            else:
                spark.conf.set(name, value)


def find(
    spark: SparkSession,
    source: Any,
    output_directory: str,
    *,
    resume: bool = True,
    bytes_of_task: int = 64 << 20,
    edges_of_task: int = EDGES_OF_A_TASK,
    **options: Any,
) -> Found:
    """Finds what Index.find finds in files with these bytes, and writes it to a directory.

    `source` is what table() or files() gives. `options` are those of Index.find that are about marking, matching and
    measuring: `method`, `min`, `measure`, `verify`, `estimate`, `max_degree` and so on. `output_directory` is a path or
    URI that all executors can write to. An interrupted job continues where it stopped if it is started again with the
    same directory; resume=False begins again.

    `bytes_of_task` limits the documents that a task holds to measure them, `edges_of_task` what is contracted at once.
    """
    began = time.time()
    flags = flags_of(options)
    step = steps(flags)
    settings = {
        "version": _native.version(),
        "options": [[name, [value.decode("latin-1") for value in values]] for name, values in flags],
    }
    with _settings(spark):
        stages = Stages(spark, output_directory, settings, resume=resume)
        summary = _Job(spark, stages, source, flags, bytes_of_task, edges_of_task).run(step)
    summary["seconds"] = round(time.time() - began, 3)
    names = {name: stages.uri(name) for name in ("pairs", "identical", "families", "groups", "skips")}
    return Found(**names, summary=summary, stages=stages.seconds())


class _Job:
    def __init__(
        self, spark: SparkSession, stages: Stages, source: Any, flags: Any, bytes_of_task: int, edges_of_task: int
    ) -> None:
        self.spark = spark
        self.stages = stages
        self.source = source
        self.flags = flags
        self.bytes_of_task = bytes_of_task
        self.edges_of_task = edges_of_task

    def run(self, step: Any) -> dict[str, Any]:
        stages = self.stages
        documents = stages.table("documents", lambda: self.source.marked(step.method))
        counted = stages.count("documents.count", lambda: self._count(documents))
        contents = content_stages.contents_of(stages, documents)
        marks = stages.table(
            "marks", lambda: content_stages.marks_of(documents, contents, types_together=step.types_together)
        )
        total = stages.count("contents.total", lambda: {"contents": contents.count()})["contents"]
        identical = output.write_identical(stages, documents)

        degrees = stages.table("degrees", lambda: sets.degrees_of(marks))
        known = stages.table("sets", lambda: sets.sets_of(degrees))
        capped = sets.cap_of(stages, known, step, total)
        families, partly, sums = None, 0, self._proposals(step, marks, degrees, contents, capped)
        if capped["degree_cap"]:
            above = self._above(marks, degrees, capped)
            crowd = stages.table("crowded", lambda: crowds.crowded(contents, above))
            partly = stages.count("crowded.count", lambda: {"contents": crowd.count()})["contents"]
            if partly:
                more, families = crowds.crowd_pairs(stages, contents, marks, above, crowd)
                wanted = more.where(F.col("keys") >= step.least_shared)
                sums = sums.unionByName(wanted).dropDuplicates(["a", "b"])
        judged = stages.table("judged", lambda: pairs.judged(sums, contents, self.flags))
        found = self._settle(step, judged, contents, total)
        kept = found.where("not dropped")
        output.write_pairs(stages, kept, contents)
        minimum = F.lit(float(pa.scalar(step.minimum, pa.float32()).as_py()))
        links = kept.where(F.col("similarity") >= minimum)
        groups = output.write_groups(stages, links, contents, families, self.flags, self.edges_of_task)
        facts = stages.count("pairs.count", lambda: self._count_pairs(found, families, partly))
        return {
            **counted, **facts, **capped, "contents": total, "identical_sets": identical["rows"],
            "copies": identical["copies"], "spare_bytes": identical["spare"], "families": groups["families"],
            "groups": groups["groups"], "links_between": groups["between"], "verified": step.verify,
            "measured": not step.estimate,
        }  # fmt: skip

    def _count(self, documents: DataFrame) -> dict[str, Any]:
        used = F.col("skip").isNull()
        row = documents.agg(
            F.count_if(used & (F.col("size") > 0)).alias("files"),
            F.coalesce(F.sum("size"), F.lit(0)).alias("bytes"),
            F.count_if(used & (F.col("size") == 0)).alias("empty"),
            F.count_if(~used).alias("skips"),
        ).collect()[0]
        self._write_skips(documents.where(~used))
        return row.asDict()

    def _write_skips(self, skipped: DataFrame) -> None:
        directory = self.stages.empty("skips")
        skipped.select("name", "skip").mapInArrow(
            lambda batches: output.skip_records(batches, directory=directory), "rows bigint"
        ).collect()

    def _proposals(
        self, step: Any, marks: DataFrame, degrees: DataFrame, contents: DataFrame, capped: dict[str, int]
    ) -> DataFrame:
        stages, cap = self.stages, capped["degree_cap"]
        members = stages.table("members", lambda: sets.members_up_to(marks, degrees, cap))
        proposals = stages.table("proposals", lambda: pairs.proposals_of(members, step.least_shared))
        if not cap:
            return proposals
        return pairs.completed(stages, proposals, self._above(marks, degrees, capped), contents, marks)

    def _above(self, marks: DataFrame, degrees: DataFrame, capped: dict[str, int]) -> DataFrame:
        cap, keys = capped["degree_cap"], capped["capped_keys"]
        return self.stages.table("members.capped", lambda: sets.members_above(marks, degrees, cap, keys))

    def _settle(self, step: Any, judged: DataFrame, contents: DataFrame, total: int) -> DataFrame:
        stages = self.stages
        exact = None
        if not step.estimate:
            wanted = judged if step.verify else measuring.chosen(stages, judged, contents, total)
            exact = measuring.measured(
                stages, wanted.select("a", "b"), contents, self.source, self.flags, self.bytes_of_task
            )
        return stages.table(
            "settled", lambda: measuring.settled(judged, exact, verify=step.verify, minimum=step.minimum)
        )

    def _count_pairs(self, found: DataFrame, families: DataFrame | None, partly: int) -> dict[str, int]:
        row = found.agg(
            F.count_if(~F.col("dropped")).alias("pairs"),
            F.count_if(F.col("dropped") & F.col("measured")).alias("dropped"),
            F.count_if(F.col("uncertain") & ~F.col("measured")).alias("unsettled"),
        ).collect()[0]
        counts = {**row.asDict(), "large_families": 0, "boilerplate": 0}
        if families is not None:
            counts["large_families"] = families.where("place = centre").count()
        if partly:
            crowd = self.spark.read.parquet(self.stages.uri("crowded")).select("place")
            kept = found.where("not dropped")
            in_pair = kept.select(F.col("a").alias("place")).union(kept.select(F.col("b").alias("place")))
            counts["boilerplate"] = crowd.join(in_pair.distinct(), "place", "left_anti").count()
        return counts
