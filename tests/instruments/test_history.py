"""Instrument history and hints, and their visibility per role."""

import io
from datetime import datetime, timedelta
from typing import Any

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.core.clock import freeze_time, to_local
from portal_backend.repairs.models import ArrivalState, Instrument, ReceiptLine, RepairUnit
from portal_backend.workflow.models import Approval, ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.instruments.test_identity import DAY, get_instrument_ids, send_in
from tests.repairs.repair_client import RepairClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return factories.world()


def complete_repair(world: World, request: ServiceRequest, days: int) -> None:
    """Complete a repair a number of days after its creation."""
    with freeze_time(request.created_at + timedelta(days=days)):
        transition(PROCESSES["REPAIR"], request.pk, actor=world.admin.actor, target_status="COMPLETED")


def fetch_serial_hint(caller: ApiClient, world: World, serial: str, by: Person | None = None) -> Any:
    response = caller.get("/instruments/known", actor=by or world.client, partId=world.part.pk, serialNumber=serial)
    return response.ok


def fetch_repair_hints(caller: ApiClient, request: ServiceRequest, actor: Person) -> Any:
    return caller.get("/instruments/of-repair", actor=actor, repairId=request.pk).ok


def fetch_instrument(caller: ApiClient, instrument: int | None, actor: Person) -> Any:
    return caller.get("/instruments/fetch", actor=actor, instrumentId=instrument)


def test_client_gets_hint_while_typing_serial_number(caller: ApiClient, world: World) -> None:
    first = send_in(world, "AB-1234", created_at=DAY)
    complete_repair(world, first, 10)
    second = send_in(world, "AB-1234", created_at=DAY + timedelta(days=30))
    with freeze_time(DAY + timedelta(days=50, hours=1)):
        assert fetch_serial_hint(caller, world, "ab 1234") == {
            "instrumentId": get_instrument_ids(first)[0],
            "open": [{"id": second.pk, "number": second.number}],
            "times": 2,
            "backDaysAgo": 40,
            "replacedBy": [],
            "replaces": [],
        }


def test_hint_counts_visits_of_last_year_only(caller: ApiClient, world: World) -> None:
    first = send_in(world, "AB-1234", created_at=DAY)
    complete_repair(world, first, 10)
    with freeze_time(DAY + timedelta(days=366)):
        hint = fetch_serial_hint(caller, world, "AB1234")
    assert (hint["times"], hint["backDaysAgo"]) == (0, 356)
    unknown = {
        "instrumentId": None,
        "open": [],
        "times": 0,
        "backDaysAgo": None,
        "replacedBy": [],
        "replaces": [],
    }
    assert fetch_serial_hint(caller, world, "another") == unknown
    assert fetch_serial_hint(caller, world, "N/A") == unknown


def test_rejected_request_does_not_count_as_return(caller: ApiClient, world: World) -> None:
    request = send_in(world, "AB-1234")
    transition(PROCESSES["REPAIR"], request.pk, actor=world.admin.actor, target_status="REJECTED")
    assert fetch_serial_hint(caller, world, "AB-1234")["backDaysAgo"] is None


def test_instruments_of_other_clients_are_hidden(caller: ApiClient, world: World) -> None:
    request = send_in(world, "AB-1234", owner=world.client2)
    [instrument] = get_instrument_ids(request)
    assert fetch_serial_hint(caller, world, "AB-1234")["instrumentId"] is None
    for actor in (world.client, world.manager, world.service):
        assert fetch_instrument(caller, instrument, actor).status == 404
        assert caller.get("/instruments/search", actor=actor, word="AB-1234").ok == []
        assert caller.get("/api/rest/instruments", actor=actor).ok == []
        assert caller.get("/instruments/of-repair", actor=actor, repairId=request.pk).status == 404
    for actor in (world.client2, world.service2, world.supervisor, world.admin):
        assert fetch_instrument(caller, instrument, actor).status == 200


