"""Time in New York, the time zone of all dates in the portal (spec 1, section 1)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

NEW_YORK = ZoneInfo("America/New_York")
_frozen_now: ContextVar[datetime | None] = ContextVar("portal_clock", default=None)


def now() -> datetime:
    """Return the current time, or the one set by `freeze_time`."""
    return _frozen_now.get() or timezone.now()


@contextmanager
def freeze_time(moment: datetime) -> Iterator[None]:
    """Set the current time inside the block, as for the history of the demo data."""
    token = _frozen_now.set(moment)
    try:
        yield
    finally:
        _frozen_now.reset(token)


def today() -> date:
    """Return today's date in New York."""
    return now().astimezone(NEW_YORK).date()


def to_local(moment: datetime, offset_minutes: int | None = None) -> datetime:
    """Return `moment` as a naive local time.

    The zone is New York, or a fixed offset in minutes east of UTC.
    """
    if offset_minutes is None:
        return moment.astimezone(NEW_YORK).replace(tzinfo=None)
    return (moment.astimezone(UTC) + timedelta(minutes=offset_minutes)).replace(tzinfo=None)


def format_day(day: date) -> str:
    """Format a day for both languages as month/day/year, such as "11/25/2026"."""
    return day.strftime("%m/%d/%Y")


def format_offset(offset_minutes: int | None = None) -> str:
    """Format the UTC offset for a column header, such as "UTC+1".

    Without an offset it is New York's, in winter and in summer.
    """
    if offset_minutes is None:
        return "UTC-5/-4"
    hours, minutes = divmod(abs(offset_minutes), 60)
    sign = "-" if offset_minutes < 0 else "+"
    return f"UTC{sign}{hours}" + (f":{minutes:02d}" if minutes else "")


def format_iso(moment: datetime | None) -> str | None:
    """Format a time as ISO 8601 in UTC with Z and milliseconds, as in the contract."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
