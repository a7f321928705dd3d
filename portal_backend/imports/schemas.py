"""Schemas of the import endpoints."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from portal_backend.base.fields import Body, Wire, cleaned
from portal_backend.imports.models import State, Verdict
from portal_backend.resources.field import FieldKind
from portal_backend.resources.meta import Choice

MOST_COLUMNS = 500
MOST_FIELDS = 100
LONGEST_CELL = 5000
PASTED = 9_000_000
FieldKey = Annotated[str, Field(max_length=64), cleaned(64)]
Cell = Annotated[str, Field(max_length=LONGEST_CELL), cleaned(LONGEST_CELL)]


Only = Literal["CREATE", "CHANGE", "SAME", "WRONG"]


class TextIn(Body):
    """Pasted cells: lines of texts between tabs or other separators."""

    text: Annotated[str, Field(min_length=1, max_length=PASTED)]


class ColumnIn(Body):
    """Mapping of a column to a field; null leaves the column out."""

    index: Annotated[int, Field(ge=0, lt=MOST_COLUMNS)]
    field: FieldKey | None


class ColumnsIn(Body):
    """Sheet, header row, column mapping, and default values for blank cells.

    If `encoding` changes, the file is read again and the columns are matched again.
    """

    sheet: Annotated[int, Field(ge=0, le=1000)]
    header_row: Annotated[int, Field(ge=0, le=10_000_000)]
    columns: Annotated[list[ColumnIn], Field(max_length=MOST_COLUMNS)]
    fixed: Annotated[dict[FieldKey, Cell], Field(max_length=MOST_FIELDS)] = {}
    encoding: FieldKey = ""


class CellsIn(Body):
    """Corrected cells of a row by field."""

    cells: Annotated[dict[FieldKey, Cell], Field(max_length=MOST_FIELDS)]


class WriteIn(Body):
    """Options of writing; `skipWrong` leaves out wrong rows."""

    skip_wrong: bool = False


class SheetAnswer(Wire):
    """Sheet of the file; `rows` counts non-blank rows."""

    index: int
    name: str
    rows: int


class ColumnAnswer(Wire):
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


class FieldAnswer(Wire):
    """Field that a column may be mapped to."""

    key: str
    label: str
    type: FieldKind
    required: bool
    choices: list[Choice]


class Counts(Wire):
    """Number of rows by verdict; `skipped` counts blank rows."""

    create: int
    change: int
    same: int
    wrong: int
    skipped: int


class Standstill(Wire):
    """Reason why an import is not continued, and the remedy."""

    code: str
    message: str


class Run(Wire):
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
    error: Standstill | None
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


class UnitRecord(Wire):
    """Part that a unit of a new repair refers to."""

    id: int
    part_name: str
    manufacturer: str
    number: str
    category: str
    image_url: str | None


class RowPicture(Wire):
    """Picture of a field, and the picture that it replaces, if any."""

    url: str | None
    old_url: str | None


class Row(Wire):
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


class RowsPage(Wire):
    """Page of rows."""

    content: list[Row]
    total_elements: int


class Corrected(Wire):
    """Corrected row, other rows whose verdict changed, and the new counts."""

    row: Row
    others: list[Row]
    counts: Counts
    version: int
