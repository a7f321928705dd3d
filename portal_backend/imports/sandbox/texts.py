"""Delimited text files, with any encoding and separator."""

import csv
import io
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from portal_backend.imports.sandbox.encodings import guessed, is_utf8, mark_of
from portal_backend.sandbox.child import Refused

PROBE = 262_144
SEPARATORS = ("\t", ";", ",", "|")
SAMPLE_LINES = 200
FOREIGN = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"MZ\x90", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b")
PAGE = re.compile(rb"\s*(<!doctype html|<html|<table|<\?xml|<svg|<script)", re.IGNORECASE)
QUOTE = '"'
MAX_LINES_PER_ROW = 100
csv.field_size_limit(1_000_000)


def rows(path: Path, name: str = "") -> Iterator[tuple[int, list[Any]]]:
    """Yield the rows of a text file with the line numbers at which they begin."""
    with path.open(encoding=name or encoding(path), newline="", errors="replace") as lines:
        separator = separator_of(lines.read(PROBE))
        lines.seek(0)
        yield from records(lines, separator)


def records(lines: Iterator[str], separator: str) -> Iterator[tuple[int, list[Any]]]:
    """Split lines into rows.

    If quotes are unbalanced or enclose other rows, a line is a row of its own whose quotes are marked as literal: a
    lenient parser would end a cell with an inch sign lines below, and the rows between would be lost.
    """
    pending: deque[str] = deque()
    line, width = 1, 0
    while True:
        taken: list[str] = []
        row = _record(_taken(lines, pending, taken), separator)
        if not taken:
            return
        if row is None or _is_swallowed(row, separator, len(taken), width):
            pending.extendleft(reversed(taken[1:]))
            del taken[1:]
            row = [_literal(each) for each in taken[0].rstrip("\r\n").split(separator)]
        yield line, row
        width = width or len(row)
        line += len(taken)


def _taken(lines: Iterator[str], waiting: deque[str], taken: list[str]) -> Iterator[str]:
    """Yield lines to the parser and append them to `taken`, up to the limit of a row."""
    while len(taken) < MAX_LINES_PER_ROW:
        line = waiting.popleft() if waiting else next(lines, None)
        if line is None:
            return
        taken.append(line)
        yield line


def _record(lines: Iterator[str], separator: str) -> list[Any] | None:
    try:
        return next(csv.reader(lines, delimiter=separator, strict=True), None)
    except csv.Error:
        return None


def _is_swallowed(row: list[Any], separator: str, lines: int, width: int) -> bool:
    """Return whether a multi-line cell contains rows.

    Each of its lines then has as many separators as a row.
    """
    if lines < 2 or not width:
        return False
    for index, cell in enumerate(row):
        inner = [each.count(separator) for each in cell.splitlines()]
        if len(inner) > 1 and inner[0] + index >= width - 1 > 0 and all(each == width - 1 for each in inner[1:-1]):
            return bool(inner[-1] == index)
    return False


def _literal(text: str) -> Any:
    """Return a cell as written; quotes are removed only if they enclose all of it."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] == QUOTE and QUOTE not in bare[1:-1].replace(QUOTE * 2, ""):
        return bare[1:-1].replace(QUOTE * 2, QUOTE)
    return {"l": text} if QUOTE in text else text


def encoding(path: Path) -> str:
    """Detect the encoding of a text file.

    Raises FileRejectedError if it is not a text file.
    """
    with path.open("rb") as stream:
        head = stream.read(PROBE)
    if head.startswith(FOREIGN):
        raise Refused("no_spreadsheet")
    marked = mark_of(head)
    if marked is None and PAGE.match(head):
        raise Refused("page")
    return marked or ("utf-8" if is_utf8(path) else guessed(path))


def separator_of(text: str) -> str:
    """Detect the separator: the one that gives most lines the same number of cells."""
    best, best_score = ",", 0.0
    for each in SEPARATORS:
        widths = _widths(text, each)
        wide = [width for width in widths if width > 1]
        if not wide:
            continue
        usual = max(set(wide), key=wide.count)
        score = wide.count(usual) / len(widths) * (1 + min(usual, 20) / 100)
        if score > best_score:
            best, best_score = each, score
    return best


def _widths(text: str, separator: str) -> list[int]:
    """Return the number of cells of each of the first non-blank rows."""
    found = []
    for index, (_, row) in enumerate(records(io.StringIO(text, newline=""), separator)):
        if index >= SAMPLE_LINES:
            break
        if any(each if isinstance(each, dict) else each.strip() for each in row):
            found.append(len(row))
    return found or [0]
