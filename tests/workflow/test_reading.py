"""What a read says of tabs, buttons and turns, held against the contract in every status and for every role."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from portal_backend.base.actor import Role
from portal_backend.workflow.models import Request
from tests import factories
from tests.caller import Caller
from tests.contract.entries import ENTRIES
from tests.contract.expecting import roles
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
ENTRY = ENTRIES["REPAIR"]
STATUSES = list(ENTRY.table)
ACTIONS = {
    "continue": "/repairing/change/repair/status",
    "initial_approval": "/repairing/change/initial/status/all",
    "repair_approval": "/repairing/change/main/status/all",
    "comment": "/repairing/save/request/approval/comment",
    "save_shipping": "/repairing/save/shipping/data",
    "delete_package": "/repairing/delete/shipping-details",
    "save_pick_up": "/repairing/save/pick-up-shipping/data",
    "save_transit": "/repairing/save/transit/data",
    "save_diagnostic_date": "/repairing/save/diagnostic-start-date",
    "save_diagnostics": "/repairing/save/part-in-diagnostic",
    "add_part": "/repairing/add/repair-part",
    "delete_part": "/repairing/delete/repair-part",
    "save_repairs": "/repairing/update/parts/repair/data/all",
    "save_transit_back": "/repairing/save/transit-back-shipping/data",
    "delete": "/repairing/delete",
    "change_service": "/requests/change/service",
}
TABS = [
    *("DETAILS", "SHIPPING_DETAILS", "WAITING_FOR_PICK_UP", "IN_TRANSIT", "WAITING_DIAGNOSTICS", "DIAGNOSTICS"),
    *("REPAIR_APPROVAL", "REPAIR", "TRANSIT_BACK", "COMPLETED", "HISTORY"),
]


@pytest.fixture
def here() -> World:
    return factories.world()


def read(caller: Caller, request: Request, actor: Person, lang: str = "en") -> dict[str, Any]:
    told: dict[str, Any] = caller.get("/repairing/fetch/repair", actor=actor, repairId=request.pk, lang=lang).ok
    return told


def states(told: dict[str, Any]) -> dict[str, str]:
    return {step["key"]: step["state"] for step in told["process"]["steps"]}


def actions_by_the_contract(status: str, role: Role) -> set[str]:
    """The buttons that a role has in a status: those of the calls that it may make then."""
    row = ENTRY.table[status]
    wanted = {"continue"} if role in row.movers else set()
    for key, path in ACTIONS.items():
        call = next(each for each in ENTRY.calls if each.path == path)
        if key != "continue" and role in roles(call) and status in (call.statuses or {status}):
            wanted.add(key)
    if status in ("IN_TRANSIT", "IN_WAITING_DIAGNOSTICS", "IN_DIAGNOSTICS") and role in (Role.ADMIN, Role.SERVICE):
        wanted.add("save_arrivals")  # which the contract does not know of
    return wanted | ({"set_status"} if role == Role.ADMIN else set())


@pytest.mark.parametrize("status", STATUSES)
def test_buttons_and_turn_are_those_of_the_table(status: str, caller: Caller, here: World) -> None:
    repair = factories.repair(here, status)
    row = ENTRY.table[status]
    for role, person in here.one_of_each_role.items():
        told = read(caller, repair, person)
        process = told["process"]
        keys = [action["key"] for action in process["actions"]]
        assert sorted(keys) == sorted(actions_by_the_contract(status, role)), role
        going_on = next((action for action in process["actions"] if action["key"] == "continue"), None)
        holds = not row.guarded and not row.terminal
        if going_on:
            assert going_on["enabled"] == told["isAllowedToContinue"] == holds
            assert (going_on["reason"] is None) == holds
            assert going_on["tab"] == row.tab
        else:
            assert told["isAllowedToContinue"] is False
        assert process["isYourTurn"] == told["actionRequiredFromCurrentUser"] == (role == row.waits_for)
        assert told["actionRequired"] == row.waits_for
        assert process["turn"].startswith("Your turn") == (role == row.waits_for)
        assert ("statuses" in process) == (role == Role.ADMIN)
        if role == Role.ADMIN:
            assert [each["key"] for each in process["statuses"]] == [each for each in STATUSES if each != status]


@pytest.mark.parametrize("status", STATUSES)
def test_the_strip_shows_what_was_where_it_is_and_what_comes(status: str, caller: Caller, here: World) -> None:
    repair = factories.repair(here, status)
    row = ENTRY.table[status]
    for role, person in here.one_of_each_role.items():
        told = read(caller, repair, person)
        client = role == Role.CLIENT
        tab = "COMPLETED" if row.terminal and client else row.tab
        shown = [each for each in TABS if each != "HISTORY" or not client]
        assert list(states(told)) == shown
        assert told["process"]["tab"] == tab
        for step in told["process"]["steps"]:
            entered = step["key"] == "DETAILS" if status == "REJECTED" else TABS.index(step["key"]) < TABS.index(tab)
            wanted = "current" if step["key"] == tab else "done" if entered and step["key"] != "HISTORY" else "upcoming"
            assert step["state"] == wanted, (role, step["key"])
            assert step["enabled"] == (wanted != "upcoming" or step["key"] == "HISTORY")
            assert (step["leftAt"] is not None) == (wanted == "done")
            editable = step["key"] == tab and not row.terminal and bool(actions_by_the_contract(status, role) - ADMINS)
            assert step["editable"] == editable, (role, step["key"])


ADMINS = {"set_status", "delete", "change_service"}


def test_a_jump_forward_and_back_shows_what_was_entered(caller: Caller, here: World) -> None:
    repair = factories.repair(here)

    def jump(status: str) -> dict[str, str]:
        nonlocal told
        _ = caller.post(ACTIONS["continue"], actor=here.admin, repairId=repair.pk, status=status).ok
        told = read(caller, repair, here.admin)
        return states(told)

    told: dict[str, Any] = {}
    ahead = jump("IN_SERVICE")
    assert ahead["REPAIR"] == "current"
    passed = TABS[1 : TABS.index("REPAIR")]
    assert ahead["DETAILS"] == "done"
    assert {ahead[tab] for tab in passed} == {"upcoming"}, "they were never entered"
    assert {step["enabled"] for step in told["process"]["steps"] if step["key"] in passed} == {True}
    back = jump("IN_SHIPPING_DETAILS")
    assert (back["DETAILS"], back["SHIPPING_DETAILS"], back["REPAIR"]) == ("done", "current", "upcoming")
    ended = jump("REJECTED")
    assert [tab for tab, state in ended.items() if state == "done"] == ["DETAILS", "SHIPPING_DETAILS", "REPAIR"]
    assert ended["DIAGNOSTICS"] == "upcoming", "a step that was never entered stays upcoming when a request ends early"
    assert jump("NEW")["DETAILS"] == "current"


def test_steps_that_were_skipped_stand_after_the_end_as_they_did_before(caller: Caller, here: World) -> None:
    repair = factories.repair(here)
    for status in ("IN_TRANSIT_BACK", "COMPLETED"):
        _ = caller.post(ACTIONS["continue"], actor=here.admin, repairId=repair.pk, status=status).ok
        steps = read(caller, repair, here.service)["process"]["steps"]
        skipped = [step for step in steps if step["key"] in TABS[1 : TABS.index("TRANSIT_BACK")]]
        assert {(step["state"], step["enabled"]) for step in skipped} == {("upcoming", True)}, status


def test_when_a_tab_was_left_last_is_told(caller: Caller, here: World) -> None:
    repair = factories.repair(here, "IN_TRANSIT")
    moment = repair.updated_at + timedelta(hours=2)
    with time_machine.travel(moment, tick=False):
        token = factories.session(here.service.user)
        _ = caller.post(ACTIONS["continue"], actor=token, repairId=repair.pk).ok
    steps = {step["key"]: step for step in read(caller, repair, here.client)["process"]["steps"]}
    assert steps["IN_TRANSIT"]["leftAt"] == moment.isoformat().replace("+00:00", "Z")
    assert steps["DETAILS"]["leftAt"] < steps["IN_TRANSIT"]["leftAt"]


def test_every_label_is_in_the_readers_language(caller: Caller, here: World) -> None:
    repair = factories.repair(here, "IN_DIAGNOSTICS")
    english, spanish = (read(caller, repair, here.service, lang)["process"] for lang in ("en", "es"))
    assert english["turn"] != spanish["turn"]
    assert [step["label"] for step in english["steps"]] != [step["label"] for step in spanish["steps"]]
    same = [
        one["key"]
        for one, two in zip(english["actions"], spanish["actions"], strict=True)
        if one["label"] == two["label"]
    ]
    assert same == []
    assert english["actions"][0]["reason"] != spanish["actions"][0]["reason"]


def test_overdue_from_the_third_day_after_the_estimated_delivery(caller: Caller, here: World) -> None:
    """The window is the estimated delivery (March 6) plus two days, by New York's clock."""
    repair = factories.repair(here, "IN_WAITING_COMPLETED")
    for moment, overdue in (("2026-03-09T03:59:00Z", False), ("2026-03-09T04:01:00Z", True)):
        with time_machine.travel(moment, tick=False):
            token = factories.session(here.client.user)
            told = caller.get("/repairing/fetch/repair", actor=token, repairId=repair.pk).ok
            row = caller.get("/repairing/fetch-by-criteria/active", actor=token).ok["content"][0]
        assert told["isOverdue"] is row["isOverdue"] is overdue, moment
        assert told["deliveryExpectedBy"] == "2026-03-08"
    assert caller.post(ACTIONS["continue"], actor=here.client, repairId=repair.pk).status == 200
    assert read(caller, repair, here.client)["isOverdue"] is False
