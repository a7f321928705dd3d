"""Correction of a row: it is validated again with the rows that share its key."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from portal_backend.base.actor import Actor
from portal_backend.base.errors import invalid, invalid_field, not_found, stale
from portal_backend.base.words import Word
from portal_backend.imports.answers import counts, described_rows
from portal_backend.imports.checking import Checker
from portal_backend.imports.lists import run_of
from portal_backend.imports.models import ImportRow, ImportRun, State
from portal_backend.imports.sandbox.telling import MAX_ROW_BYTES, stored_bytes
from portal_backend.imports.work import COUNTS
from portal_backend.resources.targets import TARGETS

# of the rows with the same key, all but the first are wrong
MAX_OTHERS = 100
CHECKED = ("verdict", "key", "record_id", "cells", "old", "errors", "notes")


@transaction.atomic
def correct_row(pk: int, number: int, cells: dict[str, str], *, actor: Actor) -> dict[str, Any]:
    """Replace cells of a row and validate it again.

    Rows that had or now have the same key are validated with it. Raises 400, 404, or 409 if the import is not in
    review.
    """
    run = run_of(pk, actor, lock=True, without=("sheets",))
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
    if stored_bytes(corrected) > max(MAX_ROW_BYTES, stored_bytes(row.cells)):
        raise invalid({f"cells.{max(cells, key=lambda key: len(cells[key]))}": Word("imports.wrong.too_long")})
    keys = {row.key, checker.key_of(corrected)} - {""}
    others = [other for key in sorted(keys) for other in _others(run, key, number)]
    before = {each.number: each.verdict for each in (row, *others)}
    stored = {each.number: each.cells for each in others} | {number: corrected}
    validated = {each.number: each for each in checker.batch(sorted(stored.items()))}
    for old in (row, *others):
        for name in CHECKED:
            setattr(old, name, getattr(validated[old.number], name))
    ImportRow.objects.bulk_update([row, *others], CHECKED)
    changed = [each for each in others if each.verdict != before[each.number]]
    _recount(run, before, [row, *others])
    return {
        "row": described_rows(run, [row], actor)[0],
        "others": described_rows(run, changed, actor),
        "counts": counts(run),
        "version": run.version,
    }


def _others(run: ImportRun, key: str, number: int) -> QuerySet[ImportRow]:
    """Return the other rows with a key, up to the limit of rows validated at once.

    Further rows keep their verdict.
    """
    return run.rows.filter(key=key).exclude(number=number).order_by("number")[:MAX_OTHERS]


def _recount(run: ImportRun, before: dict[int, str], rows: list[ImportRow]) -> None:
    for each in rows:
        old_field, new_field = COUNTS[before[each.number]], COUNTS[each.verdict]  # type: ignore[index]
        setattr(run, old_field, getattr(run, old_field) - 1)
        setattr(run, new_field, getattr(run, new_field) + 1)
    run.version += 1
    run.save()
