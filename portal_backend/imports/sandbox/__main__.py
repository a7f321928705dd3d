"""python -m portal_backend.imports.sandbox: sets its own limits, reads one file, writes its rows as lines of JSON.

Asked to look it tells every sheet with its first rows, and where pictures lie, which it puts into a folder; asked for a
sheet it tells all of its rows. Of a zip beside a sheet it tells the pictures.
"""

import json
import resource
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from portal_backend.imports.sandbox.books import MOST_SHEETS, Book, kind_of
from portal_backend.imports.sandbox.encodings import foreign_lines, samples
from portal_backend.imports.sandbox.keeping import tell_of_book, tell_of_zip
from portal_backend.imports.sandbox.telling import Mouth, Refused, trimmed
from portal_backend.imports.sandbox.texts import encoding as encoding_of
from portal_backend.imports.sandbox.texts import rows as text_rows


def main() -> int:
    """Read what the arguments name."""
    order: dict[str, Any] = json.loads(sys.argv[1])
    limit("RLIMIT_AS", order["memory"])
    limit("RLIMIT_CPU", order["seconds"])
    limit("RLIMIT_FSIZE", order["disk"])
    mouth = Mouth()
    try:
        read(order, mouth)
    except Refused as reason:
        mouth.say("refused", reason.word, reason.values)
    except MemoryError:
        mouth.say("refused", "too_large", {})
    sys.stdout.flush()
    return 0


def limit(name: str, value: int) -> None:
    """Set a limit of this process, where the system knows it."""
    with suppress(AttributeError, ValueError, OSError):
        resource.setrlimit(getattr(resource, name), (value, value))


def read(order: dict[str, Any], mouth: Mouth) -> None:
    """Tell what was ordered of a file."""
    path = Path(order["path"])
    if order["beside"]:
        tell_of_zip(path, order, mouth)
        return
    kind = kind_of(path)
    book = None
    if kind == "text":
        guess = encoding_of(path)
        # what the owner took the last file for that looked like this one
        encoding = order["encoding"] or order["encodings"].get(guess, guess)
        sheets = {"": partial(text_rows, path, encoding)}
        if order["sheet"] is None:
            mouth.say("text", guess, encoding, samples(foreign_lines(path), encoding))
    else:
        book = Book(path, kind)
        sheets = {name: partial(book.rows, name) for name in book.names[:MOST_SHEETS]}
    if order["sheet"] is None:
        for name, rows in sheets.items():
            look(name, rows(), order, mouth)
        if book is not None and order["pictures"]:
            tell_of_book(book, order, mouth)
        return
    tell(list(sheets.values())[order["sheet"]](), order, mouth)


def look(name: str, rows: Iterable[tuple[int, list[Any]]], order: dict[str, Any], mouth: Mouth) -> None:
    """Tell the first rows of a sheet, and how many there are."""
    count, top = 0, []
    for line, cells in rows:
        kept = trimmed(cells)
        if not kept:
            continue
        count += 1
        if count <= order["top"]:
            top.append([line, kept])
        if count > order["rows"]:
            raise Refused("too_many_rows", most=order["rows"])
    mouth.say("sheet", name, count, top)


def tell(rows: Iterable[tuple[int, list[Any]]], order: dict[str, Any], mouth: Mouth) -> None:
    """Tell the rows of a sheet that come after a line."""
    count = skipped = blank = 0
    for line, cells in rows:
        if line <= order["after"]:
            continue
        kept = trimmed(cells)
        if not kept:
            blank += 1
            continue
        count, skipped, blank = count + 1, skipped + blank, 0
        if count > order["rows"]:
            raise Refused("too_many_rows", most=order["rows"])
        mouth.say("row", line, kept)
    mouth.say("end", count, skipped)


if __name__ == "__main__":
    sys.exit(main())
