"""Feedback of users, stored and sent to the administrators (spec 1, 2.4)."""

import logging
from typing import Any

from django.db import transaction

from portal_backend.accounts.models import User
from portal_backend.core.actor import Actor, Role
from portal_backend.core.clock import now
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.models import Feedback
from portal_backend.notifications.outbox import NewMail, enqueue_mails
from portal_backend.notifications.schemas import FeedbackIn

log = logging.getLogger("portal.notifications")
FEEDBACK_TEMPLATE = MailTemplate("feedback", fields=("writer", "page"))


@transaction.atomic
def submit_feedback(data: FeedbackIn, *, actor: Actor) -> dict[str, Any]:
    """Store feedback and email it to the administrators (contract section 7)."""
    row = Feedback.objects.create(user_id=actor.user_id, created_at=now(), **data.model_dump())
    administrators = User.objects.filter(role=Role.ADMIN, locked=False).order_by("pk")
    values = {
        "title": data.title,
        "content": data.content,
        "writer": f"{actor.full_name} ({actor.username})",
        "page": " ".join(part for part in (data.page_name, data.page_path) if part),
    }
    enqueue_mails(
        NewMail(
            to,
            language,
            FEEDBACK_TEMPLATE.key,
            "FEEDBACK",
            values,
            path="feedback",
            reference=actor.username,
            user_id=pk,
            caused_by_id=actor.user_id,
        )
        for pk, to, language in administrators.values_list("pk", "email", "language")
    )
    log.info("feedback %s user=%s", row.pk, actor.username)
    return {"id": row.pk}
