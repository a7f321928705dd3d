"""Presentation of a request: the tabs, actions and sentences of the interface.

See contract 4.1.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, TypeVar

from portal_backend.base.actor import Actor, Role
from portal_backend.base.newyork import day_text, today
from portal_backend.base.words import Word, word
from portal_backend.workflow.models import Comment, Request, StatusChange
from portal_backend.workflow.origins import related
from portal_backend.workflow.process import HISTORY, NONE, Process, Step, Unmet, no_guard

S = TypeVar("S")


def status_of(process: Process[Any], status: str) -> dict[str, str]:
    """Serialize a status: key, label and the tone of its color."""
    return {
        "key": status,
        "value": word(f"status.{process.kind}.{status}"),
        "tone": process.step(status).tone,
    }


def known_statuses(process: Process[Any]) -> list[dict[str, Any]]:
    """Serialize the statuses of a process, and NO_STATUS, which precedes creation."""
    no_status = {"key": NONE, "value": word(f"status.{process.kind}.{NONE}"), "tone": "idle", "closed": False}
    return [no_status, *({**status_of(process, each.status), "closed": each.terminal} for each in process.steps)]


def head(process: Process[S], request: Request, subject: S, actor: Actor) -> dict[str, Any]:
    """Serialize the data of a request that all kinds share."""
    step = process.step(request.status)
    failure = step.guard(subject)
    actions = _actions(process, request, subject, failure, actor)
    allowed = not step.terminal and actor.role in step.movers and failure is None
    header: dict[str, Any] = {
        "id": request.pk,
        "number": request.number,
        "status": status_of(process, request.status),
        "version": request.version,
        "createdAt": request.created_at,
        "updatedAt": request.updated_at,
        "completedAt": request.completed_at,
        "serviceName": request.service.name,
        "actionRequired": request.waits_for,
        "actionRequiredFromCurrentUser": request.waits_for == actor.role,
        "isOverdue": is_overdue(process, request),
        "isAllowedToContinue": allowed,
        "process": {
            "kind": process.kind,
            "tab": process.tab_of(request.status, actor.role),
            "turn": _turn(process, request, failure, actions, actor),
            "isYourTurn": request.waits_for == actor.role,
            "steps": _steps(process, request, actions, actor),
            "actions": actions,
        },
        "related": related(request, actor),
        "approvalComments": {},
    }
    if actor.role != Role.CLIENT:
        header["clientName"] = request.client.name
        header["clientUsername"] = request.created_by.username
    if actor.role in process.administrators:
        others = [each.status for each in process.steps if each.status != request.status]
        header["process"]["statuses"] = [{"key": key, "value": word(f"status.{process.kind}.{key}")} for key in others]
    return header


def is_overdue(process: Process[Any], request: Request) -> bool:
    """Return whether the delivery confirmation window has ended without one."""
    waiting = request.status in process.delivery_statuses
    return waiting and request.deliver_by is not None and today() > request.deliver_by


def _turn(
    process: Process[S], request: Request, failure: Unmet | None, actions: list[dict[str, Any]], actor: Actor
) -> str:
    """Build the sentence about the next step.

    It is in the second person for the responsible role, and follows the saved data: it has the number of remaining
    fields or, once all are complete, the button to press.
    """
    step = process.step(request.status)
    is_mine = request.waits_for == actor.role
    if is_overdue(process, request) and request.deliver_by:
        return word("turn.overdue_yours" if is_mine else "turn.overdue_others", day=day_text(request.deliver_by))
    if not is_mine:
        return word(f"turn.{process.kind}.{step.status}.others")
    if failure and len(failure.fields) < failure.total:
        return word("turn.partly", count=len(failure.fields), total=failure.total)
    if failure or step.guard is no_guard or step.open_ended:
        return word(f"turn.{process.kind}.{step.status}.yours")
    return word("turn.ready", action=actions[0]["label"])


def _steps(
    process: Process[Any], request: Request, actions: list[dict[str, Any]], actor: Actor
) -> list[dict[str, Any]]:
    entered, left, last = _passage(process, request)
    tabs = [tab for tab in process.tabs if tab != HISTORY or actor.role in process.history_readers]
    current = process.tab_of(request.status, actor.role)
    ended = process.step(request.status).terminal
    writable = {action["tab"] for action in actions}
    # Tabs before this position can be opened even if ADMIN skipped them; tabs after a rejection were never reached.
    reached = tabs.index(current)
    if ended:
        is_done = process.step(request.status).tone == "done" and last in tabs and last != HISTORY
        reached = tabs.index(last) if is_done and last else 0
    steps = []
    for position, tab in enumerate(tabs):
        if tab == current:
            state = "current"
        elif tab != HISTORY and tab in entered and (ended or position < reached):
            state = "done"
        else:
            state = "upcoming"
        heading = process.face(tab, request.status, actor.role)
        roles = [step.waits_for for step in process.steps if step.tab == tab and step.waits_for]
        role = request.waits_for if tab == current and not ended else next(iter(roles), None)
        steps.append(
            {
                "key": tab,
                "label": word(f"tabs.{process.kind}.{tab}" if tab != HISTORY else "tabs.HISTORY"),
                "actor": role,
                "actorLabel": word(f"roles.{role}") if role else None,
                "state": state,
                "ending": process.step(request.status).tone if ended and tab == last else None,
                "enabled": tab == HISTORY or state != "upcoming" or position < reached,
                "editable": tab in writable,
                "leftAt": left.get(tab) if state == "done" else None,
                "title": str(heading.title) if heading.title else None,
                "note": str(heading.note) if heading.note else None,
                "hides": heading.hides,
            }
        )
    return steps


def _passage(process: Process[Any], request: Request) -> tuple[set[str], Mapping[str, datetime], str | None]:
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


def _actions(
    process: Process[S], request: Request, subject: S, failure: Unmet | None, actor: Actor
) -> list[dict[str, Any]]:
    """Serialize the actor's actions.

    Continue comes first, disabled with a reason while its guard fails.
    """
    step = process.step(request.status)
    actions: list[dict[str, Any]] = []
    if not step.terminal and actor.role in step.movers:
        actions.append(_continue(process, step, subject, failure))
    open_edits = [edit for edit in process.edits if edit.is_open(request) and actor.role in edit.roles]
    actions += [_action(edit.key, edit.tab or step.tab) for edit in open_edits]
    if actor.role in process.administrators:
        actions.append(_action("set_status"))
        if process.can_be_deleted:
            actions.append(_action("delete"))
        if not step.terminal:
            actions.append(_action("change_service"))
    return actions


def _continue(process: Process[S], step: Step[S], subject: S, failure: Unmet | None) -> dict[str, Any]:
    """Serialize Continue, labeled by its next status.

    It asks for confirmation if the next status is chosen by the step and final.
    """
    label: str | Word = word(f"continue.{process.kind}.{step.status}")
    confirmation = step.asks(subject)
    if failure is None and callable(step.next):
        target = step.next(subject)
        label = process.detours.get(target, label)
        confirmation = Word("asks.ending") if process.step(target).terminal else confirmation
    return {
        "key": "continue",
        "label": str(label),
        "tab": step.tab,
        "enabled": failure is None,
        "reason": str(failure.reason) if failure else None,
        "ask": str(confirmation) if confirmation else None,
    }


def _action(key: str, tab: str | None = None) -> dict[str, Any]:
    return {"key": key, "label": word(f"actions.{key}"), "tab": tab, "enabled": True, "reason": None, "ask": None}


def comments(process: Process[Any], request: Request, actor: Actor) -> dict[int, dict[str, Any]]:
    """Serialize comments by item and step; the request itself is item 0."""
    comments_by_item: dict[int, dict[str, Any]] = {}
    if actor.role not in process.comment_readers:
        return comments_by_item
    rows = Comment.objects.filter(request=request).exclude(text="").select_related("by")
    for row in rows.only("item", "step", "text", "at", "by__first_name", "by__last_name"):
        comment = {"text": row.text, "by": row.by.full_name, "at": row.at}
        comments_by_item.setdefault(row.item, {})[row.step] = comment
    return comments_by_item
