"""Pipeline of an import: the job that reads, validates, writes and undoes rows."""

import logging
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Count
from django.utils import timezone

from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.errors import Refusal, stale
from portal_backend.base.words import Word
from portal_backend.files.contents import local_copy
from portal_backend.imports.cells import plain
from portal_backend.imports.checking import MAX_INSERTED, VERDICTS, Cells, Checker
from portal_backend.imports.lists import LARGE, RUNNING
from portal_backend.imports.matching import Headings, columns_of, header_of, is_sure
from portal_backend.imports.models import ImportRow, ImportRun, KnownHeading, State, Verdict
from portal_backend.imports.pictures import laid_over, let_go, note_replaced, places_of, read_files, with_pictures
from portal_backend.imports.reading import Reading, Sheet, refused, within_budget
from portal_backend.imports.refused import is_of_a_row, refused_rows, words_of
from portal_backend.imports.undoing import batches, undo_all
from portal_backend.jobs.work import Job, JobState, Running, handles
from portal_backend.resources.targets import TARGETS, Target

log = logging.getLogger("portal.imports")
KIND = "import"
MAX_NAMES = 5_000
COUNTS = {
    Verdict.CREATE: "created_rows",
    Verdict.CHANGE: "changed_rows",
    Verdict.SAME: "same_rows",
    Verdict.WRONG: "wrong_rows",
}


def note_end(job: Job) -> None:
    """End the import of a job that was canceled or has failed."""
    run = ImportRun.objects.select_related("owner").defer(*LARGE).filter(pk=job.arguments["run"], job=job.pk).first()
    if run is None or run.state not in RUNNING:
        return
    if job.state == JobState.CANCELLED:
        end_cancelled(run)
    else:
        end(run, _state_after_failing(run), job.error, Word(f"errors.{job.error}"))


@handles(KIND, ended=note_end)
def carry_on(running: Running) -> None:
    """Run the next steps of an import, until one waits for the user.

    Safe to retry: the state of the import shows which steps are complete.
    """
    run = ImportRun.objects.select_related("owner", "file").get(pk=running.arguments["run"])
    try:
        while (step := STEPS.get(State(run.state))) is not None:
            step(run, TARGETS[run.target], running)
    except Refusal as refusal:
        end(run, _state_after_failing(run), refusal.code, refusal.message)
        raise


def _state_after_failing(run: ImportRun) -> State:
    """Return the state of an import after a failed step.

    Writing and undoing can be tried again, as the rows with their corrections are still stored.
    """
    return {State.WRITING: State.REVIEW, State.UNDOING: State.DONE}.get(State(run.state), State.FAILED)


def end_cancelled(run: ImportRun) -> None:
    """End a canceled import; rows that were written and not undone remain."""
    end(run, State.DONE if run.state == State.UNDOING else State.CANCELLED)


def end(run: ImportRun, state: State, code: str = "", message: Word | None = None) -> None:
    """Set the state of an import that is no longer running, with its error."""
    run.state, run.error = state, code
    run.error_values = [message.key, message.values] if message else []
    run.finished_at = None if state == State.REVIEW else timezone.now()
    run.save(update_fields=["state", "error", "error_values", "finished_at"])
    if state in (State.CANCELLED, State.FAILED):
        let_go(run)
    log.info("import %s %s: %s %s user=%s", run.pk, run.target, state.value, code, run.owner.username)


def headings_of(run: ImportRun, target: Target) -> Headings:
    """Return the heading matcher for the owner of an import."""
    rows = KnownHeading.objects.filter(owner_id=run.owner_id, target=run.target)
    return Headings(target, run.language, dict(rows.values_list("heading", "field")))


def sheet_of(run: ImportRun) -> Sheet:
    """Return the selected sheet as it was first read."""
    stored = run.sheets[run.sheet]
    return Sheet(stored["name"], stored["rows"], [(line, cells) for line, cells in stored["top"]])


def _read(run: ImportRun, target: Target, running: Running) -> None:
    """Read the file: its sheets, pictures, headings and column mapping.

    If the mapping is sure, validation follows at once.
    """
    if run.file is None:
        raise refused("gone")
    with local_copy(run.file) as path:
        sheets = read_files(run, path, target, running)
    headings = headings_of(run, target)
    run.sheet = max(range(len(sheets)), key=lambda index: (_worth(sheets[index], headings), -index))
    sheets = within_budget([with_pictures(each, index, run) for index, each in enumerate(sheets)])
    run.sheets = [{"name": each.name, "rows": each.rows, "top": each.top} for each in sheets]
    chosen = sheets[run.sheet]
    run.header_row = header_of(chosen, headings)
    run.columns = columns_of(chosen, run.header_row, headings, target)
    run.state = State.CHECKING if is_sure(run.columns, target) else State.COLUMNS
    run.version += 1
    run.save()


def _worth(sheet: Sheet, headings: Headings) -> tuple[int, int]:
    """Score a sheet by the number of headings that match, then by its rows."""
    line = header_of(sheet, headings)
    named = dict(sheet.top).get(line, [])
    return sum(1 for each in named if isinstance(each, str) and headings.match(each)), sheet.rows


def fields_by_column(run: ImportRun) -> dict[int, str]:
    """Return the mapped fields by column index."""
    return {each["index"]: each["field"] for each in run.columns if each["field"]}


def rows_of(run: ImportRun, reading: Reading) -> Iterator[tuple[int, Cells]]:
    """Yield the rows of the selected sheet as cells by field."""
    fields = fields_by_column(run)
    pictures = places_of(run, run.sheet)
    for line, read in reading.rows():
        cells = laid_over(read, pictures.get(line, {}))
        yield line, {key: cells[index] for index, key in fields.items() if index < len(cells) and cells[index] != ""}


