"""Endpoints of feedback (contract 6.1) and of the notifications in the portal."""

from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from ninja import Header, Query, Router

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.rate_limits import HOUR, build_hourly_key, throttle
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.request_context import get_client_ip, get_client_network
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import QueryId, ShortText
from portal_backend.notifications.feedback import submit_feedback
from portal_backend.notifications.inbox import Notices, get_inbox, mark_read, mark_request_read
from portal_backend.notifications.lists import PORTAL_USERS
from portal_backend.notifications.schemas import FeedbackIn

router = Router(tags=["feedback"])


@router.put("/support/request/feedback", response=bool, auth=TokenAuth(PORTAL_USERS))
def put_feedback(
    request: HttpRequest,
    data: FeedbackIn,
    key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
) -> ApiResponse:
    """Submit feedback; a repeated Idempotency-Key does not submit it twice."""
    actor = get_actor(request)
    network = get_client_network(get_client_ip(request))
    throttle(build_hourly_key("feedback", network), settings.FEEDBACKS_PER_HOUR, HOUR)
    idempotent("feedback", key, actor, request.body, lambda: submit_feedback(data, actor=actor))
    return ApiResponse(True)


@router.get("/notifications", response=Notices, auth=TokenAuth(PORTAL_USERS))
def fetch_notifications(request: HttpRequest) -> ApiResponse:
    """Return the caller's latest notifications and the number of unread ones."""
    return ApiResponse(get_inbox(get_actor(request)))


@router.put("/notifications/seen", response=bool, auth=TokenAuth(PORTAL_USERS))
def put_notifications_read(request: HttpRequest, up_to: Annotated[QueryId, Query(alias="upTo")]) -> ApiResponse:
    """Mark the caller's notifications as read, up to and including one."""
    mark_read(up_to, actor=get_actor(request))
    return ApiResponse(True)


@router.put("/notifications/seen/request", response=int, auth=TokenAuth(PORTAL_USERS))
def put_request_notifications_read(request: HttpRequest, number: ShortText) -> ApiResponse:
    """Mark the caller's notifications of a request as read; return their number."""
    return ApiResponse(mark_request_read(number, actor=get_actor(request)))
