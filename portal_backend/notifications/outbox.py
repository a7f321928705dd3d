"""The one way to send a mail: a row in the transaction of what it tells, which a worker sends later (contract 7).

So a mail is never sent about what was rolled back, and never lost once it was committed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db import transaction

from portal_backend.base.newyork import now
from portal_backend.base.words import LANGUAGES, Word
from portal_backend.notifications.letters import LETTERS
from portal_backend.notifications.models import Mail
from portal_backend.notifications.tasks import wake_sender

Value = str | int | Word


@dataclass(frozen=True)
class NewMail:
    """A mail to be sent; see Mail. A `Word` among the values is said in the reader's language."""

    to: str
    language: str
    template: str
    category: str
    values: Mapping[str, Value] = field(default_factory=dict)
    path: str = ""
    about: str = ""
    dedupe: str | None = None


def enqueue(mails: Iterable[NewMail]) -> None:
    """Write mails into the outbox, in the caller's transaction and in one statement, and wake the sender on commit."""
    moment = now()
    rows = [
        Mail(
            to=each.to,
            language=each.language if each.language in LANGUAGES else LANGUAGES[0],
            template=LETTERS[each.template].key,
            values={name: _kept(value) for name, value in each.values.items()},
            path=each.path,
            category=each.category,
            about=each.about,
            created_at=moment,
            next_try=moment,
            dedupe=each.dedupe,
        )
        for each in mails
    ]
    if rows:
        Mail.objects.bulk_create(rows, ignore_conflicts=any(row.dedupe for row in rows))
        transaction.on_commit(wake_sender)


def _kept(value: Value) -> object:
    return {"word": value.key, "values": value.values} if isinstance(value, Word) else value
