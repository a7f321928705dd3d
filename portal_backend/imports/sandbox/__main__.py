"""Entry point of the sandbox process, which writes one file as JSON lines.

It is run as `python -m portal_backend.imports.sandbox`.

Without a sheet in the request, it writes each sheet with its first rows, and the positions of pictures, which it
extracts to a folder. With a sheet, it writes all of its rows. For a zip of pictures, it writes the pictures.
"""

import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from portal_backend.imports.sandbox.books import MOST_SHEETS, Book, kind_of
from portal_backend.imports.sandbox.encodings import foreign_lines, samples
from portal_backend.imports.sandbox.keeping import tell_of_book, tell_of_zip
from portal_backend.imports.sandbox.previews import Preview, PreviewBudget
from portal_backend.imports.sandbox.telling import chosen, trimmed, within_budget
from portal_backend.imports.sandbox.texts import encoding as encoding_of
from portal_backend.imports.sandbox.texts import rows as text_rows
from portal_backend.sandbox.child import Order, Refused, Writer, serve

MAX_SHEET_NAME = 100


def read(order: Order, writer: Writer) -> None:
    """Parse a file as requested and write the results."""
    path = Path(order["path"])
    if order["beside"]:
        tell_of_zip(path, order, writer)
        return
    file_type = kind_of(path)
    book = None
    if file_type == "text":
        guess = encoding_of(path)
        # the encoding the owner last chose for a file with the same detected encoding
        encoding = order["encoding"] or order["encodings"].get(guess, guess)
        sheets = {"": partial(text_rows, path, encoding)}
        if order["sheet"] is None:
            writer.write("text", guess, encoding, samples(foreign_lines(path), encoding))
    else:
        book = Book(path, file_type)
        sheets = {name: partial(book.rows, name) for name in book.names[:MOST_SHEETS]}
    if order["sheet"] is None:
        budget = PreviewBudget(len(sheets))
        for name, rows in sheets.items():
            preview = budget.next(order["top"])
            count = look(rows(), order["rows"], preview)
            budget.spend(preview)
            writer.write("sheet", name[:MAX_SHEET_NAME], count, preview.rows)
        if book is not None and order["pictures"]:
            tell_of_book(book, order, writer)
        return
    tell(list(sheets.values())[order["sheet"]](), order, writer)


def look(rows: Iterable[tuple[int, list[Any]]], max_rows: int, preview: Preview) -> int:
    """Fill the preview of a sheet and return the number of its non-blank rows.

    Raises FileRejectedError.
    """
    count = 0
    for line, cells in rows:
        trimmed_cells = trimmed(cells)
        if not trimmed_cells:
            continue
        count += 1
        preview.add(line, trimmed_cells)
        if count > max_rows:
            raise Refused("too_many_rows", most=max_rows)
    return count


def tell(rows: Iterable[tuple[int, list[Any]]], order: Order, writer: Writer) -> None:
    """Write the selected columns of the rows of a sheet after a given row.

    Raises FileRejectedError.
    """
    count = skipped = blank = 0
    columns = frozenset(order["columns"])
    for line, cells in rows:
        if line <= order["after"]:
            continue
        trimmed_cells = trimmed(cells)
        if not trimmed_cells:
            blank += 1
            continue
        count, skipped, blank = count + 1, skipped + blank, 0
        if count > order["rows"]:
            raise Refused("too_many_rows", most=order["rows"])
        writer.write("row", line, within_budget(chosen(trimmed_cells, columns)))
    writer.write("end", count, skipped)


if __name__ == "__main__":
    sys.exit(serve(read))
