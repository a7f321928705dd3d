"""Rules of transitions and edits, on modified processes.

They cover events, remarks, search text, the right to continue and version conflicts.
"""

from dataclasses import replace
from typing import Any

import pytest

from portal_backend.core.actor import Role
from portal_backend.core.errors import ApiError
from portal_backend.core.normalization import normalize_key
from portal_backend.core.translations import LazyMessage
from portal_backend.notifications.mail_rules import MailTrigger
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow import notifications
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.transitions import (
    can_continue,
    locked_edit,
    serialize_current_state,
    transition,
    update_search_text,
)
from tests import factories
from tests.factories import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def emitted(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    events: list[Any] = []
    monkeypatch.setattr(notifications, "emit", events.append)
    return events


def test_creation_emits_event_with_creator_and_first_status(here: World, emitted: list[Any]) -> None:
    repair = factories.repair(here)
    [event] = emitted
    assert event.values == {
        "new": LazyMessage("status.REPAIR.NEW"),
        "who": here.client.actor.full_name,
    }
    assert (event.number, event.responsible_role, event.actor_id) == (repair.number, Role.SUPERVISOR, here.client.id)
    assert repair.status_since == repair.created_at == repair.updated_at


def test_transition_stores_remarks_and_adds_them_to_the_event(here: World, emitted: list[Any]) -> None:
    repair = factories.repair(here, ready=True)
    emitted.clear()
    first, *others = REPAIR.steps
    table = replace(REPAIR, steps=(replace(first, remarks=lambda subject: {"missing": "SN 1"}), *others))
    transition(table, repair.pk, actor=here.supervisor.actor)
    assert StatusChange.objects.latest("pk").remarks == {"missing": "SN 1"}
    [event] = emitted
    assert event.values == {
        "new": LazyMessage("status.REPAIR.IN_SHIPPING_DETAILS"),
        "old": LazyMessage("status.REPAIR.NEW"),
        "who": here.supervisor.actor.full_name,
        "missing": "SN 1",
    }
    emitted.clear()
    transition(table, repair.pk, actor=here.admin.actor, target_status="NEW")
    assert StatusChange.objects.latest("pk").remarks is None
    assert "missing" not in emitted[0].values


def test_search_text_has_number_and_distinct_lines(here: World) -> None:
    repair = factories.repair(here)
    table = replace(REPAIR, build_search_lines=lambda subject: ("Two\nLines", "", "SN Ñ7", "Two\nLines"))
    update_search_text(table, repair)
    assert repair.search_display == f"{repair.number}\nTwo Lines\nSN Ñ7"
    assert repair.search_text == f"{normalize_key(repair.number)}\ntwolines\nsnn7"


@pytest.mark.parametrize(
    ("status", "ready", "who"),
    [
        ("NEW", False, set()),
        ("NEW", True, {Role.SUPERVISOR, Role.ADMIN}),
        ("IN_SHIPPING_DETAILS", False, set()),
        ("IN_SHIPPING_DETAILS", True, {Role.CLIENT, Role.ADMIN}),
        ("COMPLETED", False, set()),
    ],
)
def test_allowed_roles_can_continue_once_the_guard_holds(status: str, ready: bool, who: set[Role], here: World) -> None:
    repair = factories.repair(here, status, ready=ready)
    users = here.one_of_each_role.items()
    assert {role for role, person in users if can_continue(REPAIR, repair, person.actor)} == who


def test_version_conflict_and_closed_step_return_the_current_state(here: World) -> None:
    repair, closed = factories.repair(here), {"isStepClosed": True}
    for request, version, more in (
        (repair, repair.version - 1, {}),
        (factories.repair(here, "COMPLETED"), None, closed),
    ):
        before = ServiceRequest.objects.values().get(pk=request.pk)
        with (
            pytest.raises(ApiError) as error,
            locked_edit(REPAIR, "comment", request.pk, actor=here.supervisor.actor, version=version),
        ):
            pytest.fail("nothing may be written")
        extra = {"current": serialize_current_state(REPAIR, request), **more}
        assert (error.value.code, error.value.extra) == ("STALE", extra)
        assert ServiceRequest.objects.values().get(pk=request.pk) == before
    with pytest.raises(ApiError) as error:
        transition(REPAIR, request.pk, actor=here.admin.actor)
    assert error.value.extra == {"current": serialize_current_state(REPAIR, request), **closed}


def test_process_provides_mail_triggers() -> None:
    [(action, role)] = REPAIR.mail_actions.items()
    assert REPAIR.get_mail_trigger(action) == MailTrigger("REPAIR", action, "SINGLE", role)
    assert REPAIR.get_mail_trigger("NEW") == MailTrigger("REPAIR", "NEW", "PROCESS", Role.SUPERVISOR)
    assert REPAIR.get_mail_trigger("COMPLETED") == MailTrigger("REPAIR", "COMPLETED", "PROCESS", None)
