"""When a request will end: what a forecast rests on, how honest it is, and that lists keep up with it."""

import random
import sys
from datetime import UTC, date, datetime, timedelta

import pytest

from portal_backend.base.newyork import clock_at
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.forecasts import Forecast, forecast
from portal_backend.reports.models import Pace
from portal_backend.reports.paces import cases_of, foresee_all, foresee_new, renew_paces
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from tests import factories
from tests.reports.histories import ended, generated
from tests.reports.honesty import asked, hundredths

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)  # noon in New York
DAY = 86_400


def days(*pairs: tuple[float, float]) -> list[tuple[int, int]]:
    return [(int(stayed * DAY), int(taken * DAY)) for stayed, taken in pairs]


def test_the_range_is_that_of_the_cases_and_none_rests_on_fewer_than_five() -> None:
    cases = days(*((1, taken) for taken in range(2, 21)))
    known = Forecast(date(2026, 3, 4), date(2026, 3, 13), date(2026, 3, 21), 19)
    assert forecast(cases, BEGIN, BEGIN) == known
    assert forecast(cases[:4], BEGIN, BEGIN) is None
    few = forecast(cases[:5], BEGIN, BEGIN)
    assert few
    assert (few.earliest, few.latest, few.cases) == (date(2026, 3, 4), date(2026, 3, 8), 5)


def test_only_those_tell_that_had_stood_there_as_long() -> None:
    cases = days(*((1, 10) for _ in range(50)), *((30, 60) for _ in range(5)))
    early = forecast(cases, BEGIN, BEGIN + timedelta(hours=1))
    late = forecast(cases, BEGIN, BEGIN + timedelta(days=2))
    assert early
    assert (early.likely, early.cases) == (date(2026, 3, 12), 55)
    assert late
    assert (late.earliest, late.likely, late.cases) == (date(2026, 5, 1), date(2026, 5, 1), 5)
    assert forecast(cases, BEGIN, BEGIN + timedelta(days=31)) is None


def test_what_is_kept_is_of_the_newest_completed_ones_that_are_there() -> None:
    here = factories.world()
    pasts = [(BEGIN + timedelta(days=n), [("NEW", 1 + n), ("IN_SERVICE", 2)]) for n in range(6)]
    made = ended(here, pasts)
    Request.objects.filter(pk=made[0].pk).update(deleted_at=BEGIN)
    Request.objects.filter(pk=made[5].pk).update(status="REJECTED")
    renew_paces()
    assert not Pace.objects.exists(), "four are too few"
    Request.objects.filter(pk=made[5].pk).update(status="COMPLETED")
    renew_paces()
    kept = Pace.objects.get(status="NEW")
    assert kept.cases == [[int(n * DAY), int((n + 2) * DAY)] for n in range(2, 7)]
    assert kept.late_after == 6 * DAY
    assert set(Pace.objects.values_list("status", flat=True)) == {"NEW", "IN_REPAIR_APPROVAL", "IN_SERVICE"}


def test_detour_that_few_take_keeps_the_forecast_of_the_step_after_it() -> None:
    here = factories.world()
    stays: list[tuple[str, float]] = [("IN_WAITING_FOR_PICK_UP", 1), ("IN_PICK_UP_ARRANGED", 2), ("IN_TRANSIT", 3)]
    ended(here, [(BEGIN + timedelta(days=n), stays) for n in range(6)])
    renew_paces()
    detour = Pace.objects.get(status="SETTING_TRACKING_NUMBER")
    known = forecast(detour.cases, BEGIN, BEGIN)
    assert known
    assert known.likely == date(2026, 3, 7), "two days until it is picked up, and three on the way"
    assert forecast(detour.cases, BEGIN, BEGIN + timedelta(days=6)) is None, "longer than any took in all"


def test_an_open_request_is_foreseen_once_and_again_when_it_moves() -> None:
    here = factories.world()
    ended(here, [(BEGIN - timedelta(days=90), [("NEW", 2), ("IN_SHIPPING_DETAILS", 8), ("IN_SERVICE", 10)])] * 6)
    with clock_at(BEGIN):
        repair = factories.repair(here)
        version = Request.objects.get(pk=repair.pk).version
        foresee_new()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (date(2026, 3, 22), date(2026, 3, 4))
        assert repair.version == version, "nobody changed it"
    with clock_at(BEGIN + timedelta(days=3)):
        foresee_all()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (None, date(2026, 3, 4)), "none stood there so long"
        move(REPAIR, repair.pk, actor=here.admin.actor, target="IN_SERVICE")
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (None, None)
        foresee_new()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (date(2026, 3, 15), date(2026, 3, 15))
        move(REPAIR, repair.pk, actor=here.admin.actor, target="COMPLETED")
        foresee_new()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (None, None), "it has ended"


def test_nothing_is_foreseen_where_nothing_has_ended() -> None:
    here = factories.world()
    for kind in ("REPAIR", "PARTS", "REMOTE_SUPPORT"):
        factories.request(kind, here)
    foresee_new()
    foresee_all()
    assert not Request.objects.filter(late_after__isnull=False).exists()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_range_is_honest_on_a_generated_history(seed: int) -> None:
    chance, here = random.Random(seed), factories.world()
    ended(here, [(BEGIN - timedelta(days=400 - n / 2), generated(chance)) for n in range(300)])
    cases = cases_of(REPAIR)
    told = [hit for _ in range(200) for hit in asked(cases, generated(chance), chance)]
    assert len(told) > 900, "nearly always something is told"
    rate = hundredths(told)
    sys.stdout.write(f"generated history {seed}: the end lies in the range in {rate:.1f} of 100 cases held out\n")
    assert 80 <= rate <= 95
