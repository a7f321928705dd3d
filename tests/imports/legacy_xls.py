"""Builder of xls workbooks (Excel 97 to 2003), which no installed library writes."""

import struct
from collections.abc import Sequence

SECTOR = 512
# smaller streams are stored in mini sectors
MIN_STREAM_BYTES = 4096
FREE, END, IS_TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
GLOBALS, SHEET = 0x0005, 0x0010


def build_xls(*rows: Sequence[str | float], protected: bool = False) -> bytes:
    """Build an xls with one sheet of rows; a `protected` one requires a password."""
    workbook_records = _build_record(0x0809, struct.pack("<4H2I", 0x0600, GLOBALS, 0, 0, 0, 0))
    if protected:
        workbook_records += _build_record(0x002F, struct.pack("<3H", 1, 1, 1) + bytes(48))
    workbook_records += _build_record(0x0042, struct.pack("<H", 1200))
    title = struct.pack("<2B2B", 0, 0, len("Old"), 0) + b"Old"
    position = len(workbook_records) + 8 + len(title) + 4
    workbook_records += _build_record(0x0085, struct.pack("<I", position) + title) + _build_record(0x000A)
    cells = _build_record(0x0809, struct.pack("<4H2I", 0x0600, SHEET, 0, 0, 0, 0))
    for line, values in enumerate(rows):
        for column, value in enumerate(values):
            cells += _build_cell(line, column, value)
    return _build_compound_file(workbook_records + cells + _build_record(0x000A))


def _build_cell(line: int, column: int, value: str | float) -> bytes:
    prefix = struct.pack("<3H", line, column, 0)
    if isinstance(value, str):
        return _build_record(0x0204, prefix + struct.pack("<HB", len(value), 1) + value.encode("utf-16-le"))
    return _build_record(0x0203, prefix + struct.pack("<d", value))


def _build_record(kind: int, content: bytes = b"") -> bytes:
    return struct.pack("<2H", kind, len(content)) + content


def _build_compound_file(content: bytes) -> bytes:
    """Build a compound file with one stream: sector table, directory, content."""
    content = content.ljust(MIN_STREAM_BYTES, b"\0")
    content += bytes(-len(content) % SECTOR)
    count = len(content) // SECTOR
    table = [IS_TABLE, END, *range(3, count + 2), END]
    head = struct.pack("<8s16x5H6x", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 3, 0xFFFE, 9, 6)
    head += struct.pack("<9I", 0, 1, 1, 0, MIN_STREAM_BYTES, END, 0, END, 0) + struct.pack("<I", 0)
    names = _build_directory_entry("Root Entry", 5, 1, END, 0) + _build_directory_entry(
        "Workbook", 2, FREE, 2, len(content)
    )
    table += [FREE] * (SECTOR // 4 - len(table))
    return head.ljust(SECTOR, b"\xff") + struct.pack(f"<{len(table)}I", *table) + names.ljust(SECTOR, b"\0") + content


def _build_directory_entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    encoded_name = name.encode("utf-16-le") + b"\0\0"
    return struct.pack("<64sH2B3I36xIQ", encoded_name, len(encoded_name), kind, 1, FREE, FREE, child, start, size)
