"""Optional list columns: holder, days in status, forecast and delay."""

from dataclasses import replace

from django.db.models import Case, F, When

from portal_backend.core.actor import Actor
from portal_backend.core.clock import now, today
from portal_backend.resources.resource import Column, Row
from portal_backend.workflow.process import PROCESSES


def _get_holder(row: Row, actor: Actor) -> object:
    return PROCESSES[row["kind"]].get_step(row["status"]).holder


def _get_days_in_status(row: Row, actor: Actor) -> int | None:
    """Return the whole days in the current status, None for a closed request."""
    return None if row["responsible_role"] is None else max(0, (now() - row["status_since"]).days)


def _is_late(row: Row, actor: Actor) -> bool:
    return row["expected_to_leave_by"] is not None and today() > row["expected_to_leave_by"]


_IS_LATE_COLUMN = Column(
    "isLate",
    "boolean",
    source="expected_to_leave_by",
    value=_is_late,
    sort=None,
    in_interface=False,
    interface_only=True,
)
_HELD_BY_COLUMN = Column(
    "heldBy", "choice", value=_get_holder, message_prefix="holders", hidden_by_default=True, interface_only=True
)
_HELD_DAYS_COLUMN = Column(
    *("heldDays", "number", "status_since", _get_days_in_status),
    sort_expression=F("status_since"),
    reverse_sort=True,
    hidden_by_default=True,
    interface_only=True,
)
_EXPECTED_ON_COLUMN = Column("expectedOn", "date", source="expected_on", hidden_by_default=True, interface_only=True)
_STATUS_SINCE_IF_OPEN = Case(When(completed_at__isnull=True, then=F("status_since")))
DURATION_COLUMNS = (_HELD_BY_COLUMN, _HELD_DAYS_COLUMN, _EXPECTED_ON_COLUMN, _IS_LATE_COLUMN)
# for lists of open and closed requests: closed ones are last
DURATION_COLUMNS_OPEN_FIRST = (
    _HELD_BY_COLUMN,
    replace(_HELD_DAYS_COLUMN, sort_expression=_STATUS_SINCE_IF_OPEN),
    _EXPECTED_ON_COLUMN,
    _IS_LATE_COLUMN,
)
