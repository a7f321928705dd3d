"""The general report (contract 6.6, spec 2.2): filters, New York's days, whose repairs, the sheet and the charts."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from portal_backend.base.actor import Role
from portal_backend.base.newyork import now
from portal_backend.base.words import catalogue
from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.models import Request
from tests import bodies, factories
from tests.caller import Caller
from tests.resources.test_spreadsheets import rows_of

pytestmark = pytest.mark.django_db
SEARCH, SHEET, CHARTS = "/reports/general/search", "/files/export/general-report/xlsx", "/reports/general/charts"
FIELDS = {"id", "requestId", "client", "service", "status", "createdAt", "updatedAt"}
# half past ten in the evening of the 14th, and of the 15th, in New York
FIRST, SECOND = datetime(2026, 1, 15, 3, 30, tzinfo=UTC), datetime(2026, 7, 16, 2, 30, tzinfo=UTC)


class Made:
    """Three repairs: two of the first Client with different parts and days, one of the second."""

    def __init__(self, caller: Caller) -> None:
        with time_machine.travel(FIRST, tick=False):
            self.world = factories.world()
            self.other = factories.part("Gate", category="RPM")
            units = [
                bodies.unit(self.world.part.pk, "Ñ-100", serviceTag="Étiquette 7"),
                bodies.unit(self.other.pk, "B-2"),
            ]
            self.first = caller.post("/repairing/create", units, actor=self.world.client).ok
        with time_machine.travel(SECOND, tick=False):
            for each in (self.world.admin, self.world.client, self.world.client2):
                object.__setattr__(each, "token", factories.session(each.user))
            units = [bodies.unit(self.world.part.pk, "C-3", serviceTag="")]
            self.second = caller.post("/repairing/create", units, actor=self.world.client).ok
            self.third = caller.post("/repairing/create", units, actor=self.world.client2).ok
        for person in (*self.world.one_of_each_role.values(), self.world.client2):
            object.__setattr__(person, "token", factories.session(person.user))
        Request.objects.filter(pk=self.second["id"]).update(status="IN_TRANSIT")


@pytest.fixture
def made(caller: Caller) -> Made:
    return Made(caller)


def found(caller: Caller, made: Made, asked: dict[str, Any], person: factories.Person | None = None) -> set[int]:
    """What a filter finds, the same in the search, in react-admin's dialect and in the sheet."""
    actor = person or made.world.admin
    page = caller.post(SEARCH, asked, actor=actor).ok
    assert page["totalElements"] == len(page["content"])
    assert all(set(row) == FIELDS for row in page["content"])
    sheet = rows_of(caller.post(SHEET, asked, actor=actor))
    assert [row[0] for row in sheet[1:]] == [row["requestId"] for row in page["content"]]
    return {row["id"] for row in page["content"]}


def test_each_filter(caller: Caller, made: Made) -> None:
    one, two, three = made.first["id"], made.second["id"], made.third["id"]
    world = made.world
    cases: list[tuple[dict[str, Any], set[int]]] = [
        ({"clientId": world.client.user.client_id}, {one, two}),
        ({"serviceId": world.service2.user.service_id}, {three}),
        ({"partId": made.other.pk}, {one}),
        ({"partId": world.part.pk}, {one, two, three}),
        ({"categoryId": "RPM"}, {one}),
        ({"categoryId": "TOASTER"}, set()),
        ({"status": "IN_TRANSIT"}, {two}),
        ({"status": "NEW"}, {one, three}),
        ({"requestNumber": made.first["number"].lower()}, {one}),
        ({"requestNumber": "R-"}, {one, two, three}),
        ({"requestNumber": "%"}, set()),
        ({"serialNumber": "ñ-1"}, {one}),
        ({"serialNumber": "c-3"}, {two, three}),
        ({"serialNumber": "étiquette"}, set()),
        ({"serviceTag": "ÉTIQUETTE"}, {one}),
        ({"serviceTag": "ñ-100"}, set()),
        ({"status": "NEW", "serialNumber": "C-3"}, {three}),
        ({"clientId": world.client.user.client_id, "status": "NEW", "serviceTag": "", "partId": None}, {one}),
        # a serial number of one unit, a part of another: each filter holds for the repair
        ({"serialNumber": "B-2", "partId": world.part.pk}, {one}),
        ({"clientId": 10**9}, set()),
    ]
    for asked, expected in cases:
        assert found(caller, made, asked) == expected, asked
    assert RepairPart.objects.count() == 4


