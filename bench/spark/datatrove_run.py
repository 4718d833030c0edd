#!/usr/bin/env python3
"""datatrove's MinHash deduplication as its manual runs it: signatures, buckets, clusters. Run by pipelines.py.

    datatrove_run.py DIRECTORY BUCKETS HASHES

DIRECTORY/documents has files of JSON lines. The result is DIRECTORY/clusters.json: a list of lists of the documents'
numbers. One worker, in this process: processor seconds are compared, not machines.
"""

import json
import struct
import sys
from pathlib import Path

from datatrove.executor.local import LocalPipelineExecutor
from datatrove.pipeline.dedup import MinhashDedupBuckets, MinhashDedupCluster, MinhashDedupSignature
from datatrove.pipeline.dedup.minhash import MinhashConfig
from datatrove.pipeline.readers import JsonlReader


def main() -> None:
    place, config = Path(sys.argv[1]), MinhashConfig(num_buckets=int(sys.argv[2]), hashes_per_bucket=int(sys.argv[3]))
    folder = lambda name: str(place / name)
    stages = [
        ([JsonlReader(folder("documents")), MinhashDedupSignature(folder("signatures"), config)], 1),
        ([MinhashDedupBuckets(folder("signatures"), folder("buckets"), config=config)], config.num_buckets),
        ([MinhashDedupCluster(folder("buckets"), folder("removed"), config=config, save_cluster_id=True)], 1),
    ]
    for number, (stage, tasks) in enumerate(stages):
        LocalPipelineExecutor(stage, tasks=tasks, workers=1, logging_dir=folder(f"logs{number}")).run()
    clusters: dict[int, list[int]] = {}
    for file in Path(folder("removed")).glob("*.clusters"):
        for document, cluster in struct.iter_unpack("<2I", file.read_bytes()):
            clusters.setdefault(cluster, []).append(document)
    (place / "clusters.json").write_text(json.dumps(list(clusters.values())))


if __name__ == "__main__":
    main()
