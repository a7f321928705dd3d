"""Pipeline of an import: the job that reads, validates, writes and undoes rows."""

import logging
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import Count
from django.utils import timezone

from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.errors import ApiError, stale
from portal_backend.core.translations import LazyMessage
from portal_backend.files.content import local_copy
from portal_backend.imports.cells import to_stored_value
from portal_backend.imports.column_matching import (
    HeadingMatcher,
    are_columns_sure,
    find_header_row,
    match_columns,
)
from portal_backend.imports.failed_rows import find_failed_rows, is_row_error, iter_field_errors
from portal_backend.imports.file_reader import (
    SheetReader,
    SheetSummary,
    build_unsupported_file_error,
    trim_previews,
)
from portal_backend.imports.lists import LARGE_FIELDS, RUNNING_STATES
from portal_backend.imports.models import ImportRow, ImportRun, KnownHeading, State, Verdict
from portal_backend.imports.pictures import (
    discard_pictures,
    get_pictures_by_position,
    overlay_pictures,
    overlay_sheet_pictures,
    read_sheets,
    store_replaced_pictures,
)
from portal_backend.imports.undo import iter_batches, undo_rows
from portal_backend.imports.validation import (
    INSERT_BATCH_SIZE,
    VERDICT_BY_IMPORT_TYPE,
    CellsByField,
    RowValidator,
)
from portal_backend.jobs.queue import Job, JobContext, JobState
from portal_backend.resources.import_targets import IMPORT_TARGETS, ImportTarget

log = logging.getLogger("portal.imports")
JOB_KIND = "import"
MAX_AUDIT_KEYS = 5_000
COUNT_FIELD_BY_VERDICT = {
    Verdict.CREATE: "created_rows",
    Verdict.CHANGE: "changed_rows",
    Verdict.SAME: "same_rows",
    Verdict.WRONG: "wrong_rows",
}


def on_job_end(job: Job) -> None:
    """End the import of a job that was canceled or has failed."""
    run = (
        ImportRun.objects.select_related("owner")
        .defer(*LARGE_FIELDS)
        .filter(pk=job.arguments["run"], job=job.pk)
        .first()
    )
    if run is None or run.state not in RUNNING_STATES:
        return
    if job.state == JobState.CANCELLED:
        finish_canceled(run)
    else:
        finish(run, _get_state_after_failure(run), job.error, LazyMessage(f"errors.{job.error}"))


def run_steps(running: JobContext) -> None:
    """Run the next steps of an import, until one waits for the user.

    Safe to retry: the state of the import shows which steps are complete.
    """
    run = ImportRun.objects.select_related("owner", "file").get(pk=running.arguments["run"])
    try:
        while (step := STEP_BY_STATE.get(State(run.state))) is not None:
            step(run, IMPORT_TARGETS[run.target], running)
    except ApiError as refusal:
        finish(run, _get_state_after_failure(run), refusal.code, refusal.message)
        raise


def _get_state_after_failure(run: ImportRun) -> State:
    """Return the state of an import after a failed step.

    Writing and undoing can be tried again, as the rows with their corrections are still stored.
    """
    return {State.WRITING: State.REVIEW, State.UNDOING: State.DONE}.get(State(run.state), State.FAILED)


def finish_canceled(run: ImportRun) -> None:
    """End a canceled import; rows that were written and not undone remain."""
    finish(run, State.DONE if run.state == State.UNDOING else State.CANCELLED)


def finish(run: ImportRun, state: State, code: str = "", message: LazyMessage | None = None) -> None:
    """Set the state of an import that is no longer running, with its error."""
    run.state, run.error = state, code
    run.error_values = [message.key, message.values] if message else []
    run.finished_at = None if state == State.REVIEW else timezone.now()
    run.save(update_fields=["state", "error", "error_values", "finished_at"])
    if state in (State.CANCELLED, State.FAILED):
        discard_pictures(run)
    log.info("import %s %s: %s %s user=%s", run.pk, run.target, state.value, code, run.owner.username)


def load_heading_matcher(run: ImportRun, target: ImportTarget) -> HeadingMatcher:
    """Return the heading matcher for the owner of an import."""
    rows = KnownHeading.objects.filter(owner_id=run.owner_id, target=run.target)
    return HeadingMatcher(target, run.language, dict(rows.values_list("heading", "field")))


