"""What users think of the portal: written on any page, kept for the administrators (spec 1, 2.4)."""

import logging
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import now
from portal_backend.notifications.models import Feedback
from portal_backend.notifications.schemas import FeedbackIn

log = logging.getLogger("portal.notifications")


def leave_feedback(data: FeedbackIn, *, actor: Actor) -> dict[str, Any]:
    """Keep what was written; answers its id."""
    row = Feedback.objects.create(user_id=actor.user_id, created_at=now(), **data.model_dump())
    log.info("feedback %s user=%s", row.pk, actor.username)
    return {"id": row.pk}
