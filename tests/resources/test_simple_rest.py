"""The ra-data-simple-rest protocol: partial updates, empty pages, HEAD."""

import json
from typing import Any

import pytest

from portal_backend.accounts.models import Address
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World

pytestmark = pytest.mark.django_db
PARTS, SERVICES = "/api/rest/parts", "/api/rest/predefined-services"


@pytest.fixture
def world() -> World:
    return factories.world()


def get_record(caller: ApiClient, world: World) -> dict[str, Any]:
    return dict(caller.get(f"{PARTS}/{world.part.pk}", actor=world.admin).ok)


def test_partial_update_changes_given_fields(caller: ApiClient, world: World) -> None:
    before = get_record(caller, world)
    for changes in ({"model": "M-9"}, {"enabled": False}, {"hsCode": "9030.10"}, {}):
        assert caller.put(f"{PARTS}/{world.part.pk}", changes, actor=world.admin).status == 200, changes
    after = get_record(caller, world)
    changed = {key for key in before if before[key] != after[key]} - {"version", "imageUrl"}
    assert changed == {"model", "enabled", "hsCode"}


def test_partial_update_is_validated(caller: ApiClient, world: World) -> None:
    for changes in ({"model": ""}, {"nothing": 1}, {"id": 10**6}, {"category": "NONE"}):
        caller.put(f"{PARTS}/{world.part.pk}", changes, actor=world.admin).assert_error(400, "VALIDATION")
    stale = {"model": "M", "version": "0" * 16}
    caller.put(f"{PARTS}/{world.part.pk}", stale, actor=world.admin).assert_error(409, "STALE")


def test_unchanged_incomplete_address_is_accepted_but_changes_are_validated(caller: ApiClient, world: World) -> None:
    Address.objects.filter(user=world.client.user).update(building="")
    path = f"/api/rest/addresses/{world.client.id}"
    for actor in (world.admin, world.client):
        row = caller.get(path, actor=actor).ok
        assert row["building"] == ""
        for body in ({}, row, {"city": row["city"]}):
            assert caller.put(path, body, actor=actor).ok == row
        response = caller.put(path, {**row, "city": "Elsewhere"}, actor=actor).assert_error(400, "VALIDATION")
        assert list(response.fields) == ["building"]
        caller.put(path, {"version": "0" * 16}, actor=actor).assert_error(409, "STALE")
    assert caller.put(path, {"city": "Elsewhere", "building": "5"}, actor=world.client).ok["city"] == "Elsewhere"


def test_creates_copy_from_record(caller: ApiClient, world: World) -> None:
    kind = {
        "kind": "DIAGNOSTICS",
        "textEn": "Look",
        "textEs": "Mirar",
        "shortTextEn": "L",
        "shortTextEs": "M",
        "value": 5,
    }
    created = caller.post(SERVICES, kind, actor=world.admin).ok
    again = caller.post(SERVICES, {**created, "textEn": "Look twice"}, actor=world.admin).ok
    assert again["id"] != created["id"]
    assert again["textEn"] == "Look twice"
    caller.post(SERVICES, {**created, "nothing": 1}, actor=world.admin).assert_error(400, "VALIDATION")


def test_content_range_of_empty_page(caller: ApiClient, world: World) -> None:
    assert world.part.pk
    total = len(caller.get(PARTS, actor=world.admin, range="[0,999]").ok)
    for requested, shown in (("[0,9]", f"0-{min(total, 10) - 1}"), ("[390,399]", "*")):
        response = caller.get(PARTS, actor=world.admin, range=requested)
        assert response.headers["Content-Range"] == f"parts {shown}/{total}"
    empty = caller.get(PARTS, actor=world.admin, filter=json.dumps({"keyword": "nothing of the kind"}))
    assert (empty.ok, empty.headers["Content-Range"]) == ([], "parts */0")


def test_head_returns_headers_of_get(caller: ApiClient, world: World) -> None:
    response = caller.call("HEAD", PARTS, world.admin)
    assert response.status == 200
    assert response.headers["Content-Range"] == caller.get(PARTS, actor=world.admin).headers["Content-Range"]
    assert caller.call("HEAD", PARTS, world.client).status == caller.get(PARTS, actor=world.client).status
    assert caller.call("HEAD", "/parts/fetch", world.admin, partId=world.part.pk).status == 405
