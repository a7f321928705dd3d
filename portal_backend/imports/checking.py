"""What the rows of a file would do: found by their keys, held against the form's rules, compared with what is there."""

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
# rows of one INSERT, which holds all of their cells as text
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
    """A row of the file on its way: what its cells mean, what is wrong with them, what is noted."""

    number: int
    cells: Cells
    values: Values = field(default_factory=dict)
    errors: Told = field(default_factory=dict)
    notes: Told = field(default_factory=dict)
    key: str = ""


class Checker:
    """Checks the rows of one import, batch by batch; it remembers which keys have come."""

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
        """The rows with their verdicts, in batches."""
        remaining = iter(rows)
        while batch := list(islice(remaining, BATCH)):
            yield self.batch(batch)

    def batch(self, rows: Sequence[tuple[int, Cells]]) -> list[ImportRow]:
        """The verdicts of some rows."""
        lines = {number: self._line(number, cells) for number, cells in rows}
        result = self.imported(lines, dry_run=True)
        made = [self._row(line, each) for line, each in zip(lines.values(), result, strict=True)]
        if self.target.importing.resolve is not None:
            resolved = self.target.importing.resolve([lines[each.number].values for each in made], self.actor)
            for row, answer in zip(made, resolved, strict=True):
                _resolve(row, answer)
        return made

    def imported(self, lines: Mapping[int, Line], *, dry_run: bool) -> list[RowResult]:
        """What django-import-export makes of the lines; what it does not expect is raised."""
        ids = {number: pk for number, line in lines.items() if (pk := self.known.get(line.key)) and line.key}
        there = self.target.records.read(set(ids.values()), self.actor) if ids else {}
        self.pictures.complete(there, self.actor)
        found = {number: Record(pk, self._comparable(there[pk])) for number, pk in ids.items() if pk in there}
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
            for fault in each.errors:
                raise fault.error
        return list(result.rows)

    def write(self, rows: Sequence[Changed]) -> list[int]:
        """Write rows, with the files of pictures that are new to them, and answer their ids."""
        written = [(pk, self.pictures.as_written(values, before)) for pk, values, before in rows]
        return written_with_files(self.target, written, self.actor)

    def key_of(self, cells: Cells) -> str:
        """What a row with these cells is known by, as it is stored."""
        line = self._line(0, cells)
        self.seen.pop(digest(line.key), None)
        return digest(line.key)

    def line(self, row: ImportRow) -> Line:
        """A stored row again."""
        return self._line(row.number, row.cells)

    def _line(self, number: int, cells: Cells) -> Line:
        given = {key: cell for key, cell in cells.items() if key in self.fields}
        for key, text in self.run.fixed.items():
            if text and plain(given.get(key)) in ("", None) and key in self.fields:
                given[key] = text
        line = Line(number, given)
        for key, cell in given.items():
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
        """Find what a line is known by. A record whose numbers are only written otherwise keeps its spelling."""
        importing, values = self.target.importing, [str(line.values[key]) for key in keys]
        if importing.is_keyless is not None and any(map(importing.is_keyless, values)):
            return ""
        exact = known_by(values)
        if not importing.folds_key or exact in self.known:
            return exact
        form = known_by(map(folded, values))
        spelling = self.spellings.get(form)
        if spelling is None:
            return form
        for key, value, known in zip(keys, values, spelling, strict=True):
            if value != known:
                line.values[key] = known
                line.notes.setdefault(key, []).append(Word("imports.notes.known_as", {"text": value, "value": known}))
        return known_by(spelling)

    def _convert(self, line: Line, field: str, cell: Cell) -> None:
        """Read a cell as the value of a field."""
        notes: list[Word] = []
        try:
            value = self.converters[field].value(cell, notes)
        except Wrong as wrong:
            line.errors[field] = [wrong.word]
            return
        if value is not None:
            line.values[field] = value
        if HIDDEN in notes and any(HIDDEN in said for said in line.notes.values()):
            notes.remove(HIDDEN)  # once a row
        if notes:
            line.notes[field] = notes

    def _see(self, line: Line, field: str, *, is_blank: bool) -> None:
        """Find the picture that a row means."""
        names = [str(line.values[key]) for key in self.target.importing.key if key in line.values]
        try:
            found = self.pictures.meant(line.cells.get(field), names, is_blank=is_blank)
        except Wrong as wrong:
            line.errors[field] = [wrong.word]
            return
        if found is not None:
            line.cells[field], line.values[field] = found, found["h"]

    def _ruled(self, line: Line, record: Record) -> tuple[Values, Errors]:
        """The values of a line by the form's rules, and what these say against it."""
        body = {key: value for key, value in line.values.items() if key not in line.errors}
        moment = "create" if record.pk is None else "edit"
        errors: Told = {key: list(said) for key, said in line.errors.items()}
        if record.pk is None:
            self._translate(body, line)
        else:
            self._drop_fixed(body, record, errors)
            body = {**self.target.form.written(record.values, self.actor), **body}
        try:
            values = self.target.form.checked(body, moment, record.values, self.actor, self.choices)
        except Refusal as refusal:
            for path, said in refusal.fields.items():
                key = path.split(".")[0]
                if key not in errors:
                    errors[key] = said if isinstance(said, list) else [said]
            return {}, errors
        for key in self.target.pictures.needed if record.pk is None else ():
            if not values.get(key):
                errors.setdefault(key, [Word("errors.field.required")])
        return self._comparable({key: each for key, each in values.items() if self._is_meant(key, body)}), errors

    def _is_meant(self, key: str, body: Values) -> bool:
        """Whether a value was given, or is the form's own for a new row."""
        return key in body or self.fields[key].kind != "boolean"

    def _translate(self, body: Values, line: Line) -> None:
        """A new row has its texts in both languages: from one the other is taken as well."""
        for each in self.target.fields:
            if each.language and each.key not in body and each.key not in line.errors:
                others = (other.key for other in self.target.fields if other.column == each.column)
                told = next((key for key in others if key in line.values), None)
                if told is not None:
                    body[each.key] = line.values[told]

    def _drop_fixed(self, body: Values, record: Record, errors: Told) -> None:
        """What is written at creation only may come along unchanged."""
        for key in [key for key in body if "edit" not in self.fields[key].on]:
            value = body.pop(key)
            if key in record.values and record.values[key] != value:
                errors.setdefault(key, []).append(Word("imports.wrong.fixed"))

    def _comparable(self, values: Values) -> Values:
        """Values that are the same whatever the order of their choices."""
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
            for key, said in result.validation_error.error_dict.items():
                errors[key] = [[each.message.key, each.message.values] for each in said]
        return ImportRow(
            run=self.run,
            number=line.number,
            verdict=VERDICTS[result.import_type],
            key=digest(line.key),
            record_id=self.known.get(line.key) if line.key else None,
            cells=line.cells,
            old={key: plain(value) for key, value in (result.diff or {}).items()},
            errors=errors,
            notes={key: [[each.key, each.values] for each in said] for key, said in line.notes.items()},
        )


def _resolve(row: ImportRow, answer: Resolved) -> None:
    """What a checked row means beyond its form."""
    for key, said in answer.errors.items():
        row.errors.setdefault(key, []).append([said.key, said.values])
    if row.errors:
        row.verdict = Verdict.WRONG
    if answer.record is not None:
        row.record_id = answer.record["id"]
