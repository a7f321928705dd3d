"""Notification events of service requests (contract section 7)."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from portal_backend.core.actor import Actor, Role
from portal_backend.core.clock import today
from portal_backend.core.errors import invalid_field
from portal_backend.core.translations import LazyMessage
from portal_backend.notifications.events import emit
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.recipients import (
    DELIVERY_OVERDUE_TEMPLATE,
    SERVICE_CHANGED_TEMPLATE,
    STATUS_CHANGED_TEMPLATE,
    NotificationEvent,
)
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import NO_STATUS, PROCESSES, Process

log = logging.getLogger("portal.requests")
OVERDUE_ACTION = "DELIVERY_OVERDUE"
SERVICE_CHANGE_ACTION = "CHANGE_REMOTE_SUPPORT_REQUEST_SERVICE"


def build_event(
    process: Process[Any],
    request: ServiceRequest,
    key: str,
    letter: MailTemplate,
    *,
    old_status: str = "",
    actor: Actor | None = None,
) -> NotificationEvent:
    """Build the event of a request in its current status."""
    kind, status = process.kind, request.status
    step, page = process.get_step(status), process.page.format(id=request.pk)
    return NotificationEvent(
        trigger=process.get_mail_trigger(key),
        template=letter,
        number=request.number,
        client_id=request.client_id,
        service_id=request.service_id,
        pages={role: f"{page}?tab={process.get_tab(status, role)}" for role in Role},
        values={
            "new": LazyMessage(f"status.{kind}.{status}"),
            **({"old": LazyMessage(f"status.{kind}.{old_status}")} if old_status and old_status != NO_STATUS else {}),
            **({"who": actor.full_name} if actor else {}),
        },
        instruction=LazyMessage(f"turn.{kind}.{status}.others"),
        responsible_instruction=None if step.is_terminal else LazyMessage(f"turn.{kind}.{status}.yours"),
        responsible_role=step.responsible_role,
        actor_id=actor.user_id if actor else None,
    )


def notify_transition(
    process: Process[Any], request: ServiceRequest, old: str, actor: Actor, remarks: Mapping[str, str] | None = None
) -> None:
    """Notify the recipients of a transition; `remarks` are further findings."""
    new_event = build_event(process, request, request.status, STATUS_CHANGED_TEMPLATE, old_status=old, actor=actor)
    emit(replace(new_event, values={**new_event.values, **remarks}) if remarks else new_event)


def notify_service_change(process: Process[Any], request: ServiceRequest, left_service_id: int, actor: Actor) -> None:
    """Notify the new and the former Service of a request.

    Only for processes whose mail actions include the change.
    """
    if SERVICE_CHANGE_ACTION in process.mail_actions and left_service_id != request.service_id:
        new_event = build_event(process, request, SERVICE_CHANGE_ACTION, SERVICE_CHANGED_TEMPLATE, actor=actor)
        emit(replace(new_event, former_service_id=left_service_id))


def _build_overdue_event(process: Process[Any], request: ServiceRequest) -> NotificationEvent:
    """Build the event of a delivery that is not confirmed in time."""
    overdue_event = build_event(process, request, OVERDUE_ACTION, DELIVERY_OVERDUE_TEMPLATE)
    day: dict[str, object] = {"day": request.confirm_delivery_by or today()}
    return replace(
        overdue_event,
        instruction=LazyMessage("turn.overdue_others", day),
        responsible_instruction=LazyMessage("turn.overdue_yours", day),
    )


def build_hypothetical_event(
    process: Process[Any], request: ServiceRequest, key: str, actor: Actor
) -> NotificationEvent:
    """Build the event of a transition or action that has not happened, for a preview.

    Changes the status of `request` in memory; the caller must not save it. Raises 400 for an unknown key.
    """
    if key in process.mail_actions:
        if key == OVERDUE_ACTION:
            return _build_overdue_event(process, request)
        return build_event(process, request, key, SERVICE_CHANGED_TEMPLATE, actor=actor)
    if key not in {step.status for step in process.steps}:
        raise invalid_field("key", "choice")
    old, request.status = request.status, key
    return build_event(process, request, key, STATUS_CHANGED_TEMPLATE, old_status=old, actor=actor)


def send_overdue_reminders() -> int:
    """Send one reminder for each overdue delivery confirmation (contract 4.1).

    Returns the number of reminders.
    """
    pending = Q()
    for process in PROCESSES.values():
        if OVERDUE_ACTION in process.mail_actions:
            pending |= Q(kind=process.kind, status__in=process.delivery_statuses)
    due = ServiceRequest.objects.filter(pending, deleted_at=None, confirm_delivery_by__lt=today()).exclude(
        reminder_sent_for=F("confirm_delivery_by")
    )
    reminded = 0
    for pk in list(due.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            request = due.select_for_update(of=("self",)).filter(pk=pk).first()
            if request is None or request.confirm_delivery_by is None:  # it has changed since the query
                continue
            ServiceRequest.objects.filter(pk=pk).update(reminder_sent_for=request.confirm_delivery_by)
            emit(_build_overdue_event(PROCESSES[request.kind], request))
            reminded += 1
            log.info("reminded of %s, to be delivered by %s", request.number, request.confirm_delivery_by)
    return reminded
