"""What a caller may do with a request now: the tabs, buttons and sentences that the interface draws (contract 4.1)."""

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
    """A status as one object is read: key, localised value, and the tone that it is coloured by."""
    return {
        "key": status,
        "value": word(f"status.{process.kind}.{status}"),
        "tone": process.step(status).tone,
    }


def known_statuses(process: Process[Any]) -> list[dict[str, Any]]:
    """Every status that a screen may meet, also the one from which a request is created."""
    before = {"key": NONE, "value": word(f"status.{process.kind}.{NONE}"), "tone": "idle", "closed": False}
    return [before, *({**status_of(process, each.status), "closed": each.terminal} for each in process.steps)]


def head(process: Process[S], request: Request, subject: S, actor: Actor) -> dict[str, Any]:
    """What every kind answers of a request beside its own data."""
    step = process.step(request.status)
    missing = step.guard(subject)
    actions = _actions(process, request, subject, missing, actor)
    allowed = not step.terminal and actor.role in step.movers and missing is None
    answer: dict[str, Any] = {
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
            "turn": _turn(process, request, missing, actions, actor),
            "isYourTurn": request.waits_for == actor.role,
            "steps": _steps(process, request, actions, actor),
            "actions": actions,
        },
        "related": related(request, actor),
        "approvalComments": {},
    }
    if actor.role != Role.CLIENT:
        answer["clientName"] = request.client.name
        answer["clientUsername"] = request.created_by.username
    if actor.role in process.administrators:
        others = [each.status for each in process.steps if each.status != request.status]
        answer["process"]["statuses"] = [{"key": key, "value": word(f"status.{process.kind}.{key}")} for key in others]
    return answer


def is_overdue(process: Process[Any], request: Request) -> bool:
    """Whether the request still waits after its delivery confirmation window."""
    waiting = request.status in process.delivery_statuses
    return waiting and request.deliver_by is not None and today() > request.deliver_by


def _turn(
    process: Process[S], request: Request, missing: Unmet | None, actions: list[dict[str, Any]], actor: Actor
) -> str:
    """One sentence that says who must do what next, in the second person for the one who must.

    It follows what is saved: what is left of many, and once nothing is left the button to press.
    """
    step = process.step(request.status)
    mine = request.waits_for == actor.role
    if is_overdue(process, request) and request.deliver_by:
        return word("turn.overdue_yours" if mine else "turn.overdue_others", day=day_text(request.deliver_by))
    if not mine:
        return word(f"turn.{process.kind}.{step.status}.others")
    if missing and len(missing.fields) < missing.total:
        return word("turn.partly", count=len(missing.fields), total=missing.total)
    if missing or step.guard is no_guard or step.open_ended:
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
    # Tabs before this one can be opened though a jump passed over them; what a rejection cut off was never reached.
    reached = tabs.index(current)
    if ended:
        is_done = process.step(request.status).tone == "done" and last in tabs and last != HISTORY
        reached = tabs.index(last) if is_done and last else 0
    answer = []
    for position, tab in enumerate(tabs):
        if tab == current:
            state = "current"
        elif tab != HISTORY and tab in entered and (ended or position < reached):
            state = "done"
        else:
            state = "upcoming"
        face = process.face(tab, request.status, actor.role)
        waiters = [step.waits_for for step in process.steps if step.tab == tab and step.waits_for]
        waiter = request.waits_for if tab == current and not ended else next(iter(waiters), None)
        answer.append(
            {
                "key": tab,
                "label": word(f"tabs.{process.kind}.{tab}" if tab != HISTORY else "tabs.HISTORY"),
                "actor": waiter,
                "actorLabel": word(f"roles.{waiter}") if waiter else None,
                "state": state,
                "ending": process.step(request.status).tone if ended and tab == last else None,
                "enabled": tab == HISTORY or state != "upcoming" or position < reached,
                "editable": tab in writable,
                "leftAt": left.get(tab) if state == "done" else None,
                "title": str(face.title) if face.title else None,
                "note": str(face.note) if face.note else None,
                "hides": face.hides,
            }
        )
    return answer


def _passage(process: Process[Any], request: Request) -> tuple[set[str], Mapping[str, datetime], str | None]:
    """The tabs that were entered, when each was left last, and the one that was left last of all."""
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
    process: Process[S], request: Request, subject: S, missing: Unmet | None, actor: Actor
) -> list[dict[str, Any]]:
    """What the caller may do now; Continue comes first, disabled with the reason while its guard does not hold."""
    step = process.step(request.status)
    actions: list[dict[str, Any]] = []
    if not step.terminal and actor.role in step.movers:
        actions.append(_continue(process, step, subject, missing))
    open_edits = [edit for edit in process.edits if edit.is_open(request) and actor.role in edit.roles]
    actions += [_action(edit.key, edit.tab or step.tab) for edit in open_edits]
    if actor.role in process.administrators:
        actions.append(_action("set_status"))
        if process.can_be_deleted:
            actions.append(_action("delete"))
        if not step.terminal:
            actions.append(_action("change_service"))
    return actions


def _continue(process: Process[S], step: Step[S], subject: S, missing: Unmet | None) -> dict[str, Any]:
    """The move that the caller may make, called by where it leads; it asks before it ends the request unasked for."""
    label: str | Word = word(f"continue.{process.kind}.{step.status}")
    ask = step.asks(subject)
    if missing is None and callable(step.next):
        target = step.next(subject)
        label = process.detours.get(target, label)
        ask = Word("asks.ending") if process.step(target).terminal else ask
    return {
        "key": "continue",
        "label": str(label),
        "tab": step.tab,
        "enabled": missing is None,
        "reason": str(missing.reason) if missing else None,
        "ask": str(ask) if ask else None,
    }


def _action(key: str, tab: str | None = None) -> dict[str, Any]:
    return {"key": key, "label": word(f"actions.{key}"), "tab": tab, "enabled": True, "reason": None, "ask": None}


def comments(process: Process[Any], request: Request, actor: Actor) -> dict[int, dict[str, Any]]:
    """Comments by item (0: the request) and step, for the roles that read them."""
    found: dict[int, dict[str, Any]] = {}
    if actor.role not in process.comment_readers:
        return found
    rows = Comment.objects.filter(request=request).exclude(text="").select_related("by")
    for row in rows.only("item", "step", "text", "at", "by__first_name", "by__last_name"):
        by = {"text": row.text, "by": row.by.full_name, "at": row.at}
        found.setdefault(row.item, {})[row.step] = by
    return found
