"""Shapes of the calls that bring rows in."""

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
    """Cells that were pasted: lines of texts between tabs or other separators."""

    text: Annotated[str, Field(min_length=1, max_length=PASTED)]


class ColumnIn(Body):
    """What a column is taken for; null: it is left out."""

    index: Annotated[int, Field(ge=0, lt=MOST_COLUMNS)]
    field: FieldKey | None


class ColumnsIn(Body):
    """Header row, mapping of columns, and default values for rows that have nothing in a field.

    With another `encoding` the file is read again, and the columns are guessed from it.
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
    """Whether the wrong rows are left out."""

    skip_wrong: bool = False


class SheetAnswer(Wire):
    """A sheet of the file; `rows` counts those that hold anything."""

    index: int
    name: str
    rows: int


class ColumnAnswer(Wire):
    """A column of the chosen sheet; `sure` where nobody need look at what it is taken for.

    `remembered` where the caller took a heading like this for it before.
    """

    index: int
    heading: str
    samples: list[str]
    field: str | None
    sure: bool
    remembered: bool = False


class FieldAnswer(Wire):
    """A field that a column may be taken for."""

    key: str
    label: str
    type: FieldKind
    required: bool
    choices: list[Choice]


class Counts(Wire):
    """How many rows would do what; `skipped` are blank ones."""

    create: int
    change: int
    same: int
    wrong: int
    skipped: int


class Standstill(Wire):
    """Why an import stands still, and what to do about it."""

    code: str
    message: str


class Run(Wire):
    """One import.

    `headerRow` is the line in the file (from 1; 0 where there are no headings), `preview` the first lines of the
    chosen sheet; `progress` is in per cent while work goes on. `missing` are the required fields that no column and
    no fixed value brings. A file of text has an `encoding`, which may be another of `encodings`; `samples` are lines of
    it with letters beyond ASCII. `undoBlocked` says why what was written cannot be taken back.
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
    """The part that a unit of a new repair names."""

    id: int
    part_name: str
    manufacturer: str
    number: str
    category: str
    image_url: str | None


class RowPicture(Wire):
    """The pictures of a field: the one that the row brings, and the one that it replaces, if any."""

    url: str | None
    old_url: str | None


class Row(Wire):
    """A row of the file by its line there. `notes` tell how what could be meant in two ways was read.

    `record` is told for the units of a new repair: the part that is meant.
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
    """A page of the rows."""

    content: list[Row]
    total_elements: int


class Corrected(Wire):
    """A corrected row, the others whose verdict it changed, and the counts as they are now."""

    row: Row
    others: list[Row]
    counts: Counts
    version: int