def get_selected_sheet(run: ImportRun) -> SheetSummary:
    """Return the selected sheet as it was first read."""
    stored = run.sheets[run.sheet]
    return SheetSummary(stored["name"], stored["rows"], [(line, cells) for line, cells in stored["first_rows"]])


def _read_file(run: ImportRun, target: ImportTarget, running: JobContext) -> None:
    """Read the file: its sheets, pictures, headings and column mapping.

    If the mapping is sure, validation follows at once.
    """
    if run.file is None:
        raise build_unsupported_file_error("gone")
    with local_copy(run.file) as path:
        sheets = read_sheets(run, path, target, running)
    headings = load_heading_matcher(run, target)
    run.sheet = max(range(len(sheets)), key=lambda index: (_score_sheet(sheets[index], headings), -index))
    sheets = trim_previews([overlay_sheet_pictures(each, index, run) for index, each in enumerate(sheets)])
    run.sheets = [{"name": each.name, "rows": each.row_count, "first_rows": each.first_rows} for each in sheets]
    chosen = sheets[run.sheet]
    run.header_row = find_header_row(chosen, headings)
    run.columns = match_columns(chosen, run.header_row, headings, target)
    run.state = State.CHECKING if are_columns_sure(run.columns, target) else State.COLUMNS
    run.version += 1
    run.save()


def _score_sheet(sheet: SheetSummary, headings: HeadingMatcher) -> tuple[int, int]:
    """Score a sheet by the number of headings that match, then by its rows."""
    line = find_header_row(sheet, headings)
    named = dict(sheet.first_rows).get(line, [])
    return sum(1 for each in named if isinstance(each, str) and headings.match(each)), sheet.row_count


def get_fields_by_column(run: ImportRun) -> dict[int, str]:
    """Return the mapped fields by column index."""
    return {each["index"]: each["field"] for each in run.columns if each["field"]}


def iter_rows_by_field(run: ImportRun, reading: SheetReader) -> Iterator[tuple[int, CellsByField]]:
    """Yield the rows of the selected sheet as cells by field."""
    fields = get_fields_by_column(run)
    pictures = get_pictures_by_position(run, run.sheet)
    for line, read in reading.iter_rows():
        cells = overlay_pictures(read, pictures.get(line, {}))
        yield line, {key: cells[index] for index, key in fields.items() if index < len(cells) and cells[index] != ""}


def _validate_rows(run: ImportRun, target: ImportTarget, running: JobContext) -> None:
    """Validate all rows of the file."""
    if run.file is None:
        raise build_unsupported_file_error("gone")
    ImportRow.objects.filter(run=run).delete()
    checker = RowValidator(run, target, running.owner)
    total = run.sheets[run.sheet]["rows"]
    done = 0
    with local_copy(run.file) as path:
        reading = SheetReader(path, run.sheet, run.header_row, get_fields_by_column(run), run.encoding)
        for validated in checker.validate_in_batches(iter_rows_by_field(run, reading)):
            ImportRow.objects.bulk_create(validated, batch_size=INSERT_BATCH_SIZE)
            done += len(validated)
            running.report_progress(done, total)
        run.skipped = reading.skipped_rows
    recount(run)
    run.state = State.REVIEW
    run.version += 1
    run.save()


def recount(run: ImportRun) -> None:
    """Recount the rows of an import by verdict."""
    counts = dict(run.rows.order_by().values_list("verdict").annotate(Count("pk")))
    for verdict, name in COUNT_FIELD_BY_VERDICT.items():
        setattr(run, name, counts.get(verdict, 0))


def _write_rows(run: ImportRun, target: ImportTarget, running: JobContext) -> None:
    """Write the reviewed rows in one transaction.

    If a row fails, nothing is written and the import returns to review.
    """
    try:
        with transaction.atomic():
            _write_batches(run, target, running)
            discard_pictures(run, keep_replaced=True)
            run.state, run.finished_at, run.error = State.DONE, timezone.now(), ""
            run.save(update_fields=["state", "finished_at", "error"])
            _record_audit_event(AuditEvent.IMPORTED, run, target, running)
    except (ApiError, IntegrityError) as reason:
        run.state, run.finished_at = State.WRITING, None
        _return_to_review(run, target, running, reason)
    log.info("import %s %s: %s user=%s", run.pk, run.target, run.state, run.owner.username)


