"""Transitions, edits and version check (409 STALE) of requests (contract 4.1).

Both lock the row first, so of two concurrent requests one succeeds and the other gets 409. The checks follow the order
of the contract: scope (404), a status set by a role other than ADMIN (403), version (409), role at this step (403),
guard (409).
"""

import logging
import uuid
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction

from portal_backend.core.actor import Actor
from portal_backend.core.clock import now
from portal_backend.core.errors import ApiError, forbidden, invalid_field, stale, step_closed
from portal_backend.core.normalization import normalize_key
from portal_backend.core.translations import LazyMessage, translate
from portal_backend.workflow.hooks import workflow_hooks
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.notifications import notify_transition
from portal_backend.workflow.numbering import draw_number
from portal_backend.workflow.process import NO_STATUS, Process
from portal_backend.workflow.scope import get_locked

log = logging.getLogger("portal.transitions")
S = TypeVar("S")


def create_request(process: Process[S], *, actor: Actor, client_id: int, service_id: int) -> ServiceRequest:
    """Create a request in the first status, with the first row of its history.

    `number_request` must complete it in the same transaction.
    """
    moment = now()
    with transaction.atomic(savepoint=False):
        request = ServiceRequest.objects.create(
            kind=process.kind,
            number=uuid.uuid4().hex,  # placeholder until `number_request`, in the same transaction
            client_id=client_id,
            service_id=service_id,
            created_by_id=actor.user_id,
            updated_by_id=actor.user_id,
            status=process.first_step.status,
            status_position=process.get_position(process.first_step.status),
            responsible_role=process.first_step.responsible_role,
            created_at=moment,
            updated_at=moment,
            status_since=moment,
        )
        _record_status_change(request, actor, NO_STATUS, moment)
    return request


def number_request(process: Process[Any], request: ServiceRequest, *, actor: Actor) -> None:
    """Draw the number of a new request, set its search text and notify recipients.

    It must come last in the transaction: other creations wait from the drawn number to the commit.
    """
    lines = list(process.build_search_lines(process.get_context(request)))
    request.context = None  # the creation is complete: a caller that keeps the object reads what is saved later
    request.number = draw_number(process)
    _set_search_text(request, lines)
    request.save()
    notify_transition(process, request, NO_STATUS, actor)


def transition(
    process: Process[S],
    request_id: int,
    *,
    actor: Actor,
    target_status: str | None = None,
    expected_status: str | None = None,
    version: int | None = None,
) -> ServiceRequest:
    """Change the status: Continue, or with `target_status` the direct choice of ADMIN.

    No other code writes a status. Raises 400, 403, 404, 409 STALE or 409 NOT_ALLOWED_TO_CONTINUE without any change.
    """
    with transaction.atomic():
        statuses = {step.status for step in process.steps}
        if expected_status and expected_status not in statuses:
            raise invalid_field("expectedStatus", "choice")
        if target_status and target_status not in statuses and actor.role in process.administrators:
            raise invalid_field("status", "choice")
        request = get_locked(actor, process.kind, request_id)
        if target_status and actor.role not in process.administrators:
            raise forbidden()
        check_version(process, request, expected_status=expected_status, version=version)
        if target_status:
            if target_status == request.status:
                raise invalid_field("status", "current_status")
            return _apply_transition(process, request, target_status, actor)
        step = process.get_step(request.status)
        if step.next is None:
            raise step_closed(serialize_current_state(process, request))
        if actor.role not in step.allowed_roles:
            raise forbidden()
        subject = process.get_context(request)
        if failure := step.guard(subject):
            raise ApiError(409, "NOT_ALLOWED_TO_CONTINUE", failure.reason, fields=dict(failure.fields))
        return _apply_transition(
            process, request, step.next if isinstance(step.next, str) else step.next(subject), actor
        )


def _apply_transition(process: Process[S], request: ServiceRequest, status: str, actor: Actor) -> ServiceRequest:
    old_status, step = request.status, process.get_step(status)
    remarks = process.get_step(old_status).remarks(process.get_context(request))
    request.status = status
    request.status_position = process.get_position(status)
    request.responsible_role = step.responsible_role
    since, request.status_since = request.status_since, now()
    request.completed_at = request.status_since if step.is_terminal else None
    request.expected_on = request.expected_to_leave_by = None  # the forecast applied to the old status
    save_new_version(request, actor)
    _record_status_change(request, actor, old_status, since, remarks)
    notify_transition(process, request, old_status, actor, remarks)
    log.info("transition %s %s to %s user=%s role=%s", request.number, old_status, status, actor.username, actor.role)
    return request


