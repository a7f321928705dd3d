"""Reading of uploaded spreadsheets row by row in a sandbox process."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from django.conf import settings

from portal_backend.core.errors import ApiError
from portal_backend.core.translations import LazyMessage
from portal_backend.imports.cells import Cell
from portal_backend.imports.sandbox.serialization import PreviewBudget
from portal_backend.sandbox.runner import ParserFailedError, ParserLimits, ParserRejectedError, run_parser

SANDBOX_MODULE = "portal_backend.imports.sandbox"
MAX_FIRST_ROWS = 60
MAX_MEMORY_BYTES = 300_000_000
MAX_CPU_SECONDS = 60
MAX_DISK_BYTES = 100_000_000
MAX_OUTPUT_BYTES = 100_000_000
# as for the compression ratio of workbooks, small files have no output ratio limit, only large ones
BASE_OUTPUT_BYTES = 5_000_000
MAX_OUTPUT_RATIO = 100


@dataclass(frozen=True)
class SheetSummary:
    """Summary of a sheet: its name, number of non-blank rows, and first rows."""

    name: str
    row_count: int
    #: First rows with their row numbers.
    first_rows: list[tuple[int, list[Cell]]]


@dataclass(frozen=True)
class ExtractedPicture:
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
    error: str


@dataclass(frozen=True)
class DetectedEncoding:
    """Encoding of a text file, as detected and as used."""

    guessed_encoding: str = ""
    encoding: str = ""
    #: Lines with non-ASCII letters, which show whether the encoding is right.
    samples: tuple[str, ...] = ()


@dataclass
class SheetReader:
    """Reader of the rows of a sheet, restricted to some columns."""

    path: Path
    sheet: int
    #: Number of the last row to leave out, such as the header row.
    after_row: int
    #: Indexes of the columns to read.
    columns: Collection[int]
    encoding: str = ""
    #: Number of blank rows between others, set at the end.
    skipped_rows: int = 0

    def iter_rows(self) -> Iterator[tuple[int, list[Cell]]]:
        """Yield the rows with their row numbers, then set `skipped_rows`.

        Raises ApiError.
        """
        messages = _run_sandbox(
            self.path, sheet=self.sheet, after_row=self.after_row, columns=self.columns, encoding=self.encoding
        )
        for name, *values in messages:
            if name == "row":
                yield values[0], values[1]
            else:
                self.skipped_rows = values[1]


def inspect_file(
    path: Path, pictures: Path | None = None, encoding: str = "", encodings: Mapping[str, str] = MappingProxyType({})
) -> tuple[list[SheetSummary], list[ExtractedPicture], DetectedEncoding]:
    """Return the sheets of a file, the pictures in its cells and its encoding.

    Pictures are extracted only if there is a folder for them. Raises ApiError with the reason and a remedy.
    """
    sheets, found, text = [], [], DetectedEncoding()
    for name, *values in _run_sandbox(path, picture_folder=pictures, encoding=encoding, encodings=encodings):
        if name == "picture":
            found.append(ExtractedPicture(*values))
        elif name == "text":
            text = DetectedEncoding(values[0], values[1], tuple(values[2]))
        else:
            title, rows, top = values
            sheets.append(SheetSummary(title, rows, [(line, cells) for line, cells in top]))
    if not any(each.row_count for each in sheets):
        raise build_unsupported_file_error("empty")
    return sheets, found, text


def trim_previews(sheets: Sequence[SheetSummary]) -> list[SheetSummary]:
    """Trim the first rows of sheets to the preview budget.

    Pictures that were laid over the rows count as well.
    """
    budget = PreviewBudget(len(sheets))
    trimmed = []
    for each in sheets:
        preview = budget.create_preview(MAX_FIRST_ROWS)
        for line, cells in each.first_rows:
            preview.add(line, cells)
        budget.spend(preview)
        trimmed.append(SheetSummary(each.name, each.row_count, preview.rows))
    return trimmed


def extract_zip_pictures(path: Path, folder: Path) -> list[ExtractedPicture]:
    """Extract the pictures of a zip to a folder.

    Raises ApiError.
    """
    return [ExtractedPicture(*values) for _, *values in _run_sandbox(path, picture_folder=folder, is_picture_zip=True)]


def build_unsupported_file_error(word: str, **values: object) -> ApiError:
    """Build the 415 error for a file that cannot be read."""
    return ApiError(415, "UNSUPPORTED_FILE", LazyMessage(f"imports.refused.{word}", values))


def _run_sandbox(
    path: Path,
    *,
    sheet: int | None = None,
    after_row: int = 0,
    columns: Collection[int] = (),
    encoding: str = "",
    encodings: Mapping[str, str] = MappingProxyType({}),
    picture_folder: Path | None = None,
    is_picture_zip: bool = False,
) -> Iterator[list[Any]]:
    """Run the sandbox process on a file and yield its messages.

    Raises ApiError.
    """
    request = {
        "path": str(path),
        "sheet": sheet,
        "after": after_row,
        "columns": sorted(columns),
        "encoding": encoding,
        "encodings": dict(encodings),
        "max_first_rows": MAX_FIRST_ROWS,
        "max_rows": settings.MAX_IMPORT_ROWS,
        "pictures": str(picture_folder) if picture_folder else "",
        "is_picture_zip": is_picture_zip,
        "max_picture_bytes": settings.MAX_INLINE_BYTES,
    }
    output = min(MAX_OUTPUT_BYTES, BASE_OUTPUT_BYTES + MAX_OUTPUT_RATIO * path.stat().st_size)
    try:
        yield from run_parser(
            SANDBOX_MODULE,
            request,
            ParserLimits(memory=MAX_MEMORY_BYTES, seconds=MAX_CPU_SECONDS, disk=MAX_DISK_BYTES, output=output),
        )
    except ParserRejectedError as rejection:
        raise build_unsupported_file_error(rejection.reason, **rejection.values) from None
    except ParserFailedError as failure:
        raise build_unsupported_file_error(failure.reason) from None