def test_service_sees_own_visits_only(caller: ApiClient, world: World) -> None:
    first = send_in(world, "AB-1234", created_at=DAY)
    complete_repair(world, first, 5)
    second = send_in(world, "AB-1234", created_at=DAY + timedelta(days=10))
    assert world.service2.user.service
    caller.put(
        "/requests/change/service",
        actor=world.admin,
        requestId=second.pk,
        serviceId=world.service2.user.service.pk,
    )
    ServiceRequest.objects.filter(pk=second.pk).update(service=world.service2.user.service)
    [instrument] = get_instrument_ids(first)
    visits = {
        actor.username: [each["request"]["id"] for each in fetch_instrument(caller, instrument, actor).ok["visits"]]
        for actor in (world.service, world.service2, world.client)
    }
    assert visits == {
        world.service.username: [first.pk],
        world.service2.username: [second.pk],
        world.client.username: [second.pk, first.pk],
    }
    rows = caller.get("/api/rest/instruments", actor=world.service).ok
    assert [(row["visits"], row["lastStatus"]["key"]) for row in rows] == [(1, "COMPLETED")]


def export_instruments(caller: ApiClient, actor: Person) -> list[tuple[Any, Any]]:
    params = {"columns": ["serialNumber", "lastSentIn"]}
    response = caller.get("/files/export/instruments/xlsx", actor=actor, **params)
    sheet: Any = openpyxl.load_workbook(io.BytesIO(response.ok)).active
    return [*sheet.iter_rows(min_row=2, values_only=True)]


def test_service_sees_serial_number_and_date_of_own_requests(caller: ApiClient, world: World) -> None:
    first, other = (
        send_in(world, "AB-1234", created_at=DAY),
        send_in(world, "CD-5678", created_at=DAY + timedelta(days=1)),
    )
    later = send_in(world, "ab 12 34", created_at=DAY + timedelta(days=10))
    ServiceRequest.objects.filter(pk=later.pk).update(service=world.service2.user.service)
    [mine], [second] = get_instrument_ids(first), get_instrument_ids(other)
    expected_by_actor = {
        world.service: [("CD-5678", other.created_at), ("AB-1234", first.created_at)],
        world.service2: [("ab 12 34", later.created_at)],
        world.client: [("ab 12 34", later.created_at), ("CD-5678", other.created_at)],
        world.supervisor: [("ab 12 34", later.created_at), ("CD-5678", other.created_at)],
    }
    for actor, expected in expected_by_actor.items():
        rows = caller.get("/api/rest/instruments", actor=actor).ok
        assert [(row["serialNumber"], datetime.fromisoformat(row["lastSentIn"])) for row in rows] == expected
        ascending = caller.get("/api/rest/instruments", actor=actor, sort='["lastSentIn","ASC"]').ok
        assert [row["id"] for row in ascending] == [row["id"] for row in reversed(rows)]
        assert export_instruments(caller, actor) == [(name, to_local(at)) for name, at in expected]
        found = caller.get("/instruments/search", actor=actor, word=world.part.model).ok
        assert [each["serialNumber"] for each in found] == [name for name, _ in expected]
    assert [row["id"] for row in caller.get("/api/rest/instruments", actor=world.service).ok] == [second, mine]
    assert fetch_instrument(caller, mine, world.service).ok["serialNumber"] == "AB-1234"
    assert fetch_instrument(caller, mine, world.service2).ok["serialNumber"] == "ab 12 34"
    page = caller.get("/api/rest/instruments", actor=world.service, range="[0,0]", sort='["client","ASC"]')
    assert page.headers["Content-Range"].endswith("/2"), "one sent in twice counts once"


def test_list_of_service_is_found_from_its_own_units(caller: ApiClient, world: World) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("these are plans of SQLite")
    with CaptureQueriesContext(connection) as captured:
        caller.get("/api/rest/instruments", actor=world.service, range="[0,0]")
    plans = []
    for query in captured.captured_queries:
        if 'FROM "repairs_instrument"' in query["sql"]:
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN QUERY PLAN {query['sql']}".replace("%", "%%"), [])
                plans.append([detail for *_, detail in cursor.fetchall()])
    assert plans
    steps = [step for plan in plans for step in plan]
    assert not [step for step in steps if step.startswith("SCAN") and "repairs_instrument" in step]


def test_replaced_serial_number_is_spelled_as_in_own_requests(caller: ApiClient, world: World) -> None:
    request = factories.repair(world, "IN_SERVICE")
    desk = RepairClient(caller, request)
    row = {"repairPartId": desk.units[0], "status": "REPLACED", "comment": "", "replacementSerial": "NEW 77"}
    assert desk.post("update/parts/repair/data/all", [row], world.service).status == 200
    [new] = get_instrument_ids(send_in(world, "new-77"))
    later = send_in(world, "sn1")
    ServiceRequest.objects.filter(pk=later.pk).update(service=world.service2.user.service)
    [old] = get_instrument_ids(later)
    assert fetch_instrument(caller, new, world.service).ok["replaces"] == [{"id": old, "serialNumber": "SN-1"}]
    assert fetch_instrument(caller, new, world.client).ok["replaces"] == [{"id": old, "serialNumber": "sn1"}]


