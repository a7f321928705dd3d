"""Repairs and part requests created from a remote support request: data and links."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.files.actions import claim, store
from portal_backend.files.models import StoredFile
from portal_backend.workflow import related_requests
from portal_backend.workflow.actions import delete_request
from portal_backend.workflow.models import RequestLink, ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.related_requests import HAS_DERIVED_REQUESTS
from portal_backend.workflow.scope import get_readable
from tests import factories, request_bodies
from tests.api_client import ApiClient
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


def fetch_related(caller: ApiClient, request: ServiceRequest, actor: Person) -> list[tuple[str, bool]]:
    path, name = PAGES[request.kind]
    data = caller.get(path, actor=actor, **{name: request.pk}).ok["related"]
    return [(each["number"], each["isOrigin"]) for each in data]


def create_request(
    caller: ApiClient, kind: str, world: World, origin: int, actor: Person | None = None, **more: Any
) -> Any:
    actor = actor or world.client
    if kind == "REPAIR":
        return caller.post(
            "/repairing/create", [request_bodies.unit(world.part.pk)], actor=actor, originId=origin, **more
        )
    body = request_bodies.part_request(world.part.pk)
    return caller.post("/parts/new-part-request-items", body, actor=actor, originId=origin, **more)


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_both_requests_link_to_each_other(kind: str, caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW")
    made = ServiceRequest.objects.get(pk=create_request(caller, kind, world, support.pk).ok["id"])
    for viewer in (world.client, world.service, world.supervisor, world.admin, world.manager):
        assert fetch_related(caller, support, viewer) == [(made.number, False)]
        assert fetch_related(caller, made, viewer) == [(support.number, True)]


def test_related_requests_are_in_creation_order(caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    one, other, third = (
        ServiceRequest.objects.get(pk=create_request(caller, "REPAIR", world, support.pk).ok["id"]) for _ in range(3)
    )
    ServiceRequest.objects.filter(pk__in=[other.pk, third.pk]).update(created_at=one.created_at - timedelta(days=1))
    assert fetch_related(caller, support, world.client) == [(each.number, False) for each in (other, third, one)]


def test_related_requests_are_queried_only_if_any_exist(caller: ApiClient, world: World) -> None:
    first, support = (factories.request("REMOTE_SUPPORT", world) for _ in range(2))
    create_request(caller, "REPAIR", world, support.pk)
    for each, expected in ((first, 0), (support, 1)):
        found = get_readable(world.client.actor, "REMOTE_SUPPORT", each.pk, has_derived_requests=HAS_DERIVED_REQUESTS)
        with CaptureQueriesContext(connection) as queries:
            data = related_requests.list_related_requests(found, world.client.actor)
        assert (len(data), len(queries)) == (expected, expected)
    assert len(related_requests.list_related_requests(support, world.client.actor)) == 1


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_rejects_foreign_or_unsuitable_origin(kind: str, caller: ApiClient, world: World) -> None:
    foreign = factories.request("REMOTE_SUPPORT", world, by=world.client2)
    for origin in (foreign.pk, factories.repair(world).pk, 10**9):
        before = ServiceRequest.objects.count()
        create_request(caller, kind, world, origin).assert_error(404, "NOT_FOUND")
        assert (ServiceRequest.objects.count(), RequestLink.objects.count()) == (before, 0)


@pytest.mark.parametrize("kind", ["REPAIR", "PARTS"])
def test_rejects_origin_from_other_roles(kind: str, caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    for actor in (world.service, world.supervisor, world.admin, world.manager):
        create_request(caller, kind, world, support.pk, actor).assert_error(403, "FORBIDDEN")


def test_idempotency_key_links_origin_once(caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    key = {"headers": {"Idempotency-Key": "form-1"}}
    first, second = (create_request(caller, "REPAIR", world, support.pk, **key).ok for _ in range(2))
    assert first == second
    assert RequestLink.objects.get().source == support


def test_hides_related_request_outside_scope(caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    made = ServiceRequest.objects.get(pk=create_request(caller, "REPAIR", world, support.pk).ok["id"])
    ServiceRequest.objects.filter(pk=made.pk).update(service=world.service2.user.service)
    assert fetch_related(caller, support, world.service) == []
    assert fetch_related(caller, made, world.service2) == []
    assert fetch_related(caller, support, world.client) == [(made.number, False)]
    delete_request(PROCESSES["REPAIR"], made.pk, actor=world.admin.actor)
    assert fetch_related(caller, support, world.client) == []


def test_returns_unit_and_finds_it_by_serial_number(caller: ApiClient, world: World) -> None:
    world.parts.append(factories.part(used_for=("REPAIR", "REMOTE_SUPPORT")))
    body = request_bodies.remote_support(partId=world.part.pk, serialNumber="XK-4711")
    made = caller.put("/support/save", body, actor=world.client).ok
    data = caller.get("/support/fetch/by/id", actor=world.service, id=made["id"]).ok
    assert (data["part"]["id"], data["part"]["partName"]) == (world.part.pk, world.part.model)
    assert data["serialNumber"] == "XK-4711"
    assert [each["id"] for each in caller.get("/requests/search", actor=world.client, word="xk-4711").ok] == [
        made["id"]
    ]


def test_rejects_part_without_remote_support(caller: ApiClient, world: World) -> None:
    response = caller.put("/support/save", request_bodies.remote_support(partId=world.part.pk), actor=world.client)
    assert set(response.assert_error(400, "VALIDATION").fields) == {"partId"}


def test_copies_attachments_to_new_request(caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    file = store(io.BytesIO(b"a measurement"), "measured.txt", 13, actor=None)
    claim([file], support)
    copy = caller.post(f"/files/copy/{file.pk}", actor=world.client).ok
    assert (copy["name"], copy["size"], copy["type"]) == ("measured.txt", 13, "text/plain")
    assert copy["id"] != file.pk
    unit = request_bodies.unit(world.part.pk, attachments=[{"id": copy["id"]}])
    made = caller.post("/repairing/create", [unit], actor=world.client, originId=support.pk).ok
    assert StoredFile.objects.get(pk=copy["id"]).request_id == made["id"]
    assert b"".join(StoredFile.objects.get(pk=copy["id"]).content.open()) == b"a measurement"
    assert StoredFile.objects.get(pk=file.pk).request_id == support.pk
    caller.post(f"/files/copy/{file.pk}", actor=world.client2).assert_error(404, "NOT_FOUND")
