"""What is told of an instrument, and to whom."""

import io
from datetime import datetime, timedelta
from typing import Any

import openpyxl
import pytest

from portal_backend.base.newyork import clock_at, local
from portal_backend.repairs.models import Instrument
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from portal_backend.workflow.process import PROCESSES
from tests import bodies, factories
from tests.caller import Caller
from tests.factories import Person, World
from tests.instruments.test_identity import DAY, instruments_of, sent
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


def come_back(here: World, request: Request, days: int) -> None:
    """End a repair so many days after it began."""
    with clock_at(request.created_at + timedelta(days=days)):
        move(PROCESSES["REPAIR"], request.pk, actor=here.admin.actor, target="COMPLETED")


def known(caller: Caller, here: World, serial: str, by: Person | None = None) -> Any:
    answered = caller.get("/instruments/known", actor=by or here.client, partId=here.part.pk, serialNumber=serial)
    return answered.ok


def of_repair(caller: Caller, request: Request, actor: Person) -> Any:
    return caller.get("/instruments/of-repair", actor=actor, repairId=request.pk).ok


def passport(caller: Caller, instrument: int | None, actor: Person) -> Any:
    return caller.get("/instruments/fetch", actor=actor, instrumentId=instrument)


def test_while_it_is_typed_a_client_learns_what_is_known(caller: Caller, here: World) -> None:
    first = sent(here, "AB-1234", at=DAY)
    come_back(here, first, 10)
    second = sent(here, "AB-1234", at=DAY + timedelta(days=30))
    with clock_at(DAY + timedelta(days=50, hours=1)):
        assert known(caller, here, "ab 1234") == {
            "instrumentId": instruments_of(first)[0],
            "open": [{"id": second.pk, "number": second.number}],
            "times": 3,
            "backDaysAgo": 40,
            "replacedBy": [],
            "replaces": [],
        }


def test_what_is_older_than_a_year_does_not_count_and_one_unknown_is_the_first(caller: Caller, here: World) -> None:
    first = sent(here, "AB-1234", at=DAY)
    come_back(here, first, 10)
    with clock_at(DAY + timedelta(days=366)):
        told = known(caller, here, "AB1234")
    assert (told["times"], told["backDaysAgo"]) == (1, 356)
    nothing = {
        "instrumentId": None,
        "open": [],
        "times": 1,
        "backDaysAgo": None,
        "replacedBy": [],
        "replaces": [],
    }
    assert known(caller, here, "another") == nothing
    assert known(caller, here, "N/A") == nothing


def test_a_rejected_request_did_not_bring_it_back(caller: Caller, here: World) -> None:
    request = sent(here, "AB-1234")
    move(PROCESSES["REPAIR"], request.pk, actor=here.admin.actor, target="REJECTED")
    assert known(caller, here, "AB-1234")["backDaysAgo"] is None


def test_nobody_learns_of_another_clients_instruments(caller: Caller, here: World) -> None:
    request = sent(here, "AB-1234", by=here.client2)
    [theirs] = instruments_of(request)
    assert known(caller, here, "AB-1234")["instrumentId"] is None
    for actor in (here.client, here.manager, here.service):
        assert passport(caller, theirs, actor).status == 404
        assert caller.get("/instruments/search", actor=actor, word="AB-1234").ok == []
        assert caller.get("/api/rest/instruments", actor=actor).ok == []
        assert caller.get("/instruments/of-repair", actor=actor, repairId=request.pk).status == 404
    for actor in (here.client2, here.service2, here.supervisor, here.admin):
        assert passport(caller, theirs, actor).status == 200


def test_a_service_sees_the_visits_that_it_was_sent_and_no_others(caller: Caller, here: World) -> None:
    first = sent(here, "AB-1234", at=DAY)
    come_back(here, first, 5)
    second = sent(here, "AB-1234", at=DAY + timedelta(days=10))
    assert here.service2.user.service
    caller.put(
        "/requests/change/service",
        actor=here.admin,
        requestId=second.pk,
        serviceId=here.service2.user.service.pk,
    )
    Request.objects.filter(pk=second.pk).update(service=here.service2.user.service)
    [instrument] = instruments_of(first)
    told = {
        actor.username: [each["request"]["id"] for each in passport(caller, instrument, actor).ok["visits"]]
        for actor in (here.service, here.service2, here.client)
    }
    assert told == {
        here.service.username: [first.pk],
        here.service2.username: [second.pk],
        here.client.username: [second.pk, first.pk],
    }
    rows = caller.get("/api/rest/instruments", actor=here.service).ok
    assert [(row["visits"], row["lastStatus"]["key"]) for row in rows] == [(1, "COMPLETED")]


