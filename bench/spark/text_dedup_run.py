#!/usr/bin/env python3
"""text-dedup's MinHash deduplication, by its own command. Run by pipelines.py.

    text_dedup_run.py DIRECTORY THRESHOLD

DIRECTORY/documents has files of JSON lines. The result is DIRECTORY/clusters.json: a list of lists of the documents'
numbers. One process: processor seconds are compared, not machines.
"""

import json
import pickle
import sys
from pathlib import Path

from text_dedup.minhash import main as text_dedup


def main() -> None:
    place = Path(sys.argv[1])
    files = sorted((place / "documents").glob("*.jsonl"))
    text_dedup(
        ["--path", "json", "--data_files", str(files[0]), "--split", "train", "--cache_dir", str(place / "cache"),
         "--output", str(place / "output"), "--column", "text", "--threshold", sys.argv[2], "--num_proc", "1", "--debug"],
        standalone_mode=False,
    )  # fmt: skip
    # The clusters it computed, as {document: cluster}; documents on their own are not in it.
    with open(place / "output" / "uf.pkl", "rb") as file:
        parents = pickle.load(file)
    parents = getattr(parents, "parent", parents)
    clusters: dict[int, list[int]] = {}
    for document in parents:
        root = document
        while parents[root] != root:
            root = parents[root]
        clusters.setdefault(root, []).append(document)
    (place / "clusters.json").write_text(json.dumps([found for found in clusters.values() if len(found) > 1]))


if __name__ == "__main__":
    main()
