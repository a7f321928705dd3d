"""Undo of the rows that an import wrote, if they are unchanged and unused."""

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from portal_backend.base.errors import Refusal
from portal_backend.base.words import Word
from portal_backend.imports.checking import BATCH, VERDICTS, Checker
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.jobs.work import Running
from portal_backend.resources.targets import Target


def batches(rows: "QuerySet[ImportRow]") -> Iterator[list[ImportRow]]:
    """Yield the rows of an import in batches, in the order of the file."""
    last = 0
    while batch := list(rows.filter(number__gt=last).order_by("number")[:BATCH]):
        last = batch[-1].number
        yield batch


def undo_all(run: ImportRun, target: Target, running: Running) -> None:
    """Undo every row.

    Raises 409 if a record is in use or was changed since.
    """
    checker = Checker(run, target, running.owner)
    rows = run.rows.filter(verdict__in=(Verdict.CREATE, Verdict.CHANGE))
    total, done = run.created_rows + run.changed_rows, 0
    blocked: list[int] = []
    for batch in batches(rows):
        states = {row.number: checker.line(row) for row in batch}
        results = checker.imported(states, dry_run=True)
        pairs = list(zip(batch, results, strict=True))
        blocked += [row.number for row, result in pairs if VERDICTS[result.import_type] != Verdict.SAME]
        if not blocked:
            blocked += _take_back(checker, pairs)
        done += len(batch)
        running.progress(done, total)
    if blocked:
        raise Refusal(409, "IN_USE", Word("imports.kept", {"count": len(blocked), "rows": _named(blocked)}))


def _take_back(checker: Checker, pairs: list[tuple[ImportRow, Any]]) -> list[int]:
    """Remove created records and restore changed ones.

    Returns the row numbers of the records that are in use.
    """
    changed = [(row.record_id, {**(now := result.instance.values), **row.old}, now) for row, result in pairs if row.old]
    if changed:
        checker.write(changed)
    number_by_id = {row.record_id: row.number for row, _ in pairs if row.verdict == Verdict.CREATE and row.record_id}
    return (
        [number_by_id[pk] for pk in checker.target.records.remove(list(number_by_id), checker.actor)]
        if number_by_id
        else []
    )


def _named(numbers: list[int]) -> str:
    shown = ", ".join(str(each) for each in sorted(numbers)[:10])
    return f"{shown} …" if len(numbers) > 10 else shown