def in_spreadsheet(caller: Caller, actor: Person) -> list[tuple[Any, Any]]:
    asked = {"columns": ["serialNumber", "lastSentIn"]}
    answer = caller.get("/files/export/instruments/xlsx", actor=actor, **asked)
    sheet: Any = openpyxl.load_workbook(io.BytesIO(answer.ok)).active
    return [*sheet.iter_rows(min_row=2, values_only=True)]


def test_a_service_learns_nothing_of_what_was_sent_elsewhere_since(caller: Caller, here: World) -> None:
    first, other = sent(here, "AB-1234", at=DAY), sent(here, "CD-5678", at=DAY + timedelta(days=1))
    later = sent(here, "ab 12 34", at=DAY + timedelta(days=10))
    Request.objects.filter(pk=later.pk).update(service=here.service2.user.service)
    [mine], [second] = instruments_of(first), instruments_of(other)
    told = {
        here.service: [("CD-5678", other.created_at), ("AB-1234", first.created_at)],
        here.service2: [("ab 12 34", later.created_at)],
        here.client: [("ab 12 34", later.created_at), ("CD-5678", other.created_at)],
        here.supervisor: [("ab 12 34", later.created_at), ("CD-5678", other.created_at)],
    }
    for actor, expected in told.items():
        rows = caller.get("/api/rest/instruments", actor=actor).ok
        assert [(row["serialNumber"], datetime.fromisoformat(row["lastSentIn"])) for row in rows] == expected
        back = caller.get("/api/rest/instruments", actor=actor, sort='["lastSentIn","ASC"]').ok
        assert [row["id"] for row in back] == [row["id"] for row in reversed(rows)]
        assert in_spreadsheet(caller, actor) == [(name, local(at)) for name, at in expected]
        found = caller.get("/instruments/search", actor=actor, word=here.part.model).ok
        assert [each["serialNumber"] for each in found] == [name for name, _ in expected]
    assert [row["id"] for row in caller.get("/api/rest/instruments", actor=here.service).ok] == [second, mine]
    assert passport(caller, mine, here.service).ok["serialNumber"] == "AB-1234"
    assert passport(caller, mine, here.service2).ok["serialNumber"] == "ab 12 34"
    page = caller.get("/api/rest/instruments", actor=here.service, range="[0,0]", sort='["client","ASC"]')
    assert page.headers["Content-Range"].endswith("/2"), "one sent in twice counts once"


def test_what_an_instrument_replaces_is_spelled_as_it_was_sent_to_the_reader(caller: Caller, here: World) -> None:
    request = factories.repair(here, "IN_SERVICE")
    desk = Desk(caller, request)
    row = {"repairPartId": desk.units[0], "status": "REPLACED", "comment": "", "replacementSerial": "NEW 77"}
    assert desk.post("update/parts/repair/data/all", [row], here.service).status == 200
    [new] = instruments_of(sent(here, "new-77"))
    later = sent(here, "sn1")
    Request.objects.filter(pk=later.pk).update(service=here.service2.user.service)
    [old] = instruments_of(later)
    assert passport(caller, new, here.service).ok["replaces"] == [{"id": old, "serialNumber": "SN-1"}]
    assert passport(caller, new, here.client).ok["replaces"] == [{"id": old, "serialNumber": "sn1"}]


def test_the_supervisor_and_the_technician_read_costs_and_the_manager_and_the_client_do_not(
    caller: Caller, here: World
) -> None:
    before, request = (factories.repair(here, "IN_SERVICE") for _ in range(2))
    for actor in (here.supervisor, here.service, here.admin):
        [told] = of_repair(caller, request, actor)
        assert (told["totalCost"], told["modelCost"], told["modelCases"]) == (30.5, 30.5, 1)
    for actor in (here.client, here.manager):
        assert not {"totalCost", "modelCost"} & of_repair(caller, request, actor)[0].keys()
    [instrument] = instruments_of(before)
    assert passport(caller, instrument, here.client).ok["totalCost"] > 0, "the sum, as on the request's own page"
    assert "modelCost" not in passport(caller, instrument, here.client).ok
    assert not {"totalCost", "modelCost"} & passport(caller, instrument, here.manager).ok.keys()


