"""Endpoints of remote support requests (contract 6.4)."""

import io
from functools import partial
from typing import Annotated, Any

from django.http import FileResponse, HttpRequest
from ninja import Query, Router

from portal_backend.accounts.attempts import throttle_creations
from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer, attachment
from portal_backend.base.errors import not_found
from portal_backend.base.fields import QueryId
from portal_backend.exports.mounting import mount_export
from portal_backend.remote_support import actions, lists, schemas
from portal_backend.remote_support.calendar import calendar_entry
from portal_backend.remote_support.checking import check
from portal_backend.remote_support.models import Session
from portal_backend.remote_support.process import CREATORS, READERS, SERVICE_CHANGERS, SUPPORT
from portal_backend.remote_support.reading import described_session, described_sessions, read_support
from portal_backend.resources.mounting import mount_list
from portal_backend.workflow import mounting
from portal_backend.workflow.actions import change_service
from portal_backend.workflow.mounting import IdempotencyKey, Version, mount_comment, mount_move
from portal_backend.workflow.moves import save_answer
from portal_backend.workflow.row_saves import described_conflicts
from portal_backend.workflow.schemas import ApprovalKey, Saved
from portal_backend.workflow.scope import get_readable

router = Router(tags=["remote support"])

mount_list(router, "/support/fetch-remote-support-by-criteria", lists.REMOTE_SUPPORT, Gate)
mount_list(router, "/support/fetch/remote-support/history", lists.HISTORY, Gate)
mount_export(router, f"/files/export/{lists.HISTORY.export}/xlsx", lists.HISTORY)
mount_move(router, "PUT", "/support/update-status", SUPPORT, "remoteSupportId")
mount_comment(router, "/support/save/request/approval/comment", SUPPORT)
answer = partial(mounting.answer, SUPPORT)
editors = partial(mounting.editors, SUPPORT)


@router.put("/support/save", response=schemas.SupportCreated, auth=Gate(CREATORS))
def create(request: HttpRequest, data: schemas.SupportIn, key: IdempotencyKey) -> Answer:
    """Create a remote support request.

    The same Idempotency-Key returns the first response.
    """
    actor = actor_of(request)

    def create_once() -> dict[str, Any]:
        throttle_creations(actor)
        support = actions.create_support(data, actor=actor)
        return {"id": support.pk, "requestId": support.number}

    return Answer(idempotent("support/save", key, actor, request.body, create_once))


@router.get("/support/fetch/by/id", response=schemas.SupportAnswer, auth=Gate(READERS))
def fetch(request: HttpRequest, id: QueryId) -> Answer:
    """Return a remote support request with the actions open to the user."""
    return Answer(read_support(id, actor=actor_of(request)))


@router.get("/support/calendar", auth=Gate(READERS))
def fetch_calendar(request: HttpRequest, id: QueryId) -> FileResponse:
    """Return the preferred time as a calendar file."""
    name, content = calendar_entry(id, actor=actor_of(request))
    return attachment(io.BytesIO(content), name, "text/calendar; charset=utf-8")


@router.post("/support/update/initial-approval", response=Saved, auth=editors("initial_approval"))
def post_approval(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="remoteSupportId")],
    status: ApprovalKey,
    version: Version = None,
) -> Answer:
    """Set the initial approval."""
    return answer(request, actions.decide(request_id, status, actor=actor_of(request), version=version))


@router.put("/support/check", response=Saved, auth=editors("check"))
def put_check(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    point_id: Annotated[QueryId, Query(alias="pointId")],
    ticked: bool,
    version: Version = None,
) -> Answer:
    """Check or uncheck a point of the checklist."""
    return answer(request, check(request_id, point_id, ticked, actor=actor_of(request), version=version))


@router.post("/support/process/service-review-session", response=schemas.SessionSaved, auth=editors("save_session"))
@described_conflicts(described_sessions)
def post_session(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    session: schemas.SessionIn,
    key: IdempotencyKey,
    version: Version = None,
) -> Answer:
    """Save a session; the same Idempotency-Key saves it once."""
    actor = actor_of(request)

    def save_once() -> dict[str, Any]:
        changed, row = actions.save_session(request_id, session, actor=actor, version=version)
        return {"request": changed.pk, "session": row.pk}

    stored = idempotent("support/session", key, actor, request.body, save_once)
    changed = get_readable(actor, SUPPORT.kind, stored["request"])
    row = Session.objects.filter(pk=stored["session"]).first()
    if row is None:
        raise not_found()
    saved = save_answer(SUPPORT, changed, actor)
    return Answer(
        {
            "allowedToContinue": saved["isAllowedToContinue"],
            "version": saved["version"],
            "session": described_session(row),
        }
    )


@router.delete("/support/delete/service-review-session", response=Saved, auth=editors("delete_session"))
@described_conflicts(described_sessions)
def delete_session(request: HttpRequest, id: QueryId, version: Version = None) -> Answer:
    """Delete a session."""
    return answer(request, actions.delete_session(id, actor=actor_of(request), version=version))


@router.put("/support/change/service", response=bool, auth=Gate(SERVICE_CHANGERS))
def put_service(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    service_id: Annotated[QueryId, Query(alias="serviceId")],
) -> Answer:
    """Assign an open remote support request to another service."""
    change_service((SUPPORT.kind,), request_id, service_id, actor=actor_of(request))
    return Answer(True)
