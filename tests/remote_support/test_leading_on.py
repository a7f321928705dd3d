"""Repairs and part requests created from a remote support request: data and links."""

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
def world() -> World:
    return factories.world()


def related(caller: Caller, request: Request, actor: Person) -> list[tuple[str, bool]]:
    path, name = PAGES[request.kind]
    data = caller.get(path, actor=actor, **{name: request.pk}).ok["related"]
    return [(each["number"], each["isOrigin"]) for each in data]


def make(caller: Caller, kind: str, world: World, origin: int, actor: Person | None = None, **more: Any) -> Any:
    actor = actor or world.client
    if kind == "REPAIR":
        return caller.post("/repairing/create", [bodies.unit(world.part.pk)], actor=actor, originId=origin, **more)
    body = bodies.part_request(world.part.pk)
    return caller.post("/parts/new-part-request-items", body, actor=actor, originId=origin, **more)


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_both_requests_link_to_each_other(kind: str, caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    made = Request.objects.get(pk=make(caller, kind, world, support.pk).ok["id"])
    for viewer in (world.client, world.service, world.supervisor, world.admin, world.manager):
        assert related(caller, support, viewer) == [(made.number, False)]
        assert related(caller, made, viewer) == [(support.number, True)]


def test_related_requests_are_in_creation_order(caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    one, other, third = (Request.objects.get(pk=make(caller, "REPAIR", world, support.pk).ok["id"]) for _ in range(3))
    Request.objects.filter(pk__in=[other.pk, third.pk]).update(created_at=one.created_at - timedelta(days=1))
    assert related(caller, support, world.client) == [(each.number, False) for each in (other, third, one)]


def test_related_requests_are_queried_only_if_any_exist(caller: Caller, world: World) -> None:
    first, support = (factories.request("REMOTE_SUPPORT", world) for _ in range(2))
    make(caller, "REPAIR", world, support.pk)
    for each, expected in ((first, 0), (support, 1)):
        found = get_readable(world.client.actor, "REMOTE_SUPPORT", each.pk, has_led_on=HAS_LED_ON)
        with CaptureQueriesContext(connection) as queries:
            data = origins.related(found, world.client.actor)
        assert (len(data), len(queries)) == (expected, expected)
    assert len(origins.related(support, world.client.actor)) == 1


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_rejects_foreign_or_unsuitable_origin(kind: str, caller: Caller, world: World) -> None:
    foreign = factories.request("REMOTE_SUPPORT", world, by=world.client2)
    for origin in (foreign.pk, factories.repair(world).pk, 10**9):
        before = Request.objects.count()
        make(caller, kind, world, origin).refused(404, "NOT_FOUND")
        assert (Request.objects.count(), Origin.objects.count()) == (before, 0)


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_rejects_origin_from_other_roles(kind: str, caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    for actor in (world.service, world.supervisor, world.admin, world.manager):
        make(caller, kind, world, support.pk, actor).refused(403, "FORBIDDEN")


def test_idempotency_key_links_origin_once(caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    key = {"headers": {"Idempotency-Key": "form-1"}}
    first, second = (make(caller, "REPAIR", world, support.pk, **key).ok for _ in range(2))
    assert first == second
    assert Origin.objects.get().source == support


def test_hides_related_request_outside_scope(caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    made = Request.objects.get(pk=make(caller, "REPAIR", world, support.pk).ok["id"])
    Request.objects.filter(pk=made.pk).update(service=world.service2.user.service)
    assert related(caller, support, world.service) == []
    assert related(caller, made, world.service2) == []
    assert related(caller, support, world.client) == [(made.number, False)]
    delete_request(PROCESSES["REPAIR"], made.pk, actor=world.admin.actor)
    assert related(caller, support, world.client) == []


def test_returns_unit_and_finds_it_by_serial_number(caller: Caller, world: World) -> None:
    world.parts.append(factories.part(used_for=("REPAIR", "REMOTE_SUPPORT")))
    body = bodies.support(partId=world.part.pk, serialNumber="XK-4711")
    made = caller.put("/support/save", body, actor=world.client).ok
    data = caller.get("/support/fetch/by/id", actor=world.service, id=made["id"]).ok
    assert (data["part"]["id"], data["part"]["partName"]) == (world.part.pk, world.part.model)
    assert data["serialNumber"] == "XK-4711"
    assert [each["id"] for each in caller.get("/requests/search", actor=world.client, word="xk-4711").ok] == [
        made["id"]
    ]


def test_rejects_part_without_remote_support(caller: Caller, world: World) -> None:
    answer = caller.put("/support/save", bodies.support(partId=world.part.pk), actor=world.client)
    assert set(answer.refused(400, "VALIDATION").fields) == {"partId"}


def test_copies_attachments_to_new_request(caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    file = store(io.BytesIO(b"a measurement"), "measured.txt", 13, actor=None)
    claim([file], support)
    copy = caller.post(f"/files/copy/{file.pk}", actor=world.client).ok
    assert (copy["name"], copy["size"], copy["type"]) == ("measured.txt", 13, "text/plain")
    assert copy["id"] != file.pk
    unit = bodies.unit(world.part.pk, attachments=[{"id": copy["id"]}])
    made = caller.post("/repairing/create", [unit], actor=world.client, originId=support.pk).ok
    assert StoredFile.objects.get(pk=copy["id"]).request_id == made["id"]
    assert b"".join(StoredFile.objects.get(pk=copy["id"]).content.open()) == b"a measurement"
    assert StoredFile.objects.get(pk=file.pk).request_id == support.pk
    caller.post(f"/files/copy/{file.pk}", actor=world.client2).refused(404, "NOT_FOUND")
