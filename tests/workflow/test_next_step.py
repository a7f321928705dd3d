"""Sentence about the next step, and confirmations before final actions."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings

from portal_backend.core.translations import translate
from portal_backend.part_requests.process import PARTS
from portal_backend.remote_support.models import RemoteSupport
from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World

pytestmark = pytest.mark.django_db

READS = {
    "REPAIR": ("/repairing/fetch/repair", "repairId"),
    "PARTS": ("/parts/fetch/part-request", "id"),
    "REMOTE_SUPPORT": ("/support/fetch/by/id", "id"),
}


@pytest.fixture
def here() -> World:
    return factories.world()


def process(caller: ApiClient, request: ServiceRequest, by: Person) -> dict[str, Any]:
    path, name = READS[request.kind]
    data: dict[str, Any] = caller.get(path, actor=by, **{name: request.pk}).ok["process"]
    return data


def with_new_session(by: Person) -> Person:
    """Return the user with a session that starts now."""
    return replace(by, token=factories.session(by.user))


def get_continue_action(caller: ApiClient, request: ServiceRequest, by: Person) -> dict[str, Any]:
    """Return the action Continue as serialized."""
    action: dict[str, Any] = process(caller, request, by)["actions"][0]
    assert action["key"] == "continue"
    return action


def test_rejected_remote_support_asks_about_one_request(caller: ApiClient, here: World) -> None:
    request = factories.request("REMOTE_SUPPORT", here, "INITIAL", ready=True)
    RemoteSupport.objects.filter(request=request).update(initial_approval="REJECTED")
    question = get_continue_action(caller, request, here.supervisor)["ask"]
    assert question == translate("confirmations.rejected")
    assert "everything" not in question


def decide(repair: ServiceRequest, *statuses: str) -> None:
    for part, status in zip(RepairUnit.objects.filter(repair_id=repair.pk).order_by("pk"), statuses, strict=True):
        part.initial_approval = status
        part.save()


def test_instruction_counts_remaining_fields_then_asks_for_the_transition(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, units=3)
    turns = []
    for decided in (("WAITING_APPROVAL",) * 3, ("APPROVED", "WAITING_APPROVAL", "WAITING_APPROVAL"), ("APPROVED",) * 3):
        decide(repair, *decided)
        turns.append(process(caller, repair, here.supervisor)["turn"])
    assert turns == [
        "Your turn: approve or reject each unit. 3\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}3 are still open.",
        "Your turn: approve or reject each unit. 2\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}3 are still open.",
        "Your turn: submit the decisions.",
    ]
    waiting = "Waiting for the supervisor to approve or reject the units."
    assert process(caller, repair, here.client)["turn"] == waiting
    decide(repair, "APPROVED", "APPROVED", "WAITING_APPROVAL")
    count = "1\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}3 is still open."
    assert process(caller, repair, here.client)["turn"] == f"{waiting} {count}"


def test_instruction_has_no_count_of_a_single_unit(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, units=1)
    assert process(caller, repair, here.supervisor)["turn"] == "Your turn: approve or reject each unit."


@pytest.mark.parametrize(
    ("kind", "status", "person"),
    [("PARTS", "IN_ONE_WAY_SHIPPING", "client"), ("REMOTE_SUPPORT", "SERVICE_REVIEW", "service")],
)
def test_open_ended_step_keeps_its_instruction(
    kind: str, status: str, person: str, caller: ApiClient, here: World
) -> None:
    request = factories.request(kind, here, status, ready=True)
    data = process(caller, request, getattr(here, person))
    assert data["actions"][0]["enabled"]
    assert data["turn"] == translate(f"turn.{kind}.{status}.yours")


def test_continue_asks_for_confirmation_if_all_units_are_rejected(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, units=2)
    decide(repair, "APPROVED", "REJECTED")
    partial = get_continue_action(caller, repair, here.supervisor)
    assert (partial["ask"], partial["rejects"]) == (None, False)
    decide(repair, "REJECTED", "REJECTED")
    ending = get_continue_action(caller, repair, here.supervisor)
    assert (ending["label"], ending["rejects"]) == ("Reject request", True)
    assert "closes the request" in ending["ask"]


def test_continue_label_depends_on_whether_diagnostics_need_approval(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here, "IN_DIAGNOSTICS")
    assert get_continue_action(caller, repair, here.service)["label"] == "Submit for approval"
    RepairUnit.objects.filter(repair_id=repair.pk).update(diagnostic_status="IT_IS_WORKING")
    assert get_continue_action(caller, repair, here.service)["label"] == "Finish diagnostics"


@pytest.mark.parametrize(
    ("kind", "status", "direction", "field"),
    [
        ("REPAIR", "IN_PICK_UP_ARRANGED", "THERE", "pick_up_date"),
        ("REPAIR", "IN_TRANSIT", "THERE", "pick_up_date"),
        ("REPAIR", "IN_WAITING_COMPLETED", "BACK", "estimate_delivery_date"),
        ("PARTS", "WAITING_CONFIRMATION", "THERE", "estimate_delivery_date"),
    ],
)
def test_continue_asks_for_confirmation_before_the_planned_date(
    kind: str, status: str, direction: str, field: str, caller: ApiClient, here: World
) -> None:
    request = factories.request(kind, here, status)
    leg = request.legs.get(direction=direction)
    assert leg.pick_up_date < leg.estimate_delivery_date
    day = getattr(leg, field)
    for days, needs_confirmation in ((-1, True), (0, False)):
        with time_machine.travel(f"{day + timedelta(days=days)}T17:00:00Z", tick=False):
            question = get_continue_action(caller, request, with_new_session(here.admin))["ask"]
            assert (question is not None) == needs_confirmation, days
            if question:
                assert f"{day:%m/%d/%Y}" in question, "as the page around it writes days"
                assert ("already been delivered" in question) == (status != "IN_PICK_UP_ARRANGED")


def test_overdue_delivery_changes_the_instruction(caller: ApiClient, here: World) -> None:
    request = factories.request("PARTS", here, PARTS.delivery_statuses[0])
    assert request.confirm_delivery_by is not None
    with time_machine.travel(f"{request.confirm_delivery_by + timedelta(days=1)}T17:00:00Z", tick=False):
        assert "delivery confirmation was due" in process(caller, request, with_new_session(here.client))["turn"]
        assert process(caller, request, with_new_session(here.supervisor))["turn"].startswith("Overdue: ")


def test_tab_of_the_end_has_its_outcome(caller: ApiClient, here: World) -> None:
    ends = {}
    for status in ("COMPLETED", "REJECTED"):
        steps = process(caller, factories.repair(here, status), here.client)["steps"]
        ends[status] = {step["key"]: step["ending"] for step in steps if step["ending"]}
    assert ends == {"COMPLETED": {"COMPLETED": "done"}, "REJECTED": {"DETAILS": "rejected"}}


def test_undecided_unit_after_a_skipped_approval_has_a_reason_with_a_way_out(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    _ = caller.post(
        "/repairing/change/repair/status", None, actor=here.admin, repairId=repair.pk, status="IN_DIAGNOSTICS"
    ).ok
    assert "must set the status back to “New”" in get_continue_action(caller, repair, here.service)["reason"]


@pytest.mark.parametrize(
    ("language", "start", "end"),
    [
        ("en", "Your turn: ", "No further action needed."),
        ("es", "Le toca a usted: ", "No se requiere ninguna otra acción."),
    ],
)
def test_instruction_begins_with_the_verb_and_does_not_repeat_the_status(language: str, start: str, end: str) -> None:
    text = (settings.BASE_DIR / "locale" / language / "server.json").read_text(encoding="utf-8")
    turn = json.loads(text)["turn"]
    by_status = [texts for kind in PROCESSES for texts in turn[kind].values()]
    own = [text for texts in by_status for key, text in texts.items() if key != "others"]
    own += [text for key, text in turn.items() if key.endswith("_yours")]
    assert [text for text in own if not text.startswith(start)] == []
    ended = [(kind, step.status) for kind, each in PROCESSES.items() for step in each.steps if step.is_terminal]
    assert {turn[kind][status]["others"] for kind, status in ended} == {end}
