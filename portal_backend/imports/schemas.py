"""Schemas of the import endpoints."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from portal_backend.core.types import RequestModel, ResponseModel, clean_text
from portal_backend.imports.models import State, Verdict
from portal_backend.resources.field import FieldKind
from portal_backend.resources.meta import Choice

MAX_COLUMNS = 500
MAX_FIELDS = 100
MAX_CELL_LENGTH = 5000
MAX_PASTED_LENGTH = 9_000_000
FieldKey = Annotated[str, Field(max_length=64), clean_text(64)]
CellText = Annotated[str, Field(max_length=MAX_CELL_LENGTH), clean_text(MAX_CELL_LENGTH)]


VerdictFilter = Literal["CREATE", "CHANGE", "SAME", "WRONG"]


class TextIn(RequestModel):
    """Pasted cells: lines of texts between tabs or other separators."""

    text: Annotated[str, Field(min_length=1, max_length=MAX_PASTED_LENGTH)]


class ColumnIn(RequestModel):
    """Mapping of a column to a field; null leaves the column out."""

    index: Annotated[int, Field(ge=0, lt=MAX_COLUMNS)]
    field: FieldKey | None


class ColumnsIn(RequestModel):
    """Sheet, header row, column mapping, and default values for blank cells.

    If `encoding` changes, the file is read again and the columns are matched again.
    """

    sheet: Annotated[int, Field(ge=0, le=1000)]
    header_row: Annotated[int, Field(ge=0, le=10_000_000)]
    columns: Annotated[list[ColumnIn], Field(max_length=MAX_COLUMNS)]
    fixed: Annotated[dict[FieldKey, CellText], Field(max_length=MAX_FIELDS)] = {}
    encoding: FieldKey = ""


class CellsIn(RequestModel):
    """Corrected cells of a row by field."""

    cells: Annotated[dict[FieldKey, CellText], Field(max_length=MAX_FIELDS)]


class WriteIn(RequestModel):
    """Options of writing; `skipWrong` leaves out wrong rows."""

    skip_wrong: bool = False


class SheetAnswer(ResponseModel):
    """Sheet of the file; `rows` counts non-blank rows."""

    index: int
    name: str
    rows: int


class ColumnAnswer(ResponseModel):
    """Column of the selected sheet.

    - `sure`: the mapping needs no confirmation.
    - `remembered`: the caller mapped a heading like this before.
    """

    index: int
    heading: str
    samples: list[str]
    field: str | None
    sure: bool
    remembered: bool = False


class FieldAnswer(ResponseModel):
    """Field that a column may be mapped to.

    - `neededInUse`: for an optional field that is needed in use, why it is.
    """

    key: str
    label: str
    type: FieldKind
    required: bool
    needed_in_use: str
    choices: list[Choice]


class Counts(ResponseModel):
    """Number of rows by verdict; `skipped` counts blank rows.

    - `withoutValue`: in review, the rows without errors that have no value in a field that is needed in use.
    """

    create: int
    change: int
    same: int
    wrong: int
    skipped: int
    without_value: dict[str, int]


class ImportObstacle(ResponseModel):
    """Reason why an import is not continued, and the remedy."""

    code: str
    message: str


class Run(ResponseModel):
    """One import.

    - `progress`: percentage while a step is running.
    - `encoding`: encoding of a text file, one of `encodings`.
    - `samples`: lines of a text file with non-ASCII letters.
    - `headerRow`: row number of the headings, from 1; 0 if there are none.
    - `preview`: first rows of the selected sheet.
    - `missing`: required fields that are neither mapped nor have a fixed value.
    - `undoBlocked`: reason why the written rows cannot be undone.
    """

    id: int
    target: str
    title: str
    state: State
    file_name: str
    created_at: datetime
    finished_at: datetime | None
    by: str
    version: int
    progress: int | None
    error: ImportObstacle | None
    sheets: list[SheetAnswer]
    encoding: str | None
    encodings: list[Choice]
    samples: list[str]
    sheet: int
    header_row: int
    preview: list[list[str]]
    columns: list[ColumnAnswer]
    fixed: dict[str, str]
    fields: list[FieldAnswer]
    missing: list[str]
    counts: Counts | None
    can_write: bool
    can_undo: bool
    undo_blocked: str | None


class UnitRecord(ResponseModel):
    """Part that a unit of a new repair refers to."""

    id: int
    part_name: str
    manufacturer: str
    number: str
    category: str
    image_url: str | None


class RowPicture(ResponseModel):
    """Picture of a field, and the picture that it replaces, if any."""

    url: str | None
    old_url: str | None


class Row(ResponseModel):
    """Row of the file by its row number.

    - `record`: for units of a new repair, the matched part.
    - `notes`: how ambiguous values were interpreted.
    """

    number: int
    verdict: Verdict
    record_id: int | None
    record: UnitRecord | None = None
    cells: dict[str, str]
    old: dict[str, str]
    errors: dict[str, list[str]]
    notes: dict[str, list[str]]
    pictures: dict[str, RowPicture] = {}


class RowsPage(ResponseModel):
    """Page of rows."""

    content: list[Row]
    total_elements: int


class RowCorrection(ResponseModel):
    """Corrected row, other rows whose verdict changed, and the new counts."""

    row: Row
    others: list[Row]
    counts: Counts
    version: int
