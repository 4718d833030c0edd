"""kindred.spark gives what one machine gives, record by record, for any number of partitions and executors.

Run by spark.sh on two executors with a core each; KINDRED_SPARK_DOCUMENTS=20000 and KINDRED_SPARK_FAMILY=5000 make it the
full form; with KINDRED_SPARK_FULL=1 all tests run (bench/runs/ has what that took).
"""

import json
import os
import random
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import pyarrow
import pyarrow.parquet

import kindred
import spark_documents
import spark_parity

COUNT = int(os.environ.get("KINDRED_SPARK_DOCUMENTS", "600"))
FAMILY = int(os.environ.get("KINDRED_SPARK_FAMILY", "200"))
MASTER = os.environ.get("KINDRED_SPARK_MASTER", "local-cluster[2,1,1024]")
SMALL = 240  # documents
# The work budget leaves a family of thousands above the cap; a smaller one needs a lower cap.
LARGE = {"verify": True} if FAMILY >= 5000 else {"verify": True, "max_degree": FAMILY // 2}
FULL = bool(os.environ.get("KINDRED_SPARK_FULL"))  # all of the tests


def setUpModule():
    global spark, place, ks
    import pyspark
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_HOME"] = str(Path(pyspark.__file__).parent)
    place = Path(tempfile.mkdtemp(prefix="kindred-spark-"))
    spark = (
        SparkSession.builder.master(MASTER)
        .config("spark.ui.enabled", False)
        .config("spark.ui.showConsoleProgress", False)
        .config("spark.driver.memory", "1g")
        # Short jobs: compiling what runs once costs more than it saves.
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1")
        .config("spark.executor.extraJavaOptions", "-XX:TieredStopAtLevel=1")
        .config("spark.sql.shuffle.partitions", 4)
        .config("spark.local.dir", str(place / "local"))
        .getOrCreate()
    )
    spark.sparkContext.setLogLevel("ERROR")
    from kindred import spark as ks


def tearDownModule():
    spark.stop()
    shutil.rmtree(place, ignore_errors=True)


class Spark(unittest.TestCase):
    maxDiff = 4000

    def tree(self, name, documents, family):
        root = place / name
        made = spark_documents.make(documents, family, root=str(root))
        spark_documents.write_tree(made)
        table = str(place / f"{name}.parquet")
        pyarrow.parquet.write_table(pyarrow.table(dict(zip(("name", "bytes", "mtime"), map(list, zip(*made))))), table)
        return str(root), table

    def compare(self, name, root, table, partitions, edges=1 << 22, **options):
        source = ks.table(spark.read.parquet(table).repartition(partitions), mtime="mtime")
        got = ks.find(spark, source, str(place / "out" / name), edges_of_task=edges, **options)
        one = spark_parity.machine(str(place / "index"), root, **options)
        self.assertEqual(spark_parity.differences(one, got), [])
        return got

    @unittest.skipUnless(FULL, "KINDRED_SPARK_FULL is not set")
    def test_what_is_uncertain_in_seven_partitions(self):
        """Capped keys, crowds and families; text beside other bytes."""
        root, table = self.tree("small", SMALL, 60)
        got = self.compare("some", root, table, 7, max_degree=20, types="together")
        self.assertGreater(got.summary["capped_keys"], 0)
        self.assertGreater(got.summary["large_families"], 0)

    @unittest.skipUnless(FULL, "KINDRED_SPARK_FULL is not set")
    def test_any_number_of_partitions(self):
        root, table = self.tree("parts", SMALL, 60)
        self.compare("verify", root, table, 1, verify=True, max_degree=20)
        self.compare("estimate", root, table, 2, estimate=True, max_degree=20)
        self.compare("chunks", root, table, 7, method="chunks:average=200", estimate=True)

    def test_a_family_and_a_licence_above_the_cap(self):
        root, table = self.tree("large", COUNT, FAMILY)
        got = self.compare("large", root, table, 7, edges=500, **LARGE)
        stages = json.loads((place / "out/large/manifest.json").read_text())["stages"]
        self.assertGreater(stages["components.rounds"]["counts"]["rounds"], 1)
        self.assertGreater(got.summary["degree_cap"], 0)
        self.assertGreater(got.summary["large_families"], 0)
        self.assertGreater(got.summary["pairs"], FAMILY)
        self.goes_on_where_it_was(root, table, got)

    def goes_on_where_it_was(self, root, table, first):
        source = ks.table(spark.read.parquet(table), mtime="mtime")
        out = place / "out" / "large"
        manifest = json.loads((out / "manifest.json").read_text())
        # As if it had been interrupted after "measured", while the next stage was written.
        names = list(manifest["stages"])
        for name in names[names.index("measured") + 1 :]:
            del manifest["stages"][name]
        (out / "manifest.json").write_text(json.dumps(manifest))
        shutil.rmtree(out / "pairs")
        written = (out / "degrees" / "_SUCCESS").stat().st_mtime_ns
        again = ks.find(spark, source, str(out), **LARGE)
        self.assertEqual((out / "degrees" / "_SUCCESS").stat().st_mtime_ns, written)
        self.assertEqual(spark_parity.differences(spark_parity.machine(str(place / "index"), root, **LARGE), again), [])
        self.assertEqual({k: v for k, v in first.summary.items() if k != "seconds"},
                         {k: v for k, v in again.summary.items() if k != "seconds"})
        with self.assertRaises(kindred.Usage):
            ks.find(spark, source, str(out), estimate=True)

    @unittest.skipUnless(FULL, "KINDRED_SPARK_FULL is not set")
    def test_files(self):
        """Small ones by binaryFile, large ones and those that it passes over in pieces; a name for each once."""
        root, _ = self.tree("files", 40, 10)
        Path(root, "__init__.py").write_bytes(Path(root, "d0/part-0/000000.txt").read_bytes()[:2000])
        Path(root, "d1", "_hidden").mkdir()
        Path(root, "d1", "_hidden", "large").write_bytes(b"".join(b"%d, " % (i * i) for i in range(30000)))
        got = ks.find(spark, ks.files(spark, root, large=4000), str(place / "out" / "files"), verify=True)
        one = spark_parity.machine(str(place / "index"), root, verify=True)
        self.same_but_for_times(one, got)

    def same_but_for_times(self, one, got):
        """Hadoop has times in milliseconds."""
        for name, by in spark_parity.TABLES.items():
            timeless = [
                [{key: value for key, value in row.items() if "time" not in key and key not in ("newest", "files")}
                 for row in spark_parity.sort(table, by)]
                for table in (pyarrow.table(getattr(one, name)), got.table(name))
            ]
            self.assertEqual(*timeless, name)
        self.assertEqual(got.summary["files"], one.summary["files"])

    @unittest.skipUnless(FULL, "KINDRED_SPARK_FULL is not set")
    def test_a_file_above_2_gigabytes(self):
        """More than a row of Spark's can hold; another file has a part of it, from beyond the limit."""
        root, draw = place / "huge", random.Random(2)
        root.mkdir()
        with open(root / "huge.bin", "wb") as file:
            for _ in range(33):
                file.write(draw.randbytes(64 << 20))
            part = draw.randbytes(1 << 20)
            file.write(part)
        (root / "part.bin").write_bytes(part[1000:] + b"and an end of its own")
        got = ks.find(spark, ks.files(spark, str(root)), str(place / "out" / "huge"), estimate=True)
        one = spark_parity.machine(str(place / "index"), str(root), estimate=True)
        self.same_but_for_times(one, got)
        self.assertEqual((got.summary["pairs"], got.summary["skips"]), (1, 0))
        shutil.rmtree(root)

    def test_refuses(self):
        rows = spark.createDataFrame([("a", b"x"), ("a", b"y"), ("b", None)], "name string, bytes binary")
        with self.assertRaisesRegex(kindred.Usage, "two documents have this name"):
            ks.find(spark, ks.table(rows), str(place / "out" / "twice"))
        with self.assertRaises(kindred.Usage):
            ks.find(spark, ks.table(rows), str(place / "out" / "near"), near=True)


if __name__ == "__main__":
    unittest.main()
