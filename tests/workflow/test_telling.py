"""What the kernel hands to the notifications: of what is overdue, of what would be told, of what has ended."""

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest
import time_machine

from portal_backend.base.words import Word
from portal_backend.remote_support.process import SUPPORT
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow import telling
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from tests import factories
from tests.factories import World

pytestmark = pytest.mark.django_db
DUE, LATE = date(2026, 3, 9), "2026-03-12T12:00:00Z"


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    events: list[Any] = []
    monkeypatch.setattr(telling, "tell", events.append)
    return events


@pytest.fixture
def late(here: World, told: list[Any]) -> Iterator[list[Request]]:
    """Three repairs whose delivery nobody has confirmed."""
    with time_machine.travel(LATE, tick=False):
        repairs = [factories.repair(here, "IN_WAITING_COMPLETED") for _ in range(3)]
        Request.objects.update(deliver_by=DUE, reminded_of=None)
        told.clear()
        yield repairs


def test_each_that_is_late_is_told_of_once(
    late: list[Request], told: list[Any], caplog: pytest.LogCaptureFixture
) -> None:
    assert telling.remind_of_overdue_deliveries() == 3
    assert [event.number for event in told] == [each.number for each in late]
    for event in told:
        assert event.turn == Word("turn.overdue_others", {"day": DUE})
        assert event.your_turn == Word("turn.overdue_yours", {"day": DUE})
    assert f"reminded of {late[0].number}, to be delivered by 2026-03-09" in caplog.messages
    assert telling.remind_of_overdue_deliveries() == 0


def test_what_is_confirmed_while_others_are_told_of_is_left_out(
    late: list[Request], told: list[Any], here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second, third = late

    def tell(event: Any) -> None:
        told.append(event)
        if event.number == first.number:
            move(REPAIR, second.pk, actor=here.client.actor)

    monkeypatch.setattr(telling, "tell", tell)
    assert telling.remind_of_overdue_deliveries() == 2
    reminded = [event.number for event in told if event.turn.key == "turn.overdue_others"]
    assert reminded == [first.number, third.number]


def test_what_has_ended_is_nobodys_turn(here: World, told: list[Any]) -> None:
    repair = factories.repair(here)
    move(REPAIR, repair.pk, actor=here.admin.actor, target="REJECTED")
    assert told[-1].your_turn is None
    assert told[-1].turn == Word("turn.REPAIR.REJECTED.others")


def test_what_would_be_told_names_who_would_have_done_it(here: World, told: list[Any]) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    for key in (telling.SERVICE_ACTION, "SERVICE_REVIEW"):
        event = telling.supposed(SUPPORT, support, key, here.admin.actor)
        assert event.values["who"] == here.admin.actor.full_name
        assert event.actor_id == here.admin.id
