#!/usr/bin/env python3
"""How a job of kindred.spark grows: time and shuffled bytes for 10^3, 10^4, ... generated documents on local[2].

    growth.py [--counts 1000,10000,...] [--estimate] [--no-broadcast] [--work DIR]

Prints a line of a table for each count, and the stages that took most. Documents are made by tasks, from their number
alone (generated.py). Bytes come from Spark's event log. docs/inside/performance.md computes from these lines.
"""

import argparse
import bisect
import collections
import json
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))


def processor_seconds(process: int) -> float:
    """Of a process and all below it: Spark's workers of Python are children of its virtual machine."""
    times, parents = {}, {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:  # it has ended
            continue
        number = int(stat.parent.name)
        parents[number] = int(fields[1])
        times[number] = sum(map(int, fields[11:15]))  # with those of children that ended
    below = {process}
    while more := {number for number, parent in parents.items() if parent in below} - below:
        below |= more
    return sum(times[number] for number in below) / os.sysconf("SC_CLK_TCK")


def ends_of(out: Path) -> list[tuple[float, str]]:
    """When each stage that is a table was written. Stages do not overlap."""
    return sorted((done.stat().st_mtime, done.parent.name) for done in out.glob("*/_SUCCESS"))


def shuffled(log: Path, since: float, ends: list[tuple[float, str]]) -> dict:
    """Sums of all tasks in an event log that began after a time: those that make the documents are not counted. "stages" has
    the shuffled bytes by stage; what leaves only figures counts for the table after it."""
    sums: dict = {"shuffle": 0, "records": 0, "read": 0, "written": 0, "spilled": 0, "stages": collections.Counter()}
    for file in log.rglob("*"):
        if not file.is_file() or file.name.startswith("."):  # checksums
            continue
        for line in file.read_text().splitlines():
            event = json.loads(line)
            metrics = event.get("Task Metrics")
            if event.get("Event") != "SparkListenerTaskEnd" or not metrics:
                continue
            if event["Task Info"]["Launch Time"] < since * 1000:
                continue
            sums["shuffle"] += metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
            at = bisect.bisect(ends, (event["Task Info"]["Finish Time"] / 1000,))
            stage = ends[at][1] if at < len(ends) else "results"
            sums["stages"][stage] += metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
            sums["records"] += metrics["Shuffle Write Metrics"]["Shuffle Records Written"]
            sums["read"] += metrics["Input Metrics"]["Bytes Read"]
            sums["written"] += metrics["Output Metrics"]["Bytes Written"]
            sums["spilled"] += metrics["Disk Bytes Spilled"]
    return sums


def rounds_of(out: Path) -> int:
    """Of components: 0 if one contraction was enough."""
    stages = json.loads((out / "manifest.json").read_text())["stages"]
    return stages.get("components.rounds", {"counts": {"rounds": 0}})["counts"]["rounds"]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--counts", default="1000,10000")
    arguments.add_argument("--estimate", action="store_true", help="measure nothing")
    arguments.add_argument("--no-broadcast", action="store_true",
                           help="join only by shuffles, as Spark does with tables above 10 MB: what larger counts would move")
    arguments.add_argument("--work", help="a directory for everything; default: a temporary one")
    arguments.add_argument("--memory", default="4g", help="of the driver, which is the executor here")
    given = arguments.parse_args()
    work = Path(given.work or tempfile.mkdtemp(prefix="kindred-growth-"))
    import pyspark
    from pyspark.sql import SparkSession

    import generated
    from kindred import spark as ks

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    print("| documents | MB | contents | marks' keys shared | pairs | seconds | CPU s | shuffled B/document | "
          "rows shuffled/document | written B/document | spilled MB | rounds | cap |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    for count in (int(one) for one in given.counts.split(",")):
        place = work / str(count)
        (place / "events").mkdir(parents=True)
        spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", False)
            .config("spark.ui.showConsoleProgress", False)
            .config("spark.driver.memory", given.memory)
            .config("spark.sql.autoBroadcastJoinThreshold", -1 if given.no_broadcast else 10 << 20)
            .config("spark.sql.shuffle.partitions", max(4, count // 5000))
            .config("spark.local.dir", str(place / "local"))
            .config("spark.eventLog.enabled", True)
            .config("spark.eventLog.compress", False)
            .config("spark.eventLog.dir", str(place / "events"))
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("ERROR")
        documents = generated.documents(spark, count)
        documents.write.parquet(str(place / "documents"))
        machine = int(spark.sparkContext._jvm.java.lang.ProcessHandle.current().pid())
        before, used = time.time(), processor_seconds(machine)
        source = ks.table(spark.read.parquet(str(place / "documents")))
        found = ks.find(spark, source, str(place / "out"), **({"estimate": True} if given.estimate else {"verify": True}))
        seconds = time.time() - before
        cpu = processor_seconds(machine) - used
        spark.stop()
        sums, facts = shuffled(place / "events", before, ends_of(place / "out")), found.summary
        print(f"| {count:,} | {facts['bytes'] / 1e6:.1f} | {facts['contents']:,} | {facts['shared_keys']:,} | {facts['pairs']:,} | "
              f"{seconds:.0f} | {cpu:.0f} | {sums['shuffle'] / count:.0f} | {sums['records'] / count:.0f} | {sums['written'] / count:.0f} | "
              f"{sums['spilled'] / 1e6:.0f} | {rounds_of(place / 'out')} | {facts['degree_cap']} |")
        slow = sorted(found.stages.items(), key=lambda one: -one[1])[:6]
        moved = ", ".join(f"{name} {size / count:.0f}" for name, size in sums["stages"].most_common(8))
        print(f"<!-- {count}: {', '.join(f'{name} {took:.1f} s' for name, took in slow)}; shuffled B/document: {moved} -->", flush=True)
        if not given.work:
            shutil.rmtree(place)


if __name__ == "__main__":
    main()
