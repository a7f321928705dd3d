"""A remote support request that leads to a repair or a part request: what is carried over, and who reads the link."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.files.actions import claim, store
from portal_backend.files.models import StoredFile
from portal_backend.workflow import origins
from portal_backend.workflow.actions import delete_request
from portal_backend.workflow.models import Origin, Request
from portal_backend.workflow.origins import HAS_LED_ON
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.scope import get_readable
from tests import bodies, factories
from tests.caller import Caller
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
PAGES = {
    "REPAIR": ("/repairing/fetch/repair", "repairId"),
    "PARTS": ("/parts/fetch/part-request", "id"),
    "REMOTE_SUPPORT": ("/support/fetch/by/id", "id"),
}


@pytest.fixture
def here() -> World:
    return factories.world()


def related(caller: Caller, request: Request, actor: Person) -> list[tuple[str, bool]]:
    path, name = PAGES[request.kind]
    told = caller.get(path, actor=actor, **{name: request.pk}).ok["related"]
    return [(each["number"], each["isOrigin"]) for each in told]


def make(caller: Caller, kind: str, here: World, origin: int, actor: Person | None = None, **more: Any) -> Any:
    actor = actor or here.client
    if kind == "REPAIR":
        return caller.post("/repairing/create", [bodies.unit(here.part.pk)], actor=actor, originId=origin, **more)
    body = bodies.part_request(here.part.pk)
    return caller.post("/parts/new-part-request-items", body, actor=actor, originId=origin, **more)


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_both_pages_name_each_other(kind: str, caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW")
    made = Request.objects.get(pk=make(caller, kind, here, support.pk).ok["id"])
    for reader in (here.client, here.service, here.supervisor, here.admin, here.manager):
        assert related(caller, support, reader) == [(made.number, False)]
        assert related(caller, made, reader) == [(support.number, True)]


def test_what_it_led_to_is_told_in_the_order_of_creation(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    one, other, third = (Request.objects.get(pk=make(caller, "REPAIR", here, support.pk).ok["id"]) for _ in range(3))
    Request.objects.filter(pk__in=[other.pk, third.pk]).update(created_at=one.created_at - timedelta(days=1))
    assert related(caller, support, here.client) == [(each.number, False) for each in (other, third, one)]


def test_only_what_led_to_something_costs_a_statement(caller: Caller, here: World) -> None:
    first, support = (factories.request("REMOTE_SUPPORT", here) for _ in range(2))
    make(caller, "REPAIR", here, support.pk)
    for each, asked in ((first, 0), (support, 1)):
        found = get_readable(here.client.actor, "REMOTE_SUPPORT", each.pk, has_led_on=HAS_LED_ON)
        with CaptureQueriesContext(connection) as queries:
            told = origins.related(found, here.client.actor)
        assert (len(told), len(queries)) == (asked, asked)
    assert len(origins.related(support, here.client.actor)) == 1


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_nothing_is_made_out_of_what_is_not_the_clients_own_or_leads_nowhere(
    kind: str, caller: Caller, here: World
) -> None:
    foreign = factories.request("REMOTE_SUPPORT", here, by=here.client2)
    for origin in (foreign.pk, factories.repair(here).pk, 10**9):
        before = Request.objects.count()
        make(caller, kind, here, origin).refused(404, "NOT_FOUND")
        assert (Request.objects.count(), Origin.objects.count()) == (before, 0)


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_who_creates_no_such_request_makes_none_out_of_another(kind: str, caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    for actor in (here.service, here.supervisor, here.admin, here.manager):
        make(caller, kind, here, support.pk, actor).refused(403, "FORBIDDEN")


def test_a_request_that_is_made_twice_with_one_key_is_linked_once(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    key = {"headers": {"Idempotency-Key": "form-1"}}
    first, second = (make(caller, "REPAIR", here, support.pk, **key).ok for _ in range(2))
    assert first == second
    assert Origin.objects.get().source == support


def test_the_link_is_told_to_nobody_who_may_not_read_the_other_end(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    made = Request.objects.get(pk=make(caller, "REPAIR", here, support.pk).ok["id"])
    Request.objects.filter(pk=made.pk).update(service=here.service2.user.service)
    assert related(caller, support, here.service) == []
    assert related(caller, made, here.service2) == []
    assert related(caller, support, here.client) == [(made.number, False)]
    delete_request(PROCESSES["REPAIR"], made.pk, actor=here.admin.actor)
    assert related(caller, support, here.client) == []


def test_a_unit_is_told_and_found_by_its_serial_number(caller: Caller, here: World) -> None:
    here.parts.append(factories.part(used_for=("REPAIR", "REMOTE_SUPPORT")))
    body = bodies.support(partId=here.part.pk, serialNumber="XK-4711")
    made = caller.put("/support/save", body, actor=here.client).ok
    told = caller.get("/support/fetch/by/id", actor=here.service, id=made["id"]).ok
    assert (told["part"]["id"], told["part"]["partName"]) == (here.part.pk, here.part.model)
    assert told["serialNumber"] == "XK-4711"
    assert [each["id"] for each in caller.get("/requests/search", actor=here.client, word="xk-4711").ok] == [made["id"]]


def test_a_part_without_remote_support_is_refused_at_its_field(caller: Caller, here: World) -> None:
    answer = caller.put("/support/save", bodies.support(partId=here.part.pk), actor=here.client)
    assert set(answer.refused(400, "VALIDATION").fields) == {"partId"}


def test_files_come_along_as_copies_of_ones_own(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    file = store(io.BytesIO(b"a measurement"), "measured.txt", 13, actor=None)
    claim([file], support)
    copy = caller.post(f"/files/copy/{file.pk}", actor=here.client).ok
    assert (copy["name"], copy["size"], copy["type"]) == ("measured.txt", 13, "text/plain")
    assert copy["id"] != file.pk
    unit = bodies.unit(here.part.pk, attachments=[{"id": copy["id"]}])
    made = caller.post("/repairing/create", [unit], actor=here.client, originId=support.pk).ok
    assert StoredFile.objects.get(pk=copy["id"]).request_id == made["id"]
    assert b"".join(StoredFile.objects.get(pk=copy["id"]).content.open()) == b"a measurement"
    assert StoredFile.objects.get(pk=file.pk).request_id == support.pk
    caller.post(f"/files/copy/{file.pk}", actor=here.client2).refused(404, "NOT_FOUND")
