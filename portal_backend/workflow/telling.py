"""Notification events of service requests (contract section 7)."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import invalid_field
from portal_backend.base.newyork import today
from portal_backend.base.words import Word
from portal_backend.notifications.events import tell
from portal_backend.notifications.letters import Letter
from portal_backend.notifications.telling import MOVED, OVERDUE, SERVICE_CHANGED, Event
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import NONE, PROCESSES, Process

log = logging.getLogger("portal.requests")
OVERDUE_ACTION = "DELIVERY_OVERDUE"
SERVICE_ACTION = "CHANGE_REMOTE_SUPPORT_REQUEST_SERVICE"


def event(
    process: Process[Any], request: Request, key: str, letter: Letter, *, old: str = "", actor: Actor | None = None
) -> Event:
    """Build the event of a request in its current status."""
    kind, status = process.kind, request.status
    step, page = process.step(status), process.page.format(id=request.pk)
    return Event(
        occasion=process.occasion(key),
        letter=letter,
        number=request.number,
        client_id=request.client_id,
        service_id=request.service_id,
        pages={role: f"{page}?tab={process.tab_of(status, role)}" for role in Role},
        values={
            "new": Word(f"status.{kind}.{status}"),
            **({"old": Word(f"status.{kind}.{old}")} if old and old != NONE else {}),
            **({"who": actor.full_name} if actor else {}),
        },
        turn=Word(f"turn.{kind}.{status}.others"),
        your_turn=None if step.terminal else Word(f"turn.{kind}.{status}.yours"),
        acting=step.waits_for,
        actor_id=actor.user_id if actor else None,
    )


def tell_move(
    process: Process[Any], request: Request, old: str, actor: Actor, remarks: Mapping[str, str] | None = None
) -> None:
    """Notify the recipients of a transition; `remarks` are further findings."""
    new_event = event(process, request, request.status, MOVED, old=old, actor=actor)
    tell(replace(new_event, values={**new_event.values, **remarks}) if remarks else new_event)


def tell_change_of_service(process: Process[Any], request: Request, left_service_id: int, actor: Actor) -> None:
    """Notify the new and the former Service of a request.

    Only for processes whose mail actions include the change.
    """
    if SERVICE_ACTION in process.mail_actions and left_service_id != request.service_id:
        new_event = event(process, request, SERVICE_ACTION, SERVICE_CHANGED, actor=actor)
        tell(replace(new_event, left_service_id=left_service_id))


def _overdue(process: Process[Any], request: Request) -> Event:
    """Build the event of a delivery that is not confirmed in time."""
    overdue_event = event(process, request, OVERDUE_ACTION, OVERDUE)
    day: dict[str, object] = {"day": request.deliver_by or today()}
    return replace(overdue_event, turn=Word("turn.overdue_others", day), your_turn=Word("turn.overdue_yours", day))


def supposed(process: Process[Any], request: Request, key: str, actor: Actor) -> Event:
    """Build the event of a transition or action that has not happened, for a preview.

    Changes the status of `request` in memory; the caller must not save it. Raises 400 for an unknown key.
    """
    if key in process.mail_actions:
        if key == OVERDUE_ACTION:
            return _overdue(process, request)
        return event(process, request, key, SERVICE_CHANGED, actor=actor)
    if key not in {step.status for step in process.steps}:
        raise invalid_field("key", "choice")
    old, request.status = request.status, key
    return event(process, request, key, MOVED, old=old, actor=actor)


def remind_of_overdue_deliveries() -> int:
    """Send one reminder for each overdue delivery confirmation (contract 4.1).

    Returns the number of reminders.
    """
    pending = Q()
    for process in PROCESSES.values():
        if OVERDUE_ACTION in process.mail_actions:
            pending |= Q(kind=process.kind, status__in=process.delivery_statuses)
    due = Request.objects.filter(pending, deleted_at=None, deliver_by__lt=today()).exclude(reminded_of=F("deliver_by"))
    reminded = 0
    for pk in list(due.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            request = due.select_for_update(of=("self",)).filter(pk=pk).first()
            if request is None or request.deliver_by is None:  # it has changed since the query
                continue
            Request.objects.filter(pk=pk).update(reminded_of=request.deliver_by)
            tell(_overdue(PROCESSES[request.kind], request))
            reminded += 1
            log.info("reminded of %s, to be delivered by %s", request.number, request.deliver_by)
    return reminded
