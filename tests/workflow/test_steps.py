"""Tabs of a request: labels, responsible roles, headings and actions.

They also cover the instruction of an overdue delivery.
"""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from portal_backend.core.actor import Role
from portal_backend.core.translations import load_messages
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import Comment, ServiceRequest, StatusChange
from portal_backend.workflow.presenter import list_statuses, serialize_comments
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.api_client import ApiClient
from tests.contract.process_specs import PROCESS_SPECS
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
WORDS, TABLE = load_messages("en"), PROCESS_SPECS["REPAIR"].table
# label, and the role of the tab while it is not current: that of its first status in the contract's table
STEPS: dict[str, tuple[str, Role | None]] = {
    row.tab: (WORDS[f"tabs.REPAIR.{row.tab}"], row.responsible_role)
    for row in reversed(TABLE.values())
    if not row.terminal
}
STEPS["HISTORY"] = (WORDS["tabs.HISTORY"], None)
LATE = "2026-03-09T12:00:00Z"


@pytest.fixture
def here() -> World:
    return factories.world()


def read(caller: ApiClient, request: ServiceRequest, actor: Person | str) -> dict[str, Any]:
    data: dict[str, Any] = caller.get("/repairing/fetch/repair", actor=actor, repairId=request.pk).ok
    return data


