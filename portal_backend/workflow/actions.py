"""Comments, deletion, restoration and change of Service of service requests."""

import logging
from typing import Any

from django.db import transaction

from portal_backend.accounts.models import Service
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor
from portal_backend.base.errors import forbidden, invalid_field, not_found, step_closed
from portal_backend.base.generations import begin_generation
from portal_backend.base.newyork import now
from portal_backend.workflow.models import Comment, Request
from portal_backend.workflow.moves import check_version, current_state, edit, index, save_new_version
from portal_backend.workflow.process import COMMENT, PROCESSES, Process
from portal_backend.workflow.scope import locked
from portal_backend.workflow.telling import tell_change_of_service
from portal_backend.workflow.tracking import came_or_went

log = logging.getLogger("portal.requests")


def save_comment(process: Process[Any], request_id: int, *, actor: Actor, step: str, text: str, item: int = 0) -> None:
    """Set the comment of a request or one of its items in a step, replacing any other.

    Raises 400 for a step without comments, 404 for another request's item, 409 in another status than `step`.
    """
    if step not in process.edit(COMMENT).statuses:
        raise invalid_field("status", "choice")
    with edit(process, COMMENT, request_id, actor=actor) as (request, _):
        if request.status != step:
            raise step_closed(current_state(process, request))
        if item and item not in set(process.items(request)):
            raise not_found()
        Comment.objects.update_or_create(
            request=request,
            item=item,
            step=step,
            defaults={"text": text, "by_id": actor.user_id, "at": now()},
        )


def delete_request(process: Process[Any], request_id: int, *, actor: Actor, version: int | None = None) -> None:
    """Delete a request: hide it from all lists, counts and exports (contract 4.1).

    `restore_request` undoes it. Raises 403, 404 or 409.
    """
    with transaction.atomic():
        request = locked(actor, process.kind, request_id)
        check_version(process, request, version=version)
        if actor.role not in process.administrators:
            raise forbidden()
        request.deleted_at = now()
        save_new_version(request, actor)
        came_or_went(request)
        begin_generation("requests")
        log.info("deleted %s user=%s", request.number, actor.username)
        record(Event.REQUEST_DELETED, request.number, actor=actor, subject=(request.kind, request.pk))


def change_service(kinds: tuple[str, ...], request_id: int, service_id: int, *, actor: Actor) -> None:
    """Assign an open request to another Service, out of the former one's scope.

    Raises 400, 404 or 409.
    """
    with transaction.atomic():
        service = Service.objects.filter(pk=service_id).first()
        if service is None:
            raise invalid_field("serviceId", "choice")
        request = locked(actor, None, request_id)
        if request.kind not in kinds:
            raise not_found()
        process = PROCESSES[request.kind]
        if process.step(request.status).terminal:
            raise step_closed(current_state(process, request))
        former, request.service = request.service, service
        index(process, request)
        save_new_version(request, actor)
        begin_generation("requests")
        tell_change_of_service(process, request, former.pk, actor)
        log.info("service of %s changed from %s to %s user=%s", request.number, former.pk, service.pk, actor.username)
        changed, subject = {"service": [former.name, service.name]}, (request.kind, request.pk)
        record(Event.SERVICE_CHANGED, request.number, actor=actor, subject=subject, changed=changed)


def restore_request(number: str) -> Request:
    """Restore a deleted request. Raises ServiceRequest.DoesNotExist."""
    with transaction.atomic():
        request = Request.objects.select_for_update(of=("self",)).get(number=number, deleted_at__isnull=False)
        request.deleted_at = None
        request.save(update_fields=["deleted_at"])
        came_or_went(request)
        begin_generation("requests")
        return request
