"""Reading of untrusted files row by row in a sandbox process."""

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
# as for the compression ratio of workbooks, small files have no output ratio limit, only large ones
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
    """Summary of a sheet: its name, number of non-blank rows, and first rows."""

    name: str
    rows: int
    #: First rows with their row numbers.
    top: list[tuple[int, list[Cell]]]


@dataclass(frozen=True)
class FoundPicture:
    """Picture in a cell of a sheet or in a zip."""

    #: Index of the sheet; None for a picture of a zip.
    sheet: int | None
    #: Row number, from 1.
    line: int
    #: Column index, from 0.
    column: int
    name: str
    #: SHA-256 digest, which is also the file name in the folder; "" if the picture was rejected.
    digest: str
    #: Reason for the rejection, or "".
    word: str


@dataclass(frozen=True)
class FoundText:
    """Encoding of a text file, as detected and as used."""

    guess: str = ""
    encoding: str = ""
    #: Lines with non-ASCII letters, which show whether the encoding is right.
    samples: tuple[str, ...] = ()


@dataclass
class Reading:
    """Reader of the rows of a sheet, restricted to some columns."""

    path: Path
    sheet: int
    #: Number of the last row to leave out, such as the header row.
    after: int
    #: Indexes of the columns to read.
    columns: Collection[int]
    encoding: str = ""
    #: Number of blank rows between others, set at the end.
    skipped: int = 0

    def rows(self) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the rows with their row numbers, then set `skipped_rows`.

        Raises ApiError.
        """
        messages = _told(self.path, sheet=self.sheet, after=self.after, columns=self.columns, encoding=self.encoding)
        for name, *values in messages:
            if name == "row":
                yield values[0], values[1]
            else:
                self.skipped = values[1]


def looked_at(
    path: Path, pictures: Path | None = None, encoding: str = "", encodings: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[Sheet], list[FoundPicture], FoundText]:
    """Return the sheets of a file, the pictures in its cells and its encoding.

    Pictures are extracted only if there is a folder for them. Raises ApiError with the reason and a remedy.
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
    """Trim the first rows of sheets to the preview budget.

    Pictures that were laid over the rows count as well.
    """
    budget = PreviewBudget(len(sheets))
    trimmed = []
    for each in sheets:
        preview = budget.next(TOP)
        for line, cells in each.top:
            preview.add(line, cells)
        budget.spend(preview)
        trimmed.append(Sheet(each.name, each.rows, preview.rows))
    return trimmed


def pictures_beside(path: Path, folder: Path) -> list[FoundPicture]:
    """Extract the pictures of a zip to a folder.

    Raises ApiError.
    """
    return [FoundPicture(*values) for _, *values in _told(path, pictures=folder, beside=True)]


def refused(word: str, **values: object) -> Refusal:
    """Build the 415 error for a file that cannot be read."""
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
    """Run the sandbox process on a file and yield its messages.

    Raises ApiError.
    """
    request = {
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
        yield from run_parser(SANDBOX, request, Limits(memory=MEMORY, seconds=SECONDS, disk=DISK, output=output))
    except ParserRefused as rejection:
        raise refused(rejection.word, **rejection.values) from None
    except ParserFailed as failure:
        raise refused(failure.reason) from None