def test_a_repair_is_told_of_the_others_as_of_when_it_was_sent_in(caller: Caller, here: World) -> None:
    first = sent(here, "AB-1234", at=DAY)
    come_back(here, first, 4)
    second = sent(here, "AB-1234", "N/A", at=DAY + timedelta(days=9))
    later = sent(here, "AB-1234", at=DAY + timedelta(days=20))
    [told] = of_repair(caller, second, here.supervisor)
    assert (told["times"], told["backDaysAgo"], told["open"]) == (2, 5, [{"id": later.pk, "number": later.number}])


def test_the_days_it_was_away_are_those_of_the_last_year(caller: Caller, here: World) -> None:
    first = sent(here, "AB-1234", at=DAY)
    come_back(here, first, 20)
    second = sent(here, "AB-1234", at=DAY + timedelta(days=200))
    [instrument] = instruments_of(first)
    with clock_at(DAY + timedelta(days=210)):
        assert passport(caller, instrument, here.client).ok["daysAway"] == 30
    with clock_at(DAY + timedelta(days=375)):
        [row] = caller.get("/api/rest/instruments", actor=here.client).ok
    assert row["daysAway"] == 10 + 175
    assert second.completed_at is None


def test_what_was_replaced_leads_to_what_went_back(caller: Caller, here: World) -> None:
    request = factories.repair(here, "IN_SERVICE")
    desk = Desk(caller, request)
    row = {"repairPartId": desk.units[0], "status": "REPLACED", "comment": "", "replacementSerial": "NEW 77"}
    assert desk.post("update/parts/repair/data/all", [row], here.service).status == 200
    [old] = instruments_of(request)
    [before] = passport(caller, old, here.client).ok["replacedBy"]
    [new] = instruments_of(sent(here, "new-77"))
    assert before == {"id": new, "serialNumber": "NEW 77"}, "it is an instrument before it is sent in"
    assert passport(caller, old, here.client).ok["replacedBy"] == [{"id": new, "serialNumber": "NEW 77"}]
    assert passport(caller, new, here.client).ok["replaces"] == [{"id": old, "serialNumber": "SN-1"}]


def test_other_requests_of_the_client_that_name_it_stand_in_its_story(caller: Caller, here: World) -> None:
    [instrument] = instruments_of(sent(here, "AB-1234"))
    one = {"id": here.client.user.client_id}
    made = caller.put("/support/save", bodies.support(client=one, title="Drift of AB-1234"), actor=here.client).ok
    caller.put("/support/save", bodies.support(client=one, description="My ab-1234 drifts"), actor=here.client)
    caller.put("/support/save", bodies.support(client=one, title="Something else"), actor=here.client)
    two = {"id": here.client2.user.client_id}
    caller.put("/support/save", bodies.support(client=two, title="Drift of AB-1234"), actor=here.client2)
    named = passport(caller, instrument, here.client).ok["namedIn"]
    assert len(named) == 2
    assert (named[1]["title"], named[1]["kind"]) == ("Drift of AB-1234", "REMOTE_SUPPORT")
    assert made


def test_it_is_found_however_the_serial_number_is_spaced(caller: Caller, here: World) -> None:
    [instrument] = instruments_of(sent(here, "AB-12 34"))
    for word in ("ab1234", "B-1 2", here.part.model):
        found = caller.get("/instruments/search", actor=here.client, word=word).ok
        assert [each["id"] for each in found] == [instrument]
        assert "clientName" not in found[0]
    for mark in ("- -", "..", "//"):  # no serial number is made of these alone, so none has them in it
        assert caller.get("/instruments/search", actor=here.client, word=mark).ok == []
    client = Instrument.objects.get().client.name
    assert caller.get("/instruments/search", actor=here.client, word=client).ok == []
    assert caller.get("/instruments/search", actor=here.supervisor, word=client).ok[0]["clientName"] == client
