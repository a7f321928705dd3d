"""Every rule of every field of a repair's calls, with its message in both languages, on the field (spec 3, section 5).

Input is judged before existence (contract section 1), so no repair is needed here: where the rule breaks, 404 comes.
"""

import copy
from typing import Any

import pytest

from tests import bodies, factories
from tests.caller import Caller
from tests.factories import World
from tests.repairs.field_cases import (
    ABSENT,
    ADD,
    BACK,
    BODIES,
    CREATE,
    DATE,
    DIAGNOSE,
    PICK_UP,
    SAYS,
    SHIPPING,
    TRANSIT,
    cases,
)

pytestmark = pytest.mark.django_db


def changed(body: Any, path: str, value: Any) -> Any:
    """A copy of a body with one thing in it changed or left out."""
    made = copy.deepcopy(body)
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    place = made
    for step in way:
        place = place[step]
    if value is ABSENT:
        del place[last]
    else:
        place[last] = value
    return made


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.mark.parametrize(("path", "field", "bad", "says"), cases())
def test_a_bad_field_is_named_and_explained(
    path: str, field: str, bad: Any, says: str, caller: Caller, here: World
) -> None:
    body = changed(BODIES[path](), field, bad)
    actor = here.client if path == CREATE else here.admin
    for lang, message in zip(("en", "es"), SAYS[says], strict=True):
        answered = caller.call("POST", path, actor, body=body, lang=lang, repairId=1).refused(400, "VALIDATION")
        assert answered.fields == {field: [message]}


@pytest.mark.parametrize("path", [path for path in BODIES if path != CREATE])
def test_a_right_body_is_judged_further(path: str, caller: Caller, here: World) -> None:
    """The bodies that are spoiled above are good: it is the missing repair that is told (or the missing part)."""
    body = bodies.unit(here.part.pk) if path == ADD else BODIES[path]()
    caller.post(path, body, actor=here.admin, repairId=1).refused(404, "NOT_FOUND")


@pytest.mark.parametrize("path", [PICK_UP, BACK])
def test_delivery_is_not_before_pick_up(path: str, caller: Caller, here: World) -> None:
    repair = factories.repair(here, "IN_WAITING_FOR_PICK_UP" if path == PICK_UP else "IN_TRANSIT_BACK")
    body = BODIES[path]()
    for lang, message in zip(("en", "es"), SAYS["early"], strict=True):
        early = {**body, "pickUpDate": "2026-03-07", "estimateDeliveryDate": "2026-03-06"}
        answered = caller.call("POST", path, here.service, body=early, lang=lang, repairId=repair.pk)
        assert answered.refused(400, "VALIDATION").fields == {"estimateDeliveryDate": [message]}
    same = {**body, "pickUpDate": "2026-03-06", "estimateDeliveryDate": "2026-03-06"}
    assert caller.post(path, same, actor=here.service, repairId=repair.pk).status == 200


@pytest.mark.parametrize("bad", ["", "tomorrow", "2026-02-30", "1999-01-01", None])
def test_the_start_date_is_a_day(bad: str | None, caller: Caller, here: World) -> None:
    answered = caller.post(DATE, actor=here.service, repairId=1, startDate=bad).refused(400, "VALIDATION")
    assert answered.fields == {"startDate": ["Required!" if bad is None else "Must be a valid date"]}


def test_every_bad_field_is_told_at_once(caller: Caller, here: World) -> None:
    body = {
        **bodies.shipping(),
        "contact": bodies.contact(firstName="", phone="1"),
        "packages": [bodies.package(weight=0)],
    }
    answered = caller.post(SHIPPING, body, actor=here.client, repairId=1).refused(400, "VALIDATION")
    assert set(answered.fields) == {"contact.firstName", "contact.phone", "packages.0.weight"}
    english = "The request was not properly sent to the server! Please correct the marked fields."
    assert answered.data["message"] == english
    assert caller.call("POST", SHIPPING, here.client, body=body, lang="es", repairId=1).data["message"] != english


@pytest.mark.parametrize(
    "raw", [b"", b"{", b"null", b"[1", b'"text"', b"\xff\xfe", b'{"note": "\\ud800"}', b"[[[[", b"NaN"]
)
@pytest.mark.parametrize("path", [TRANSIT, DIAGNOSE])
def test_a_malformed_body_is_400(path: str, raw: bytes, caller: Caller, here: World) -> None:
    caller.call("POST", path, here.admin, raw=raw, repairId=1).refused(400, "VALIDATION")
