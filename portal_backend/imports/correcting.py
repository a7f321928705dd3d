"""A row corrected in place: it is checked again, and with it the rows that have its key."""

from typing import Any

from django.db import transaction

from portal_backend.base.actor import Actor
from portal_backend.base.errors import invalid_field, not_found, stale
from portal_backend.imports.answers import counts, described_rows
from portal_backend.imports.checking import Checker
from portal_backend.imports.lists import run_of
from portal_backend.imports.models import ImportRow, ImportRun, State
from portal_backend.imports.work import COUNTS
from portal_backend.resources.targets import TARGETS

CHECKED = ("verdict", "key", "record_id", "cells", "old", "errors", "notes")


@transaction.atomic
def correct_row(pk: int, number: int, cells: dict[str, str], *, actor: Actor) -> dict[str, Any]:
    """Put other texts into cells of a row. Raises 400, 404, or 409 where the import is no longer reviewed."""
    run = run_of(pk, actor, lock=True)
    if run.state != State.REVIEW:
        raise stale()
    target = TARGETS[run.target]
    row = run.rows.filter(number=number).first()
    if row is None:
        raise not_found()
    known = {each.key for each in target.fields}
    for key in cells:
        if key not in known:
            raise invalid_field(f"cells.{key}", "extra")
    checker = Checker(run, target, actor)
    corrected = {**row.cells, **cells}
    keys = {row.key, checker.key_of(corrected)} - {""}
    others = list(run.rows.filter(key__in=keys).exclude(number=number)) if keys else []
    before = {each.number: each.verdict for each in (row, *others)}
    stored = {each.number: each.cells for each in others} | {number: corrected}
    made = {each.number: each for each in checker.batch(sorted(stored.items()))}
    for old in (row, *others):
        for name in CHECKED:
            setattr(old, name, getattr(made[old.number], name))
    ImportRow.objects.bulk_update([row, *others], CHECKED)
    changed = [each for each in others if each.verdict != before[each.number]]
    _recount(run, before, [row, *others])
    return {
        "row": described_rows(run, [row], actor)[0],
        "others": described_rows(run, changed, actor),
        "counts": counts(run),
        "version": run.version,
    }


def _recount(run: ImportRun, before: dict[int, str], rows: list[ImportRow]) -> None:
    for each in rows:
        was, now = COUNTS[before[each.number]], COUNTS[each.verdict]  # type: ignore[index]
        setattr(run, was, getattr(run, was) - 1)
        setattr(run, now, getattr(run, now) + 1)
    run.version += 1
    run.save()
