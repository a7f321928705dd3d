"""Notification events, stored as rows and expanded into emails by a worker.

A transition therefore costs the same for any number of recipients. They are determined at expansion, so users who were
locked or left the scope in between get no email (docs/decisions/0013).
"""

import logging
from datetime import datetime, timedelta
from typing import Any

from django.db import InterfaceError, OperationalError, transaction
from django.db import connection as database
from django.utils import timezone

from portal_backend.core.actor import Role
from portal_backend.core.clock import now
from portal_backend.core.logs import RECURRING
from portal_backend.core.translations import LazyMessage
from portal_backend.notifications.mail_rules import get_triggers
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES
from portal_backend.notifications.models import MailEvent
from portal_backend.notifications.outbox import serialize_values, wake_sender, write_mails
from portal_backend.notifications.recipients import (
    NotificationEvent,
    build_mail,
    get_recipients,
    is_suppressed,
)

log = logging.getLogger("portal.mail")
COPIED_FIELDS = ("number", "client_id", "service_id", "actor_id", "former_service_id")
EVENT_RETRY_DELAY = timedelta(minutes=1)


def emit(event: NotificationEvent) -> None:
    """Store an event in the caller's transaction; it is expanded after the commit."""
    if is_suppressed():
        return
    moment = now()
    MailEvent.objects.create(
        category=event.trigger.category,
        key=event.trigger.key,
        template=event.template.key,
        pages=dict(event.pages),
        values=serialize_values(event.values),
        instructions=serialize_values(
            {
                "others": event.instruction,
                **({"yours": event.responsible_instruction} if event.responsible_instruction else {}),
            }
        ),
        responsible_role=event.responsible_role or "",
        created_at=moment,
        due_at=moment,
        **{name: getattr(event, name) for name in COPIED_FIELDS},
    )
    transaction.on_commit(wake_sender)


def expand_events() -> int:
    """Expand pending events into emails, each event in a transaction of its own.

    Returns the number of handled events.
    """
    expanded = 0
    while _expand_next():
        expanded += 1
    return expanded


def _expand_next() -> bool:
    due = MailEvent.objects.filter(due_at__lte=timezone.now()).order_by("pk")
    if not due.exists():  # outside of a transaction, which on SQLite would block writers
        return False
    can_skip_locked = database.features.has_select_for_update_skip_locked
    with transaction.atomic():
        row = due.select_for_update(skip_locked=can_skip_locked).first()
        if row is None:
            return False
        try:
            with transaction.atomic():
                _expand_event(row)
        except (OperationalError, InterfaceError):
            raise
        except Exception:  # written by another version of the portal, which may still expand it
            log.exception("event %s cannot be read and is postponed", row.pk, extra=RECURRING)
            row.due_at = timezone.now() + EVENT_RETRY_DELAY
            row.save(update_fields=["due_at"])
    return True


def _expand_event(row: MailEvent) -> None:
    event = load_event(row)
    write_mails(build_mail(recipient, event) for recipient in get_recipients(event))
    row.delete()


def load_event(row: MailEvent) -> NotificationEvent:
    """Load a stored event. Raises KeyError or ValueError if its kind is unknown."""
    instructions = {name: _load_message(stored) for name, stored in row.instructions.items()}
    return NotificationEvent(
        trigger=get_triggers()[f"{row.category}:{row.key}"],
        template=MAIL_TEMPLATES[row.template],
        pages={Role(role): page for role, page in row.pages.items()},
        values=row.values,
        instruction=instructions["others"],
        responsible_instruction=instructions.get("yours"),
        responsible_role=Role(row.responsible_role) if row.responsible_role else None,
        mail_event_id=row.pk,
        happened_at=row.created_at,
        **{name: getattr(row, name) for name in COPIED_FIELDS},
    )


def _load_message(stored: dict[str, Any]) -> LazyMessage:
    return LazyMessage(stored["message"], stored["values"])


def purge_old_events(before: datetime) -> None:
    """Delete events from before a time, which no version of the portal could read."""
    MailEvent.objects.filter(created_at__lt=before).delete()
