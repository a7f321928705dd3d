"""ra-data-simple-rest as it is published: partial updates, records as they were read, empty pages, HEAD."""

import json
from typing import Any

import pytest

from portal_backend.accounts.models import Address
from tests import factories
from tests.caller import Caller
from tests.factories import World

pytestmark = pytest.mark.django_db
PARTS, SERVICES = "/api/rest/parts", "/api/rest/predefined-services"


@pytest.fixture
def here() -> World:
    return factories.world()


def record(caller: Caller, here: World) -> dict[str, Any]:
    return dict(caller.get(f"{PARTS}/{here.part.pk}", actor=here.admin).ok)


def test_update_takes_the_fields_that_it_names(caller: Caller, here: World) -> None:
    before = record(caller, here)
    for changes in ({"model": "M-9"}, {"enabled": False}, {"hsCode": "9030.10"}, {}):
        assert caller.put(f"{PARTS}/{here.part.pk}", changes, actor=here.admin).status == 200, changes
    after = record(caller, here)
    changed = {key for key in before if before[key] != after[key]} - {"version", "imageUrl"}
    assert changed == {"model", "enabled", "hsCode"}


def test_partial_update_keeps_the_rules(caller: Caller, here: World) -> None:
    for changes in ({"model": ""}, {"nothing": 1}, {"id": 10**6}, {"category": "NONE"}):
        caller.put(f"{PARTS}/{here.part.pk}", changes, actor=here.admin).refused(400, "VALIDATION")
    stale = {"model": "M", "version": "0" * 16}
    caller.put(f"{PARTS}/{here.part.pk}", stale, actor=here.admin).refused(409, "STALE")


def test_an_incomplete_address_is_taken_unchanged_and_completed_when_changed(caller: Caller, here: World) -> None:
    Address.objects.filter(user=here.client.user).update(building="")
    path = f"/api/rest/addresses/{here.client.id}"
    for actor in (here.admin, here.client):
        row = caller.get(path, actor=actor).ok
        assert row["building"] == ""
        for body in ({}, row, {"city": row["city"]}):
            assert caller.put(path, body, actor=actor).ok == row
        told = caller.put(path, {**row, "city": "Elsewhere"}, actor=actor).refused(400, "VALIDATION")
        assert list(told.fields) == ["building"]
        caller.put(path, {"version": "0" * 16}, actor=actor).refused(409, "STALE")
    assert caller.put(path, {"city": "Elsewhere", "building": "5"}, actor=here.client).ok["city"] == "Elsewhere"


def test_creates_from_a_record_as_it_was_read(caller: Caller, here: World) -> None:
    kind = {
        "kind": "DIAGNOSTICS",
        "textEn": "Look",
        "textEs": "Mirar",
        "shortTextEn": "L",
        "shortTextEs": "M",
        "value": 5,
    }
    made = caller.post(SERVICES, kind, actor=here.admin).ok
    again = caller.post(SERVICES, {**made, "textEn": "Look twice"}, actor=here.admin).ok
    assert again["id"] != made["id"]
    assert again["textEn"] == "Look twice"
    caller.post(SERVICES, {**made, "nothing": 1}, actor=here.admin).refused(400, "VALIDATION")


def test_an_empty_page_has_no_first_and_no_last_row(caller: Caller, here: World) -> None:
    assert here.part.pk
    total = len(caller.get(PARTS, actor=here.admin, range="[0,999]").ok)
    for asked, shown in (("[0,9]", f"0-{min(total, 10) - 1}"), ("[390,399]", "*")):
        answer = caller.get(PARTS, actor=here.admin, range=asked)
        assert answer.headers["Content-Range"] == f"parts {shown}/{total}"
    none = caller.get(PARTS, actor=here.admin, filter=json.dumps({"keyword": "nothing of the kind"}))
    assert (none.ok, none.headers["Content-Range"]) == ([], "parts */0")


def test_head_is_answered_as_get_without_its_body(caller: Caller, here: World) -> None:
    told = caller.call("HEAD", PARTS, here.admin)
    assert told.status == 200
    assert told.headers["Content-Range"] == caller.get(PARTS, actor=here.admin).headers["Content-Range"]
    assert caller.call("HEAD", PARTS, here.client).status == caller.get(PARTS, actor=here.client).status
    assert caller.call("HEAD", "/parts/fetch", here.admin, partId=here.part.pk).status == 405
