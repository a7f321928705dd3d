"""New York time over a whole year with both clock changes (security.md, drills)."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine

from portal_backend.core import clock

YEAR = 2026
SUMMER_BEGINS = datetime(2026, 3, 8, 7, tzinfo=UTC)  # the second Sunday of March, 2:00 EST
SUMMER_ENDS = datetime(2026, 11, 1, 6, tzinfo=UTC)  # the first Sunday of November, 2:00 EDT
HOURS = [datetime(YEAR, 1, 1, 5, tzinfo=UTC) + timedelta(hours=hour) for hour in range(365 * 24)]


def compute_utc_offset(moment: datetime) -> int:
    """Return the hours behind UTC by the rule of the United States.

    Written independently of the time zone database.
    """
    return 4 if SUMMER_BEGINS <= moment < SUMMER_ENDS else 5


def test_converts_every_hour_of_a_year_to_local_time_and_back() -> None:
    ambiguous = []
    for moment in HOURS:
        shown = clock.to_local(moment)
        assert shown == (moment - timedelta(hours=compute_utc_offset(moment))).replace(tzinfo=None)
        candidates = {shown.replace(tzinfo=clock.NEW_YORK, fold=fold).astimezone(UTC) for fold in (0, 1)}
        assert moment in candidates
        if len(candidates) > 1:
            ambiguous.append(shown)
    assert ambiguous == [datetime(YEAR, 11, 1, 1), datetime(YEAR, 11, 1, 1)]  # noqa: DTZ001 - as shown
    shown_hours = {clock.to_local(moment) for moment in HOURS}
    assert datetime(YEAR, 3, 8, 2) not in shown_hours  # noqa: DTZ001 - the hour that does not exist


def test_fixed_offset_is_constant() -> None:
    for moment in HOURS:
        assert clock.to_local(moment, 330) - moment.replace(tzinfo=None) == timedelta(hours=5, minutes=30)
    aware = HOURS[0].astimezone(ZoneInfo("Europe/Kyiv"))
    assert clock.to_local(aware, -60) == clock.to_local(HOURS[0], -60)


def test_formats_every_hour_as_iso_8601_with_z() -> None:
    for moment in HOURS:
        text = clock.format_iso(moment)
        assert text is not None
        assert text.endswith(":00.000Z")
        assert datetime.fromisoformat(text) == moment
    assert clock.format_iso(None) is None
    assert clock.format_iso(datetime(2026, 1, 1, tzinfo=clock.NEW_YORK)) == "2026-01-01T05:00:00.000Z"


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        (datetime(2026, 1, 1, 4, 59, tzinfo=UTC), date(2025, 12, 31)),
        (datetime(2026, 1, 1, 5, 0, tzinfo=UTC), date(2026, 1, 1)),
        (SUMMER_BEGINS, date(2026, 3, 8)),
        (datetime(2026, 7, 1, 3, 59, tzinfo=UTC), date(2026, 6, 30)),
        (datetime(2026, 7, 1, 4, 0, tzinfo=UTC), date(2026, 7, 1)),
        (SUMMER_ENDS, date(2026, 11, 1)),
    ],
)
def test_today_is_the_date_in_new_york(moment: datetime, day: date) -> None:
    with time_machine.travel(moment, tick=False):
        assert clock.today() == day
        assert clock.now() == moment


def test_offset_label_covers_summer_and_winter() -> None:
    for moment in (SUMMER_BEGINS, SUMMER_ENDS):
        hours = int((moment.astimezone(clock.NEW_YORK).utcoffset() or timedelta()).total_seconds()) // 3600
        assert str(hours) in clock.format_offset().removeprefix("UTC").split("/")


@pytest.mark.parametrize(
    ("minutes", "label"), [(0, "UTC+0"), (60, "UTC+1"), (-300, "UTC-5"), (330, "UTC+5:30"), (-210, "UTC-3:30")]
)
def test_offset_label_of_fixed_offset(minutes: int, label: str) -> None:
    assert clock.format_offset(minutes) == label


def test_frozen_time_applies_inside_the_block_only() -> None:
    past = datetime(2026, 1, 1, 4, tzinfo=UTC)
    with clock.freeze_time(past):
        assert clock.now() == past
        assert clock.today() == date(2025, 12, 31)
    assert clock.now() - datetime.now(UTC) < timedelta(seconds=5)