def steps_of(data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {step["key"]: step for step in data["process"]["steps"]}


def test_waiting_statuses_have_one_tone() -> None:
    """The same words look the same in every kind of request."""
    for process in PROCESSES.values():
        for status in list_statuses(process):
            if status["value"].startswith("Waiting for"):
                assert status["tone"] == "waiting", (process.kind, status["key"])


@pytest.mark.split
@pytest.mark.parametrize("status", ["NEW", "IN_WAITING_FOR_PICK_UP", "COMPLETED"])
def test_tabs_have_labels_and_responsible_roles(status: str, caller: ApiClient, here: World) -> None:
    steps = steps_of(read(caller, factories.repair(here, status), here.service))
    assert {key: (step["label"], step["actor"]) for key, step in steps.items()} == STEPS
    for step in steps.values():
        assert step["actorLabel"] == (step["actor"] and step["actor"].title())


def test_current_tab_has_the_currently_responsible_role(caller: ApiClient, here: World) -> None:
    """Diagnosis and its approval are on one tab, but of different roles."""
    other = next(step for step in REPAIR.steps if step.responsible_role not in (None, STEPS[step.tab][1]))
    steps = steps_of(read(caller, factories.repair(here, other.status), here.service))
    assert (steps[other.tab]["state"], steps[other.tab]["actor"]) == ("current", other.responsible_role)
    assert [key for key, step in steps.items() if step["actor"] != STEPS[key][1]] == [other.tab]


HEADINGS = {
    "service": {"REPAIR": "Parts in service", "TRANSIT_BACK": "Pick-up details"},
    "client": {"REPAIR": "Parts info", "TRANSIT_BACK": "Transit back shipping details"},
    "supervisor": {"REPAIR": "Parts info", "TRANSIT_BACK": "Transit back shipping details"},
}


@pytest.mark.split
@pytest.mark.parametrize("role", HEADINGS)
def test_headings_depend_on_the_role(role: str, caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, "IN_TRANSIT_BACK")
    steps = steps_of(read(caller, repair, getattr(here, role)))
    data = {key: step["title"] for key, step in steps.items() if step["title"] and key != "COMPLETED"}
    assert data == HEADINGS[role]
    assert steps["DETAILS"]["title"] is None
    assert ("repairComment" in steps["REPAIR"]["hides"]) == (role == "supervisor")


def test_other_roles_read_that_the_units_are_in_service(caller: ApiClient, here: World) -> None:
    """Check the note for other roles (spec 3, repair tab), shown as the instruction."""
    repair = factories.repair(here, "IN_SERVICE")
    texts = {role: read(caller, repair, getattr(here, role))["process"]["turn"] for role in HEADINGS}
    assert texts["client"] == texts["supervisor"] == "The service is repairing the units."
    assert texts["service"] != texts["client"]


def test_actions_are_on_their_tabs_and_enabled(caller: ApiClient, here: World) -> None:
    actions = read(caller, factories.repair(here, "IN_TRANSIT_BACK"), here.admin)["process"]["actions"]
    tabs = {each["key"]: each["tab"] for each in actions}
    assert (tabs["continue"], tabs["save_transit_back"], tabs["set_status"]) == ("TRANSIT_BACK", "TRANSIT_BACK", None)
    assert [each["key"] for each in actions if not each["enabled"]] == ["continue"]


@pytest.mark.split
@pytest.mark.parametrize("role", ["admin", "supervisor", "service", "manager", "client"])
def test_client_name_is_hidden_from_clients(role: str, caller: ApiClient, here: World) -> None:
    data = read(caller, factories.repair(here), getattr(here, role))
    names = {key: data.get(key) for key in ("clientName", "clientUsername")}
    expected = {"clientName": "Client one", "clientUsername": "client"}
    assert names == (dict.fromkeys(expected) if role == "client" else expected)


def test_instruction_says_in_transit_until_the_delivery_is_due(caller: ApiClient, here: World) -> None:
    """Estimated delivery is on March 6, New York time."""
    repair = factories.repair(here, "IN_WAITING_COMPLETED")
    turns = []
    for moment in ("2026-03-06T04:59:00Z", "2026-03-06T05:01:00Z"):
        with time_machine.travel(moment, tick=False):
            tokens = [factories.session(person.user) for person in (here.client, here.supervisor)]
            turns += [read(caller, repair, token)["process"]["turn"] for token in tokens]
    assert turns == [
        "Your turn: confirm delivery once the shipment is here.",
        "In transit. The client will confirm delivery.",
        "Your turn: confirm delivery once the units have arrived.",
        "Waiting for the client to confirm delivery.",
    ]


def test_instruction_has_the_delivery_date_only_when_overdue(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, "IN_WAITING_COMPLETED")
    with time_machine.travel("2026-03-01T12:00:00Z", tick=False):
        token = factories.session(here.client.user)
        assert "03/08/2026" not in read(caller, repair, token)["process"]["turn"]
    with time_machine.travel(LATE, tick=False):
        client, service = factories.session(here.client.user), factories.session(here.service.user)
        assert "delivery confirmation was due 03/08/2026" in read(caller, repair, client)["process"]["turn"]
        others = read(caller, repair, service)["process"]["turn"]
        assert "the client's delivery confirmation was due 03/08/2026" in others


def test_comments_are_loaded_in_one_query(here: World, django_assert_num_queries: Any) -> None:
    repair, now = factories.repair(here), timezone.now()
    for item, step in ((0, "DETAILS"), (repair.pk, "REPAIR_APPROVAL")):
        Comment.objects.create(
            request=repair, item=item, step=step, text=step, author=here.supervisor.user, created_at=now
        )
    Comment.objects.create(request=repair, item=3, step="DETAILS", text="", author=here.supervisor.user, created_at=now)
    actor = here.admin.actor
    with django_assert_num_queries(1):
        data = serialize_comments(REPAIR, repair, actor)
    name = here.supervisor.user.full_name
    assert {(item, step): (row["text"], row["by"]) for item, rows in data.items() for step, row in rows.items()} == {
        (0, "DETAILS"): ("DETAILS", name),
        (repair.pk, "REPAIR_APPROVAL"): ("REPAIR_APPROVAL", name),
    }


def test_last_transition_is_the_latest_by_time(caller: ApiClient, here: World) -> None:
    """An import may add an older change later."""
    repair = factories.repair(here, "IN_SHIPPING_DETAILS")
    before = steps_of(read(caller, repair, here.service))["DETAILS"]["leftAt"]
    last = StatusChange.objects.filter(request=repair).latest("pk")
    copy = StatusChange.objects.get(pk=last.pk)
    copy.pk, copy.created_at = None, timezone.now() - timedelta(days=9)
    copy.save(force_insert=True)
    StatusChange.objects.filter(pk=copy.pk).update(created_at=last.created_at - timedelta(days=9))
    assert steps_of(read(caller, repair, here.service))["DETAILS"]["leftAt"] == before


def test_statuses_include_the_one_before_creation() -> None:
    before, *others = list_statuses(REPAIR)
    assert (before["key"], before["tone"], before["closed"]) == ("NONE", "idle", False)
    assert [each["key"] for each in others if each["closed"]] == ["COMPLETED", "REJECTED"]
