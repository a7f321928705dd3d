"""Presentation of a request: the tabs, actions and sentences of the interface.

See contract 4.1.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

from portal_backend.core.actor import Actor, Role
from portal_backend.core.clock import format_day, today
from portal_backend.core.translations import LazyMessage, translate
from portal_backend.workflow.models import Comment, ServiceRequest, StatusChange
from portal_backend.workflow.process import (
    HISTORY_TAB,
    NO_STATUS,
    GuardFailure,
    Process,
    Step,
)
from portal_backend.workflow.related_requests import list_related_requests

S = TypeVar("S")


def serialize_status(process: Process[Any], status: str) -> dict[str, str]:
    """Serialize a status: key, label and the tone of its color."""
    return {
        "key": status,
        "value": translate(f"status.{process.kind}.{status}"),
        "tone": process.get_step(status).tone,
    }


def list_statuses(process: Process[Any]) -> list[dict[str, Any]]:
    """Serialize the statuses of a process, and NO_STATUS, which precedes creation."""
    no_status = {
        "key": NO_STATUS,
        "value": translate(f"status.{process.kind}.{NO_STATUS}"),
        "tone": "idle",
        "closed": False,
    }
    return [
        no_status,
        *({**serialize_status(process, each.status), "closed": each.is_terminal} for each in process.steps),
    ]


def serialize_header(process: Process[S], request: ServiceRequest, subject: S, actor: Actor) -> dict[str, Any]:
    """Serialize the data of a request that all kinds share."""
    step = process.get_step(request.status)
    failure = step.guard(subject)
    actions = _serialize_actions(process, request, subject, failure, actor)
    steps = _serialize_steps(process, request, actions, actor)
    if step.is_delivery_confirmation and actor.role not in step.allowed_roles:
        # disabled rather than hidden, by spec 3
        observed = GuardFailure(LazyMessage("guards.delivery_observer"), {})
        actions = [_serialize_continue(process, step, subject, observed), *actions]
    allowed = not step.is_terminal and actor.role in step.allowed_roles and failure is None
    header: dict[str, Any] = {
        "id": request.pk,
        "number": request.number,
        "status": serialize_status(process, request.status),
        "version": request.version,
        "createdAt": request.created_at,
        "updatedAt": request.updated_at,
        "completedAt": request.completed_at,
        "serviceName": request.service.name,
        "actionRequired": request.responsible_role,
        "actionRequiredFromCurrentUser": request.responsible_role == actor.role,
        "isOverdue": is_overdue(process, request),
        "isAllowedToContinue": allowed,
        "process": {
            "kind": process.kind,
            "tab": process.get_tab(request.status, actor.role),
            "turn": _build_instruction(process, request, failure, actor),
            "isYourTurn": request.responsible_role == actor.role,
            "steps": steps,
            "actions": actions,
        },
        "related": list_related_requests(request, actor),
        "approvalComments": {},
    }
    if actor.role != Role.CLIENT:
        header["clientName"] = request.client.name
        header["clientUsername"] = request.created_by.username
    if actor.role in process.administrators:
        others = [each.status for each in process.steps if each.status != request.status]
        header["process"]["statuses"] = [
            {"key": key, "value": translate(f"status.{process.kind}.{key}")} for key in others
        ]
    return header


def is_overdue(process: Process[Any], request: ServiceRequest) -> bool:
    """Return whether the delivery confirmation window has ended without one."""
    waiting = request.status in process.delivery_statuses
    return waiting and request.confirm_delivery_by is not None and today() > request.confirm_delivery_by


def _build_instruction(
    process: Process[S],
    request: ServiceRequest,
    failure: GuardFailure | None,
    actor: Actor,
) -> str:
    """Build the sentence about the next step.

    It is in the second person for the responsible role, and follows the saved data: it begins with what to do, followed
    by the number of remaining rows, or asks for the transition once all are complete. Others read how many decisions
    remain.
    """
    step = process.get_step(request.status)
    is_mine = request.responsible_role == actor.role
    if is_overdue(process, request) and request.confirm_delivery_by:
        return translate(
            "turn.overdue_yours" if is_mine else "turn.overdue_others", day=format_day(request.confirm_delivery_by)
        )
    if step.is_delivery_confirmation and not step.get_due_day(request.confirm_delivery_by):
        return translate("turn.in_transit_yours" if is_mine else "turn.in_transit_others")
    if is_mine and failure is None and step.can_be_incomplete:
        return translate(f"turn.{process.kind}.{step.status}.ready")
    if is_mine:
        instruction = translate(f"turn.{process.kind}.{step.status}.yours")
    else:
        instruction = translate(f"turn.{process.kind}.{step.status}.others")
    is_decision = step.responsible_role == Role.SUPERVISOR
    if failure and failure.total > 1 and (is_mine or is_decision):
        return translate("turn.partly", instruction=instruction, count=len(failure.fields), total=failure.total)
    return instruction


def _serialize_steps(
    process: Process[Any], request: ServiceRequest, actions: list[dict[str, Any]], actor: Actor
) -> list[dict[str, Any]]:
    entered, left, last = _load_visited_tabs(process, request)
    tabs = [tab for tab in process.tabs if tab != HISTORY_TAB or actor.role in process.history_readers]
    current = process.get_tab(request.status, actor.role)
    ended = process.get_step(request.status).is_terminal
    writable = {action["tab"] for action in actions}
    # Tabs before this position can be opened even if ADMIN skipped them; tabs after a rejection were never reached.
    reached = tabs.index(current)
    if ended:
        is_done = process.get_step(request.status).tone == "done" and last in tabs and last != HISTORY_TAB
        reached = tabs.index(last) if is_done and last else 0
    steps = []
    for position, tab in enumerate(tabs):
        if tab == current:
            state = "current"
        elif tab != HISTORY_TAB and tab in entered and (ended or position < reached):
            state = "done"
        else:
            state = "upcoming"
        heading = process.get_heading(tab, request.status, actor.role)
        roles = [step.responsible_role for step in process.steps if step.tab == tab and step.responsible_role]
        role = request.responsible_role if tab == current and not ended else next(iter(roles), None)
        steps.append(
            {
                "key": tab,
                "label": translate(f"tabs.{process.kind}.{tab}" if tab != HISTORY_TAB else "tabs.HISTORY"),
                "actor": role,
                "actorLabel": translate(f"roles.{role}") if role else None,
                "state": state,
                "ending": process.get_step(request.status).tone if ended and tab == last else None,
                "enabled": tab == HISTORY_TAB or state != "upcoming" or position < reached,
                "editable": tab in writable,
                "leftAt": left.get(tab) if state == "done" else None,
                "title": str(heading.title) if heading.title else None,
                "hides": heading.hidden_columns,
            }
        )
    return steps


def _load_visited_tabs(
    process: Process[Any], request: ServiceRequest
) -> tuple[set[str], Mapping[str, datetime], str | None]:
    """Load the tabs visited so far, and when each was left last.

    Returns the entered tabs, the time of the last transition out of each tab, and the tab that was left last.
    """
    tab_of = {step.status: step.tab for step in process.steps}
    entered: set[str] = set()
    left: dict[str, datetime] = {}
    last = None
    rows = StatusChange.objects.filter(request=request).order_by("created_at", "pk")
    for old, new, at in rows.values_list("old_status", "new_status", "created_at"):
        entered.add(tab_of[new])
        if old in tab_of and tab_of[old] != tab_of[new]:
            left[tab_of[old]] = at
            last = tab_of[old]
    return entered, left, last


def _serialize_actions(
    process: Process[S], request: ServiceRequest, subject: S, failure: GuardFailure | None, actor: Actor
) -> list[dict[str, Any]]:
    """Serialize the actor's actions.

    Continue comes first, disabled with a reason while its guard fails.
    """
    step = process.get_step(request.status)
    actions: list[dict[str, Any]] = []
    if not step.is_terminal and actor.role in step.allowed_roles:
        actions.append(_serialize_continue(process, step, subject, failure))
    open_edits = [edit for edit in process.edits if edit.is_open(request) and actor.role in edit.roles]
    actions += [_serialize_action(edit.key, edit.tab or step.tab) for edit in open_edits]
    if actor.role in process.administrators:
        actions.append(_serialize_action("set_status"))
        if process.can_be_deleted:
            actions.append(_serialize_action("delete"))
        if not step.is_terminal:
            actions.append(_serialize_action("change_service"))
    return actions


def _serialize_continue(process: Process[S], step: Step[S], subject: S, failure: GuardFailure | None) -> dict[str, Any]:
    """Serialize Continue, labeled by its next status.

    It asks for confirmation if the next status is chosen by the step and final.
    """
    label: str | LazyMessage = translate(f"continue.{process.kind}.{step.status}")
    confirmation = step.confirmation(subject)
    rejects = False
    if failure is None and callable(step.next):
        target = process.get_step(step.next(subject))
        label = process.continue_labels.get(target.status, label)
        confirmation = process.ending_confirmation if target.is_terminal else confirmation
        rejects = target.tone == "rejected"
    return {
        "key": "continue",
        "label": str(label),
        "tab": step.tab,
        "enabled": failure is None,
        "reason": str(failure.reason) if failure else None,
        "ask": str(confirmation) if confirmation else None,
        "rejects": rejects,
    }


def _serialize_action(key: str, tab: str | None = None) -> dict[str, Any]:
    return {
        "key": key,
        "label": translate(f"actions.{key}"),
        "tab": tab,
        "enabled": True,
        "reason": None,
        "ask": None,
        "rejects": False,
    }


def serialize_comments(process: Process[Any], request: ServiceRequest, actor: Actor) -> dict[int, dict[str, Any]]:
    """Serialize comments by item and step; the request itself is item 0."""
    comments_by_item: dict[int, dict[str, Any]] = {}
    if actor.role not in process.comment_readers:
        return comments_by_item
    rows = Comment.objects.filter(request=request).exclude(text="").select_related("author")
    for row in rows.only("item", "step", "text", "created_at", "author__first_name", "author__last_name"):
        comment = {"text": row.text, "by": row.author.full_name, "at": row.created_at}
        comments_by_item.setdefault(row.item, {})[row.step] = comment
    return comments_by_item