def _record_status_change(
    request: ServiceRequest, actor: Actor, old: str, since: datetime, remarks: Mapping[str, str] | None = None
) -> None:
    """Write the row of the request's history, and call the hook."""
    change = StatusChange.objects.create(
        request=request,
        created_at=request.status_since,
        user_id=actor.user_id,
        role=actor.role,
        old_status=old,
        new_status=request.status,
        remarks=dict(remarks) if remarks else None,
    )
    workflow_hooks.on_transition(change, since)


def save_new_version(request: ServiceRequest, actor: Actor) -> None:
    """Save a locked request with a new version, the time and the user."""
    request.version += 1
    request.updated_at = now()
    request.updated_by_id = actor.user_id
    request.save()


@contextmanager
def locked_edit(
    process: Process[S],
    key: str,
    request_id: int,
    *,
    actor: Actor,
    version: int | None = None,
    is_per_row: bool = False,
) -> Iterator[tuple[ServiceRequest, S]]:
    """Lock a request for an edit that its status allows, and save it afterwards.

    Yields the request and the context of its process, which the block keeps up to date (`Process.get_context`). The
    request then gets a new version and search text; an exception in the block rolls everything back. Raises 404,
    409 STALE (wrong status or old version) or 403. With `is_per_row` the caller compares the version for each row
    (`locked_edit_rows`), so an old version is accepted.
    """
    with transaction.atomic():
        request = _lock_for_edit(process, key, request_id, actor, version, is_per_row=is_per_row)
        yield request, process.get_context(request)
        update_search_text(process, request)
        save_new_version(request, actor)
    log.info("edit %s %s user=%s role=%s", request.number, key, actor.username, actor.role)


def _lock_for_edit(
    process: Process[S], key: str, request_id: int, actor: Actor, version: int | None, *, is_per_row: bool
) -> ServiceRequest:
    rule = process.get_edit(key)
    request = get_locked(actor, process.kind, request_id)
    if not rule.is_open(request):
        raise step_closed(serialize_current_state(process, request))
    check_version(process, request, version=None if is_per_row and (version or 0) <= request.version else version)
    if actor.role not in rule.roles:
        raise forbidden()
    return request


def update_search_text(process: Process[S], request: ServiceRequest) -> None:
    """Update the search text of a locked request; the caller saves it."""
    _set_search_text(request, process.build_search_lines(process.get_context(request)))


def _set_search_text(request: ServiceRequest, search_lines: Iterable[str]) -> None:
    lines = [request.number, *dict.fromkeys(line for line in search_lines if line)]
    request.search_display = "\n".join(line.replace("\n", " ") for line in lines)
    request.search_text = "\n".join(map(normalize_key, request.search_display.split("\n")))


def check_version(
    process: Process[Any], request: ServiceRequest, *, expected_status: str | None = None, version: int | None = None
) -> None:
    """Raise 409 STALE on a version conflict: another status or version was read."""
    if expected_status and expected_status != request.status:
        raise step_closed(serialize_current_state(process, request))
    if version is not None and version != request.version:
        raise stale(serialize_current_state(process, request))


def serialize_current_state(process: Process[Any], request: ServiceRequest) -> dict[str, Any]:
    """Serialize status, version and last change of a request for a 409 response."""
    return {
        "status": {"key": request.status, "value": translate(f"status.{process.kind}.{request.status}")},
        "version": request.version,
        "changedBy": request.updated_by.full_name,
        "changedAt": request.updated_at,
    }


def serialize_save(process: Process[S], request: ServiceRequest, actor: Actor) -> dict[str, Any]:
    """Serialize the result of a save: whether the actor may continue, and the version."""
    return {"isAllowedToContinue": can_continue(process, request, actor), "version": request.version}


def serialize_transition(process: Process[S], request: ServiceRequest, actor: Actor) -> dict[str, Any]:
    """Serialize the result of a transition."""
    status = {"key": request.status, "value": str(LazyMessage(f"status.{process.kind}.{request.status}"))}
    return {"status": status, **serialize_save(process, request, actor)}


def can_continue(process: Process[S], request: ServiceRequest, actor: Actor) -> bool:
    """Return whether the guard holds and the actor's role may continue."""
    step = process.get_step(request.status)
    return (
        not step.is_terminal and actor.role in step.allowed_roles and step.guard(process.get_context(request)) is None
    )
