"""What an import does beside the calls: reads its file, checks its rows, writes them, takes them back."""

import logging
from collections.abc import Callable, Iterator
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Count
from django.utils import timezone

from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.errors import Refusal, stale
from portal_backend.base.words import Word
from portal_backend.imports.cells import plain
from portal_backend.imports.checking import VERDICTS, Cells, Checker
from portal_backend.imports.matching import Headings, columns_of, header_of, is_sure
from portal_backend.imports.models import ImportRow, ImportRun, KnownHeading, State, Verdict
from portal_backend.imports.pictures import (
    laid_over,
    let_go,
    note_replaced,
    places_of,
    read_files,
    with_pictures,
)
from portal_backend.imports.reading import Reading, Sheet, at_hand, refused
from portal_backend.imports.undoing import batches, undo_all
from portal_backend.jobs.work import Cancelled, Running, handles
from portal_backend.resources.targets import TARGETS, Target

log = logging.getLogger("portal.imports")
KIND = "import"
COUNTS = {
    Verdict.CREATE: "created_rows",
    Verdict.CHANGE: "changed_rows",
    Verdict.SAME: "same_rows",
    Verdict.WRONG: "wrong_rows",
}


@handles(KIND)
def carry_on(running: Running) -> None:
    """Do the next step of an import. What was done already is not done again."""
    run = ImportRun.objects.select_related("owner", "file").get(pk=running.arguments["run"])
    try:
        while (step := STEPS.get(State(run.state))) is not None:
            step(run, TARGETS[run.target], running)
    except Cancelled:
        _end(run, State.DONE if run.state == State.UNDOING else State.CANCELLED)
        raise
    except Refusal as refusal:
        _end(run, State.FAILED, refusal.code, refusal.message)
        raise
    except Exception:
        _end(run, State.FAILED, "SERVER_ERROR", Word("errors.SERVER_ERROR"))
        raise


def _end(run: ImportRun, state: State, code: str = "", message: Word | None = None) -> None:
    run.state, run.error, run.finished_at = state, code, timezone.now()
    run.error_values = [message.key, message.values] if message else []
    run.save(update_fields=["state", "error", "error_values", "finished_at"])
    if state != State.DONE:
        let_go(run)
    log.info("import %s %s: %s %s user=%s", run.pk, run.target, state.value, code, run.owner.username)


def headings_of(run: ImportRun, target: Target) -> Headings:
    """What headings mean to the owner of an import."""
    rows = KnownHeading.objects.filter(owner_id=run.owner_id, target=run.target)
    return Headings(target, run.language, dict(rows.values_list("heading", "field")))


def sheet_of(run: ImportRun) -> Sheet:
    """The chosen sheet as it was first looked at."""
    kept = run.sheets[run.sheet]
    return Sheet(kept["name"], kept["rows"], [(line, cells) for line, cells in kept["top"]])


def _read(run: ImportRun, target: Target, running: Running) -> None:
    """Look at the file: its sheets, its headings, and what they mean. What is sure is checked at once."""
    if run.file is None:
        raise refused("gone")
    with at_hand(run.file) as path:
        sheets = read_files(run, path, target, running)
    headings = headings_of(run, target)
    run.sheet = max(range(len(sheets)), key=lambda index: (_worth(sheets[index], headings), -index))
    sheets = [with_pictures(each, index, run) for index, each in enumerate(sheets)]
    run.sheets = [{"name": each.name, "rows": each.rows, "top": each.top} for each in sheets]
    chosen = sheets[run.sheet]
    run.header_row = header_of(chosen, headings)
    run.columns = columns_of(chosen, run.header_row, headings, target)
    run.state = State.CHECKING if is_sure(run.columns, target) else State.COLUMNS
    run.version += 1
    run.save()


def _worth(sheet: Sheet, headings: Headings) -> tuple[int, int]:
    """How likely a sheet is the one that is meant: by its headings, then by its rows."""
    line = header_of(sheet, headings)
    named = dict(sheet.top).get(line, [])
    return sum(1 for each in named if isinstance(each, str) and headings.match(each)), sheet.rows


