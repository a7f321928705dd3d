"""Optional list columns: holder, days in status, forecast and delay."""

from dataclasses import replace

from django.db.models import Case, F, When

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import now, today
from portal_backend.resources.resource import Column, Row
from portal_backend.workflow.process import PROCESSES


def _holder(row: Row, actor: Actor) -> object:
    return PROCESSES[row["kind"]].step(row["status"]).holder


def _days(row: Row, actor: Actor) -> int | None:
    """Return the whole days in the current status, None for a closed request."""
    return None if row["waits_for"] is None else max(0, (now() - row["entered_at"]).days)


def _is_late(row: Row, actor: Actor) -> bool:
    return row["late_after"] is not None and today() > row["late_after"]


_LATE = Column("isLate", "boolean", source="late_after", value=_is_late, sort=None, shown=False, extra=True)
_HELD_BY = Column("heldBy", "choice", value=_holder, words="holders", hidden=True, extra=True)
_HELD = Column(
    *("heldDays", "number", "entered_at", _days), order=F("entered_at"), backwards=True, hidden=True, extra=True
)
_EXPECTED = Column("expectedOn", "date", source="expected_on", hidden=True, extra=True)
_WHILE_OPEN = Case(When(completed_at__isnull=True, then=F("entered_at")))
STANDING = (_HELD_BY, _HELD, _EXPECTED, _LATE)
# for lists of open and closed requests: closed ones are last
STANDING_IF_OPEN = (_HELD_BY, replace(_HELD, order=_WHILE_OPEN), _EXPECTED, _LATE)
