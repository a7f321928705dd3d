"""Undo of the rows that an import wrote, if they are unchanged and unused."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from portal_backend.core.errors import ApiError
from portal_backend.core.translations import LazyMessage
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.imports.validation import BATCH_SIZE, VERDICT_BY_IMPORT_TYPE, RowValidator
from portal_backend.jobs.queue import JobContext
from portal_backend.resources.import_targets import ImportTarget


def iter_batches(rows: "QuerySet[ImportRow]") -> Iterator[list[ImportRow]]:
    """Yield the rows of an import in batches, in the order of the file."""
    last = 0
    while batch := list(rows.filter(number__gt=last).order_by("number")[:BATCH_SIZE]):
        last = batch[-1].number
        yield batch


def undo_rows(run: ImportRun, target: ImportTarget, running: JobContext) -> None:
    """Undo every row.

    Raises 409 if a record is in use or was changed since.
    """
    checker = RowValidator(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    blocked: list[int] = []
    for batch in iter_batches(rows):
        states = {row.number: checker.load_row(row) for row in batch}
        results = checker.import_rows(states, dry_run=True)
        pairs = list(zip(batch, results, strict=True))
        blocked += [row.number for row, result in pairs if VERDICT_BY_IMPORT_TYPE[result.import_type] != Verdict.SAME]
        if not blocked:
            blocked += _revert_rows(checker, pairs)
        done += len(batch)
        running.report_progress(done, total)
    if blocked:
        raise ApiError(
            409, "IN_USE", LazyMessage("imports.kept", {"count": len(blocked), "rows": _format_row_numbers(blocked)})
        )


def _revert_rows(checker: RowValidator, pairs: list[tuple[ImportRow, Any]]) -> list[int]:
    """Remove created records and restore changed ones.

    Returns the row numbers of the records that are in use.
    """
    changed = [(row.record_id, {**(now := result.instance.values), **row.old}, now) for row, result in pairs if row.old]
    if changed:
        checker.write_records(changed)
    number_by_id = {row.record_id: row.number for row, _ in pairs if row.verdict == Verdict.CREATE and row.record_id}
    return (
        [number_by_id[pk] for pk in checker.target.row_store.remove(list(number_by_id), checker.actor)]
        if number_by_id
        else []
    )


def _format_row_numbers(numbers: list[int]) -> str:
    shown = ", ".join(str(each) for each in sorted(numbers)[:10])
    return f"{shown} …" if len(numbers) > 10 else shown
