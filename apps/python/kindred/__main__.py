"""python -m kindred COMMAND ... --format parquet -o DIR|FILE: the commands of the program, with answers as Parquet.

The flags are those of the program, from the same tables. With -o DIR every table of the answer is a file there, and
summary.json beside them; with -o FILE.parquet only the main one: the pairs of find and near, the matches of query, the
relations of compare, the spans of spans, the skips of scan. `export` writes what matching starts from (docs/formats/sql.md).
Exit codes: 0 done; 2 usage; 3 done, but something was skipped because of an error; 4 failed; 130 interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any, Callable

from . import _native, _tables
from ._errors import Error, Usage
from ._export import FILES, TableWriter
from ._index import inputs_of
from ._options import LEFT_OUT
from ._progress import progress_for

# Command: the class of its result, its main table, the name of its operands.
COMMANDS: dict[str, tuple[type[_tables.Result], str, str]] = {
    "find": (_tables.Found, "pairs", "PATH"),
    "query": (_tables.Matches, "matches", "FILE"),
    "compare": (_tables.Compared, "relations", "DIR"),
    "spans": (_tables.Spans, "spans", "PATH"),
    "near": (_tables.Near, "pairs", "PATH"),
    "scan": (_tables.Scanned, "skips", "PATH"),
    "export": (_tables.Result, "", "PATH"),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m kindred", description=(__doc__ or "").split("\n\n", 1)[1],
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (_, _, operand) in COMMANDS.items():
        command = commands.add_parser(name, help=f"as kindred {name}" if name != "export" else "the tables of docs/formats/sql.md")
        command.add_argument("operands", nargs="*", metavar=operand)
        command.add_argument("--format", choices=["parquet"], default="parquet", help="other formats: the program kindred")
        command.add_argument("-o", "--output", required=True, metavar="DIR|FILE", help="where the answer goes")
        command.add_argument("--index", metavar="DIR", help="the index to use")
        command.add_argument("--quiet", action="store_true", help="no progress")
        for flag in _native.options(name):
            if flag["name"] in LEFT_OUT:
                continue
            spelled = [f"--{flag['name']}"] + ([f"-{flag['letter']}"] if flag["letter"] else [])
            help_text = flag["help"].replace("%", "%%")
            if flag["value"] is None:
                command.add_argument(*spelled, dest=f"flag {flag['name']}", action="store_const", const=[], help=help_text)
            else:
                command.add_argument(
                    *spelled, dest=f"flag {flag['name']}", action="append", metavar=flag["value"], help=help_text
                )
    return parser


def _writer(command: str, output: Path) -> tuple[TableWriter, list[str]]:
    """The writer of the results, and the types of records to write."""
    kind, main, _ = COMMANDS[command]
    if command == "export":
        files = FILES
    elif output.suffix == ".parquet":
        files = {kind._names[main]: output.name}
        output = output.parent
    else:
        files = {record: f"{attribute}.parquet" for attribute, record in kind._names.items()}
    output.mkdir(parents=True, exist_ok=True)
    return TableWriter(output, files), list(files)


def _run(arguments: argparse.Namespace, progress: Callable[..., Any] | None) -> int:
    command: str = arguments.command
    output = Path(arguments.output)
    flags = [
        (name[5:], [os.fsencode(value) for value in values])
        for name, values in vars(arguments).items()
        if name.startswith("flag ") and values is not None
    ]
    one_file = command != "export" and output.suffix == ".parquet"
    if command == "find" and one_file and ("pairs", []) not in flags:
        flags.append(("pairs", []))
    operands = [os.fsencode(operand) for operand in arguments.operands]
    inputs: list[tuple[bytes, Any]] = []
    if command == "query":
        inputs, operands = inputs_of([name for name in arguments.operands if name != "-"]), []
        if "-" in arguments.operands:
            inputs.append((b"-", sys.stdin.buffer.read()))
    elif command == "near" and len(operands) == 1 and os.path.isfile(operands[0]):
        inputs, operands = inputs_of(arguments.operands), []
    index = _native.default_index() if arguments.index is None else os.fsencode(arguments.index)
    writer, wanted = _writer(command, output)
    failures = 0

    def take(batch: _native.Table) -> None:
        nonlocal failures
        if batch.name == "skip":
            failures += sum(row["error"] for row in batch.rows())
        if batch.name in wanted:
            writer(batch)

    with writer:
        lines, _ = _native.call(command, index, operands, inputs, None, flags, progress, take)
    if not one_file and lines:
        (output / "summary.json").write_bytes(b"".join(lines))
    return 3 if failures else 0


def main(words: list[str] | None = None) -> int:
    """Runs a command; returns its exit code."""
    arguments = _parser().parse_args(words)
    show: Any = None
    if sys.stderr.isatty() and not arguments.quiet:
        try:
            import tqdm  # noqa: F401

            show = True
        except ImportError:
            pass
    try:
        with progress_for(show) as progress:
            return _run(arguments, progress)
    except Usage as error:
        print(f"kindred: {error}", file=sys.stderr)
        return 2
    except (Error, ImportError, OSError) as error:
        print(f"kindred: {error}", file=sys.stderr)
        return 4
    except KeyboardInterrupt:
        print("kindred: interrupted", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
