"""Validation of imported rows against stored records and the rules of the form."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from import_export.results import RowResult
from tablib import Dataset

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.imports.cells import Cell, plain
from portal_backend.imports.converting import HIDDEN, Converter, Told, Wrong
from portal_backend.imports.keys import digest, folded, known_by
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.imports.pictures import Pictures, written_with_files
from portal_backend.imports.rows import LINE, Changed, Errors, Record, resource_of
from portal_backend.resources.field import FormField
from portal_backend.resources.form import Values
from portal_backend.resources.importing import Key, Resolved
from portal_backend.resources.targets import Target

BATCH = 1000
# rows per INSERT statement, which contains all of their cells as text
MAX_INSERTED = 100
VERDICTS = {
    RowResult.IMPORT_TYPE_NEW: Verdict.CREATE,
    RowResult.IMPORT_TYPE_UPDATE: Verdict.CHANGE,
    RowResult.IMPORT_TYPE_SKIP: Verdict.SAME,
    RowResult.IMPORT_TYPE_INVALID: Verdict.WRONG,
}
Cells = dict[str, Cell]


@dataclass
class Line:
    """State of a row during validation."""

    #: Row number in the file.
    number: int
    cells: Cells
    #: Converted values by field.
    values: Values = field(default_factory=dict)
    errors: Told = field(default_factory=dict)
    #: Messages about values that were interpreted.
    notes: Told = field(default_factory=dict)
    #: Joined key values; "" if the row has no key.
    key: str = ""


class Checker:
    """Validator of the rows of one import, in batches.

    It keeps the keys of the rows seen so far, to detect duplicates.
    """

    def __init__(self, run: ImportRun, target: Target, actor: Actor) -> None:
        self.run = run
        self.target = target
        self.actor = actor
        self.fields = {each.key: each for each in target.fields}
        self.choices = {each.key: each.choices(actor) for each in target.fields if each.choices}
        aliases = target.importing.aliases
        self.pictures = Pictures(run, target)
        typed = {key: each for key, each in self.fields.items() if key not in self.pictures.keys}
        self.converters = {key: Converter(each, actor, aliases.get(key)) for key, each in typed.items()}
        self.known: dict[str, int] = {}
        self.spellings: dict[str, Key] = {}
        for pk, values in target.records.known(actor):
            self.known[known_by(values)] = pk
            if target.importing.folds_key:
                self.spellings.setdefault(known_by(map(folded, values)), values)
        self.headings = {each["field"]: each["heading"] for each in run.columns if each["heading"]}
        self.seen: dict[str, int] = {}

    def checked(self, rows: Iterable[tuple[int, Cells]]) -> Iterator[list[ImportRow]]:
        """Yield the rows with their verdicts, in batches."""
        remaining = iter(rows)
        while batch := list(islice(remaining, BATCH)):
            yield self.batch(batch)

    def batch(self, rows: Sequence[tuple[int, Cells]]) -> list[ImportRow]:
        """Validate some rows and return them with their verdicts."""
        states = {number: self._line(number, cells) for number, cells in rows}
        result = self.imported(states, dry_run=True)
        validated = [self._row(state, each) for state, each in zip(states.values(), result, strict=True)]
        if self.target.importing.resolve is not None:
            resolved = self.target.importing.resolve([states[each.number].values for each in validated], self.actor)
            for row, resolution in zip(validated, resolved, strict=True):
                _resolve(row, resolution)
        return validated

    def imported(self, lines: Mapping[int, Line], *, dry_run: bool) -> list[RowResult]:
        """Run django-import-export on the rows and return its results.

        Unexpected errors of rows are raised.
        """
        ids = {number: pk for number, line in lines.items() if (pk := self.known.get(line.key)) and line.key}
        current = self.target.records.read(set(ids.values()), self.actor) if ids else {}
        self.pictures.complete(current, self.actor)
        found = {number: Record(pk, self._comparable(current[pk])) for number, pk in ids.items() if pk in current}
        resource = resource_of(self.target)(
            found,
            lambda number, record: self._ruled(lines[number], record),
            self.write,
        )
        data = Dataset(headers=[LINE])
        for number in lines:
            data.append([number])
        result = resource.import_data_inner(data, dry_run, False, False, False)
        for each in result.rows:
            for error in each.errors:
                raise error.error
        return list(result.rows)

    def write(self, rows: Sequence[Changed]) -> list[int]:
        """Write rows with the files of their changed pictures and return the record ids."""
        written = [(pk, self.pictures.as_written(values, before)) for pk, values, before in rows]
        return written_with_files(self.target, written, self.actor)

    def key_of(self, cells: Cells) -> str:
        """Return the key of a row with these cells, in its stored form."""
        line = self._line(0, cells)
        self.seen.pop(digest(line.key), None)
        return digest(line.key)

    def line(self, row: ImportRow) -> Line:
        """Build the state of a stored row."""
        return self._line(row.number, row.cells)

    def _line(self, number: int, cells: Cells) -> Line:
        known_cells = {key: cell for key, cell in cells.items() if key in self.fields}
        for key, text in self.run.fixed.items():
            if text and plain(known_cells.get(key)) in ("", None) and key in self.fields:
                known_cells[key] = text
        line = Line(number, known_cells)
        for key, cell in known_cells.items():
            if key in self.converters:
                self._convert(line, key, cell)
        if len(cells) > 1 and all(self.headings.get(key) == plain(cell) for key, cell in cells.items()):
            line.errors[next(iter(cells))] = [Word("imports.wrong.headings")]
        keys = self.target.importing.key
        if keys and all(key in line.values for key in keys):
            line.key = self._key_of(line, keys)
        for each in self.pictures.keys:
            self._see(line, each, is_blank=each not in cells)
        first = self.seen.setdefault(digest(line.key), number) if line.key else number
        if first != number:
            for key in keys:
                line.errors.setdefault(key, []).append(Word("imports.wrong.twice", {"number": first}))
        return line

    def _key_of(self, line: Line, keys: Sequence[str]) -> str:
        """Return the key of a row.

        A record whose key differs in spelling only keeps its stored spelling.
        """
        importing, values = self.target.importing, [str(line.values[key]) for key in keys]
        if importing.is_keyless is not None and any(map(importing.is_keyless, values)):
            return ""
        exact = known_by(values)
        if not importing.folds_key or exact in self.known:
            return exact
        folded_key = known_by(map(folded, values))
        spelling = self.spellings.get(folded_key)
        if spelling is None:
            return folded_key
        for key, value, stored in zip(keys, values, spelling, strict=True):
            if value != stored:
                line.values[key] = stored
                line.notes.setdefault(key, []).append(Word("imports.notes.known_as", {"text": value, "value": stored}))
        return known_by(spelling)

    def _convert(self, line: Line, field: str, cell: Cell) -> None:
        """Convert a cell to the value of a field, or note its error."""
        notes: list[Word] = []
        try:
            value = self.converters[field].value(cell, notes)
        except Wrong as error:
            line.errors[field] = [error.word]
            return
        if value is not None:
            line.values[field] = value
        if HIDDEN in notes and any(HIDDEN in messages for messages in line.notes.values()):
            notes.remove(HIDDEN)  # noted once per row
        if notes:
            line.notes[field] = notes

    def _see(self, line: Line, field: str, *, is_blank: bool) -> None:
        """Resolve the picture a row refers to, or note its error."""
        names = [str(line.values[key]) for key in self.target.importing.key if key in line.values]
        try:
            found = self.pictures.meant(line.cells.get(field), names, is_blank=is_blank)
        except Wrong as error:
            line.errors[field] = [error.word]
            return
        if found is not None:
            line.cells[field], line.values[field] = found, found["h"]

    def _ruled(self, line: Line, record: Record) -> tuple[Values, Errors]:
        """Apply the rules of the form to a row; return its values and errors."""
        body = {key: value for key, value in line.values.items() if key not in line.errors}
        operation = "create" if record.pk is None else "edit"
        errors: Told = {key: list(messages) for key, messages in line.errors.items()}
        if record.pk is None:
            self._translate(body, line)
        else:
            self._drop_fixed(body, record, errors)
            body = {**self.target.form.written(record.values, self.actor), **body}
        try:
            values = self.target.form.checked(body, operation, record.values, self.actor, self.choices)
        except Refusal as refusal:
            for path, messages in refusal.fields.items():
                key = path.split(".")[0]
                if key not in errors:
                    errors[key] = messages if isinstance(messages, list) else [messages]
            return {}, errors
        for key in self.target.pictures.needed if record.pk is None else ():
            if not values.get(key):
                errors.setdefault(key, [Word("errors.field.required")])
        return self._comparable({key: each for key, each in values.items() if self._is_meant(key, body)}), errors

    def _is_meant(self, key: str, body: Values) -> bool:
        """Return whether a value was given, or is a default that is not a boolean."""
        return key in body or self.fields[key].kind != "boolean"

    def _translate(self, body: Values, line: Line) -> None:
        """Fill the missing language of the texts of a new row from the one that is given."""
        for each in self.target.fields:
            if each.language and each.key not in body and each.key not in line.errors:
                others = (other.key for other in self.target.fields if other.column == each.column)
                source = next((key for key in others if key in line.values), None)
                if source is not None:
                    body[each.key] = line.values[source]

    def _drop_fixed(self, body: Values, record: Record, errors: Told) -> None:
        """Remove the fields that can only be set at creation.

        A value that differs from the stored one is an error.
        """
        for key in [key for key in body if "edit" not in self.fields[key].on]:
            value = body.pop(key)
            if key in record.values and record.values[key] != value:
                errors.setdefault(key, []).append(Word("imports.wrong.fixed"))

    def _comparable(self, values: Values) -> Values:
        """Sort lists of choices, whose order is irrelevant to the comparison."""
        return {
            key: sorted(value) if isinstance(value, list) and self._kind(key) == "choices" else value
            for key, value in values.items()
        }

    def _kind(self, key: str) -> str:
        declared: FormField | None = self.fields.get(key)
        return declared.kind if declared else ""

    def _row(self, line: Line, result: RowResult) -> ImportRow:
        errors: dict[str, list[Any]] = {}
        if result.validation_error is not None:
            for key, messages in result.validation_error.error_dict.items():
                errors[key] = [[each.message.key, each.message.values] for each in messages]
        return ImportRow(
            run=self.run,
            number=line.number,
            verdict=VERDICTS[result.import_type],
            key=digest(line.key),
            record_id=self.known.get(line.key) if line.key else None,
            cells=line.cells,
            old={key: plain(value) for key, value in (result.diff or {}).items()},
            errors=errors,
            notes={key: [[each.key, each.values] for each in messages] for key, messages in line.notes.items()},
        )


def _resolve(row: ImportRow, resolution: Resolved) -> None:
    """Apply the outcome of the target's `resolve` to a validated row."""
    for key, message in resolution.errors.items():
        row.errors.setdefault(key, []).append([message.key, message.values])
    if row.errors:
        row.verdict = Verdict.WRONG
    if resolution.record is not None:
        row.record_id = resolution.record["id"]