def rows_of(run: ImportRun, reading: Reading) -> Iterator[tuple[int, Cells]]:
    """The rows of the chosen sheet by field."""
    fields = {each["index"]: each["field"] for each in run.columns if each["field"]}
    pictures = places_of(run, run.sheet)
    for line, read in reading.rows():
        cells = laid_over(read, pictures.get(line, {}))
        yield line, {key: cells[index] for index, key in fields.items() if index < len(cells) and cells[index] != ""}


def _check(run: ImportRun, target: Target, running: Running) -> None:
    """Hold every row against what is there."""
    if run.file is None:
        raise refused("gone")
    ImportRow.objects.filter(run=run).delete()
    checker = Checker(run, target, running.owner)
    total = run.sheets[run.sheet]["rows"]
    done = 0
    with at_hand(run.file) as path:
        reading = Reading(path, run.sheet, run.header_row)
        for made in checker.checked(rows_of(run, reading)):
            ImportRow.objects.bulk_create(made)
            done += len(made)
            running.progress(done, total)
        run.skipped = reading.skipped
    count(run)
    run.state = State.REVIEW
    run.version += 1
    run.save()


def count(run: ImportRun) -> None:
    """Count the verdicts of an import's rows anew."""
    found = dict(run.rows.order_by().values_list("verdict").annotate(Count("pk")))
    for verdict, name in COUNTS.items():
        setattr(run, name, found.get(verdict, 0))


def _write(run: ImportRun, target: Target, running: Running) -> None:
    """Write what was reviewed in one transaction; where the list has changed since, nothing, and it is checked anew."""
    try:
        with transaction.atomic():
            _write_all(run, target, running)
            let_go(run, used=True)
            run.state, run.finished_at, run.error = State.DONE, timezone.now(), ""
            run.save(update_fields=["state", "finished_at", "error"])
            _record(Event.IMPORTED, run, running)
    except (Refusal, IntegrityError) as reason:
        code, said = "STALE", Word("imports.stale")
        if isinstance(reason, Refusal) and reason.code != "STALE":
            code, said = reason.code, next(iter(_words(reason)), reason.message)
        _check(run, target, running)
        run.error, run.error_values = code, [said.key, said.values]
        run.save(update_fields=["error", "error_values"])
    log.info("import %s %s: %s user=%s", run.pk, run.target, run.state, run.owner.username)


def _record(event: Event, run: ImportRun, running: Running) -> None:
    record(event, str(run), actor=running.owner, quantity=run.created_rows + run.changed_rows)


def _words(reason: Refusal) -> Iterator[Word]:
    for said in reason.fields.values():
        yield from said if isinstance(said, list) else [said]


def _write_all(run: ImportRun, target: Target, running: Running) -> None:
    checker = Checker(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    for batch in batches(rows):
        lines = {row.number: checker.line(row) for row in batch}
        note_replaced(run, target, {row.record_id: row.old for row in batch if row.record_id}, running.owner)
        for row, result in zip(batch, checker.imported(lines, dry_run=False), strict=True):
            if VERDICTS[result.import_type] != row.verdict or _old(result) != row.old:
                raise stale()
            row.record_id = result.instance.pk
        _note_records(batch)
        done += len(batch)
        running.progress(done, total)


def _note_records(rows: list[ImportRow]) -> None:
    """Keep which row each created, by one prepared statement: Django's own update of many costs more than all else."""
    table = connection.ops.quote_name(ImportRow._meta.db_table)
    made = [(row.record_id, row.pk) for row in rows if row.verdict == Verdict.CREATE]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET record_id = %s WHERE id = %s", made)  # noqa: S608 - our own table


def _old(result: Any) -> dict[str, Any]:
    return {key: plain(value) for key, value in (result.diff or {}).items()}


def _undo(run: ImportRun, target: Target, running: Running) -> None:
    """Take back what was written, in one transaction, unless rows of it are in use or were changed since."""
    try:
        with transaction.atomic():
            undo_all(run, target, running)
            let_go(run)
            run.state, run.finished_at, run.error = State.UNDONE, timezone.now(), ""
            run.save(update_fields=["state", "finished_at", "error"])
            _record(Event.IMPORT_UNDONE, run, running)
    except Refusal as refusal:
        _end(run, State.DONE, refusal.code, refusal.message)


STEPS: dict[State, Callable[[ImportRun, Target, Running], None]] = {
    State.READING: _read,
    State.CHECKING: _check,
    State.WRITING: _write,
    State.UNDOING: _undo,
}
