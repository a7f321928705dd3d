"""Endpoints of feedback (contract 6.1) and of the notifications in the portal."""

from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from ninja import Header, Query, Router

from portal_backend.accounts.attempts import site_of, throttle
from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.calls import address_of
from portal_backend.base.fields import QueryId
from portal_backend.base.newyork import now
from portal_backend.notifications.bell import Notices, mark_seen, notices
from portal_backend.notifications.feedback import leave_feedback
from portal_backend.notifications.lists import WRITERS
from portal_backend.notifications.schemas import FeedbackIn

router = Router(tags=["feedback"])
HOUR = 3_600


@router.put("/support/request/feedback", response=bool, auth=Gate(WRITERS))
def put_feedback(
    request: HttpRequest,
    data: FeedbackIn,
    key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
) -> Answer:
    """Submit feedback; a repeated Idempotency-Key does not submit it twice."""
    actor = actor_of(request)
    throttle(f"feedback:{site_of(address_of(request))}:{now():%Y%m%d%H}", settings.FEEDBACKS_PER_HOUR, HOUR)
    idempotent("feedback", key, actor, request.body, lambda: leave_feedback(data, actor=actor))
    return Answer(True)


@router.get("/notifications", response=Notices, auth=Gate(WRITERS))
def fetch_notices(request: HttpRequest) -> Answer:
    """Return the caller's latest notifications and the number of unread ones."""
    return Answer(notices(actor_of(request)))


@router.put("/notifications/seen", response=bool, auth=Gate(WRITERS))
def put_seen(request: HttpRequest, up_to: Annotated[QueryId, Query(alias="upTo")]) -> Answer:
    """Mark the caller's notifications as read, up to and including one."""
    mark_seen(up_to, actor=actor_of(request))
    return Answer(True)