def test_costs_are_limited_to_price_readers(caller: ApiClient, world: World) -> None:
    before, request = (factories.repair(world, "IN_SERVICE") for _ in range(2))
    for actor in (world.supervisor, world.service, world.admin):
        [hint] = fetch_repair_hints(caller, request, actor)
        assert (hint["totalCost"], hint["modelCost"], hint["modelCases"]) == (30.5, 30.5, 1)
    for actor in (world.client, world.manager):
        assert not {"totalCost", "modelCost"} & fetch_repair_hints(caller, request, actor)[0].keys()
    [instrument] = get_instrument_ids(before)
    assert fetch_instrument(caller, instrument, world.client).ok["totalCost"] > 0, (
        "the sum, as on the request's own page"
    )
    assert "modelCost" not in fetch_instrument(caller, instrument, world.client).ok
    assert not {"totalCost", "modelCost"} & fetch_instrument(caller, instrument, world.manager).ok.keys()


def test_history_compares_number_of_repairs_with_model(caller: ApiClient, world: World) -> None:
    [instrument] = get_instrument_ids(send_in(world, "AB-1234", created_at=DAY))
    assert fetch_instrument(caller, instrument, world.client).ok["modelTimes"] is None, "no other to compare with"
    for serial in ("AB-1234", "CD-5678"):
        send_in(world, serial, created_at=DAY + timedelta(days=5))
    send_in(world, "EF-9012", owner=world.client2)
    assert fetch_instrument(caller, instrument, world.client).ok["modelTimes"] == 1.5
    assert fetch_instrument(caller, instrument, world.supervisor).ok["modelTimes"] == 1.3


def test_visit_includes_step_and_pending_decision(caller: ApiClient, world: World) -> None:
    waiting = factories.repair(world, "IN_REPAIR_APPROVAL")
    closed = factories.repair(world, "COMPLETED")
    instrument = get_instrument_ids(waiting)[0]
    visits = {each["request"]["id"]: each for each in fetch_instrument(caller, instrument, world.client).ok["visits"]}
    visit = visits[waiting.pk]
    assert (visit["step"], visit["stepCount"], visit["isAwaitingApproval"]) == (7, 10, True)
    assert visit["serviceName"] == waiting.service.name
    assert datetime.fromisoformat(visit["statusSince"]) == waiting.status_since
    other = get_instrument_ids(closed)[0]
    visits = {each["request"]["id"]: each for each in fetch_instrument(caller, other, world.client).ok["visits"]}
    assert (visits[closed.pk]["step"], visits[closed.pk]["isAwaitingApproval"]) == (None, False)


def test_repair_hints_are_as_of_its_creation(caller: ApiClient, world: World) -> None:
    first = send_in(world, "AB-1234", created_at=DAY)
    complete_repair(world, first, 4)
    second = send_in(world, "AB-1234", "N/A", created_at=DAY + timedelta(days=9))
    later = send_in(world, "AB-1234", created_at=DAY + timedelta(days=20))
    [hint] = fetch_repair_hints(caller, second, world.supervisor)
    assert (hint["times"], hint["backDaysAgo"], hint["open"]) == (1, 5, [{"id": later.pk, "number": later.number}])


def test_days_away_cover_the_last_year(caller: ApiClient, world: World) -> None:
    first = send_in(world, "AB-1234", created_at=DAY)
    complete_repair(world, first, 20)
    second = send_in(world, "AB-1234", created_at=DAY + timedelta(days=200))
    [instrument] = get_instrument_ids(first)
    with freeze_time(DAY + timedelta(days=210, hours=23)):
        assert fetch_instrument(caller, instrument, world.client).ok["daysAway"] == 30
    with freeze_time(DAY + timedelta(days=375)):
        [row] = caller.get("/api/rest/instruments", actor=world.client).ok
    assert row["daysAway"] == 10 + 175
    with freeze_time(DAY + timedelta(days=400)):
        [row] = caller.get("/api/rest/instruments", actor=world.client).ok
    assert row["daysAway"] == 200, "the first visit ended more than a year ago"
    assert second.completed_at is None