def _check(run: ImportRun, target: Target, running: Running) -> None:
    """Validate all rows of the file."""
    if run.file is None:
        raise refused("gone")
    ImportRow.objects.filter(run=run).delete()
    checker = Checker(run, target, running.owner)
    total = run.sheets[run.sheet]["rows"]
    done = 0
    with local_copy(run.file) as path:
        reading = Reading(path, run.sheet, run.header_row, fields_by_column(run), run.encoding)
        for validated in checker.checked(rows_of(run, reading)):
            ImportRow.objects.bulk_create(validated, batch_size=MAX_INSERTED)
            done += len(validated)
            running.progress(done, total)
        run.skipped = reading.skipped
    count(run)
    run.state = State.REVIEW
    run.version += 1
    run.save()


def count(run: ImportRun) -> None:
    """Recount the rows of an import by verdict."""
    counts = dict(run.rows.order_by().values_list("verdict").annotate(Count("pk")))
    for verdict, name in COUNTS.items():
        setattr(run, name, counts.get(verdict, 0))


def _write(run: ImportRun, target: Target, running: Running) -> None:
    """Write the reviewed rows in one transaction.

    If a row fails, nothing is written and the import returns to review.
    """
    try:
        with transaction.atomic():
            _write_all(run, target, running)
            let_go(run, used=True)
            run.state, run.finished_at, run.error = State.DONE, timezone.now(), ""
            run.save(update_fields=["state", "finished_at", "error"])
            _record(Event.IMPORTED, run, target, running)
    except (Refusal, IntegrityError) as reason:
        run.state, run.finished_at = State.WRITING, None
        _give_back(run, target, running, reason)
    log.info("import %s %s: %s user=%s", run.pk, run.target, run.state, run.owner.username)


def _give_back(run: ImportRun, target: Target, running: Running, reason: Refusal | IntegrityError) -> None:
    """Return an import to review after a failed write.

    Rows that failed are marked; if there are none, the list has changed and all rows are validated again.
    """
    code, message = "STALE", Word("imports.stale")
    failed: list[ImportRow] = []
    if isinstance(reason, Refusal) and reason.code != "STALE":
        if not is_of_a_row(reason):
            raise reason
        if failed := refused_rows(run, target, running):
            code, message = reason.code, next((each for _, each in words_of(reason)), reason.message)
    with transaction.atomic():
        if failed:
            ImportRow.objects.bulk_update(failed, ["verdict", "errors"], batch_size=100)
        else:
            _check_again(run, target, running)
        count(run)
        run.state, run.error, run.error_values = State.REVIEW, code, [message.key, message.values]
        run.version += 1
        run.save()


def _check_again(run: ImportRun, target: Target, running: Running) -> None:
    """Validate the stored rows again, with their corrections."""
    checker = Checker(run, target, running.owner)
    for batch in batches(run.rows.all()):
        validated = checker.batch([(row.number, row.cells) for row in batch])
        ImportRow.objects.filter(pk__in=[row.pk for row in batch]).delete()
        ImportRow.objects.bulk_create(validated, batch_size=MAX_INSERTED)
        running.progress(batch[-1].number, batch[-1].number)


def _record(event: Event, run: ImportRun, target: Target, running: Running) -> None:
    """Record an audit event, which can be searched by the keys of the rows."""
    written = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE)).order_by("number")
    rows: Iterator[dict[str, Any]] = written.values_list("cells", flat=True).iterator()
    keys = (plain(cells[key]) for cells in rows for key in target.importing.key if cells.get(key))
    record(
        event,
        run.file_name,
        actor=running.owner,
        subject=("imports", run.pk),
        search=islice(keys, MAX_NAMES),
        importTarget=run.target,
        quantity=run.created_rows + run.changed_rows,
    )


def _write_all(run: ImportRun, target: Target, running: Running) -> None:
    checker = Checker(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    for batch in batches(rows):
        states = {row.number: checker.line(row) for row in batch}
        note_replaced(run, target, {row.record_id: row.old for row in batch if row.record_id}, running.owner)
        for row, result in zip(batch, checker.imported(states, dry_run=False), strict=True):
            if VERDICTS[result.import_type] != row.verdict or _old(result) != row.old:
                raise stale()
            row.record_id = result.instance.pk
        _note_records(batch)
        done += len(batch)
        running.progress(done, total)


def _note_records(rows: list[ImportRow]) -> None:
    """Store the ids of created records on their rows.

    Uses one prepared statement, which is much faster than bulk_update.
    """
    table = connection.ops.quote_name(ImportRow._meta.db_table)
    created = [(row.record_id, row.pk) for row in rows if row.verdict == Verdict.CREATE]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET record_id = %s WHERE id = %s", created)  # noqa: S608 - our own table


def _old(result: Any) -> dict[str, Any]:
    return {key: plain(value) for key, value in (result.diff or {}).items()}


def _undo(run: ImportRun, target: Target, running: Running) -> None:
    """Undo the written rows in one transaction.

    If records are in use or were changed since, nothing is undone and the reason is stored.
    """
    try:
        with transaction.atomic():
            undo_all(run, target, running)
            let_go(run)
            run.state, run.finished_at, run.error = State.UNDONE, timezone.now(), ""
            run.save(update_fields=["state", "finished_at", "error"])
            _record(Event.IMPORT_UNDONE, run, target, running)
    except Refusal as refusal:
        end(run, State.DONE, refusal.code, refusal.message)


STEPS: dict[State, Callable[[ImportRun, Target, Running], None]] = {
    State.READING: _read,
    State.CHECKING: _check,
    State.WRITING: _write,
    State.UNDOING: _undo,
}
