"""What an import does beside the calls: reads its file, checks its rows, writes them, takes them back."""

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
    """An import whose work was cancelled or has failed, in whatever way, is not at work any more."""
    run = ImportRun.objects.select_related("owner").defer(*LARGE).filter(pk=job.arguments["run"], job=job.pk).first()
    if run is None or run.state not in RUNNING:
        return
    if job.state == JobState.CANCELLED:
        end_cancelled(run)
    else:
        end(run, _state_after_failing(run), job.error, Word(f"errors.{job.error}"))


@handles(KIND, ended=note_end)
def carry_on(running: Running) -> None:
    """Do the next step of an import. What was done already is not done again."""
    run = ImportRun.objects.select_related("owner", "file").get(pk=running.arguments["run"])
    try:
        while (step := STEPS.get(State(run.state))) is not None:
            step(run, TARGETS[run.target], running)
    except Refusal as refusal:
        end(run, _state_after_failing(run), refusal.code, refusal.message)
        raise


def _state_after_failing(run: ImportRun) -> State:
    """What was not written or taken back can be tried again: the rows, as they were corrected, are still there."""
    return {State.WRITING: State.REVIEW, State.UNDOING: State.DONE}.get(State(run.state), State.FAILED)


def end_cancelled(run: ImportRun) -> None:
    """End an import that nobody wants to go on; what was written and not taken back stays."""
    end(run, State.DONE if run.state == State.UNDOING else State.CANCELLED)


def end(run: ImportRun, state: State, code: str = "", message: Word | None = None) -> None:
    """Note that an import is not at work any more, and why."""
    run.state, run.error = state, code
    run.error_values = [message.key, message.values] if message else []
    run.finished_at = None if state == State.REVIEW else timezone.now()
    run.save(update_fields=["state", "error", "error_values", "finished_at"])
    if state in (State.CANCELLED, State.FAILED):
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
    """How likely a sheet is the one that is meant: by its headings, then by its rows."""
    line = header_of(sheet, headings)
    named = dict(sheet.top).get(line, [])
    return sum(1 for each in named if isinstance(each, str) and headings.match(each)), sheet.rows


def fields_by_column(run: ImportRun) -> dict[int, str]:
    """The fields that columns are taken for, by their places."""
    return {each["index"]: each["field"] for each in run.columns if each["field"]}


def rows_of(run: ImportRun, reading: Reading) -> Iterator[tuple[int, Cells]]:
    """The rows of the chosen sheet by field."""
    fields = fields_by_column(run)
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
    with local_copy(run.file) as path:
        reading = Reading(path, run.sheet, run.header_row, fields_by_column(run), run.encoding)
        for made in checker.checked(rows_of(run, reading)):
            ImportRow.objects.bulk_create(made, batch_size=MAX_INSERTED)
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
    """Write what was reviewed in one transaction, or nothing: then what hinders it stands at its rows."""
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
    """To the review, with what was refused marked; where the list has changed since, all rows are checked again."""
    code, said = "STALE", Word("imports.stale")
    refused: list[ImportRow] = []
    if isinstance(reason, Refusal) and reason.code != "STALE":
        if not is_of_a_row(reason):
            raise reason
        if refused := refused_rows(run, target, running):
            code, said = reason.code, next((each for _, each in words_of(reason)), reason.message)
    with transaction.atomic():
        if refused:
            ImportRow.objects.bulk_update(refused, ["verdict", "errors"], batch_size=100)
        else:
            _check_again(run, target, running)
        count(run)
        run.state, run.error, run.error_values = State.REVIEW, code, [said.key, said.values]
        run.version += 1
        run.save()


def _check_again(run: ImportRun, target: Target, running: Running) -> None:
    """Hold the rows against what is there now, as they were read and corrected."""
    checker = Checker(run, target, running.owner)
    for batch in batches(run.rows.all()):
        made = checker.batch([(row.number, row.cells) for row in batch])
        ImportRow.objects.filter(pk__in=[row.pk for row in batch]).delete()
        ImportRow.objects.bulk_create(made, batch_size=MAX_INSERTED)
        running.progress(batch[-1].number, batch[-1].number)


def _record(event: Event, run: ImportRun, target: Target, running: Running) -> None:
    """Record what was done with the import, to be found by what its rows are known by."""
    written = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE)).order_by("number")
    rows: Iterator[dict[str, Any]] = written.values_list("cells", flat=True).iterator()
    names = (plain(cells[key]) for cells in rows for key in target.importing.key if cells.get(key))
    record(
        event,
        run.file_name,
        actor=running.owner,
        subject=("imports", run.pk),
        search=islice(names, MAX_NAMES),
        importTarget=run.target,
        quantity=run.created_rows + run.changed_rows,
    )


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
            _record(Event.IMPORT_UNDONE, run, target, running)
    except Refusal as refusal:
        end(run, State.DONE, refusal.code, refusal.message)


STEPS: dict[State, Callable[[ImportRun, Target, Running], None]] = {
    State.READING: _read,
    State.CHECKING: _check,
    State.WRITING: _write,
    State.UNDOING: _undo,
}
