"""Validation of every field of the repair endpoints (spec 3, section 5).

Each rule is tested with its message in both languages. Validation precedes the lookup of the repair (contract section
1), so no repair is needed: without the rule, the response would be 404.
"""

import copy
from typing import Any

import pytest

from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import World
from tests.repairs.field_cases import (
    ABSENT,
    ADD,
    BACK,
    BODIES,
    CREATE,
    DATE,
    DIAGNOSE,
    MESSAGES,
    PICK_UP,
    SHIPPING,
    TRANSIT,
    list_cases,
)

pytestmark = [pytest.mark.django_db, pytest.mark.split]


def replace_value(body: Any, path: str, value: Any) -> Any:
    """Return a copy of a body with one value replaced or removed."""
    made = copy.deepcopy(body)
    *parents, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    target = made
    for step in parents:
        target = target[step]
    if value is ABSENT:
        del target[last]
    else:
        target[last] = value
    return made


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.mark.parametrize(("path", "field", "bad", "says"), list_cases())
def test_rejects_invalid_field_with_message(
    path: str, field: str, bad: Any, says: str, caller: ApiClient, world: World
) -> None:
    body = replace_value(BODIES[path](), field, bad)
    actor = world.client if path == CREATE else world.admin
    for lang, message in zip(("en", "es"), MESSAGES[says], strict=True):
        response = caller.call("POST", path, actor, body=body, lang=lang, repairId=1).assert_error(400, "VALIDATION")
        assert response.fields == {field: [message]}


@pytest.mark.parametrize("path", [path for path in BODIES if path != CREATE])
def test_valid_body_passes_validation(path: str, caller: ApiClient, world: World) -> None:
    """The bodies modified above are valid: only the repair or the part is missing."""
    body = request_bodies.unit(world.part.pk) if path == ADD else BODIES[path]()
    caller.post(path, body, actor=world.admin, repairId=1).assert_error(404, "NOT_FOUND")


@pytest.mark.parametrize("path", [PICK_UP, BACK])
def test_rejects_delivery_before_pick_up(path: str, caller: ApiClient, world: World) -> None:
    repair = factories.repair(world, "IN_WAITING_FOR_PICK_UP" if path == PICK_UP else "IN_TRANSIT_BACK")
    body = BODIES[path]()
    for lang, message in zip(("en", "es"), MESSAGES["early"], strict=True):
        early = {**body, "pickUpDate": "2026-03-07", "estimateDeliveryDate": "2026-03-06"}
        response = caller.call("POST", path, world.service, body=early, lang=lang, repairId=repair.pk)
        assert response.assert_error(400, "VALIDATION").fields == {"estimateDeliveryDate": [message]}
    same = {**body, "pickUpDate": "2026-03-06", "estimateDeliveryDate": "2026-03-06"}
    assert caller.post(path, same, actor=world.service, repairId=repair.pk).status == 200


@pytest.mark.parametrize("bad", ["", "tomorrow", "2026-02-30", "1999-01-01", None])
def test_rejects_invalid_start_date(bad: str | None, caller: ApiClient, world: World) -> None:
    response = caller.post(DATE, actor=world.service, repairId=1, startDate=bad).assert_error(400, "VALIDATION")
    assert response.fields == {"startDate": ["Required!" if bad is None else "Enter a valid date"]}


def test_returns_all_invalid_fields_at_once(caller: ApiClient, world: World) -> None:
    body = {
        **request_bodies.shipping(),
        "contact": request_bodies.contact(firstName="", phone="1"),
        "packages": [request_bodies.package(weight=0)],
    }
    response = caller.post(SHIPPING, body, actor=world.client, repairId=1).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"contact.firstName", "contact.phone", "packages.0.weight"}
    english = "The request was not properly sent to the server! Correct the highlighted fields."
    assert response.data["message"] == english
    assert caller.call("POST", SHIPPING, world.client, body=body, lang="es", repairId=1).data["message"] != english


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"null", b"[1", b'"text"', b"\xff\xfe", b'{"note": "\\ud800"}', b"[[[[", b"NaN"]
)
@pytest.mark.parametrize("path", [TRANSIT, DIAGNOSE])
def test_rejects_malformed_body(path: str, raw: bytes, caller: ApiClient, world: World) -> None:
    caller.call("POST", path, world.admin, raw=raw, repairId=1).assert_error(400, "VALIDATION")
