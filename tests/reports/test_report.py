"""General report (contract 6.6, spec 2.2): filters, time zone, scope and charts."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from portal_backend.core.actor import Role
from portal_backend.core.clock import now
from portal_backend.core.translations import load_messages
from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.resources.test_spreadsheets import read_rows

pytestmark = pytest.mark.django_db
SEARCH_PATH, EXPORT_PATH, CHARTS_PATH = (
    "/reports/general/search",
    "/files/export/general-report/xlsx",
    "/reports/general/charts",
)
FIELDS = {"id", "requestId", "client", "service", "status", "createdAt", "updatedAt"}
# 10:30 p.m. on the 14th and on the 15th in New York
FIRST_DAY, SECOND_DAY = datetime(2026, 1, 15, 3, 30, tzinfo=UTC), datetime(2026, 7, 16, 2, 30, tzinfo=UTC)


class ReportData:
    """Three repairs: two of the first client with different parts and days, one other."""

    def __init__(self, caller: ApiClient) -> None:
        with time_machine.travel(FIRST_DAY, tick=False):
            self.world = factories.world()
            self.other = factories.part("Gate", category="RPM")
            units = [
                request_bodies.unit(self.world.part.pk, "Ñ-100", serviceTag="Étiquette 7"),
                request_bodies.unit(self.other.pk, "B-2"),
            ]
            self.first = caller.post("/repairing/create", units, actor=self.world.client).ok
        with time_machine.travel(SECOND_DAY, tick=False):
            for each in (self.world.admin, self.world.client, self.world.client2):
                object.__setattr__(each, "token", factories.session(each.user))
            units = [request_bodies.unit(self.world.part.pk, "C-3", serviceTag="")]
            self.second = caller.post("/repairing/create", units, actor=self.world.client).ok
            self.third = caller.post("/repairing/create", units, actor=self.world.client2).ok
        for person in (*self.world.one_of_each_role.values(), self.world.client2):
            object.__setattr__(person, "token", factories.session(person.user))
        ServiceRequest.objects.filter(pk=self.second["id"]).update(status="IN_TRANSIT")


@pytest.fixture
def report_data(caller: ApiClient) -> ReportData:
    return ReportData(caller)


def search_everywhere(
    caller: ApiClient, report_data: ReportData, filters: dict[str, Any], person: factories.Person | None = None
) -> set[int]:
    """Return the ids that the filters find, equal in the search and the export."""
    actor = person or report_data.world.admin
    page = caller.post(SEARCH_PATH, filters, actor=actor).ok
    assert page["totalElements"] == len(page["content"])
    assert all(set(row) == FIELDS for row in page["content"])
    spreadsheet = read_rows(caller.post(EXPORT_PATH, filters, actor=actor))
    assert [row[0] for row in spreadsheet[1:]] == [row["requestId"] for row in page["content"]]
    return {row["id"] for row in page["content"]}


def test_each_filter_finds_matching_repairs(caller: ApiClient, report_data: ReportData) -> None:
    one, two, three = report_data.first["id"], report_data.second["id"], report_data.third["id"]
    world = report_data.world
    cases: list[tuple[dict[str, Any], set[int]]] = [
        ({"clientId": world.client.user.client_id}, {one, two}),
        ({"serviceId": world.service2.user.service_id}, {three}),
        ({"partId": report_data.other.pk}, {one}),
        ({"partId": world.part.pk}, {one, two, three}),
        ({"categoryId": "RPM"}, {one}),
        ({"categoryId": "TOASTER"}, set()),
        ({"status": "IN_TRANSIT"}, {two}),
        ({"status": "NEW"}, {one, three}),
        ({"requestNumber": report_data.first["number"].lower()}, {one}),
        ({"requestNumber": "R-"}, {one, two, three}),
        ({"requestNumber": "%"}, set()),
        ({"serialNumber": "ñ-1"}, {one}),
        ({"serialNumber": "c-3"}, {two, three}),
        ({"serialNumber": "étiquette"}, set()),
        ({"serviceTag": "ÉTIQUETTE"}, {one}),
        ({"serviceTag": "ñ-100"}, set()),
        ({"status": "NEW", "serialNumber": "C-3"}, {three}),
        ({"clientId": world.client.user.client_id, "status": "NEW", "serviceTag": "", "partId": None}, {one}),
        # a serial number of one unit and a part of another: each filter applies to the whole repair
        ({"serialNumber": "B-2", "partId": world.part.pk}, {one}),
        ({"clientId": 10**9}, set()),
    ]
    for filters, expected in cases:
        assert search_everywhere(caller, report_data, filters) == expected, filters
    assert RepairUnit.objects.count() == 4


def test_dates_are_in_new_york_time(caller: ApiClient, report_data: ReportData) -> None:
    one, two, three = report_data.first["id"], report_data.second["id"], report_data.third["id"]
    for filters, expected in (
        ({"createdFrom": "2026-01-14T00:00:00", "createdTo": "2026-01-14T23:59:59"}, {one}),
        ({"createdFrom": "2026-01-15T00:00:00", "createdTo": "2026-01-15T23:59:59"}, set()),
        # daylight saving time
        ({"createdFrom": "2026-07-15T22:30:00"}, {two, three}),
        ({"createdFrom": "2026-07-15T22:30:01"}, set()),
        ({"createdTo": "2026-07-15T22:29:59"}, {one}),
        ({"createdTo": "2026-07-15T22:30:00"}, {one, two, three}),
        # times with an offset are used as they are
        ({"createdFrom": "2026-07-16T02:30:00Z"}, {two, three}),
        ({"createdTo": "2026-01-15T04:30:00+01:00"}, {one}),
        ({"createdFrom": "2026-07-16T00:00:00", "createdTo": "2026-01-01T00:00:00"}, set()),
    ):
        assert search_everywhere(caller, report_data, filters) == expected, filters


def test_rejects_invalid_filters_sorting_and_pagination(caller: ApiClient, report_data: ReportData) -> None:
    empty: tuple[dict[str, Any], ...] = ({}, {"status": ""}, {"clientId": None, "serialNumber": "  ", "createdTo": ""})
    for path in (SEARCH_PATH, EXPORT_PATH, CHARTS_PATH):
        for body in empty:
            for lang in ("en", "es"):
                response = caller.call("POST", path, report_data.world.admin, body=body, lang=lang).assert_error(
                    400, "VALIDATION"
                )
                assert list(response.fields.values()) == [[load_messages(lang)["errors.field.filter_required"]]]
        for body in ({"status": "NEVER"}, {"owner": 1}, {"createdFrom": "yesterday"}, {"clientId": "x"}, [], "x", None):
            caller.post(path, body, actor=report_data.world.admin).assert_error(400, "VALIDATION")
        for sort in ("nothing,ASC", "serialNumber,ASC", "client__name,DESC", "createdAt,UP"):
            if path != CHARTS_PATH:
                caller.post(path, {"status": "NEW"}, actor=report_data.world.admin, sort=sort).assert_error(
                    400, "VALIDATION"
                )
    for query in ({"size": 0}, {"size": 1001}, {"page": -1}):
        caller.post(SEARCH_PATH, {"status": "NEW"}, actor=report_data.world.admin, **query).assert_error(
            400, "VALIDATION"
        )


def test_report_is_limited_to_scope(caller: ApiClient, report_data: ReportData) -> None:
    one, two, three = report_data.first["id"], report_data.second["id"], report_data.third["id"]
    filters = {"requestNumber": "R-"}
    world = report_data.world
    assert search_everywhere(caller, report_data, filters, world.supervisor) == {one, two, three}
    assert search_everywhere(caller, report_data, filters, world.manager) == {one, two}
    assert search_everywhere(caller, report_data, {"clientId": world.client2.user.client_id}, world.manager) == set()
    assert search_everywhere(caller, report_data, {"serialNumber": "C-3"}, world.manager) == {two}
    charts = caller.post(CHARTS_PATH, filters, actor=world.manager).ok
    assert sum(row["total"] for row in charts["months"]) == 2
    assert {row["name"] for row in charts["clients"]} == {"Client one"}
    for role in (Role.CLIENT, Role.SERVICE):
        for path in (SEARCH_PATH, EXPORT_PATH, CHARTS_PATH):
            caller.post(path, filters, actor=world.one_of_each_role[role]).assert_error(403, "FORBIDDEN")
    # a manager's filter choices are limited to the manager's scope
    resources = {each["name"]: each for each in caller.get("/api/rest/meta", actor=world.manager).ok["resources"]}
    choices = {each["key"]: each.get("choices") for each in resources["general-report"]["filters"]}
    assert [each["name"] for each in choices["clientId"]] == ["Client one"]


def test_row_fields_sorting_and_pagination(caller: ApiClient, report_data: ReportData) -> None:
    filters = {"requestNumber": "R-"}
    page = caller.post(SEARCH_PATH, filters, actor=report_data.world.admin, size=1, page=2).ok
    [row] = page["content"]
    assert page["totalElements"] == 3
    assert row == {
        "id": report_data.first["id"],
        "requestId": report_data.first["number"],
        "client": "Client one",
        "service": "Service one",
        "status": "NEW",
        "createdAt": "2026-01-15T03:30:00Z",
        "updatedAt": "2026-01-15T03:30:00Z",
    }
    by_client = caller.post(SEARCH_PATH, filters, actor=report_data.world.admin, sort="client,DESC").ok["content"]
    assert [each["id"] for each in by_client] == [
        report_data.third["id"],
        report_data.second["id"],
        report_data.first["id"],
    ]
    head, *lines = read_rows(
        caller.call("POST", EXPORT_PATH, report_data.world.admin, body=filters, lang="es", sort="client,ASC")
    )
    assert head[1:4] == [load_messages("es")[f"columns.{key}"] for key in ("client", "service", "status")]
    assert [line[1] for line in lines] == ["Client one", "Client one", "Client two"]
    assert {line[3] for line in lines} == {load_messages("es")[f"status.REPAIR.{key}"] for key in ("NEW", "IN_TRANSIT")}


def test_charts_count_the_rows_of_the_search(caller: ApiClient, report_data: ReportData) -> None:
    for filters in ({"requestNumber": "R-"}, {"status": "NEW"}, {"categoryId": "RPM"}, {"clientId": 10**9}):
        rows = caller.post(SEARCH_PATH, filters, actor=report_data.world.admin).ok["content"]
        charts = caller.post(CHARTS_PATH, filters, actor=report_data.world.admin).ok
        expected = {"months", "total", "waiting", "turnaround", "holders", "clients", "parts", "remote", "previous"}
        assert set(charts) == expected
        assert sum(row["total"] for row in charts["months"]) == len(rows)
        assert sum(row["total"] for row in charts["clients"]) == len(rows)
    everything = caller.post(CHARTS_PATH, {"requestNumber": "R-"}, actor=report_data.world.admin).ok
    # months are in New York time; in UTC both creation times are on the next day
    assert sorted((row["month"], row["status"], row["total"]) for row in everything["months"]) == [
        ("2026-01", "NEW", 1),
        ("2026-07", "IN_TRANSIT", 1),
        ("2026-07", "NEW", 1),
    ]
    assert [(row["name"], row["total"]) for row in everything["clients"]] == [("Client one", 2), ("Client two", 1)]
    assert [(row["id"], row["total"]) for row in everything["parts"]] == [
        (report_data.world.part.pk, 3),
        (report_data.other.pk, 1),
    ]
    # the name includes the manufacturer because two manufacturers may use the same model name
    assert everything["parts"][0]["name"] == f"{report_data.world.part.model} · {report_data.world.part.manufacturer}"


def test_charts_show_the_largest_bars_and_sort_equal_ones_by_name(
    caller: ApiClient, report_data: ReportData, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = report_data.world
    for model in ("Zeta", "Alpha"):
        unit = request_bodies.unit(factories.part(model).pk, f"{model}-1")
        assert caller.post("/repairing/create", [unit], actor=world.client).status == 200

    def fetch_names(chart: str) -> list[str]:
        bars = caller.post(CHARTS_PATH, {"requestNumber": "R-"}, actor=world.admin).ok[chart]
        return [bar["name"].split(" · ")[0] for bar in bars]

    parts, clients = fetch_names("parts"), fetch_names("clients")
    assert parts == [world.part.model, "Alpha", "Gate", "Zeta"]
    assert clients == ["Client one", "Client two"]
    for limit in (1, 2, 3):
        monkeypatch.setattr("portal_backend.reports.charts.MAX_BARS", limit)
        assert fetch_names("parts") == parts[:limit]
        assert fetch_names("clients") == clients[:limit]


def test_total_time_of_completed_repairs(caller: ApiClient, report_data: ReportData) -> None:
    for key, days in (("first", 10), ("second", 30), ("third", 50)):
        repair = ServiceRequest.objects.get(pk=getattr(report_data, key)["id"])
        repair.status, repair.responsible_role = "COMPLETED", None
        repair.completed_at = repair.created_at + timedelta(days=days)
        repair.save()
    filters = {"requestNumber": "R-"}
    total = caller.post(CHARTS_PATH, filters, actor=report_data.world.admin).ok["total"]
    assert total == {"median": 30, "p90": 50, "total": 3}
    # rejected and open repairs do not count
    ServiceRequest.objects.filter(pk=report_data.third["id"]).update(status="REJECTED")
    ServiceRequest.objects.filter(pk=report_data.second["id"]).update(status="IN_TRANSIT", completed_at=None)
    total = caller.post(CHARTS_PATH, filters, actor=report_data.world.admin).ok["total"]
    assert total == {"median": 10, "p90": 10, "total": 1}


def test_long_waiting_filter_and_chart(caller: ApiClient, report_data: ReportData) -> None:
    filters = {"waiting": "14"}
    ServiceRequest.objects.update(status_since=now() - timedelta(days=14))
    assert caller.post(CHARTS_PATH, {"status": "NEW"}, actor=report_data.world.admin).ok["waiting"] == [
        {"role": "SUPERVISOR", "total": 2}
    ]
    assert search_everywhere(caller, report_data, filters) == {
        report_data.first["id"],
        report_data.second["id"],
        report_data.third["id"],
    }
    ServiceRequest.objects.filter(pk=report_data.first["id"]).update(status_since=now() - timedelta(days=13))
    ServiceRequest.objects.filter(pk=report_data.third["id"]).update(responsible_role=None)
    assert search_everywhere(caller, report_data, filters) == {report_data.second["id"]}
    for wrong in ({"waiting": "3"}, {"leftStep": "COMPLETED"}, {"leftStep": "NEVER"}):
        refused = caller.post(SEARCH_PATH, wrong, actor=report_data.world.admin).assert_error(400, "VALIDATION")
        assert set(refused.fields) == set(wrong)


def test_default_filter_is_last_twelve_months(caller: ApiClient, report_data: ReportData) -> None:
    for today, first in (
        ("2026-11-22T12:00:00Z", "2025-12-01"),
        ("2026-12-31T12:00:00Z", "2026-01-01"),
        # in New York it is still January
        ("2026-02-01T04:00:00Z", "2025-02-01"),
    ):
        with time_machine.travel(today, tick=False):
            token = replace(report_data.world.admin, token=factories.session(report_data.world.admin.user))
            resources = {each["name"]: each for each in caller.get("/api/rest/meta", actor=token).ok["resources"]}
        opening = {each["key"]: each.get("opening") for each in resources["general-report"]["filters"]}
        assert opening["createdFrom"] == first
        assert opening["createdTo"] is None
