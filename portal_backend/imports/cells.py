"""Cells of an imported file: their stored form and their display."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from portal_backend.core.translations import translate

Cell = Any
"""A text, a number, a boolean or None, or a dict with a mark:

- {"d": text}: a date or time.
- {"e": name}: an error.
- {"m": value}: a cell merged with the one above.
- {"l": text}: a text with literal quotes.
- {"hidden": value}: a cell of a hidden row.
- {"p": name, "h": digest}: a picture; "t" is the value of the cell below it, "w" the reason why it is rejected.
"""


def is_picture(cell: Cell) -> bool:
    """Return whether a cell is a picture."""
    return isinstance(cell, dict) and "p" in cell


def format_cell(cell: Cell, labels: Mapping[str, str] | None = None) -> str:
    """Return a cell as display text; `labels` are the names of keys."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return translate("yes" if cell else "no")
    if is_picture(cell):  # looked up by name: jsonb in PostgreSQL does not preserve the order of keys
        return format_cell(cell["t"]) if "t" in cell else str(cell["p"])
    if isinstance(cell, dict):
        return format_cell(next(iter(cell.values()), ""))
    if isinstance(cell, list):
        return ", ".join(format_cell(each, labels) for each in cell)
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell)
    return labels.get(str(cell), str(cell)) if labels else str(cell)


def to_stored_value(value: object) -> Any:
    """Return a value as it is stored.

    Decimals become text; merged, quoted and hidden cells lose their mark.
    """
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        for mark in ("m", "l", "hidden"):
            if mark in value:
                return to_stored_value(value[mark])
    return value
