"""Files of strangers, read in a process of its own within limits: row by row, whatever their size."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings

from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.imports.cells import Cell
from portal_backend.imports.sandbox.previews import PreviewBudget
from portal_backend.sandbox.runner import Limits, ParserFailed, ParserRefused, run_parser

SANDBOX = "portal_backend.imports.sandbox"
TOP = 60
MEMORY = 300_000_000
SECONDS = 60
DISK = 100_000_000
MAX_OUTPUT_BYTES = 100_000_000
# like what is unpacked of a file (sandbox.books): a small one may be packed as tightly as it likes, a large one not
MAX_OUTPUT_OF_SMALL = 5_000_000
MAX_OUTPUT_RATIO = 100

REFUSALS = (
    "broken",
    "empty",
    "encrypted",
    "gone",
    "no_spreadsheet",
    "page",
    "too_large",
    "too_many_columns",
    "too_many_pictures",
    "too_many_rows",
    "too_slow",
    "unpacked",
    "zip_broken",
    "zip_encrypted",
    "zip_names",
    "zip_nested",
    "zip_too_many",
    "zip_unpacked",
)


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name, how many rows of it hold anything, and the first of them with their lines."""

    name: str
    rows: int
    top: list[tuple[int, list[Cell]]]


@dataclass(frozen=True)
class FoundPicture:
    """A picture in a cell of a sheet, or in a zip (no sheet): `digest` names it in the folder, `word` says why not."""

    sheet: int | None
    line: int
    column: int
    name: str
    digest: str
    word: str


@dataclass(frozen=True)
class FoundText:
    """In which encoding a file of text was read, which was guessed, and lines in which a wrong one would be seen."""

    guess: str = ""
    encoding: str = ""
    samples: tuple[str, ...] = ()


@dataclass
class Reading:
    """The rows of a sheet while they are read, of some of its columns; at the end, how many blank ones came between."""

    path: Path
    sheet: int
    after: int
    columns: Collection[int]
    encoding: str = ""
    skipped: int = 0

    def rows(self) -> Iterator[tuple[int, list[Cell]]]:
        """The rows with their lines. Raises a Refusal."""
        told = _told(self.path, sheet=self.sheet, after=self.after, columns=self.columns, encoding=self.encoding)
        for name, *values in told:
            if name == "row":
                yield values[0], values[1]
            else:
                self.skipped = values[1]


def looked_at(
    path: Path, pictures: Path | None = None, encoding: str = "", encodings: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[Sheet], list[FoundPicture], FoundText]:
    """The sheets of a file, the pictures in their cells where there is a folder to put them into, and how it was read.

    Raises a Refusal that says what is wrong with the file, and what to do.
    """
    sheets, found, text = [], [], FoundText()
    for name, *values in _told(path, pictures=pictures, encoding=encoding, encodings=encodings):
        if name == "picture":
            found.append(FoundPicture(*values))
        elif name == "text":
            text = FoundText(values[0], values[1], tuple(values[2]))
        else:
            title, rows, top = values
            sheets.append(Sheet(title, rows, [(line, cells) for line, cells in top]))
    if not any(each.rows for each in sheets):
        raise refused("empty")
    return sheets, found, text


def within_budget(sheets: Sequence[Sheet]) -> list[Sheet]:
    """The sheets with as many of their first rows as are kept, counted once more with the pictures laid over them."""
    budget = PreviewBudget(len(sheets))
    kept = []
    for each in sheets:
        preview = budget.next(TOP)
        for line, cells in each.top:
            preview.add(line, cells)
        budget.spend(preview)
        kept.append(Sheet(each.name, each.rows, preview.rows))
    return kept


def pictures_beside(path: Path, folder: Path) -> list[FoundPicture]:
    """The pictures of a zip, put into a folder. Raises a Refusal."""
    return [FoundPicture(*values) for _, *values in _told(path, pictures=folder, beside=True)]


def refused(word: str, **values: object) -> Refusal:
    """A file that is not read, and why."""
    return Refusal(415, "UNSUPPORTED_FILE", Word(f"imports.refused.{word}", values))


def _told(
    path: Path,
    *,
    sheet: int | None = None,
    after: int = 0,
    columns: Collection[int] = (),
    encoding: str = "",
    encodings: Mapping[str, str] = MappingProxyType({}),
    pictures: Path | None = None,
    beside: bool = False,
) -> Iterator[list[Any]]:
    """Yield the messages of the sandbox process about a file. Raises a Refusal."""
    order = {
        "path": str(path),
        "sheet": sheet,
        "after": after,
        "columns": sorted(columns),
        "encoding": encoding,
        "encodings": dict(encodings),
        "top": TOP,
        "rows": settings.IMPORT_ROWS,
        "pictures": str(pictures) if pictures else "",
        "beside": beside,
        "largest": settings.INLINE_BYTES,
    }
    output = min(MAX_OUTPUT_BYTES, MAX_OUTPUT_OF_SMALL + MAX_OUTPUT_RATIO * path.stat().st_size)
    try:
        yield from run_parser(SANDBOX, order, Limits(memory=MEMORY, seconds=SECONDS, disk=DISK, output=output))
    except ParserRefused as reason:
        raise refused(reason.word, **reason.values) from None
    except ParserFailed as failure:
        raise refused(failure.reason) from None
