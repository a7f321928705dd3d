"""Delimited text files, with any encoding and separator."""

import csv
import io
import re
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from portal_backend.imports.sandbox.encodings import detect_byte_order_mark, guess_encoding, is_utf8
from portal_backend.sandbox.child import FileRejectedError

PROBE_BYTES = 262_144
SEPARATORS = ("\t", ";", ",", "|")
MAX_SAMPLE_ROWS = 200
BINARY_SIGNATURES = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x7fELF",
    b"MZ\x90",
    b"Rar!",
    b"7z\xbc\xaf",
    b"\x1f\x8b",
)
MARKUP_START = re.compile(rb"\s*(<!doctype html|<html|<table|<\?xml|<svg|<script)", re.IGNORECASE)
QUOTE = '"'
MAX_LINES_PER_ROW = 100
csv.field_size_limit(1_000_000)


def iter_rows(path: Path, name: str = "") -> Iterator[tuple[int, list[Any]]]:
    """Yield the rows of a text file with the line numbers at which they begin."""
    with path.open(encoding=name or detect_encoding(path), newline="", errors="replace") as lines:
        separator = detect_separator(lines.read(PROBE_BYTES))
        lines.seek(0)
        yield from parse_records(lines, separator)


def parse_records(lines: Iterator[str], separator: str) -> Iterator[tuple[int, list[Any]]]:
    """Split lines into rows.

    If quotes are unbalanced or enclose other rows, a line is a row of its own whose quotes are marked as literal: a
    lenient parser would end a cell with an inch sign lines below, and the rows between would be lost.
    """
    pending: deque[str] = deque()
    line, width = 1, 0
    while True:
        taken: list[str] = []
        row = _parse_record(_read_lines(lines, pending, taken), separator)
        if not taken:
            return
        if row is None or _has_swallowed_rows(row, separator, len(taken), width):
            pending.extendleft(reversed(taken[1:]))
            del taken[1:]
            row = [_parse_literal(each) for each in taken[0].rstrip("\r\n").split(separator)]
        yield line, row
        width = width or len(row)
        line += len(taken)


def _read_lines(lines: Iterator[str], waiting: deque[str], taken: list[str]) -> Iterator[str]:
    """Yield lines to the parser and append them to `taken`, up to the limit of a row."""
    while len(taken) < MAX_LINES_PER_ROW:
        line = waiting.popleft() if waiting else next(lines, None)
        if line is None:
            return
        taken.append(line)
        yield line


def _parse_record(lines: Iterator[str], separator: str) -> list[Any] | None:
    try:
        return next(csv.reader(lines, delimiter=separator, strict=True), None)
    except csv.Error:
        return None


def _has_swallowed_rows(row: list[Any], separator: str, lines: int, width: int) -> bool:
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


def _parse_literal(text: str) -> Any:
    """Return a cell as written; quotes are removed only if they enclose all of it."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] == QUOTE and QUOTE not in bare[1:-1].replace(QUOTE * 2, ""):
        return bare[1:-1].replace(QUOTE * 2, QUOTE)
    return {"l": text} if QUOTE in text else text


def detect_encoding(path: Path) -> str:
    """Detect the encoding of a text file.

    Raises FileRejectedError if it is not a text file.
    """
    with path.open("rb") as stream:
        head = stream.read(PROBE_BYTES)
    if head.startswith(BINARY_SIGNATURES):
        raise FileRejectedError("no_spreadsheet")
    marked = detect_byte_order_mark(head)
    if marked is None and MARKUP_START.match(head):
        raise FileRejectedError("page")
    return marked or ("utf-8" if is_utf8(path) else guess_encoding(path))


def detect_separator(text: str) -> str:
    """Detect the separator: the one that gives most lines the same number of cells."""
    best, best_score = ",", 0.0
    for each in SEPARATORS:
        widths = _count_cells(text, each)
        wide = [width for width in widths if width > 1]
        if not wide:
            continue
        usual = max(set(wide), key=wide.count)
        score = wide.count(usual) / len(widths) * (1 + min(usual, 20) / 100)
        if score > best_score:
            best, best_score = each, score
    return best


def _count_cells(text: str, separator: str) -> list[int]:
    """Return the number of cells of each of the first non-blank rows."""
    found = []
    for index, (_, row) in enumerate(parse_records(io.StringIO(text, newline=""), separator)):
        if index >= MAX_SAMPLE_ROWS:
            break
        if any(each if isinstance(each, dict) else each.strip() for each in row):
            found.append(len(row))
    return found or [0]
