"""What the process says on its way out: lines of JSON, each a list whose first element names it."""

import datetime as dt
import json
import sys
from typing import Any

LONGEST_CELL = 32_767
MOST_COLUMNS = 500
# what a float holds of a whole number
EXACT = 2**53
OUTPUT_BYTES = 400_000_000


class Refused(Exception):
    """A file that is not read, and the word that says why."""

    def __init__(self, word: str, **values: object) -> None:
        super().__init__(word)
        self.word = word
        self.values = values


class Mouth:
    """Writes lines and counts their bytes."""

    def __init__(self) -> None:
        self.written = 0

    def say(self, *line: Any) -> None:
        """Write a line. Raises Refused where there were too many."""
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        self.written += len(text)
        if self.written > OUTPUT_BYTES:
            raise Refused("too_large")
        sys.stdout.write(text)


def cell(value: Any) -> Any:
    """A cell as JSON: its kind stays known."""
    if isinstance(value, str):
        if len(value) > LONGEST_CELL:
            return {"e": "TOO_LONG"}
        return value.encode("utf-8", "replace").decode()  # lone surrogates
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() and abs(value) < EXACT else value
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return {"d": value.date().isoformat()}
    if isinstance(value, dt.date | dt.time):
        return {"d": value.isoformat()}
    return value if isinstance(value, int) else {"d": str(value)}


def trimmed(cells: list[Any]) -> list[Any]:
    """A row without the empty cells at its end; empty where it is blank. Raises Refused where it is too wide."""
    end = len(cells)
    while end and (cells[end - 1] is None or (isinstance(cells[end - 1], str) and not cells[end - 1].strip())):
        end -= 1
    if end > MOST_COLUMNS:
        raise Refused("too_many_columns", most=MOST_COLUMNS)
    return cells[:end]
