"""Kindred on Spark: the results of Index.find, computed on many machines.

    from kindred import spark as ks
    found = ks.find(session, ks.table(documents, name="url", bytes="text"), "hdfs:///out", verify=True)
    found.pairs, found.families       # paths of Parquet files with the schema of Index.find

The same documents as files of a tree give the same records to `Index.find`, for any number of partitions and executors.
docs/using/python.md describes how, and at what cost. Needs PySpark 4 on a JDK 17, numpy and pyarrow, and this package on every
executor.
"""

from .job import Found, find
from .sources import files, table

__all__ = ["Found", "files", "find", "table"]
