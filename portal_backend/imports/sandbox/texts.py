"""Texts with separated cells, of whatever encoding and separator."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from charset_normalizer import from_bytes

from portal_backend.sandbox.child import Refused

PROBE = 262_144
SEPARATORS = ("\t", ";", ",", "|")
SAMPLE_LINES = 200
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
FOREIGN = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x7fELF", b"MZ\x90", b"Rar!", b"7z\xbc\xaf", b"\x1f\x8b")
PAGE = re.compile(rb"\s*(<!doctype html|<html|<table|<\?xml|<svg|<script)", re.IGNORECASE)
# no word of a Western language has three letters in a row that are none of ASCII's; short texts tell no more than that
NOT_WESTERN = re.compile(rb"[\x80-\xff]{3}")
LATIN = ("Basic Latin", "Latin", "General Punctuation", "Currency", "Control", "Letterlike", "Spacing Modifier")
csv.field_size_limit(1_000_000)


def rows(path: Path) -> Iterator[tuple[int, list[Any]]]:
    """The rows of a text with the lines that they begin at."""
    name = encoding(path)
    with path.open(encoding=name, newline="", errors="replace") as lines:
        separator = separator_of(lines.read(PROBE))
        lines.seek(0)
        reader = csv.reader(lines, delimiter=separator)
        before = 0
        try:
            for row in reader:
                yield before + 1, list(row)
                before = reader.line_num
        except csv.Error as error:
            raise Refused("broken") from error


def encoding(path: Path) -> str:
    """The encoding of a text, by its mark, or by what can be read as it. Raises Refused where it is none."""
    with path.open("rb") as stream:
        head = stream.read(PROBE)
    if head.startswith(FOREIGN):
        raise Refused("no_spreadsheet")
    for mark, name in MARKS:
        if head.startswith(mark):
            return name
    if b"\0" in head:
        return _without_mark(head)
    if PAGE.match(head):
        raise Refused("page")
    if _is_utf8(path):
        return "utf-8"
    best = from_bytes(head).best() if NOT_WESTERN.search(head) else None
    if best is None or all(each.startswith(LATIN) for each in best.alphabets):
        return "cp1252"  # Western letters of one byte are Windows' own more often than any other
    return best.encoding


def _without_mark(head: bytes) -> str:
    """UTF-16 without a mark: every other byte of plain letters is null."""
    even, odd = head[::2].count(0), head[1::2].count(0)
    if max(even, odd) > len(head) // 5 and min(even, odd) < max(even, odd) // 10 + 1:
        return "utf-16-le" if odd > even else "utf-16-be"
    raise Refused("no_spreadsheet")


def _is_utf8(path: Path) -> bool:
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            while stream.read(1_000_000):
                pass
    except UnicodeDecodeError:
        return False
    return True


def separator_of(text: str) -> str:
    """What separates the cells: what cuts most lines into the same number of them, more than one."""
    best, most = ",", 0.0
    for each in SEPARATORS:
        try:
            widths = _widths(text, each)
        except csv.Error:
            continue
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
    for place, row in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=separator)):
        if place >= SAMPLE_LINES:
            break
        if any(each.strip() for each in row):
            found.append(len(row))
    return found or [0]