def test_days_are_new_yorks(caller: Caller, made: Made) -> None:
    one, two, three = made.first["id"], made.second["id"], made.third["id"]
    for asked, expected in (
        ({"createdFrom": "2026-01-14T00:00:00", "createdTo": "2026-01-14T23:59:59"}, {one}),
        ({"createdFrom": "2026-01-15T00:00:00", "createdTo": "2026-01-15T23:59:59"}, set()),
        # summer: an hour nearer to Greenwich
        ({"createdFrom": "2026-07-15T22:30:00"}, {two, three}),
        ({"createdFrom": "2026-07-15T22:30:01"}, set()),
        ({"createdTo": "2026-07-15T22:29:59"}, {one}),
        ({"createdTo": "2026-07-15T22:30:00"}, {one, two, three}),
        # with an offset the moment is meant
        ({"createdFrom": "2026-07-16T02:30:00Z"}, {two, three}),
        ({"createdTo": "2026-01-15T04:30:00+01:00"}, {one}),
        ({"createdFrom": "2026-07-16T00:00:00", "createdTo": "2026-01-01T00:00:00"}, set()),
    ):
        assert found(caller, made, asked) == expected, asked


def test_what_is_no_question(caller: Caller, made: Made) -> None:
    empty: tuple[dict[str, Any], ...] = ({}, {"status": ""}, {"clientId": None, "serialNumber": "  ", "createdTo": ""})
    for path in (SEARCH, SHEET, CHARTS):
        for body in empty:
            for lang in ("en", "es"):
                answer = caller.call("POST", path, made.world.admin, body=body, lang=lang).refused(400, "VALIDATION")
                assert list(answer.fields.values()) == [[catalogue(lang)["errors.field.filter_required"]]]
        for body in ({"status": "NEVER"}, {"owner": 1}, {"createdFrom": "yesterday"}, {"clientId": "x"}, [], "x", None):
            caller.post(path, body, actor=made.world.admin).refused(400, "VALIDATION")
        for sort in ("nothing,ASC", "serialNumber,ASC", "client__name,DESC", "createdAt,UP"):
            if path != CHARTS:
                caller.post(path, {"status": "NEW"}, actor=made.world.admin, sort=sort).refused(400, "VALIDATION")
    for query in ({"size": 0}, {"size": 1001}, {"page": -1}):
        caller.post(SEARCH, {"status": "NEW"}, actor=made.world.admin, **query).refused(400, "VALIDATION")


def test_whose_repairs(caller: Caller, made: Made) -> None:
    one, two, three = made.first["id"], made.second["id"], made.third["id"]
    asked = {"requestNumber": "R-"}
    world = made.world
    assert found(caller, made, asked, world.supervisor) == {one, two, three}
    assert found(caller, made, asked, world.manager) == {one, two}
    assert found(caller, made, {"clientId": world.client2.user.client_id}, world.manager) == set()
    assert found(caller, made, {"serialNumber": "C-3"}, world.manager) == {two}
    charts = caller.post(CHARTS, asked, actor=world.manager).ok
    assert sum(row["total"] for row in charts["months"]) == 2
    assert {row["name"] for row in charts["clients"]} == {"Client one"}
    for role in (Role.CLIENT, Role.SERVICE):
        for path in (SEARCH, SHEET, CHARTS):
            caller.post(path, asked, actor=world.one_of_each_role[role]).refused(403, "FORBIDDEN")
    # the choices that a manager is offered are the manager's own
    told = {each["name"]: each for each in caller.get("/api/rest/meta", actor=world.manager).ok["resources"]}
    choices = {each["key"]: each.get("choices") for each in told["general-report"]["filters"]}
    assert [each["name"] for each in choices["clientId"]] == ["Client one"]


def test_rows_and_paging(caller: Caller, made: Made) -> None:
    asked = {"requestNumber": "R-"}
    page = caller.post(SEARCH, asked, actor=made.world.admin, size=1, page=2).ok
    [row] = page["content"]
    assert page["totalElements"] == 3
    assert row == {
        "id": made.first["id"],
        "requestId": made.first["number"],
        "client": "Client one",
        "service": "Service one",
        "status": "NEW",
        "createdAt": "2026-01-15T03:30:00Z",
        "updatedAt": "2026-01-15T03:30:00Z",
    }
    by_client = caller.post(SEARCH, asked, actor=made.world.admin, sort="client,DESC").ok["content"]
    assert [each["id"] for each in by_client] == [made.third["id"], made.second["id"], made.first["id"]]
    head, *lines = rows_of(caller.call("POST", SHEET, made.world.admin, body=asked, lang="es", sort="client,ASC"))
    assert head[1:4] == [catalogue("es")[f"columns.{key}"] for key in ("client", "service", "status")]
    assert [line[1] for line in lines] == ["Client one", "Client one", "Client two"]
    assert {line[3] for line in lines} == {catalogue("es")[f"status.REPAIR.{key}"] for key in ("NEW", "IN_TRANSIT")}