def _return_to_review(
    run: ImportRun, target: ImportTarget, running: JobContext, reason: ApiError | IntegrityError
) -> None:
    """Return an import to review after a failed write.

    Rows that failed are marked; if there are none, the list has changed and all rows are validated again.
    """
    code, message = "STALE", LazyMessage("imports.stale")
    failed: list[ImportRow] = []
    if isinstance(reason, ApiError) and reason.code != "STALE":
        if not is_row_error(reason):
            raise reason
        if failed := find_failed_rows(run, target, running):
            code, message = reason.code, next((each for _, each in iter_field_errors(reason)), reason.message)
    with transaction.atomic():
        if failed:
            ImportRow.objects.bulk_update(failed, ["verdict", "errors"], batch_size=100)
        else:
            _revalidate_rows(run, target, running)
        recount(run)
        run.state, run.error, run.error_values = State.REVIEW, code, [message.key, message.values]
        run.version += 1
        run.save()


def _revalidate_rows(run: ImportRun, target: ImportTarget, running: JobContext) -> None:
    """Validate the stored rows again, with their corrections."""
    checker = RowValidator(run, target, running.owner)
    for batch in iter_batches(run.rows.all()):
        validated = checker.validate_batch([(row.number, row.cells) for row in batch])
        ImportRow.objects.filter(pk__in=[row.pk for row in batch]).delete()
        ImportRow.objects.bulk_create(validated, batch_size=INSERT_BATCH_SIZE)
        running.report_progress(batch[-1].number, batch[-1].number)


def _record_audit_event(event: AuditEvent, run: ImportRun, target: ImportTarget, running: JobContext) -> None:
    """Record an audit event, which can be searched by the keys of the rows."""
    written = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE)).order_by("number")
    rows: Iterator[dict[str, Any]] = written.values_list("cells", flat=True).iterator()
    keys = (to_stored_value(cells[key]) for cells in rows for key in target.import_spec.key_fields if cells.get(key))
    record_event(
        event,
        run.file_name,
        actor=running.owner,
        object_ref=("imports", run.pk),
        search_terms=islice(keys, MAX_AUDIT_KEYS),
        importTarget=run.target,
        quantity=run.created_rows + run.changed_rows,
    )


def _write_batches(run: ImportRun, target: ImportTarget, running: JobContext) -> None:
    checker = RowValidator(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    for batch in iter_batches(rows):
        states = {row.number: checker.load_row(row) for row in batch}
        store_replaced_pictures(run, target, {row.record_id: row.old for row in batch if row.record_id}, running.owner)
        for row, result in zip(batch, checker.import_rows(states, dry_run=False), strict=True):
            if VERDICT_BY_IMPORT_TYPE[result.import_type] != row.verdict or checker.serialize_diff(result) != row.old:
                raise stale()
            row.record_id = result.instance.pk
        _store_record_ids(batch)
        done += len(batch)
        running.report_progress(done, total)


def _store_record_ids(rows: list[ImportRow]) -> None:
    """Store the ids of created records on their rows.

    Uses one prepared statement, which is much faster than bulk_update.
    """
    table = connection.ops.quote_name(ImportRow._meta.db_table)
    created = [(row.record_id, row.pk) for row in rows if row.verdict == Verdict.CREATE]
    with connection.cursor() as cursor:
        cursor.executemany(f"UPDATE {table} SET record_id = %s WHERE id = %s", created)  # noqa: S608 - our own table


def _undo_rows(run: ImportRun, target: ImportTarget, running: JobContext) -> None:
    """Undo the written rows in one transaction.

    If records are in use or were changed since, nothing is undone and the reason is stored.
    """
    try:
        with transaction.atomic():
            undo_rows(run, target, running)
            discard_pictures(run)
            run.state, run.finished_at, run.error = State.UNDONE, timezone.now(), ""
            run.save(update_fields=["state", "finished_at", "error"])
            _record_audit_event(AuditEvent.IMPORT_UNDONE, run, target, running)
    except ApiError as refusal:
        finish(run, State.DONE, refusal.code, refusal.message)


STEP_BY_STATE: dict[State, Callable[[ImportRun, ImportTarget, JobContext], None]] = {
    State.READING: _read_file,
    State.CHECKING: _validate_rows,
    State.WRITING: _write_rows,
    State.UNDOING: _undo_rows,
}
