"""Tabs, actions and instructions against the contract, per status and role."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from portal_backend.core.actor import Role
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient
from tests.contract.expected_responses import get_allowed_roles
from tests.contract.process_specs import PROCESS_SPECS
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
ENTRY = PROCESS_SPECS["REPAIR"]
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
# in order of the contract's table, whose terminal statuses are last
TABS = list(dict.fromkeys(row.tab for row in ENTRY.table.values()))


@pytest.fixture
def here() -> World:
    return factories.world()


def read(caller: ApiClient, request: ServiceRequest, actor: Person, lang: str = "en") -> dict[str, Any]:
    data: dict[str, Any] = caller.get("/repairing/fetch/repair", actor=actor, repairId=request.pk, lang=lang).ok
    return data


def states(data: dict[str, Any]) -> dict[str, str]:
    return {step["key"]: step["state"] for step in data["process"]["steps"]}


def get_contract_actions(status: str, role: Role) -> set[str]:
    """Return the actions of a role in a status: those whose endpoint it may use."""
    row = ENTRY.table[status]
    expected = {"continue"} if role in row.allowed_roles else set()
    for key, path in ACTIONS.items():
        call = next(each for each in ENTRY.calls if each.path == path)
        if key != "continue" and role in get_allowed_roles(call) and status in (call.statuses or {status}):
            expected.add(key)
    if status in ("IN_TRANSIT", "IN_WAITING_DIAGNOSTICS", "IN_DIAGNOSTICS") and role in (Role.ADMIN, Role.SERVICE):
        expected.add("save_arrivals")  # not part of the contract
    return expected | ({"set_status"} if role == Role.ADMIN else set())


@pytest.mark.split
@pytest.mark.parametrize("status", STATUSES)
def test_actions_and_instruction_follow_the_process(status: str, caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, status)
    row = ENTRY.table[status]
    for role, person in here.one_of_each_role.items():
        data = read(caller, repair, person)
        process = data["process"]
        keys = [action["key"] for action in process["actions"]]
        # spec 3: Confirm Delivery is disabled, not hidden, for the other roles
        shown = {"continue"} if status == "IN_WAITING_COMPLETED" else set()
        assert sorted(keys) == sorted(get_contract_actions(status, role) | shown), role
        continue_action = next((action for action in process["actions"] if action["key"] == "continue"), None)
        holds = not row.has_guard and not row.terminal
        if continue_action:
            can_continue = holds and role in row.allowed_roles
            assert continue_action["enabled"] == data["isAllowedToContinue"] == can_continue
            assert (continue_action["reason"] is None) == can_continue
            assert continue_action["tab"] == row.tab
        else:
            assert data["isAllowedToContinue"] is False
        assert process["isYourTurn"] == data["actionRequiredFromCurrentUser"] == (role == row.responsible_role)
        assert data["actionRequired"] == row.responsible_role
        assert process["turn"].startswith("Your turn") == (role == row.responsible_role)
        assert ("statuses" in process) == (role == Role.ADMIN)
        if role == Role.ADMIN:
            assert [each["key"] for each in process["statuses"]] == [each for each in STATUSES if each != status]


@pytest.mark.split
@pytest.mark.parametrize("status", STATUSES)
def test_tabs_are_done_current_or_upcoming(status: str, caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, status)
    row = ENTRY.table[status]
    for role, person in here.one_of_each_role.items():
        data = read(caller, repair, person)
        client = role == Role.CLIENT
        tab = "COMPLETED" if row.terminal and client else row.tab
        shown = [each for each in TABS if each != "HISTORY" or not client]
        assert list(states(data)) == shown
        assert data["process"]["tab"] == tab
        for step in data["process"]["steps"]:
            entered = step["key"] == "DETAILS" if status == "REJECTED" else TABS.index(step["key"]) < TABS.index(tab)
            expected = (
                "current" if step["key"] == tab else "done" if entered and step["key"] != "HISTORY" else "upcoming"
            )
            assert step["state"] == expected, (role, step["key"])
            assert step["enabled"] == (expected != "upcoming" or step["key"] == "HISTORY")
            assert (step["leftAt"] is not None) == (expected == "done")
            editable = step["key"] == tab and not row.terminal and bool(get_contract_actions(status, role) - ADMINS)
            assert step["editable"] == editable, (role, step["key"])


ADMINS = {"set_status", "delete", "change_service"}


@pytest.mark.split
def test_direct_choice_marks_only_visited_tabs_as_done(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)

    def jump(status: str) -> dict[str, str]:
        nonlocal data
        _ = caller.post(ACTIONS["continue"], actor=here.admin, repairId=repair.pk, status=status).ok
        data = read(caller, repair, here.admin)
        return states(data)

    data: dict[str, Any] = {}
    ahead = jump("IN_SERVICE")
    assert ahead["REPAIR"] == "current"
    passed = TABS[1 : TABS.index("REPAIR")]
    assert ahead["DETAILS"] == "done"
    assert {ahead[tab] for tab in passed} == {"upcoming"}, "they were never entered"
    assert {step["enabled"] for step in data["process"]["steps"] if step["key"] in passed} == {True}
    back = jump("IN_SHIPPING_DETAILS")
    assert (back["DETAILS"], back["SHIPPING_DETAILS"], back["REPAIR"]) == ("done", "current", "upcoming")
    ended = jump("REJECTED")
    assert [tab for tab, state in ended.items() if state == "done"] == ["DETAILS", "SHIPPING_DETAILS", "REPAIR"]
    assert ended["DIAGNOSTICS"] == "upcoming", "a step that was never entered stays upcoming when a request ends early"
    assert jump("NEW")["DETAILS"] == "current"


@pytest.mark.split
def test_skipped_tabs_are_the_same_before_and_after_completion(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    for status in ("IN_TRANSIT_BACK", "COMPLETED"):
        _ = caller.post(ACTIONS["continue"], actor=here.admin, repairId=repair.pk, status=status).ok
        steps = read(caller, repair, here.service)["process"]["steps"]
        skipped = [step for step in steps if step["key"] in TABS[1 : TABS.index("TRANSIT_BACK")]]
        assert {(step["state"], step["enabled"]) for step in skipped} == {("upcoming", True)}, status


@pytest.mark.split
def test_tab_has_the_time_of_its_last_transition(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, "IN_TRANSIT")
    moment = repair.updated_at + timedelta(hours=2)
    with time_machine.travel(moment, tick=False):
        token = factories.session(here.service.user)
        _ = caller.post(ACTIONS["continue"], actor=token, repairId=repair.pk).ok
    steps = {step["key"]: step for step in read(caller, repair, here.client)["process"]["steps"]}
    assert steps["IN_TRANSIT"]["leftAt"] == moment.isoformat().replace("+00:00", "Z")
    assert steps["DETAILS"]["leftAt"] < steps["IN_TRANSIT"]["leftAt"]


@pytest.mark.split
def test_labels_are_in_the_users_language(caller: ApiClient, here: World) -> None:
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


def test_delivery_is_overdue_from_the_third_day(caller: ApiClient, here: World) -> None:
    """The window ends two days after the estimated delivery (March 6), in New York."""
    repair = factories.repair(here, "IN_WAITING_COMPLETED")
    for moment, overdue in (("2026-03-09T03:59:00Z", False), ("2026-03-09T04:01:00Z", True)):
        with time_machine.travel(moment, tick=False):
            token = factories.session(here.client.user)
            data = caller.get("/repairing/fetch/repair", actor=token, repairId=repair.pk).ok
            row = caller.get("/repairing/fetch-by-criteria/active", actor=token).ok["content"][0]
        assert data["isOverdue"] is row["isOverdue"] is overdue, moment
        assert data["deliveryExpectedBy"] == "2026-03-08"
    assert caller.post(ACTIONS["continue"], actor=here.client, repairId=repair.pk).status == 200
    assert read(caller, repair, here.client)["isOverdue"] is False
