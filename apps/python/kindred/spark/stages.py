"""Stages of a job, written as Parquet: an interrupted job continues with the first stage that is not complete.

A stage is a directory of that name below the job's. What makes it complete is its entry in `manifest.json`, which is
replaced in one step after the stage was written; a directory without an entry is written again. The entry also has what
the stage counted, so that the summary of a job that was continued has the figures of all stages.
"""

from __future__ import annotations

import json
import time
from typing import Any, Callable

import pyarrow.fs
from pyspark.sql import DataFrame, SparkSession

from .._errors import Usage

FORMAT = 1  # of the stages; raised when a stage of an older version cannot be used any more


class Stages:
    def __init__(self, spark: SparkSession, directory: str, settings: dict[str, Any], *, resume: bool) -> None:
        self.spark = spark
        self.directory = directory.rstrip("/")
        self.files, self.path = pyarrow.fs.FileSystem.from_uri(self.directory)
        settings = {"format": FORMAT, **settings}
        known = self._read_manifest()
        if known is not None and resume and known["settings"] != settings:
            raise Usage(
                "holds a job with other options, or of another version",
                self.directory.encode(),
                False,
                "give another directory, or resume=False",
            )
        self.manifest: dict[str, Any] = known if known is not None and resume else {"settings": settings, "stages": {}}
        self.files.create_dir(self.path, recursive=True)

    def table(self, name: str, make: Callable[[], DataFrame], *, partition: list[str] | None = None) -> DataFrame:
        """The stage's table; if it is not complete, it is made and written first."""
        if name not in self.manifest["stages"]:
            began = time.time()
            make().write.mode("overwrite").parquet(self.uri(name))
            self._complete(name, began, {})
        return self.spark.read.parquet(self.uri(name))

    def count(self, name: str, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """A stage that produces only numbers, or files that it writes itself."""
        if name not in self.manifest["stages"]:
            began = time.time()
            self._complete(name, began, make())
        return self.manifest["stages"][name]["counts"]

    def uri(self, name: str) -> str:
        return f"{self.directory}/{name}"

    def empty(self, name: str) -> str:
        """A directory for files that tasks write themselves, without anything of an earlier attempt."""
        path = f"{self.path}/{name}"
        if self.files.get_file_info(path).type != pyarrow.fs.FileType.NotFound:
            self.files.delete_dir(path)
        self.files.create_dir(path, recursive=True)
        return self.uri(name)

    def seconds(self) -> dict[str, float]:
        return {name: stage["seconds"] for name, stage in self.manifest["stages"].items()}

    def _complete(self, name: str, began: float, counts: dict[str, Any]) -> None:
        self.manifest["stages"][name] = {"seconds": round(time.time() - began, 3), "counts": counts}
        part = f"{self.path}/.manifest.part"
        with self.files.open_output_stream(part) as out:
            out.write(json.dumps(self.manifest, indent=1).encode())
        self.files.move(part, f"{self.path}/manifest.json")

    def _read_manifest(self) -> dict[str, Any] | None:
        path = f"{self.path}/manifest.json"
        if self.files.get_file_info(path).type == pyarrow.fs.FileType.NotFound:
            return None
        with self.files.open_input_stream(path) as manifest:
            return json.loads(manifest.read())
