"""Duration columns of lists: holder, days in the step, expected end, lateness."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.core.clock import freeze_time
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient
from tests.resources.test_spreadsheets import read_rows

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 2, 17, tzinfo=UTC)
LISTS = {"REPAIR": ("active-repairs", "IN_TRANSIT"), "PARTS": ("part-requests", "IN_WAITING_FOR_PICK_UP")}


def create_request(world: factories.World, kind: str, status: str, days: float, **fields: Any) -> int:
    request = factories.request(kind, world, status)
    ServiceRequest.objects.filter(pk=request.pk).update(status_since=NOON - timedelta(days=days), **fields)
    return request.pk


def fetch_rows(caller: ApiClient, actor: factories.Person, name: str, *sort: str) -> list[dict[str, Any]]:
    params = {"sort": f'["{sort[0]}","{sort[1]}"]'} if sort else {}
    with freeze_time(NOON):
        rows_: list[dict[str, Any]] = caller.get(f"/api/rest/{name}", actor=actor, **params).ok
    return rows_


@pytest.mark.parametrize("kind", LISTS)
def test_sorts_by_days_in_step_and_by_expected_end(caller: ApiClient, kind: str) -> None:
    world, (name, status) = factories.world(), LISTS[kind]
    long = create_request(world, kind, status, 9.5, expected_on="2026-03-09")
    short = create_request(world, kind, status, 1.2, expected_on="2026-04-01")
    middle = create_request(world, kind, status, 4)
    by_days = fetch_rows(caller, world.client, name, "heldDays", "DESC")
    assert [(row["id"], row["heldDays"]) for row in by_days] == [(long, 9), (middle, 4), (short, 1)]
    assert [row["id"] for row in fetch_rows(caller, world.client, name, "heldDays", "ASC")] == [short, middle, long]
    for direction, expected in (("ASC", [long, short, middle]), ("DESC", [short, long, middle])):
        assert [row["id"] for row in fetch_rows(caller, world.client, name, "expectedOn", direction)] == expected, (
            direction
        )


def test_ended_requests_have_no_holder_and_sort_last(caller: ApiClient) -> None:
    world = factories.world()
    ended = create_request(world, "PARTS", "DONE", 400)
    opened = create_request(world, "PARTS", "INITIAL", 1)
    for direction in ("ASC", "DESC"):
        found = fetch_rows(caller, world.admin, "part-requests", "heldDays", direction)
        assert [(row["id"], row["heldBy"], row["heldDays"]) for row in found] == [
            (opened, "SUPERVISOR", 1),
            (ended, None, None),
        ]


def test_courier_holds_repair_during_transport(caller: ApiClient) -> None:
    world = factories.world()
    held = {
        status: create_request(world, "REPAIR", status, 1)
        for status in ("IN_PICK_UP_ARRANGED", "IN_TRANSIT", "IN_TRANSIT_BACK", "IN_WAITING_COMPLETED")
    }
    holders = {row["id"]: row["heldBy"] for row in fetch_rows(caller, world.admin, "active-repairs")}
    assert [holders[pk] for pk in held.values()] == ["CLIENT", "COURIER", "SERVICE", "COURIER"]


def test_request_past_its_last_day_is_late(caller: ApiClient) -> None:
    world = factories.world()
    late = create_request(world, "REPAIR", "NEW", 9, expected_to_leave_by="2026-03-01")
    create_request(world, "REPAIR", "NEW", 8, expected_to_leave_by="2026-03-02")
    create_request(world, "REPAIR", "NEW", 300)
    assert [row["id"] for row in fetch_rows(caller, world.client, "active-repairs") if row["isLate"]] == [late]


def test_export_includes_requested_duration_columns(caller: ApiClient) -> None:
    world = factories.world()
    create_request(world, "REPAIR", "IN_TRANSIT", 3, expected_on="2026-03-09")
    path, columns = "/files/export/active-repairs/xlsx", ["requestId", "heldBy", "heldDays", "expectedOn"]
    with freeze_time(NOON):
        head, row = read_rows(caller.get(path, actor=world.client, columns=columns, lang="es"))
    assert head[1:] == ["A cargo de", "Días en este paso", "Fecha prevista"]
    assert (row[1], row[2], row[3].date().isoformat()) == ("Transportista", 3, "2026-03-09")


def test_duration_columns_take_two_queries(caller: ApiClient) -> None:
    world = factories.world()
    create_request(world, "REPAIR", "NEW", 3)
    fetch_rows(caller, world.client, "active-repairs", "heldDays", "ASC")
    with CaptureQueriesContext(connection) as captured:
        fetch_rows(caller, world.client, "active-repairs", "expectedOn", "ASC")
    assert len(captured) <= 2