def test_rejected_unit_stays_with_its_client(caller: ApiClient, world: World) -> None:
    request = send_in(world, "AB-1234", created_at=DAY)
    RepairUnit.objects.filter(repair_id=request.pk).update(initial_approval=Approval.REJECTED)
    with freeze_time(DAY + timedelta(days=10)):
        hint = fetch_serial_hint(caller, world, "AB-1234")
        history = fetch_instrument(caller, hint["instrumentId"], world.client).ok
    assert (hint["open"], hint["times"], history["daysAway"]) == ([], 0, 0)
    assert history["visits"][0]["initialApproval"] == "REJECTED"
    [row] = caller.get("/api/rest/instruments", actor=world.client).ok
    assert row["lastStatus"] == {"key": "REJECTED", "name": "Rejected"}


def test_unit_that_was_not_received_is_not_away(caller: ApiClient, world: World) -> None:
    request = send_in(world, "AB-1234", created_at=DAY)
    unit = RepairUnit.objects.get(repair_id=request.pk)
    line = ReceiptLine.objects.create(repair_id=request.pk, unit=unit, condition=ArrivalState.DAMAGED, recorded_at=DAY)

    def fetch_summary() -> tuple[Any, Any]:
        history = fetch_instrument(caller, unit.instrument_id, world.client).ok
        return history["daysAway"], fetch_serial_hint(caller, world, "AB-1234")["backDaysAgo"]

    complete_repair(world, request, 10)
    with freeze_time(DAY + timedelta(days=12)):
        assert fetch_summary() == (10, 2)
        line.condition = ArrivalState.MISSING
        line.save()
        assert fetch_summary() == (0, None)
    [row] = caller.get("/api/rest/instruments", actor=world.client).ok
    assert row["lastStatus"] == {"key": "NOT_RECEIVED", "name": "Not received"}


def test_replaced_instrument_links_to_replacement(caller: ApiClient, world: World) -> None:
    request = factories.repair(world, "IN_SERVICE")
    desk = RepairClient(caller, request)
    row = {"repairPartId": desk.units[0], "status": "REPLACED", "comment": "", "replacementSerial": "NEW 77"}
    assert desk.post("update/parts/repair/data/all", [row], world.service).status == 200
    [old] = get_instrument_ids(request)
    [before] = fetch_instrument(caller, old, world.client).ok["replacedBy"]
    [new] = get_instrument_ids(send_in(world, "new-77"))
    assert before == {"id": new, "serialNumber": "NEW 77"}, "it is an instrument before it is sent in"
    assert fetch_instrument(caller, old, world.client).ok["replacedBy"] == [{"id": new, "serialNumber": "NEW 77"}]
    assert fetch_instrument(caller, new, world.client).ok["replaces"] == [{"id": old, "serialNumber": "SN-1"}]


def replace_unit(caller: ApiClient, world: World, request: ServiceRequest, serial: str = "NEW 77") -> None:
    """Replace the unit of a repair in service by another instrument."""
    desk = RepairClient(caller, request)
    row = {"repairPartId": desk.units[0], "status": "REPLACED", "comment": "", "replacementSerial": serial}
    service = world.service if request.client_id == world.client.user.client_id else world.service2
    assert desk.post("update/parts/repair/data/all", [row], service).status == 200


def fetch_last_statuses(caller: ApiClient, actor: Person) -> list[tuple[str, int, str]]:
    """Return serial number, number of repairs and last status of each row."""
    rows = caller.get("/api/rest/instruments", actor=actor).ok
    return sorted((row["serialNumber"], row["visits"], row["lastStatus"]["key"]) for row in rows)


def test_replacement_has_status_of_replaced_unit_until_it_is_sent_in(caller: ApiClient, world: World) -> None:
    replace_unit(caller, world, factories.repair(world, "IN_SERVICE"))
    for actor in (world.client, world.service, world.supervisor):
        assert fetch_last_statuses(caller, actor) == [("NEW 77", 0, "IN_SERVICE"), ("SN-1", 1, "IN_SERVICE")]
    send_in(world, "new-77")
    assert fetch_last_statuses(caller, world.client) == [("SN-1", 1, "IN_SERVICE"), ("new-77", 1, "NEW")]


