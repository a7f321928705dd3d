"""The one way to send a mail: a row in the transaction of what it tells, which a worker sends later (contract 7).

So a mail is never sent about what was rolled back, and never lost once it was committed.
"""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.attempts import count_mails
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor
from portal_backend.base.errors import invalid_field, not_found, stale
from portal_backend.base.generations import begin_generation
from portal_backend.base.newyork import now
from portal_backend.base.words import LANGUAGES, Word
from portal_backend.notifications.letters import LETTERS
from portal_backend.notifications.models import Mail, MailState
from portal_backend.notifications.waking import wake_sender

log = logging.getLogger("portal.mail")
Kept = dict[str, Any]  # a word or a day as a row keeps it
Value = str | int | date | Word | Kept


@dataclass(frozen=True)
class NewMail:
    """A mail to be sent; see Mail. A word or a day among the values is said in the reader's language.

    What the reader did is `seen` from the start; `happened_at` is when, if not now. `caused_by` is the id of the user
    whose action it reports: the mails of one user are limited by the hour.
    """

    to: str
    language: str
    template: str
    category: str
    values: Mapping[str, Value] = field(default_factory=dict)
    path: str = ""
    about: str = ""
    dedupe: str | None = None
    user_id: int | None = None
    copies: Sequence[str] = ()
    seen: bool = False
    happened_at: datetime | None = None
    caused_by: int | None = None


def enqueue(mails: Iterable[NewMail]) -> None:
    """Write mails into the outbox, in the caller's transaction and in one statement, and wake the sender on commit."""
    if write_mails(mails):
        transaction.on_commit(wake_sender)


def write_mails(mails: Iterable[NewMail]) -> bool:
    """Write mails into the outbox, in the caller's transaction and in one statement; whether there were any."""
    moment, mails = now(), list(mails)
    rows = [
        Mail(
            user_id=each.user_id,
            to=each.to,
            copies=list(each.copies),
            language=each.language if each.language in LANGUAGES else LANGUAGES[0],
            template=LETTERS[each.template].key,
            values=kept(each.values),
            path=each.path,
            category=each.category,
            about=each.about,
            created_at=each.happened_at or moment,
            next_try=moment + wait,
            seen_at=moment if each.seen else None,
            dedupe=each.dedupe,
        )
        for each, wait in zip(mails, _waits(mails), strict=True)
    ]
    if rows:
        Mail.objects.bulk_create(rows, ignore_conflicts=any(row.dedupe for row in rows))
        if any(row.user_id for row in rows):
            begin_generation("notices")
    return bool(rows)


def _waits(mails: Sequence[NewMail]) -> list[timedelta]:
    """Compute the delay of each mail: those beyond the hourly limit of a user are sent later, none is lost."""
    of_user: Counter[int] = Counter()
    for each in mails:
        if each.caused_by is not None:
            of_user[each.caused_by] += _messages(each)
    next_place = {user: count_mails(user, number) - number for user, number in of_user.items()}
    waits = []
    for each in mails:
        place = next_place.get(each.caused_by, 0) if each.caused_by is not None else 0
        if each.caused_by is not None:
            next_place[each.caused_by] = place + _messages(each)
        waits.append(timedelta(hours=place // settings.MAILS_PER_HOUR))
    return waits


def _messages(mail: NewMail) -> int:
    """Count the messages that a mail becomes: each copy is one of its own."""
    return 1 + len(mail.copies)


def kept(values: Mapping[str, Any]) -> dict[str, object]:
    """Values as a row keeps them: what the language decides is decided when they are said."""
    return {name: _kept(value) for name, value in values.items()}


def _kept(value: Any) -> object:
    if isinstance(value, Word):
        return {"word": value.key, "values": kept(value.values)}
    return {"day": value.isoformat()} if isinstance(value, date) else value


def mail_of(pk: int) -> Mail:
    """One mail. Raises 404."""
    found = Mail.objects.filter(pk=pk).first()
    if found is None:
        raise not_found()
    return found


@transaction.atomic
def send_again(pk: int, *, actor: Actor) -> None:
    """Have a mail tried at once and as often as a new one. Raises 400 where its link is forgotten, 409 on its way."""
    mail = Mail.objects.select_for_update().get(pk=pk)
    if mail.state == MailState.SENDING:
        raise stale()
    if LETTERS[mail.template].secret and not mail.path:
        raise invalid_field("state", "mail_secret")
    mail.state, mail.attempts, mail.next_try, mail.error = MailState.WAITING, 0, now(), ""
    mail.save(update_fields=["state", "attempts", "next_try", "error"])
    transaction.on_commit(wake_sender)
    record(Event.MAIL_SENT_AGAIN, mail.to, actor=actor, subject=("mails", mail.pk))
    log.info("mail %s is sent again user=%s", pk, actor.username)
