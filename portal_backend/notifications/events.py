"""What happened is one row in the transaction of what happened; a worker makes the mails of it (docs/decisions/0013).

So a move costs the same however many people hear of it, and who hears of it is decided when the mails are made: who
was locked or left in between is told nothing.
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
    """Note what happened, in the transaction in which it happened, and have its mails made on commit."""
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
    """Make the mails of whatever happened, each event's in one transaction that ends it; how many events they were."""
    made = 0
    while _make_next():
        made += 1
    return made


def _make_next() -> bool:
    due = MailEvent.objects.filter(due_at__lte=timezone.now()).order_by("pk")
    if not due.exists():  # without a transaction: on SQLite that would keep writers waiting
        return False
    skipping = database.features.has_select_for_update_skip_locked
    with transaction.atomic():
        row = due.select_for_update(skip_locked=skipping).first()
        if row is None:
            return False
        try:
            with transaction.atomic():
                _make_mails_of(row)
        except (OperationalError, InterfaceError):
            raise
        except Exception:  # as another version of the portal wrote it: one that knows it may come for it
            log.exception("event %s cannot be read and waits", row.pk, extra=RECURRING)
            row.due_at = timezone.now() + PAUSE
            row.save(update_fields=["due_at"])
    return True


def _make_mails_of(row: MailEvent) -> None:
    event = event_of(row)
    write_mails(mail_to(reader, event) for reader in readers(event))
    row.delete()


def event_of(row: MailEvent) -> Event:
    """Load a stored event. Raises KeyError or ValueError where this version does not know its kind."""
    turns = {name: _word(turn) for name, turn in row.turns.items()}
    return Event(
        occasion=OCCASIONS[f"{row.category}:{row.key}"],
        letter=LETTERS[row.letter],
        pages={Role(role): page for role, page in row.pages.items()},
        values=row.values,
        turn=turns["others"],
        your_turn=turns.get("yours"),
        acting=Role(row.acting) if row.acting else None,
        row_id=row.pk,
        happened_at=row.created_at,
        **{name: getattr(row, name) for name in SAME},
    )


def _word(kept_word: dict[str, Any]) -> Word:
    return Word(kept_word["word"], kept_word["values"])


def forget_old_events(before: datetime) -> None:
    """Remove what no version of the portal has known for so long."""
    MailEvent.objects.filter(created_at__lt=before).delete()