def test_charts_count_the_same_rows(caller: Caller, made: Made) -> None:
    for asked in ({"requestNumber": "R-"}, {"status": "NEW"}, {"categoryId": "RPM"}, {"clientId": 10**9}):
        rows = caller.post(SEARCH, asked, actor=made.world.admin).ok["content"]
        charts = caller.post(CHARTS, asked, actor=made.world.admin).ok
        assert set(charts) == {"months", "total", "waiting", "turnaround", "holders", "clients", "parts", "remote"}
        assert sum(row["total"] for row in charts["months"]) == len(rows)
        assert sum(row["total"] for row in charts["clients"]) == len(rows)
    everything = caller.post(CHARTS, {"requestNumber": "R-"}, actor=made.world.admin).ok
    # months are New York's: both ends of the year's halves were the day after in Greenwich
    assert sorted((row["month"], row["status"], row["total"]) for row in everything["months"]) == [
        ("2026-01", "NEW", 1),
        ("2026-07", "IN_TRANSIT", 1),
        ("2026-07", "NEW", 1),
    ]
    assert [(row["name"], row["total"]) for row in everything["clients"]] == [("Client one", 2), ("Client two", 1)]
    assert [(row["id"], row["total"]) for row in everything["parts"]] == [(made.world.part.pk, 3), (made.other.pk, 1)]
    # a model is told with its maker: two makers may call theirs alike
    assert everything["parts"][0]["name"] == f"{made.world.part.model} · {made.world.part.manufacturer}"


def test_the_time_that_completed_repairs_took(caller: Caller, made: Made) -> None:
    for key, days in (("first", 10), ("second", 30), ("third", 50)):
        repair = Request.objects.get(pk=getattr(made, key)["id"])
        repair.status, repair.waits_for = "COMPLETED", None
        repair.completed_at = repair.created_at + timedelta(days=days)
        repair.save()
    asked = {"requestNumber": "R-"}
    total = caller.post(CHARTS, asked, actor=made.world.admin).ok["total"]
    assert total == {"median": 30, "p90": 50, "total": 3}
    # what ended in a rejection was not repaired, and what is under way has no end
    Request.objects.filter(pk=made.third["id"]).update(status="REJECTED")
    Request.objects.filter(pk=made.second["id"]).update(status="IN_TRANSIT", completed_at=None)
    total = caller.post(CHARTS, asked, actor=made.world.admin).ok["total"]
    assert total == {"median": 10, "p90": 10, "total": 1}


def test_what_has_waited_long(caller: Caller, made: Made) -> None:
    asked = {"waiting": "14"}
    Request.objects.update(entered_at=now() - timedelta(days=14))
    assert caller.post(CHARTS, {"status": "NEW"}, actor=made.world.admin).ok["waiting"] == [
        {"role": "SUPERVISOR", "total": 2}
    ]
    assert found(caller, made, asked) == {made.first["id"], made.second["id"], made.third["id"]}
    Request.objects.filter(pk=made.first["id"]).update(entered_at=now() - timedelta(days=13))
    Request.objects.filter(pk=made.third["id"]).update(waits_for=None)
    assert found(caller, made, asked) == {made.second["id"]}
    for wrong in ({"waiting": "3"}, {"leftStep": "COMPLETED"}, {"leftStep": "NEVER"}):
        refused = caller.post(SEARCH, wrong, actor=made.world.admin).refused(400, "VALIDATION")
        assert set(refused.fields) == set(wrong)


def test_it_opens_with_the_last_twelve_months(caller: Caller, made: Made) -> None:
    for today, first in (
        ("2026-11-22T12:00:00Z", "2025-12-01"),
        ("2026-12-31T12:00:00Z", "2026-01-01"),
        # in New York it is still January
        ("2026-02-01T04:00:00Z", "2025-02-01"),
    ):
        with time_machine.travel(today, tick=False):
            token = replace(made.world.admin, token=factories.session(made.world.admin.user))
            told = {each["name"]: each for each in caller.get("/api/rest/meta", actor=token).ok["resources"]}
        opening = {each["key"]: each.get("opening") for each in told["general-report"]["filters"]}
        assert opening["createdFrom"] == first
        assert opening["createdTo"] is None
