"""Comments, deletion, restoration and change of Service of service requests."""

import logging
from typing import Any

from django.db import transaction

from portal_backend.accounts.models import Service
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.actor import Actor
from portal_backend.core.clock import now
from portal_backend.core.errors import forbidden, invalid_field, not_found, step_closed
from portal_backend.workflow.models import Comment, ServiceRequest
from portal_backend.workflow.notifications import notify_service_change
from portal_backend.workflow.process import COMMENT_EDIT, PROCESSES, Process
from portal_backend.workflow.scope import get_locked
from portal_backend.workflow.transitions import (
    check_version,
    locked_edit,
    save_new_version,
    serialize_current_state,
    update_search_text,
)

log = logging.getLogger("portal.requests")


def save_comment(process: Process[Any], request_id: int, *, actor: Actor, step: str, text: str, item: int = 0) -> None:
    """Set the comment of a request or one of its items in a step, replacing any other.

    Raises 400 for a step without comments, 404 for another request's item, 409 in another status than `step`.
    """
    if step not in process.get_edit(COMMENT_EDIT).statuses:
        raise invalid_field("status", "choice")
    with locked_edit(process, COMMENT_EDIT, request_id, actor=actor) as (request, _):
        if request.status != step:
            raise step_closed(serialize_current_state(process, request))
        if item and item not in set(process.list_item_ids(request)):
            raise not_found()
        Comment.objects.update_or_create(
            request=request,
            item=item,
            step=step,
            defaults={"text": text, "author_id": actor.user_id, "created_at": now()},
        )


def delete_request(process: Process[Any], request_id: int, *, actor: Actor, version: int | None = None) -> None:
    """Delete a request: hide it from all lists, counts and exports (contract 4.1).

    `restore_request` undoes it. Raises 403, 404 or 409.
    """
    with transaction.atomic():
        request = get_locked(actor, process.kind, request_id)
        check_version(process, request, version=version)
        if actor.role not in process.administrators:
            raise forbidden()
        request.deleted_at = now()
        save_new_version(request, actor)
        process.on_visibility_change(request)
        log.info("deleted %s user=%s", request.number, actor.username)
        record_event(AuditEvent.REQUEST_DELETED, request.number, actor=actor, object_ref=(request.kind, request.pk))


def change_service(kinds: tuple[str, ...], request_id: int, service_id: int, *, actor: Actor) -> None:
    """Assign an open request to another Service, out of the former one's scope.

    Raises 400, 404 or 409.
    """
    with transaction.atomic():
        service = Service.objects.filter(pk=service_id).first()
        if service is None:
            raise invalid_field("serviceId", "choice")
        request = get_locked(actor, None, request_id)
        if request.kind not in kinds:
            raise not_found()
        process = PROCESSES[request.kind]
        if process.get_step(request.status).is_terminal:
            raise step_closed(serialize_current_state(process, request))
        former, request.service = request.service, service
        update_search_text(process, request)
        save_new_version(request, actor)
        notify_service_change(process, request, former.pk, actor)
        log.info("service of %s changed from %s to %s user=%s", request.number, former.pk, service.pk, actor.username)
        changed, subject = {"service": [former.name, service.name]}, (request.kind, request.pk)
        record_event(AuditEvent.SERVICE_CHANGED, request.number, actor=actor, object_ref=subject, changed=changed)


def restore_request(number: str) -> ServiceRequest:
    """Restore a deleted request. Raises ServiceRequest.DoesNotExist."""
    with transaction.atomic():
        request = ServiceRequest.objects.select_for_update(of=("self",)).get(number=number, deleted_at__isnull=False)
        request.deleted_at = None
        request.save(update_fields=["deleted_at"])
        PROCESSES[request.kind].on_visibility_change(request)
        return request
