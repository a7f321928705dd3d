"""Validation of imported rows against stored records and the rules of the form."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2s
from itertools import islice
from typing import Any

from import_export.results import RowResult
from tablib import Dataset

from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError
from portal_backend.core.normalization import normalize_key
from portal_backend.core.translations import LazyMessage
from portal_backend.imports.cells import Cell, to_stored_value
from portal_backend.imports.converters import HIDDEN_ROW_NOTE, CellConverter, CellError, MessagesByField
from portal_backend.imports.import_export_adapter import (
    ROW_NUMBER_COLUMN,
    RecordInstance,
    RowChange,
    RowErrors,
    get_row_resource,
)
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.imports.pictures import PictureResolver, write_with_files
from portal_backend.resources.field import FormField
from portal_backend.resources.form import Values
from portal_backend.resources.import_spec import Resolution, RowKey
from portal_backend.resources.import_targets import ImportTarget

KEY_SEPARATOR = "\x1f"
MAX_KEY_LENGTH = 64


def join_key(values: Iterable[object]) -> str:
    """Join the values of a key, ignoring case."""
    return KEY_SEPARATOR.join(str(each).strip().lower() for each in values)


def fold_key_part(value: object) -> str:
    """Fold a value of a key; a value of symbols only is returned unchanged."""
    return normalize_key(str(value)) or str(value)


def to_stored_key(key: str) -> str:
    """Return a key in its stored form; long keys are hashed."""
    return key if len(key) <= MAX_KEY_LENGTH else blake2s(key.encode()).hexdigest()


BATCH_SIZE = 1000
# rows per INSERT statement, which contains all of their cells as text
INSERT_BATCH_SIZE = 100
VERDICT_BY_IMPORT_TYPE = {
    RowResult.IMPORT_TYPE_NEW: Verdict.CREATE,
    RowResult.IMPORT_TYPE_UPDATE: Verdict.CHANGE,
    RowResult.IMPORT_TYPE_SKIP: Verdict.SAME,
    RowResult.IMPORT_TYPE_INVALID: Verdict.WRONG,
}
CellsByField = dict[str, Cell]


@dataclass
class RowState:
    """State of a row during validation."""

    #: Row number in the file.
    number: int
    cells: CellsByField
    #: Converted values by field.
    values: Values = field(default_factory=dict)
    errors: MessagesByField = field(default_factory=dict)
    #: Messages about values that were interpreted.
    notes: MessagesByField = field(default_factory=dict)
    #: Joined key values; "" if the row has no key.
    key: str = ""
    #: Fields whose value is the one for all rows, since their cell is blank.
    filled_keys: set[str] = field(default_factory=set)


class RowValidator:
    """Validator of the rows of one import, in batches.

    It keeps the keys of the rows seen so far, to detect duplicates.
    """

    def __init__(self, run: ImportRun, target: ImportTarget, actor: Actor) -> None:
        self.run = run
        self.target = target
        self.actor = actor
        self.fields = {each.key: each for each in target.fields}
        self.choices = {each.key: each.choices(actor) for each in target.fields if each.choices}
        aliases = target.import_spec.choice_aliases
        self.pictures = PictureResolver(run, target)
        typed = {key: each for key, each in self.fields.items() if key not in self.pictures.field_keys}
        self.converters = {key: CellConverter(each, actor, aliases.get(key)) for key, each in typed.items()}
        self.record_ids_by_key: dict[str, int] = {}
        self.spellings_by_folded_key: dict[str, RowKey] = {}
        for pk, values in target.row_store.iter_keys(actor):
            self.record_ids_by_key[join_key(values)] = pk
            if target.import_spec.normalizes_key:
                self.spellings_by_folded_key.setdefault(join_key(map(fold_key_part, values)), values)
        self.headings_by_field = {each["field"]: each["heading"] for each in run.columns if each["heading"]}
        self.first_rows_by_key: dict[str, int] = {}

    def validate_in_batches(self, rows: Iterable[tuple[int, CellsByField]]) -> Iterator[list[ImportRow]]:
        """Yield the rows with their verdicts, in batches."""
        remaining = iter(rows)
        while batch := list(islice(remaining, BATCH_SIZE)):
            yield self.validate_batch(batch)

    def validate_batch(self, rows: Sequence[tuple[int, CellsByField]]) -> list[ImportRow]:
        """Validate some rows and return them with their verdicts."""
        states = {number: self._build_row(number, cells) for number, cells in rows}
        result = self.import_rows(states, dry_run=True)
        validated = [self._build_import_row(state, each) for state, each in zip(states.values(), result, strict=True)]
        if self.target.import_spec.resolve is not None:
            resolved = self.target.import_spec.resolve([states[each.number].values for each in validated], self.actor)
            for row, resolution in zip(validated, resolved, strict=True):
                _apply_resolution(row, resolution)
        return validated

    def import_rows(self, lines: Mapping[int, RowState], *, dry_run: bool) -> list[RowResult]:
        """Run django-import-export on the rows and return its results.

        Unexpected errors of rows are raised.
        """
        ids = {
            number: pk for number, line in lines.items() if (pk := self.record_ids_by_key.get(line.key)) and line.key
        }
        current = self.target.row_store.read(set(ids.values()), self.actor) if ids else {}
        self.pictures.add_digests(current, self.actor)
        found = {
            number: RecordInstance(pk, self._sort_choices(current[pk])) for number, pk in ids.items() if pk in current
        }
        resource = get_row_resource(self.target)(
            found,
            lambda number, record: self._apply_form_rules(lines[number], record),
            self.write_records,
        )
        data = Dataset(headers=[ROW_NUMBER_COLUMN])
        for number in lines:
            data.append([number])
        result = resource.import_data_inner(data, dry_run, False, False, False)
        for each in result.rows:
            for error in each.errors:
                raise error.error
        return list(result.rows)

    def write_records(self, rows: Sequence[RowChange]) -> list[int]:
        """Write rows with the files of their changed pictures and return the record ids."""
        written = [(pk, self.pictures.replace_digests_with_files(values, before)) for pk, values, before in rows]
        return write_with_files(self.target, written, self.actor)

    def get_stored_key(self, cells: CellsByField) -> str:
        """Return the key of a row with these cells, in its stored form."""
        line = self._build_row(0, cells)
        self.first_rows_by_key.pop(to_stored_key(line.key), None)
        return to_stored_key(line.key)

    def load_row(self, row: ImportRow) -> RowState:
        """Build the state of a stored row."""
        return self._build_row(row.number, row.cells)

    def _build_row(self, number: int, cells: CellsByField) -> RowState:
        known_cells = {key: cell for key, cell in cells.items() if key in self.fields}
        line = RowState(number, known_cells)
        for key, text in self.run.fixed.items():
            if text and to_stored_value(known_cells.get(key)) in ("", None) and key in self.fields:
                known_cells[key] = text
                line.filled_keys.add(key)
        for key, cell in known_cells.items():
            if key in self.converters:
                self._convert_cell(line, key, cell)
        if len(cells) > 1 and all(
            self.headings_by_field.get(key) == to_stored_value(cell) for key, cell in cells.items()
        ):
            line.errors[next(iter(cells))] = [LazyMessage("imports.wrong.headings")]
        keys = self.target.import_spec.key_fields
        if keys and all(key in line.values for key in keys):
            line.key = self._build_key(line, keys)
        for each in self.pictures.field_keys:
            self._find_picture(line, each, is_blank=each not in cells)
        first = self.first_rows_by_key.setdefault(to_stored_key(line.key), number) if line.key else number
        if first != number:
            for key in keys:
                line.errors.setdefault(key, []).append(LazyMessage("imports.wrong.twice", {"number": first}))
        return line

    def _build_key(self, line: RowState, keys: Sequence[str]) -> str:
        """Return the key of a row.

        A record whose key differs in spelling only keeps its stored spelling.
        """
        importing, values = self.target.import_spec, [str(line.values[key]) for key in keys]
        if importing.is_ignored_key is not None and any(map(importing.is_ignored_key, values)):
            return ""
        exact = join_key(values)
        if not importing.normalizes_key or exact in self.record_ids_by_key:
            return exact
        folded_key = join_key(map(fold_key_part, values))
        spelling = self.spellings_by_folded_key.get(folded_key)
        if spelling is None:
            return folded_key
        for key, value, stored in zip(keys, values, spelling, strict=True):
            if value != stored:
                line.values[key] = stored
                line.notes.setdefault(key, []).append(
                    LazyMessage("imports.notes.known_as", {"text": value, "value": stored})
                )
        return join_key(spelling)

    def _convert_cell(self, line: RowState, field: str, cell: Cell) -> None:
        """Convert a cell to the value of a field, or note its error."""
        notes: list[LazyMessage] = []
        try:
            value = self.converters[field].convert(cell, notes)
        except CellError as error:
            line.errors[field] = [error.message]
            return
        if value is not None:
            line.values[field] = value
        if HIDDEN_ROW_NOTE in notes and any(HIDDEN_ROW_NOTE in messages for messages in line.notes.values()):
            notes.remove(HIDDEN_ROW_NOTE)  # noted once per row
        if notes:
            line.notes[field] = notes

    def _find_picture(self, line: RowState, field: str, *, is_blank: bool) -> None:
        """Resolve the picture a row refers to, or note its error."""
        names = [str(line.values[key]) for key in self.target.import_spec.key_fields if key in line.values]
        try:
            found = self.pictures.find_picture(line.cells.get(field), names, is_blank=is_blank)
        except CellError as error:
            line.errors[field] = [error.message]
            return
        if found is not None:
            line.cells[field], line.values[field] = found, found["h"]

    def _apply_form_rules(self, line: RowState, record: RecordInstance) -> tuple[Values, RowErrors]:
        """Apply the rules of the form to a row; return its values and errors."""
        body = {key: value for key, value in line.values.items() if key not in line.errors}
        operation = "create" if record.pk is None else "edit"
        errors: MessagesByField = {key: list(messages) for key, messages in line.errors.items()}
        if record.pk is None:
            self._fill_other_languages(body, line)
        else:
            self._drop_create_only_fields(body, record, errors)
            # what a record needs in use is filled in where it is missing, not replaced
            for key in line.filled_keys & self.target.import_spec.needed_in_use.keys():
                if record.values.get(key):
                    body.pop(key, None)
                    line.cells.pop(key, None)
            body = {**self.target.form.filter_writable(record.values, self.actor), **body}
        try:
            values = self.target.form.validate(body, operation, record.values, self.actor, self.choices)
        except ApiError as refusal:
            for path, messages in refusal.fields.items():
                key = path.split(".")[0]
                if key not in errors:
                    errors[key] = messages if isinstance(messages, list) else [messages]
            return {}, errors
        for key in self.target.picture_fields.required_keys if record.pk is None else ():
            if not values.get(key):
                errors.setdefault(key, [LazyMessage("errors.field.required")])
        return self._sort_choices({key: each for key, each in values.items() if self._is_given(key, body)}), errors

    def _is_given(self, key: str, body: Values) -> bool:
        """Return whether a value was given, or is a default that is not a boolean."""
        return key in body or self.fields[key].kind != "boolean"

    def _fill_other_languages(self, body: Values, line: RowState) -> None:
        """Fill the missing language of the texts of a new row from the one that is given."""
        for each in self.target.fields:
            if each.language and each.key not in body and each.key not in line.errors:
                others = (other.key for other in self.target.fields if other.heading_key == each.heading_key)
                source = next((key for key in others if key in line.values), None)
                if source is not None:
                    body[each.key] = line.values[source]

    def _drop_create_only_fields(self, body: Values, record: RecordInstance, errors: MessagesByField) -> None:
        """Remove the fields that can only be set at creation.

        A value that differs from the stored one is an error.
        """
        for key in [key for key in body if "edit" not in self.fields[key].modes]:
            value = body.pop(key)
            if key in record.values and record.values[key] != value:
                errors.setdefault(key, []).append(LazyMessage("imports.wrong.fixed"))

    def _sort_choices(self, values: Values) -> Values:
        """Sort lists of choices, whose order is irrelevant to the comparison."""
        return {
            key: sorted(value) if isinstance(value, list) and self._get_field_kind(key) == "choices" else value
            for key, value in values.items()
        }

    def _get_field_kind(self, key: str) -> str:
        declared: FormField | None = self.fields.get(key)
        return declared.kind if declared else ""

    def serialize_diff(self, result: RowResult) -> dict[str, Any]:
        """Return the stored values that a row replaces, by field."""
        if result.original is None or not result.original.values:
            return {}
        old, new = result.original.values, result.instance.values
        return {key: to_stored_value(old.get(key)) for key in self.fields if new.get(key) != old.get(key)}

    def _build_import_row(self, line: RowState, result: RowResult) -> ImportRow:
        errors: dict[str, list[Any]] = {}
        if result.validation_error is not None:
            for key, messages in result.validation_error.error_dict.items():
                errors[key] = [[each.message.key, each.message.values] for each in messages]
        verdict = VERDICT_BY_IMPORT_TYPE[result.import_type]
        for key, message in self.target.import_spec.needed_in_use.items():
            if verdict != Verdict.WRONG and not result.instance.values.get(key):
                # first, where `serialize_counts` looks for it
                line.notes[key] = [message, *line.notes.get(key, ())]
        return ImportRow(
            run=self.run,
            number=line.number,
            verdict=verdict,
            key=to_stored_key(line.key),
            record_id=self.record_ids_by_key.get(line.key) if line.key else None,
            cells=line.cells,
            old=self.serialize_diff(result),
            errors=errors,
            notes={key: [[each.key, each.values] for each in messages] for key, messages in line.notes.items()},
        )


def _apply_resolution(row: ImportRow, resolution: Resolution) -> None:
    """Apply the outcome of the target's `resolve` to a validated row."""
    for key, message in resolution.errors.items():
        row.errors.setdefault(key, []).append([message.key, message.values])
    if row.errors:
        row.verdict = Verdict.WRONG
    if resolution.record is not None:
        row.record_id = resolution.record["id"]
