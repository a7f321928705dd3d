"""Parser of uploaded spreadsheets: sandbox process that writes JSON lines.

It is run as `python -m portal_backend.imports.sandbox`.

Without a sheet in the request, it writes each sheet with its first rows, and the positions of pictures, which it
extracts to a folder. With a sheet, it writes all of its rows. For a zip of pictures, it writes the pictures.
"""

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from portal_backend.imports.sandbox.delimited import detect_encoding as encoding_of
from portal_backend.imports.sandbox.delimited import iter_rows as text_rows
from portal_backend.imports.sandbox.encodings import build_samples, get_codec
from portal_backend.imports.sandbox.image_store import write_workbook_pictures, write_zip_pictures
from portal_backend.imports.sandbox.serialization import (
    PreviewBudget,
    SheetPreview,
    replace_oversized_cells,
    select_columns,
    trim_row,
)
from portal_backend.imports.sandbox.workbooks import MAX_SHEETS, WorkbookReader, detect_file_type
from portal_backend.sandbox.child import FileRejectedError, LineWriter, ParseRequest, serve

MAX_SHEET_NAME_LENGTH = 100


def parse_file(request: ParseRequest, writer: LineWriter) -> None:
    """Parse a file as requested and write the results."""
    path = Path(request["path"])
    if request["is_picture_zip"]:
        write_zip_pictures(path, request, writer)
        return
    file_type = detect_file_type(path)
    book = None
    if file_type == "text":
        guess = encoding_of(path)
        # the encoding the owner last chose for a file with the same detected encoding
        encoding = request["encoding"] or request["encodings"].get(guess, guess)
        codec = get_codec(encoding, guess)
        sheets = {"": partial(text_rows, path, codec)}
        if request["sheet"] is None:
            writer.write("text", guess, encoding, build_samples(path, codec))
    else:
        book = WorkbookReader(path, file_type)
        sheets = {name: partial(book.iter_rows, name) for name in book.sheet_names[:MAX_SHEETS]}
    if request["sheet"] is None:
        budget = PreviewBudget(len(sheets))
        for name, rows in sheets.items():
            preview = budget.create_preview(request["max_first_rows"])
            count = fill_preview(rows(), request["max_rows"], preview)
            budget.spend(preview)
            writer.write("sheet", name[:MAX_SHEET_NAME_LENGTH], count, preview.rows)
        if book is not None and request["pictures"]:
            write_workbook_pictures(book, request, writer)
        return
    write_rows(list(sheets.values())[request["sheet"]](), request, writer)


def fill_preview(rows: Iterable[tuple[int, list[Any]]], max_rows: int, preview: SheetPreview) -> int:
    """Fill the preview of a sheet and return the number of its non-blank rows.

    Raises FileRejectedError.
    """
    count = 0
    for line, cells in rows:
        trimmed_cells = trim_row(cells)
        if not trimmed_cells:
            continue
        count += 1
        preview.add(line, trimmed_cells)
        if count > max_rows:
            raise FileRejectedError("too_many_rows", most=max_rows)
    return count


def write_rows(rows: Iterable[tuple[int, list[Any]]], request: ParseRequest, writer: LineWriter) -> None:
    """Write the selected columns of the rows of a sheet after a given row.

    Raises FileRejectedError.
    """
    count = skipped = blank = 0
    columns = frozenset(request["columns"])
    for line, cells in rows:
        if line <= request["after"]:
            continue
        trimmed_cells = trim_row(cells)
        if not trimmed_cells:
            blank += 1
            continue
        count, skipped, blank = count + 1, skipped + blank, 0
        if count > request["max_rows"]:
            raise FileRejectedError("too_many_rows", most=request["max_rows"])
        writer.write("row", line, replace_oversized_cells(select_columns(trimmed_cells, columns)))
    writer.write("end", count, skipped)


if __name__ == "__main__":
    sys.exit(serve(parse_file))
