"""Signatures and help of the methods that take options, from the tables of flags: help() and completion show them all."""

from __future__ import annotations

import inspect
from textwrap import fill
from typing import Any, Callable

from ._errors import in_python
from ._options import flags_of


def _entry(keyword: str, flag: dict[str, Any]) -> str:
    value = "" if flag["value"] is None else f"={flag['value']}"
    default = f" Default: {flag['default']}." if flag["default"] else ""
    text = fill(in_python(flag["help"] + default), 110, initial_indent=" " * 8, subsequent_indent=" " * 8)
    return f"    {keyword}{value}\n{text}"


def takes_options(call: str, listed: bool = True) -> Callable[[Any], Any]:
    """Gives a method that ends in **options the help of the options of `call`, and in its signature the options themselves,
    unless it takes them as one argument and only for compatibility by name (`listed` is false)."""

    def describe(function: Any) -> Any:
        flags = flags_of(call)
        signature = inspect.signature(function)
        kept = [p for p in signature.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
        added = [
            inspect.Parameter(keyword, inspect.Parameter.KEYWORD_ONLY, default=None)
            for keyword in flags
            if listed and keyword not in signature.parameters
        ]
        function.__signature__ = signature.replace(parameters=[*kept, *added])
        entries = "\n".join(_entry(keyword, flags[keyword]) for keyword in sorted(flags))
        function.__doc__ = f"{inspect.cleandoc(function.__doc__ or '')}\n\n{'Options' if listed else 'All options'}:\n{entries}\n"
        return function

    return describe
