"""Side effects of a change: log lines, the activity log, hooks."""

from collections.abc import Callable
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from portal_backend.audit.models import AuditEntry
from portal_backend.core.errors import ApiError
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow import notifications
from portal_backend.workflow.actions import change_service, delete_request, restore_request, save_comment
from portal_backend.workflow.hooks import workflow_hooks
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import (
    COMMENT_EDIT,
    PROCESSES,
    Process,
    build_edits,
    list_mail_triggers,
    register_processes,
)
from portal_backend.workflow.transitions import locked_edit, serialize_current_state, transition
from tests import factories
from tests.factories import World
from tests.workflow.sample_process import LOAN, C, V

pytestmark = pytest.mark.django_db
Change = Callable[[ServiceRequest, World], object]


def _edit(request: ServiceRequest, here: World) -> None:
    with locked_edit(REPAIR, "comment", request.pk, actor=here.supervisor.actor):
        pass


def _restore(request: ServiceRequest, here: World) -> None:
    ServiceRequest.objects.filter(pk=request.pk).update(deleted_at=request.created_at)
    call_command("restore_request", request.number, stdout=StringIO())


def _moved(request: ServiceRequest, here: World) -> None:
    transition(REPAIR, request.pk, actor=here.supervisor.actor)


def _deleted(request: ServiceRequest, here: World) -> None:
    delete_request(REPAIR, request.pk, actor=here.admin.actor)


def _with_another_service(request: ServiceRequest, here: World) -> None:
    change_service(("REPAIR",), request.pk, here.service2.user.service_id or 0, actor=here.admin.actor)


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (_moved, "transition {number} NEW to IN_SHIPPING_DETAILS user=supervisor role=SUPERVISOR"),
        (_edit, "edit {number} comment user=supervisor role=SUPERVISOR"),
        (_deleted, "deleted {number} user=admin"),
        (_with_another_service, "service of {number} changed from {left} to {new} user=admin"),
    ],
)
def test_log_line_has_user_and_change(change: Change, line: str, here: World, caplog: pytest.LogCaptureFixture) -> None:
    repair = factories.repair(here, ready=True)
    caplog.clear()
    change(repair, here)
    names = {"number": repair.number, "left": repair.service_id, "new": here.service2.user.service_id}
    assert line.format(**names) in [record.getMessage() for record in caplog.records]


def test_activity_log_records_administrators_changes(here: World) -> None:
    repair = factories.repair(here)
    _with_another_service(repair, here)
    _deleted(repair, here)
    changed, deleted = AuditEntry.objects.order_by("pk")
    assert (changed.event, changed.object_repr, changed.username) == ("SERVICE_CHANGED", repair.number, "admin")
    assert changed.details == {"changed": {"service": ["Service one", "Service two"]}}
    assert (deleted.event, deleted.object_repr, deleted.username) == ("REQUEST_DELETED", repair.number, "admin")


def test_closed_step_returns_the_current_state(here: World) -> None:
    repair = factories.repair(here, "COMPLETED")
    with pytest.raises(ApiError) as error:
        _with_another_service(repair, here)
    state = serialize_current_state(REPAIR, repair)
    assert state["status"] == {"key": "COMPLETED", "value": "Completed"}
    assert (error.value.status, error.value.extra) == (409, {"current": state, "isStepClosed": True})
    other = factories.repair(here)
    [later] = REPAIR.get_edit(COMMENT_EDIT).statuses - {other.status}
    with pytest.raises(ApiError) as error:
        save_comment(REPAIR, other.pk, actor=here.supervisor.actor, step=later, text="Early")
    assert error.value.extra == {"current": serialize_current_state(REPAIR, other), "isStepClosed": True}


def test_change_of_service_emits_event_with_former_service(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    emitted: list[Any] = []
    monkeypatch.setattr(notifications, "emit", emitted.append)
    support = factories.request("REMOTE_SUPPORT", here)
    emitted.clear()
    change_service(("REMOTE_SUPPORT",), support.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    [event] = emitted
    assert event.former_service_id == support.service_id
    assert event.service_id == here.service2.user.service_id
    assert (event.actor_id, event.number) == (here.admin.id, support.number)


def test_hooks_run_for_transitions_deletion_and_restoration(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    transitions: list[tuple[str, object]] = []
    visibility_changes: list[str] = []
    process = replace(REPAIR, on_visibility_change=lambda request: visibility_changes.append(request.number))
    monkeypatch.setitem(PROCESSES, "REPAIR", process)
    monkeypatch.setattr(
        workflow_hooks, "on_transition", lambda change, since: transitions.append((change.new_status, since))
    )
    repair = factories.repair(here, ready=True)
    _moved(repair, here)
    assert transitions == [("NEW", repair.created_at), ("IN_SHIPPING_DETAILS", repair.status_since)]
    delete_request(process, repair.pk, actor=here.admin.actor)
    assert visibility_changes == [repair.number]
    support = factories.request("REMOTE_SUPPORT", here)
    assert transitions[-1] == ("INITIAL", support.created_at)
    delete_request(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=here.admin.actor)
    assert visibility_changes == [repair.number]
    restore_request(repair.number)
    restore_request(support.number)
    assert visibility_changes == [repair.number, repair.number]


def test_registered_process_has_triggers_and_edits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("portal_backend.workflow.process.PROCESSES", known := dict[str, Process[Any]]())
    monkeypatch.setattr("portal_backend.workflow.process.find_missing_messages", lambda process: [])
    register_processes(LOAN)
    assert known == {"LOAN": LOAN}
    assert [each.key for each in list_mail_triggers()] == ["ASKED", "LENT", "RETURNED"]
    assert "LOAN" not in PROCESSES
    [one, other] = build_edits(("comment", frozenset({V}), ("ASKED",)), ("lend", frozenset({C}), ("LENT", "ASKED")))
    assert (one.key, one.roles, one.statuses) == ("comment", {V}, {"ASKED"})
    assert (other.key, other.roles, other.statuses) == ("lend", {C}, {"LENT", "ASKED"})
