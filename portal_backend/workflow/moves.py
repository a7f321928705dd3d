"""Transitions and edits of service requests (contract section 4.1).

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

from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, forbidden, invalid_field, stale, step_closed
from portal_backend.base.generations import begin_generation
from portal_backend.base.newyork import now
from portal_backend.base.normalization import normalize_key
from portal_backend.base.words import Word, word
from portal_backend.workflow.models import Request, StatusChange
from portal_backend.workflow.numbering import draw_number
from portal_backend.workflow.process import NONE, Process
from portal_backend.workflow.scope import locked
from portal_backend.workflow.telling import tell_move
from portal_backend.workflow.tracking import track

log = logging.getLogger("portal.moves")
S = TypeVar("S")


def open_request(process: Process[S], *, actor: Actor, client_id: int, service_id: int) -> Request:
    """Create a request in the first status, with the first row of its history.

    `number_request` must complete it in the same transaction.
    """
    moment = now()
    with transaction.atomic(savepoint=False):
        request = Request.objects.create(
            kind=process.kind,
            number=uuid.uuid4().hex,  # placeholder until `number_request`, in the same transaction
            client_id=client_id,
            service_id=service_id,
            created_by_id=actor.user_id,
            updated_by_id=actor.user_id,
            status=process.first.status,
            place=process.place(process.first.status),
            waits_for=process.first.waits_for,
            created_at=moment,
            updated_at=moment,
            entered_at=moment,
        )
        _record(request, actor, NONE, moment)
        begin_generation("requests")
    return request


def number_request(process: Process[S], request: Request, *, actor: Actor, subject: S | None = None) -> None:
    """Draw the number of a new request, set its search text and notify recipients.

    It must come last in the transaction: other creations wait from the drawn number to the commit.
    """
    lines = list(process.search_lines(subject or process.subject(request)))
    request.number = draw_number(process)
    _set_search_lines(request, lines)
    request.save()
    tell_move(process, request, NONE, actor)


def move(
    process: Process[S],
    request_id: int,
    *,
    actor: Actor,
    target: str | None = None,
    expected: str | None = None,
    version: int | None = None,
) -> Request:
    """Change the status: Continue, or with `target_status` the direct choice of ADMIN.

    No other code writes a status. Raises 400, 403, 404, 409 STALE or 409 NOT_ALLOWED_TO_CONTINUE without any change.
    """
    with transaction.atomic():
        statuses = {step.status for step in process.steps}
        if expected and expected not in statuses:
            raise invalid_field("expectedStatus", "choice")
        if target and target not in statuses and actor.role in process.administrators:
            raise invalid_field("status", "choice")
        request = locked(actor, process.kind, request_id)
        if target and actor.role not in process.administrators:
            raise forbidden()
        check_version(process, request, expected=expected, version=version)
        if target:
            if target == request.status:
                raise invalid_field("status", "current_status")
            return _write(process, request, target, actor)
        step = process.step(request.status)
        if step.next is None:
            raise step_closed(current_state(process, request))
        if actor.role not in step.movers:
            raise forbidden()
        subject = process.subject(request)
        if failure := step.guard(subject):
            raise Refusal(409, "NOT_ALLOWED_TO_CONTINUE", failure.reason, fields=dict(failure.fields))
        return _write(process, request, step.next if isinstance(step.next, str) else step.next(subject), actor)


def _write(process: Process[S], request: Request, status: str, actor: Actor) -> Request:
    old_status, step = request.status, process.step(status)
    remarks = process.step(old_status).remarks(process.subject(request))
    request.status = status
    request.place = process.place(status)
    request.waits_for = step.waits_for
    since, request.entered_at = request.entered_at, now()
    request.completed_at = request.entered_at if step.terminal else None
    request.expected_on = request.late_after = None  # the forecast applied to the old status
    save_new_version(request, actor)
    _record(request, actor, old_status, since, remarks)
    begin_generation("requests")
    tell_move(process, request, old_status, actor, remarks)
    log.info("move %s %s to %s user=%s role=%s", request.number, old_status, status, actor.username, actor.role)
    return request


def _record(
    request: Request, actor: Actor, old: str, since: datetime, remarks: Mapping[str, str] | None = None
) -> None:
    change = StatusChange.objects.create(
        request=request,
        created_at=request.entered_at,
        user_id=actor.user_id,
        role=actor.role,
        old_status=old,
        new_status=request.status,
        remarks=dict(remarks) if remarks else None,
    )
    track(change, since)


def save_new_version(request: Request, actor: Actor) -> None:
    """Save a locked request with a new version, the time and the user."""
    request.version += 1
    request.updated_at = now()
    request.updated_by_id = actor.user_id
    request.save()


@contextmanager
def edit(
    process: Process[S],
    key: str,
    request_id: int,
    *,
    actor: Actor,
    version: int | None = None,
    by_row: bool = False,
) -> Iterator[tuple[Request, S]]:
    """Lock a request for an edit that its status allows, and save it afterwards.

    Yields the request and the context of its process. The request then gets a new version and search text; an exception
    in the block rolls everything back. Raises 404, 409 STALE (wrong status or old version) or 403. With `is_per_row`
    the caller compares the version for each row (`locked_edit_rows`), so an old version is accepted.
    """
    with transaction.atomic():
        request = _lock_for_edit(process, key, request_id, actor, version, by_row=by_row)
        yield request, process.subject(request)
        index(process, request)
        save_new_version(request, actor)
    log.info("edit %s %s user=%s role=%s", request.number, key, actor.username, actor.role)


def _lock_for_edit(
    process: Process[S], key: str, request_id: int, actor: Actor, version: int | None, *, by_row: bool
) -> Request:
    rule = process.edit(key)
    request = locked(actor, process.kind, request_id)
    if not rule.is_open(request):
        raise step_closed(current_state(process, request))
    check_version(process, request, version=None if by_row and (version or 0) <= request.version else version)
    if actor.role not in rule.roles:
        raise forbidden()
    return request


def index(process: Process[S], request: Request) -> None:
    """Update the search text of a locked request; the caller saves it."""
    _set_search_lines(request, process.search_lines(process.subject(request)))


def _set_search_lines(request: Request, search_lines: Iterable[str]) -> None:
    lines = [request.number, *dict.fromkeys(line for line in search_lines if line)]
    request.search_lines = "\n".join(line.replace("\n", " ") for line in lines)
    request.search_text = "\n".join(map(normalize_key, request.search_lines.split("\n")))


def check_version(
    process: Process[Any], request: Request, *, expected: str | None = None, version: int | None = None
) -> None:
    """Raise 409 STALE if the client has read another status or version."""
    if expected and expected != request.status:
        raise step_closed(current_state(process, request))
    if version is not None and version != request.version:
        raise stale(current_state(process, request))


def current_state(process: Process[Any], request: Request) -> dict[str, Any]:
    """Serialize status, version and last change of a request for a 409 response."""
    return {
        "status": {"key": request.status, "value": word(f"status.{process.kind}.{request.status}")},
        "version": request.version,
        "changedBy": request.updated_by.full_name,
        "changedAt": request.updated_at,
    }


def save_answer(process: Process[S], request: Request, actor: Actor) -> dict[str, Any]:
    """Serialize the result of a save: whether the actor may continue, and the version."""
    return {"isAllowedToContinue": may_continue(process, request, actor), "version": request.version}


def move_answer(process: Process[S], request: Request, actor: Actor) -> dict[str, Any]:
    """Serialize the result of a transition."""
    status = {"key": request.status, "value": str(Word(f"status.{process.kind}.{request.status}"))}
    return {"status": status, **save_answer(process, request, actor)}


def may_continue(process: Process[S], request: Request, actor: Actor) -> bool:
    """Return whether the guard holds and the actor's role may continue."""
    step = process.step(request.status)
    return not step.terminal and actor.role in step.movers and step.guard(process.subject(request)) is None
