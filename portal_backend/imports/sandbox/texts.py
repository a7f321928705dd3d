"""Texts with separated cells, of whatever encoding and separator."""

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
    """The rows of a text in an encoding, or the guessed one, with the lines that they begin at."""
    with path.open(encoding=name or encoding(path), newline="", errors="replace") as lines:
        separator = separator_of(lines.read(PROBE))
        lines.seek(0)
        yield from records(lines, separator)


def records(lines: Iterator[str], separator: str) -> Iterator[tuple[int, list[Any]]]:
    """Split lines into rows. Where quotes do not do what quotes are for, a line stands for itself and says so.

    A quote that is an inch sign opens a cell which a lenient reader ends somewhere below: rows would vanish in it.
    """
    waiting: deque[str] = deque()
    line, width = 1, 0
    while True:
        taken: list[str] = []
        row = _record(_taken(lines, waiting, taken), separator)
        if not taken:
            return
        if row is None or _is_swallowed(row, separator, len(taken), width):
            waiting.extendleft(reversed(taken[1:]))
            del taken[1:]
            row = [_literal(each) for each in taken[0].rstrip("\r\n").split(separator)]
        yield line, row
        width = width or len(row)
        line += len(taken)


def _taken(lines: Iterator[str], waiting: deque[str], taken: list[str]) -> Iterator[str]:
    """The lines that a reader asks for, noted as they go; a cell of more is none."""
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
    """Whether a cell of several lines holds rows: each of its lines then has as many separators as a row has."""
    if lines < 2 or not width:
        return False
    for place, cell in enumerate(row):
        inner = [each.count(separator) for each in cell.splitlines()]
        if len(inner) > 1 and inner[0] + place >= width - 1 > 0 and all(each == width - 1 for each in inner[1:-1]):
            return bool(inner[-1] == place)
    return False


def _literal(text: str) -> Any:
    """A cell as it stands; only quotes that enclose all of it are taken off."""
    bare = text.strip()
    if len(bare) > 1 and bare[0] == bare[-1] == QUOTE and QUOTE not in bare[1:-1].replace(QUOTE * 2, ""):
        return bare[1:-1].replace(QUOTE * 2, QUOTE)
    return {"l": text} if QUOTE in text else text


def encoding(path: Path) -> str:
    """The encoding of a text, by its mark, or by what can be read as it. Raises Refused where it is none."""
    with path.open("rb") as stream:
        head = stream.read(PROBE)
    if head.startswith(FOREIGN):
        raise Refused("no_spreadsheet")
    marked = mark_of(head)
    if marked is None and PAGE.match(head):
        raise Refused("page")
    return marked or ("utf-8" if is_utf8(path) else guessed(path))


def separator_of(text: str) -> str:
    """What separates the cells: what cuts most lines into the same number of them, more than one."""
    best, most = ",", 0.0
    for each in SEPARATORS:
        widths = _widths(text, each)
        wide = [width for width in widths if width > 1]
        if not wide:
            continue
        usual = max(set(wide), key=wide.count)
        worth = wide.count(usual) / len(widths) * (1 + min(usual, 20) / 100)
        if worth > most:
            best, most = each, worth
    return best


def _widths(text: str, separator: str) -> list[int]:
    """How many cells each of the first lines has, blank ones left out."""
    found = []
    for place, (_, row) in enumerate(records(io.StringIO(text, newline=""), separator)):
        if place >= SAMPLE_LINES:
            break
        if any(each if isinstance(each, dict) else each.strip() for each in row):
            found.append(len(row))
    return found or [0]
