"""Notification events: overdue reminders, previews and final statuses."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine

from portal_backend.core.translations import LazyMessage
from portal_backend.remote_support.process import SUPPORT
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow import notifications
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.factories import World

pytestmark = pytest.mark.django_db
DUE, LATE = date(2026, 3, 9), "2026-03-12T12:00:00Z"


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def emitted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    events: list[Any] = []
    monkeypatch.setattr(notifications, "emit", events.append)
    return events


@pytest.fixture
def overdue(here: World, emitted: list[Any]) -> Iterator[list[ServiceRequest]]:
    """Return three repairs whose delivery is not confirmed in time."""
    with time_machine.travel(LATE, tick=False):
        repairs = [factories.repair(here, "IN_WAITING_COMPLETED") for _ in range(3)]
        ServiceRequest.objects.update(confirm_delivery_by=DUE, reminder_sent_for=None)
        emitted.clear()
        yield repairs


def test_sends_one_reminder_per_overdue_delivery(
    overdue: list[ServiceRequest], emitted: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    assert notifications.send_overdue_reminders() == 3
    assert [event.number for event in emitted] == [each.number for each in overdue]
    for event in emitted:
        assert event.instruction == LazyMessage("turn.overdue_others", {"day": DUE})
        assert event.responsible_instruction == LazyMessage("turn.overdue_yours", {"day": DUE})
    assert f"reminded of {overdue[0].number}, to be delivered by 2026-03-09" in caplog.messages
    assert notifications.send_overdue_reminders() == 0


def test_skips_delivery_confirmed_during_the_run(
    overdue: list[ServiceRequest], emitted: list[Any], here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = overdue

    def record_event(event: Any) -> None:
        emitted.append(event)
        if event.number == first.number:
            transition(REPAIR, second.pk, actor=here.client.actor)

    monkeypatch.setattr(notifications, "emit", record_event)
    assert notifications.send_overdue_reminders() == 2
    reminded = [event.number for event in emitted if event.instruction.key == "turn.overdue_others"]
    assert reminded == [first.number, third.number]


def test_final_status_has_no_instruction_for_a_responsible_role(here: World, emitted: list[Any]) -> None:
    repair = factories.repair(here)
    transition(REPAIR, repair.pk, actor=here.admin.actor, target_status="REJECTED")
    assert emitted[-1].responsible_instruction is None
    assert emitted[-1].instruction == LazyMessage("turn.REPAIR.REJECTED.others")


def test_preview_event_names_the_actor(here: World, emitted: list[Any]) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    for key in (notifications.SERVICE_CHANGE_ACTION, "SERVICE_REVIEW"):
        event = notifications.build_hypothetical_event(SUPPORT, support, key, here.admin.actor)
        assert event.values["who"] == here.admin.actor.full_name
        assert event.actor_id == here.admin.id
