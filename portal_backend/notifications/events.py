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

from portal_backend.base.actor import Role
from portal_backend.base.logs import RECURRING
from portal_backend.base.newyork import now
from portal_backend.base.words import Word
from portal_backend.notifications.letters import LETTERS
from portal_backend.notifications.matrix import OCCASIONS
from portal_backend.notifications.models import MailEvent
from portal_backend.notifications.outbox import kept, write_mails
from portal_backend.notifications.telling import Event, is_quiet, mail_to, readers
from portal_backend.notifications.waking import wake_sender

log = logging.getLogger("portal.mail")
SAME = ("number", "client_id", "service_id", "actor_id", "left_service_id")
PAUSE = timedelta(minutes=1)


def tell(event: Event) -> None:
    """Store an event in the caller's transaction; it is expanded after the commit."""
    if is_quiet():
        return
    moment = now()
    MailEvent.objects.create(
        category=event.occasion.category,
        key=event.occasion.key,
        letter=event.letter.key,
        pages=dict(event.pages),
        values=kept(event.values),
        turns=kept({"others": event.turn, **({"yours": event.your_turn} if event.your_turn else {})}),
        acting=event.acting or "",
        created_at=moment,
        due_at=moment,
        **{name: getattr(event, name) for name in SAME},
    )
    transaction.on_commit(wake_sender)


def make_mails() -> int:
    """Expand pending events into emails, each event in a transaction of its own.

    Returns the number of handled events.
    """
    expanded = 0
    while _make_next():
        expanded += 1
    return expanded


def _make_next() -> bool:
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
                _make_mails_of(row)
        except (OperationalError, InterfaceError):
            raise
        except Exception:  # written by another version of the portal, which may still expand it
            log.exception("event %s cannot be read and is postponed", row.pk, extra=RECURRING)
            row.due_at = timezone.now() + PAUSE
            row.save(update_fields=["due_at"])
    return True


def _make_mails_of(row: MailEvent) -> None:
    event = event_of(row)
    write_mails(mail_to(recipient, event) for recipient in readers(event))
    row.delete()


def event_of(row: MailEvent) -> Event:
    """Load a stored event. Raises KeyError or ValueError if its kind is unknown."""
    instructions = {name: _word(stored) for name, stored in row.turns.items()}
    return Event(
        occasion=OCCASIONS[f"{row.category}:{row.key}"],
        letter=LETTERS[row.letter],
        pages={Role(role): page for role, page in row.pages.items()},
        values=row.values,
        turn=instructions["others"],
        your_turn=instructions.get("yours"),
        acting=Role(row.acting) if row.acting else None,
        row_id=row.pk,
        happened_at=row.created_at,
        **{name: getattr(row, name) for name in SAME},
    )


def _word(stored: dict[str, Any]) -> Word:
    return Word(stored["word"], stored["values"])


def forget_old_events(before: datetime) -> None:
    """Delete events from before a time, which no version of the portal could read."""
    MailEvent.objects.filter(created_at__lt=before).delete()
