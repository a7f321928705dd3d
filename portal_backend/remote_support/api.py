"""Endpoints of remote support requests (contract 6.4)."""

import io
from functools import partial
from typing import Annotated, Any

from django.http import FileResponse, HttpRequest
from ninja import Query, Router

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.rate_limits import throttle_creations
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.errors import get_or_404
from portal_backend.core.responses import ApiResponse, build_download
from portal_backend.core.types import QueryId
from portal_backend.exports.api import mount_export
from portal_backend.remote_support import actions, lists, schemas
from portal_backend.remote_support.calendar import build_calendar_file
from portal_backend.remote_support.checklist import set_checked
from portal_backend.remote_support.models import SupportSession
from portal_backend.remote_support.presenter import (
    read_support,
    serialize_conflicting_sessions,
    serialize_session,
)
from portal_backend.remote_support.process import CREATORS, READERS, SERVICE_CHANGERS, SUPPORT
from portal_backend.resources.routes import mount_list
from portal_backend.workflow import routes
from portal_backend.workflow.actions import change_service
from portal_backend.workflow.routes import IdempotencyKeyHeader, VersionQuery, mount_comment, mount_transition
from portal_backend.workflow.row_saves import enrich_row_conflicts
from portal_backend.workflow.schemas import ApprovalKey, Saved
from portal_backend.workflow.scope import get_readable
from portal_backend.workflow.transitions import serialize_save

router = Router(tags=["remote support"])

mount_list(router, "/support/fetch-remote-support-by-criteria", lists.REMOTE_SUPPORT, TokenAuth)
mount_list(router, "/support/fetch/remote-support/history", lists.HISTORY, TokenAuth)
mount_export(router, f"/files/export/{lists.HISTORY.export_name}/xlsx", lists.HISTORY)
mount_transition(router, "PUT", "/support/update-status", SUPPORT, "remoteSupportId")
mount_comment(router, "/support/save/request/approval/comment", SUPPORT)
respond = partial(routes.build_save_response, SUPPORT)
editors = partial(routes.get_edit_auth, SUPPORT)


@router.put("/support/save", response=schemas.SupportCreated, auth=TokenAuth(CREATORS))
def create(request: HttpRequest, data: schemas.SupportIn, key: IdempotencyKeyHeader) -> ApiResponse:
    """Create a remote support request.

    The same Idempotency-Key returns the first response.
    """
    actor = get_actor(request)

    def create_once() -> dict[str, Any]:
        throttle_creations(actor)
        support = actions.create_support(data, actor=actor)
        return {"id": support.pk, "requestId": support.number}

    return ApiResponse(idempotent("support/save", key, actor, request.body, create_once))


@router.get("/support/fetch/by/id", response=schemas.SupportAnswer, auth=TokenAuth(READERS))
def fetch(request: HttpRequest, id: QueryId) -> ApiResponse:
    """Return a remote support request with the actions open to the user."""
    return ApiResponse(read_support(id, actor=get_actor(request)))


@router.get("/support/calendar", auth=TokenAuth(READERS))
def fetch_calendar(request: HttpRequest, id: QueryId) -> FileResponse:
    """Return the preferred time as a calendar file."""
    name, content = build_calendar_file(id, actor=get_actor(request))
    return build_download(io.BytesIO(content), name, "text/calendar; charset=utf-8")


@router.post("/support/update/initial-approval", response=Saved, auth=editors("initial_approval"))
def post_initial_approval(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="remoteSupportId")],
    status: ApprovalKey,
    version: VersionQuery = None,
) -> ApiResponse:
    """Set the initial approval."""
    return respond(request, actions.decide(request_id, status, actor=get_actor(request), version=version))


@router.put("/support/check", response=Saved, auth=editors("check"))
def put_check(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    point_id: Annotated[QueryId, Query(alias="pointId")],
    ticked: bool,
    version: VersionQuery = None,
) -> ApiResponse:
    """Check or uncheck a point of the checklist."""
    return respond(request, set_checked(request_id, point_id, ticked, actor=get_actor(request), version=version))


@router.post("/support/process/service-review-session", response=schemas.SessionSaved, auth=editors("save_session"))
@enrich_row_conflicts(serialize_conflicting_sessions)
def post_session(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    session: schemas.SessionIn,
    key: IdempotencyKeyHeader,
    version: VersionQuery = None,
) -> ApiResponse:
    """Save a session; the same Idempotency-Key saves it once."""
    actor = get_actor(request)

    def save_once() -> dict[str, Any]:
        changed, row = actions.save_session(request_id, session, actor=actor, version=version)
        return {"request": changed.pk, "session": row.pk}

    stored = idempotent("support/session", key, actor, request.body, save_once)
    changed = get_readable(actor, SUPPORT.kind, stored["request"])
    row = get_or_404(SupportSession.objects, pk=stored["session"])
    saved = serialize_save(SUPPORT, changed, actor)
    return ApiResponse(
        {
            "allowedToContinue": saved["isAllowedToContinue"],
            "version": saved["version"],
            "session": serialize_session(row),
        }
    )


@router.delete("/support/delete/service-review-session", response=Saved, auth=editors("delete_session"))
@enrich_row_conflicts(serialize_conflicting_sessions)
def delete_session(request: HttpRequest, id: QueryId, version: VersionQuery = None) -> ApiResponse:
    """Delete a session."""
    return respond(request, actions.delete_session(id, actor=get_actor(request), version=version))


@router.put("/support/change/service", response=bool, auth=TokenAuth(SERVICE_CHANGERS))
def put_service(
    request: HttpRequest,
    request_id: Annotated[QueryId, Query(alias="requestId")],
    service_id: Annotated[QueryId, Query(alias="serviceId")],
) -> ApiResponse:
    """Assign an open remote support request to another service."""
    change_service((SUPPORT.kind,), request_id, service_id, actor=get_actor(request))
    return ApiResponse(True)
