"""Outbox: emails as rows in the caller's transaction, sent later by a worker.

No email is sent about a change that was rolled back, and none is lost once the change is committed (contract 7).
"""

import logging
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.models import User
from portal_backend.accounts.rate_limits import count_mails
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.config.celery import trigger_task
from portal_backend.core.actor import Actor
from portal_backend.core.clock import now
from portal_backend.core.errors import get_or_404, invalid_field, stale
from portal_backend.core.translations import LANGUAGES, LazyMessage
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES, MailTemplate
from portal_backend.notifications.models import Mail, MailState

SEND_MAILS_TASK = "mail.send"


def wake_sender() -> None:
    """Start a sender run now instead of at the next scheduled one."""
    trigger_task(SEND_MAILS_TASK)


log = logging.getLogger("portal.mail")
StoredValue = dict[str, Any]  # serialized message or date, see `serialize_values`
MailValue = str | int | date | LazyMessage | StoredValue


@dataclass(frozen=True)
class NewMail:
    """Email to enqueue.

    Messages and dates among `values` are rendered in the recipient's language.
    """

    to: str
    language: str
    template: str
    category: str
    #: values of the template
    values: Mapping[str, MailValue] = field(default_factory=dict)
    #: path of the page that the button leads to
    path: str = ""
    #: number of the service request or username, for search and threads
    reference: str = ""
    #: of several emails with the same key only the first is stored
    dedupe: str | None = None
    #: user whose notification it is
    user_id: int | None = None
    #: extra addresses of the recipient
    extra_addresses: Sequence[str] = ()
    #: whether the notification is read from the start, since the recipient caused it
    is_read: bool = False
    #: time of the reported change, None for now
    happened_at: datetime | None = None
    #: id of the user whose action it reports; emails per user and hour are limited
    caused_by_id: int | None = None


def enqueue_mails(mails: Iterable[NewMail]) -> None:
    """Write emails to the outbox in the caller's transaction; sent after the commit."""
    if write_mails(mails):
        transaction.on_commit(wake_sender)


def enqueue_account_mail(
    user: User,
    template: MailTemplate,
    values: Mapping[str, MailValue] = MappingProxyType({}),
    path: str = "",
    *,
    address: str | None = None,
    caused_by_id: int | None = None,
) -> None:
    """Enqueue an email about an account.

    It is sent to `address` if that is given, otherwise to the user's own address.
    """
    enqueue_mails(
        [
            NewMail(
                user.email if address is None else address,
                user.language,
                template.key,
                "ACCOUNT",
                values,
                path,
                reference=user.username,
                caused_by_id=caused_by_id,
            )
        ]
    )


def write_mails(mails: Iterable[NewMail]) -> bool:
    """Write emails to the outbox in the caller's transaction, with one INSERT.

    Returns whether there were any.
    """
    moment, mails = now(), list(mails)
    rows = [
        Mail(
            user_id=mail.user_id,
            to=mail.to,
            extra_addresses=list(mail.extra_addresses),
            language=mail.language if mail.language in LANGUAGES else LANGUAGES[0],
            template=MAIL_TEMPLATES[mail.template].key,
            values=serialize_values(mail.values),
            path=mail.path,
            category=mail.category,
            reference=mail.reference,
            created_at=mail.happened_at or moment,
            next_attempt_at=moment + delay,
            read_at=moment if mail.is_read else None,
            dedupe=mail.dedupe,
        )
        for mail, delay in zip(mails, _compute_delays(mails), strict=True)
    ]
    if rows:
        Mail.objects.bulk_create(rows, ignore_conflicts=any(row.dedupe for row in rows))
    return bool(rows)


def _compute_delays(mails: Sequence[NewMail]) -> list[timedelta]:
    """Compute the delay of each email.

    Emails beyond the hourly limit of the user who causes them are sent later; none is dropped.
    """
    messages_by_user: Counter[int] = Counter()
    for mail in mails:
        if mail.caused_by_id is not None:
            messages_by_user[mail.caused_by_id] += _count_messages(mail)
    next_position = {user: count_mails(user, number) - number for user, number in messages_by_user.items()}
    delays = []
    for mail in mails:
        position = next_position.get(mail.caused_by_id, 0) if mail.caused_by_id is not None else 0
        if mail.caused_by_id is not None:
            next_position[mail.caused_by_id] = position + _count_messages(mail)
        delays.append(timedelta(hours=position // settings.MAILS_PER_HOUR))
    return delays


def _count_messages(mail: NewMail) -> int:
    """Count the messages that an email becomes, one for each address."""
    return 1 + len(mail.extra_addresses)


def serialize_values(values: Mapping[str, Any]) -> dict[str, object]:
    """Serialize values for a row, so that they can be rendered in any language.

    A message becomes `{"message": key, "values": {...}}`, a date `{"day": "YYYY-MM-DD"}`.
    """
    return {name: _serialize_value(value) for name, value in values.items()}


def _serialize_value(value: Any) -> object:
    if isinstance(value, LazyMessage):
        return {"message": value.key, "values": serialize_values(value.values)}
    return {"day": value.isoformat()} if isinstance(value, date) else value


def get_mail(pk: int) -> Mail:
    """Return an email. Raises 404."""
    return get_or_404(Mail.objects, pk=pk)


@transaction.atomic
def resend_mail(pk: int, *, actor: Actor) -> None:
    """Send an email again at once, with as many attempts as a new one.

    Raises 400 if its secret link is already deleted, and 409 while it is being sent.
    """
    mail = Mail.objects.select_for_update().get(pk=pk)
    if mail.state == MailState.SENDING:
        raise stale()
    if MAIL_TEMPLATES[mail.template].has_secret_link and not mail.path:
        raise invalid_field("state", "mail_secret")
    mail.state, mail.attempts, mail.next_attempt_at, mail.error = MailState.WAITING, 0, now(), ""
    mail.save(update_fields=["state", "attempts", "next_attempt_at", "error"])
    transaction.on_commit(wake_sender)
    record_event(AuditEvent.MAIL_SENT_AGAIN, mail.to, actor=actor, object_ref=("mails", mail.pk))
    log.info("mail %s is sent again user=%s", pk, actor.username)
