"""The call that leaves feedback (contract 6.1)."""

from typing import Annotated

from django.conf import settings
from django.http import HttpRequest
from ninja import Header, Router

from portal_backend.accounts.attempts import site_of, throttle
from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.sessions import Gate, actor_of, address_of
from portal_backend.base.answers import Answer
from portal_backend.base.newyork import now
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
    """Say what one thinks of the portal; the same Idempotency-Key says it once."""
    actor = actor_of(request)
    throttle(f"feedback:{site_of(address_of(request))}:{now():%Y%m%d%H}", settings.FEEDBACKS_PER_HOUR, HOUR)
    idempotent("feedback", key, actor, request.body, lambda: leave_feedback(data, actor=actor))
    return Answer(True)
