"""Compares what a job of kindred.spark found with what Index.find found, record by record and schema by schema."""

from __future__ import annotations

import pyarrow as pa

import kindred

#: Tables of both, and the columns whose order makes the records comparable.
TABLES = {
    "pairs": ["a", "b"],
    "identical": ["digest", "size"],
    "families": ["id", "centre"],
    "groups": ["reference"],
    "skips": ["path"],
}

#: Figures of both summaries.
FIGURES = [
    "files", "contents", "bytes", "capped_keys", "identical_sets", "groups", "families", "pairs", "copies",
    "spare_bytes", "verified", "measured", "dropped", "unsettled", "degree_cap", "large_families", "boilerplate",
    "links_between",
]  # fmt: skip


def machine(index: str, root: str, **options) -> kindred.Found:
    """What one machine finds. Nothing is looked for inside of files: documents of a table are bytes."""
    return kindred.Index(index).find(root, pairs=True, look_inside="none", **options)


def sort(table: pa.Table, by: list[str]) -> list[dict]:
    return sorted(table.to_pylist(), key=lambda row: [row[column] for column in by])


def differences(expected: kindred.Found, got) -> list[str]:
    """What is not the same; nothing, if all is."""
    found = []
    for name, by in TABLES.items():
        one, many = pa.table(getattr(expected, name)), got.table(name)
        if not one.schema.equals(many.schema, check_metadata=False):
            found.append(f"{name}: schemas differ:\n{one.schema}\n{many.schema}")
        order = [(column, "ascending") for column in by]
        if name == "pairs" and one.sort_by(order).combine_chunks().equals(many.sort_by(order).combine_chunks()):
            continue  # there may be millions
        left, right = sort(one, by), sort(many, by)
        if left == right:
            continue
        missing = [row for row in left if row not in right] if len(left) < 3000 else []
        extra = [row for row in right if row not in left] if len(right) < 3000 else []
        first = next((i for i, (a, b) in enumerate(zip(left, right)) if a != b), min(len(left), len(right)))
        found.append(
            f"{name}: {len(left)} records on one machine, {len(right)} by the job; {len(missing)} missing, "
            f"{len(extra)} more; first difference at {first}:\n{left[first:first + 1]}\n{right[first:first + 1]}"
        )
    for figure in FIGURES:
        one, many = expected.summary.get(figure), got.summary.get(figure)
        if one is not None and one != many:
            found.append(f"{figure}: {one} on one machine, {many} by the job")
    return found