def test_status_of_replacement_is_that_of_same_client_and_part(caller: ApiClient, world: World) -> None:
    other_part = factories.part("Gate")
    ours, theirs, of_other_part = (
        factories.repair(world, "IN_SERVICE"),
        factories.repair(world, "IN_SERVICE", by=world.client2),
        factories.repair(world, "IN_SERVICE", parts=[other_part]),
    )
    for request, status in ((ours, "IN_SERVICE"), (theirs, "IN_TRANSIT"), (of_other_part, "IN_DIAGNOSTICS")):
        replace_unit(caller, world, request)
        ServiceRequest.objects.filter(pk=request.pk).update(status=status)
    rows = caller.get("/api/rest/instruments", actor=world.supervisor, sort='["id","ASC"]').ok
    replacements = [row for row in rows if row["serialNumber"] == "NEW 77"]
    assert {(row["client"], row["partName"], row["lastStatus"]["key"]) for row in replacements} == {
        ("Client one", world.part.model, "IN_SERVICE"),
        ("Client two", world.part.model, "IN_TRANSIT"),
        ("Client one", other_part.model, "IN_DIAGNOSTICS"),
    }


def test_service_sees_status_of_replacement_in_own_requests(caller: ApiClient, world: World) -> None:
    for status, service in (("IN_TRANSIT", world.service), ("IN_SERVICE", world.service2)):
        request = factories.repair(world, "IN_SERVICE")
        replace_unit(caller, world, request)
        ServiceRequest.objects.filter(pk=request.pk).update(status=status, service=service.user.service)
    expected = {world.service: "IN_TRANSIT", world.service2: "IN_SERVICE", world.client: "IN_SERVICE"}
    for actor, status in expected.items():
        assert ("NEW 77", 0, status) in fetch_last_statuses(caller, actor), "of the newest request in scope"


def test_list_and_history_count_repairs_and_show_last_status(caller: ApiClient, world: World) -> None:
    first = send_in(world, "AB-1234", created_at=DAY)
    complete_repair(world, first, 5)
    second = send_in(world, "AB-1234", "ab 1234", created_at=DAY + timedelta(days=10))
    assert fetch_last_statuses(caller, world.client) == [("ab 1234", 2, "NEW")]
    assert fetch_instrument(caller, get_instrument_ids(second)[0], world.client).ok["times"] == 2
    [found] = caller.get("/instruments/search", actor=world.client, word="AB-1234").ok
    assert found["times"] == 2


def test_list_shows_no_status_of_request_deleted_while_the_list_is_read(caller: ApiClient, world: World) -> None:
    request = send_in(world, "AB-1234")
    # the page still has the instrument, as it was read before
    ServiceRequest.objects.filter(pk=request.pk).update(deleted_at=DAY)
    assert fetch_last_statuses(caller, world.client) == [("AB-1234", 0, "")]
    assert len(export_instruments(caller, world.client)) == 1


def test_history_lists_other_requests_that_mention_the_serial_number(caller: ApiClient, world: World) -> None:
    [instrument] = get_instrument_ids(send_in(world, "AB-1234"))
    one = {"id": world.client.user.client_id}
    made = caller.put(
        "/support/save", request_bodies.remote_support(client=one, title="Drift of AB-1234"), actor=world.client
    ).ok
    caller.put(
        "/support/save", request_bodies.remote_support(client=one, description="My ab-1234 drifts"), actor=world.client
    )
    caller.put("/support/save", request_bodies.remote_support(client=one, title="Something else"), actor=world.client)
    two = {"id": world.client2.user.client_id}
    caller.put(
        "/support/save", request_bodies.remote_support(client=two, title="Drift of AB-1234"), actor=world.client2
    )
    named = fetch_instrument(caller, instrument, world.client).ok["namedIn"]
    assert len(named) == 2
    assert (named[1]["title"], named[1]["kind"]) == ("Drift of AB-1234", "REMOTE_SUPPORT")
    assert made


def test_search_ignores_spacing_of_serial_number(caller: ApiClient, world: World) -> None:
    [instrument] = get_instrument_ids(send_in(world, "AB-12 34"))
    for word in ("ab1234", "B-1 2", world.part.model):
        found = caller.get("/instruments/search", actor=world.client, word=word).ok
        assert [each["id"] for each in found] == [instrument]
        assert "clientName" not in found[0]
    for mark in ("- -", "..", "//"):  # punctuation alone matches no serial number
        assert caller.get("/instruments/search", actor=world.client, word=mark).ok == []
    client = Instrument.objects.get().client.name
    assert caller.get("/instruments/search", actor=world.client, word=client).ok == []
    assert caller.get("/instruments/search", actor=world.supervisor, word=client).ok[0]["clientName"] == client
