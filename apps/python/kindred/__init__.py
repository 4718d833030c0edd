"""Kindred: files and documents that share content, and what they share.

    import kindred
    found = kindred.find("/usr/share/doc", min=0.5, pairs=True)
    pyarrow.table(found.pairs)        # or polars.from_arrow, or DuckDB's FROM

The same engine as the program `kindred`, with the same answers. docs/using/python.md is the manual.
"""

import os as _os

# The worker programs that look inside files are part of the package, unless it was built against another build.
_libexec = _os.path.join(_os.path.dirname(__file__), "libexec")
if _os.path.isdir(_libexec):
    _os.environ.setdefault("KINDRED_EXTRACT", _libexec)

from ._dedup import Deduplicated, cut, dedup  # noqa: E402
from ._errors import Busy, Cancelled, Conflict, Damaged, Error, Failed, NoSpace, NotFound, Usage  # noqa: E402
from ._index import Index, find, spans  # noqa: E402
from ._marks import Marks, marks  # noqa: E402
from ._memory import Match, MemoryIndex  # noqa: E402
from ._native import default_index, methods, version as _version  # noqa: E402
from ._stream import Stream  # noqa: E402
from ._tables import Compared, Found, Matches, Near, Result, Scanned, Spans, Table  # noqa: E402

__version__ = _version()
__all__ = [
    "Busy", "Cancelled", "Compared", "Conflict", "Damaged", "Deduplicated", "Error", "Failed", "Found", "Index", "Marks",
    "Match", "Matches", "MemoryIndex", "Near", "NoSpace", "NotFound", "Result", "Scanned", "Spans", "Stream", "Table", "Usage", "cut", "dedup", "default_index",
    "find", "marks", "methods", "spans",
]
