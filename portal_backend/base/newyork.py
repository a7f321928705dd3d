"""New York's clock: what the portal shows and what its days and years are counted by (spec 1, section 1)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

NEW_YORK = ZoneInfo("America/New_York")
_set_clock: ContextVar[datetime | None] = ContextVar("portal_clock", default=None)


def now() -> datetime:
    """The time of what is being done: the clock's, or what `clock_at` set."""
    return _set_clock.get() or timezone.now()


@contextmanager
def clock_at(moment: datetime) -> Iterator[None]:
    """Let what is done inside happen at `moment`: the demo world has a past."""
    token = _set_clock.set(moment)
    try:
        yield
    finally:
        _set_clock.reset(token)


def today() -> date:
    """Today's date in New York."""
    return now().astimezone(NEW_YORK).date()


def local(moment: datetime, offset_minutes: int | None = None) -> datetime:
    """`moment` without zone as shown: New York's, or at a fixed offset (minutes east of UTC)."""
    if offset_minutes is None:
        return moment.astimezone(NEW_YORK).replace(tzinfo=None)
    return (moment.astimezone(UTC) + timedelta(minutes=offset_minutes)).replace(tzinfo=None)


def day_text(day: date) -> str:
    """A day as screens, spreadsheets and forms write it in both languages: month-day-year, such as "11/25/2026"."""
    return day.strftime("%m/%d/%Y")


def offset_label(offset_minutes: int | None = None) -> str:
    """The offset for a column header, such as "UTC+1"; unless one is given New York's, in winter and in summer."""
    if offset_minutes is None:
        return "UTC-5/-4"
    hours, minutes = divmod(abs(offset_minutes), 60)
    sign = "-" if offset_minutes < 0 else "+"
    return f"UTC{sign}{hours}" + (f":{minutes:02d}" if minutes else "")


def iso(moment: datetime | None) -> str | None:
    """A time as the contract writes it: ISO 8601 in UTC with Z, to the millisecond."""
    if moment is None:
        return None
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
