"""Lists tell who holds a request for how long, when it is expected to end, and which ones are late."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.base.newyork import clock_at
from portal_backend.workflow.models import Request
from tests import factories
from tests.caller import Caller
from tests.resources.test_spreadsheets import rows_of

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 17, tzinfo=UTC)
PLACES = {"REPAIR": ("active-repairs", "IN_TRANSIT"), "PARTS": ("part-requests", "IN_WAITING_FOR_PICK_UP")}


def standing(here: factories.World, kind: str, status: str, days: float, **what: Any) -> int:
    made = factories.request(kind, here, status)
    Request.objects.filter(pk=made.pk).update(entered_at=NOON - timedelta(days=days), **what)
    return made.pk


def rows(caller: Caller, actor: factories.Person, name: str, *sort: str) -> list[dict[str, Any]]:
    asked = {"sort": f'["{sort[0]}","{sort[1]}"]'} if sort else {}
    with clock_at(NOON):
        found: list[dict[str, Any]] = caller.get(f"/api/rest/{name}", actor=actor, **asked).ok
    return found


@pytest.mark.parametrize("kind", PLACES)
def test_a_list_is_sorted_by_the_days_in_the_step_and_by_the_expected_end(caller: Caller, kind: str) -> None:
    here, (name, status) = factories.world(), PLACES[kind]
    long = standing(here, kind, status, 9.5, expected_on="2026-03-09")
    short = standing(here, kind, status, 1.2, expected_on="2026-04-01")
    middle = standing(here, kind, status, 4)
    by_days = rows(caller, here.client, name, "heldDays", "DESC")
    assert [(row["id"], row["heldDays"]) for row in by_days] == [(long, 9), (middle, 4), (short, 1)]
    assert [row["id"] for row in rows(caller, here.client, name, "heldDays", "ASC")] == [short, middle, long]
    for way, wanted in (("ASC", [long, short, middle]), ("DESC", [short, long, middle])):
        assert [row["id"] for row in rows(caller, here.client, name, "expectedOn", way)] == wanted, way


def test_what_has_ended_is_held_by_nobody_and_comes_last(caller: Caller) -> None:
    here = factories.world()
    ended = standing(here, "PARTS", "DONE", 400)
    opened = standing(here, "PARTS", "INITIAL", 1)
    for way in ("ASC", "DESC"):
        told = rows(caller, here.admin, "part-requests", "heldDays", way)
        assert [(row["id"], row["heldBy"], row["heldDays"]) for row in told] == [
            (opened, "SUPERVISOR", 1),
            (ended, None, None),
        ]


def test_a_parcel_under_way_is_held_by_the_courier_whoever_confirms_it(caller: Caller) -> None:
    here = factories.world()
    held = {
        status: standing(here, "REPAIR", status, 1)
        for status in ("IN_PICK_UP_ARRANGED", "IN_TRANSIT", "IN_TRANSIT_BACK", "IN_WAITING_COMPLETED")
    }
    told = {row["id"]: row["heldBy"] for row in rows(caller, here.admin, "active-repairs")}
    assert [told[pk] for pk in held.values()] == ["CLIENT", "COURIER", "SERVICE", "COURIER"]


def test_late_is_what_stands_past_its_last_day(caller: Caller) -> None:
    here = factories.world()
    late = standing(here, "REPAIR", "NEW", 9, late_after="2026-03-01")
    standing(here, "REPAIR", "NEW", 8, late_after="2026-03-02")
    standing(here, "REPAIR", "NEW", 300)
    assert [row["id"] for row in rows(caller, here.client, "active-repairs") if row["isLate"]] == [late]


def test_a_spreadsheet_has_them_where_they_are_asked_for(caller: Caller) -> None:
    here = factories.world()
    standing(here, "REPAIR", "IN_TRANSIT", 3, expected_on="2026-03-09")
    path, columns = "/files/export/active-repairs/xlsx", ["requestId", "heldBy", "heldDays", "expectedOn"]
    with clock_at(NOON):
        head, row = rows_of(caller.get(path, actor=here.client, columns=columns, lang="es"))
    assert head[1:] == ["En manos de", "Días en este paso", "Fin previsto"]
    assert (row[1], row[2], row[3].date().isoformat()) == ("Transportista", 3, "2026-03-09")


def test_two_questions_whatever_is_shown(caller: Caller) -> None:
    here = factories.world()
    standing(here, "REPAIR", "NEW", 3)
    rows(caller, here.client, "active-repairs", "heldDays", "ASC")
    with CaptureQueriesContext(connection) as captured:
        rows(caller, here.client, "active-repairs", "expectedOn", "ASC")
    assert len(captured) <= 2
