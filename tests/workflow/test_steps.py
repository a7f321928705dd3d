"""What a read says of each step: its name, who acts, its heading; and the turn of a delivery that is late."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import Comment, Request, StatusChange
from portal_backend.workflow.reading import comments, known_statuses
from tests import factories
from tests.caller import Caller
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
# label, and who acts there when nobody is at work in it
STEPS = {
    "DETAILS": ("Details", "SUPERVISOR"),
    "SHIPPING_DETAILS": ("Shipping details", "CLIENT"),
    "WAITING_FOR_PICK_UP": ("Waiting for pick-up", "SERVICE"),
    "IN_TRANSIT": ("In transit", "SERVICE"),
    "WAITING_DIAGNOSTICS": ("Waiting diagnostics", "SERVICE"),
    "DIAGNOSTICS": ("Diagnostics", "SERVICE"),
    "REPAIR_APPROVAL": ("Repair approval", "SUPERVISOR"),
    "REPAIR": ("Repair", "SERVICE"),
    "TRANSIT_BACK": ("Transit back", "SERVICE"),
    "COMPLETED": ("Completed", "CLIENT"),
    "HISTORY": ("History", None),
}
LATE = "2026-03-09T12:00:00Z"


@pytest.fixture
def here() -> World:
    return factories.world()


def read(caller: Caller, request: Request, actor: Person | str) -> dict[str, Any]:
    told: dict[str, Any] = caller.get("/repairing/fetch/repair", actor=actor, repairId=request.pk).ok
    return told


def steps_of(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {step["key"]: step for step in told["process"]["steps"]}


@pytest.mark.parametrize("status", ["NEW", "IN_WAITING_FOR_PICK_UP", "COMPLETED"])
def test_each_step_is_called_by_its_name_and_by_who_acts_there(status: str, caller: Caller, here: World) -> None:
    steps = steps_of(read(caller, factories.repair(here, status), here.service))
    assert {key: (step["label"], step["actor"]) for key, step in steps.items()} == STEPS
    for step in steps.values():
        assert step["actorLabel"] == (step["actor"] and step["actor"].title())


def test_the_step_at_work_names_who_it_waits_for_now(caller: Caller, here: World) -> None:
    """Diagnostics is the service's; approving what was found there is the supervisor's, on the same tab."""
    other = next(step for step in REPAIR.steps if step.waits_for not in (None, STEPS[step.tab][1]))
    steps = steps_of(read(caller, factories.repair(here, other.status), here.service))
    assert (steps[other.tab]["state"], steps[other.tab]["actor"]) == ("current", other.waits_for)
    assert [key for key, step in steps.items() if step["actor"] != STEPS[key][1]] == [other.tab]


HEADINGS = {
    "service": {"REPAIR": "Parts in service", "TRANSIT_BACK": "Pick-up details"},
    "client": {"REPAIR": "Parts info", "TRANSIT_BACK": "Transit back shipping details"},
    "supervisor": {"REPAIR": "Parts info", "TRANSIT_BACK": "Transit back shipping details"},
}


@pytest.mark.parametrize("role", HEADINGS)
def test_headings_are_those_of_the_reader(role: str, caller: Caller, here: World) -> None:
    repair = factories.repair(here, "IN_TRANSIT_BACK")
    steps = steps_of(read(caller, repair, getattr(here, role)))
    told = {key: step["title"] for key, step in steps.items() if step["title"] and key != "COMPLETED"}
    assert told == HEADINGS[role]
    assert steps["DETAILS"]["title"] is steps["DETAILS"]["note"] is None
    assert ("repairComment" in steps["REPAIR"]["hides"]) == (role == "supervisor")


def test_a_note_says_what_is_at_work_while_it_is(caller: Caller, here: World) -> None:
    repair = factories.repair(here, "IN_SERVICE")
    told = {role: steps_of(read(caller, repair, getattr(here, role)))["REPAIR"]["note"] for role in HEADINGS}
    assert told["service"] is None
    assert told["client"] == told["supervisor"]
    assert told["client"] not in (None, "None", "")


def test_every_action_stands_on_its_tab_and_can_be_pressed(caller: Caller, here: World) -> None:
    actions = read(caller, factories.repair(here, "IN_TRANSIT_BACK"), here.admin)["process"]["actions"]
    tabs = {each["key"]: each["tab"] for each in actions}
    assert (tabs["continue"], tabs["save_transit_back"], tabs["set_status"]) == ("TRANSIT_BACK", "TRANSIT_BACK", None)
    assert [each["key"] for each in actions if not each["enabled"]] == ["continue"]


@pytest.mark.parametrize("role", ["admin", "supervisor", "service", "manager", "client"])
def test_a_client_is_named_to_all_but_clients(role: str, caller: Caller, here: World) -> None:
    told = read(caller, factories.repair(here), getattr(here, role))
    named = {key: told.get(key) for key in ("clientName", "clientUsername")}
    wanted = {"clientName": "Client one", "clientUsername": "client"}
    assert named == (dict.fromkeys(wanted) if role == "client" else wanted)


def test_what_is_to_be_delivered_is_no_more_than_waited_for_until_its_day(caller: Caller, here: World) -> None:
    repair = factories.repair(here, "IN_WAITING_COMPLETED")
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        token = factories.session(here.client.user)
        assert "03/08/2026" not in read(caller, repair, token)["process"]["turn"]
    with time_machine.travel(LATE, tick=False):
        client, service = factories.session(here.client.user), factories.session(here.service.user)
        assert "should have been confirmed by 03/08/2026" in read(caller, repair, client)["process"]["turn"]
        assert "should have confirmed the delivery by 03/08/2026" in read(caller, repair, service)["process"]["turn"]


def test_only_what_is_read_of_a_comment_is_fetched(here: World, django_assert_num_queries: Any) -> None:
    repair, now = factories.repair(here), timezone.now()
    for item, step in ((0, "DETAILS"), (repair.pk, "REPAIR_APPROVAL")):
        Comment.objects.create(request=repair, item=item, step=step, text=step, by=here.supervisor.user, at=now)
    Comment.objects.create(request=repair, item=3, step="DETAILS", text="", by=here.supervisor.user, at=now)
    actor = here.admin.actor
    with django_assert_num_queries(1):
        told = comments(REPAIR, repair, actor)
    name = here.supervisor.user.full_name
    assert {(item, step): (row["text"], row["by"]) for item, rows in told.items() for step, row in rows.items()} == {
        (0, "DETAILS"): ("DETAILS", name),
        (repair.pk, "REPAIR_APPROVAL"): ("REPAIR_APPROVAL", name),
    }


def test_what_came_first_is_told_by_its_time(caller: Caller, here: World) -> None:
    """An older change that was entered later, as an import does, does not count as the last."""
    repair = factories.repair(here, "IN_SHIPPING_DETAILS")
    before = steps_of(read(caller, repair, here.service))["DETAILS"]["leftAt"]
    last = StatusChange.objects.filter(request=repair).latest("pk")
    copy = StatusChange.objects.get(pk=last.pk)
    copy.pk, copy.created_at = None, timezone.now() - timedelta(days=9)
    copy.save(force_insert=True)
    StatusChange.objects.filter(pk=copy.pk).update(created_at=last.created_at - timedelta(days=9))
    assert steps_of(read(caller, repair, here.service))["DETAILS"]["leftAt"] == before


def test_the_status_before_the_first_is_known_and_open() -> None:
    before, *others = known_statuses(REPAIR)
    assert (before["key"], before["tone"], before["closed"]) == ("NONE", "idle", False)
    assert [each["key"] for each in others if each["closed"]] == ["COMPLETED", "REJECTED"]
