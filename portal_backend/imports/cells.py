"""Cells as they stand in a file: what kind of value it was stays known, and how it is shown."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from portal_backend.base.words import word

Cell = Any
"""A text, a number or a truth value; {"d": ...} a day or a time, {"e": ...} an error, {"m": ...} of a merged cell.
{"l": ...} is a text whose quotes are meant as they are, {"hidden": ...} a cell of a hidden row.

{"p": name, "h": digest} is a picture; "t" holds what stands in the cell below it, "w" why it is not taken.
"""


def is_picture(cell: Cell) -> bool:
    """Whether a cell is a picture."""
    return isinstance(cell, dict) and "p" in cell


def shown(cell: Cell, labels: Mapping[str, str] | None = None) -> str:
    """A cell as a person reads it; `labels` name keys."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return word("yes" if cell else "no")
    if is_picture(cell):  # by name: PostgreSQL keeps no order of keys
        return shown(cell["t"]) if "t" in cell else str(cell["p"])
    if isinstance(cell, dict):
        return shown(next(iter(cell.values()), ""))
    if isinstance(cell, list):
        return ", ".join(shown(each, labels) for each in cell)
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    return labels.get(str(cell), str(cell)) if labels else str(cell)


def plain(value: object) -> Any:
    """A value as it is stored."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        for mark in ("m", "l", "hidden"):
            if mark in value:
                return plain(value[mark])
    return value
