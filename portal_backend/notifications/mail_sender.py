"""Sender of the emails in the outbox (contract section 7).

A sender claims one email at a time with a lease, so that several senders can run in parallel. One that is killed leaves
at most one claimed email, which is sent again with the same Message-ID after the lease.
"""

import logging
import random
from contextlib import closing
from datetime import datetime, timedelta
from email.utils import formataddr, parseaddr
from smtplib import (
    SMTPDataError,
    SMTPException,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPServerDisconnected,
)
from urllib.parse import urlsplit

from anymail.exceptions import AnymailError, AnymailInvalidAddress, AnymailRecipientsRefused
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.core.validators import validate_email
from django.db import Error as DatabaseFault
from django.db import connection as database
from django.db import transaction
from django.utils import timezone, translation
from requests import Timeout

from portal_backend.core.cancellation import shutdown
from portal_backend.core.circuit_breaker import CircuitBreaker
from portal_backend.core.logs import RECURRING
from portal_backend.core.translations import translate
from portal_backend.notifications.events import expand_events, purge_old_events
from portal_backend.notifications.hooks import notification_hooks
from portal_backend.notifications.mail_templates import MAIL_TEMPLATES, render_mail
from portal_backend.notifications.models import Mail, MailState

log = logging.getLogger("portal.mail")
UNSENT_STATES = (MailState.WAITING, MailState.SENDING)
# attempts at intervals of up to half a minute, about four minutes in all; then the delay doubles
QUICK_RETRIES = 12
MIN_RETRY_DELAY, MAX_QUICK_RETRY_DELAY, MAX_RETRY_DELAY = (
    timedelta(seconds=2),
    timedelta(seconds=30),
    timedelta(hours=1),
)
RETRY_JITTER = 0.25
# mail servers end a connection after some hundred emails
MAX_MAILS_PER_CONNECTION = 50
SMTP_PERMANENT_ERROR = 500
# SMTP reply (RFC 5321) before the server closes the connection
SMTP_SERVICE_CLOSING = 421
# HTTP statuses of a mail API: no permission, or rate limit
SENDER_ERROR_STATUSES = frozenset((401, 403, 429))
MAIL_SERVER_BREAKER = CircuitBreaker("The mail server")


class PermanentMailError(Exception):
    """Failure of an email that no retry can fix."""


def send_due_mails() -> int:
    """Send due emails until none is left, the server fails or the worker shuts down.

    Returns the number of sent emails.
    """
    sent = 0
    with closing(get_connection()) as connection:
        while not shutdown.is_canceled() and (mail := _claim_next_mail()) is not None:
            try:
                _send_mail(mail, connection)
            except PermanentMailError as error:
                _mark_failed(mail, str(error))
            except (OSError, SMTPException, AnymailError) as error:
                _schedule_retry(mail, error)
                if not _is_mail_error(error):
                    connection.close()
                    _record_timeout(error)
                    break
            except DatabaseFault:
                raise
            except Exception as error:  # a programming error must not delay other emails
                log.exception("mail %s cannot be rendered or sent", mail.pk)
                _schedule_retry(mail, error)
                connection.close()  # it may be in the middle of this email
            else:
                MAIL_SERVER_BREAKER.record_success()
                sent += _finish_claim(mail, state=MailState.SENT, sent_at=timezone.now(), error="")
                if sent % MAX_MAILS_PER_CONNECTION == 0:
                    connection.close()
    return sent


def _is_mail_error(error: Exception) -> bool:
    """Return whether an error concerns one email or its recipients, not the sender."""
    if isinstance(error, SMTPRecipientsRefused | SMTPDataError):
        return SMTP_SERVICE_CLOSING not in _get_smtp_codes(error)
    status = getattr(error, "status_code", None) or 0
    return isinstance(error, AnymailError) and 400 <= status < 500 and status not in SENDER_ERROR_STATUSES


def _get_smtp_codes(error: SMTPException) -> set[int]:
    if isinstance(error, SMTPRecipientsRefused):
        return {code for code, _ in error.recipients.values()}
    return {error.smtp_code} if isinstance(error, SMTPResponseException) else set()


def _is_connection_ended(error: SMTPException) -> bool:
    """Return whether the mail server ended the connection (RFC 5321, section 3.8).

    smtplib also reports a reply that does not come as a disconnection.
    """
    if isinstance(error, SMTPServerDisconnected):
        return not isinstance(error.__context__, TimeoutError)
    return SMTP_SERVICE_CLOSING in _get_smtp_codes(error)


def _record_timeout(error: Exception) -> None:
    """Open the circuit breaker of a mail server that does not respond.

    Otherwise each attempt would block a worker for the whole timeout.
    """
    causes = (error, error.__cause__, error.__context__)  # smtplib and Anymail wrap timeouts in errors of their own
    if any(isinstance(each, TimeoutError | Timeout) for each in causes):
        MAIL_SERVER_BREAKER.record_timeout(error)


def _claim_next_mail() -> Mail | None:
    """Claim the next email that is due, after expanding pending events.

    Events come first, since the notifications of the portal do not depend on the mail server.
    """
    expand_events()
    return None if MAIL_SERVER_BREAKER.is_open else _claim_due_mail()


def _claim_due_mail() -> Mail | None:
    """Claim the next email that is due until its lease ends."""
    moment = timezone.now()
    due = Mail.objects.filter(state__in=UNSENT_STATES, next_attempt_at__lte=moment).order_by("next_attempt_at", "pk")
    if not due.exists():  # outside of a transaction, which on SQLite would block writers
        return None
    can_skip_locked = database.features.has_select_for_update_skip_locked
    with transaction.atomic():
        mail = due.select_for_update(skip_locked=can_skip_locked).first()
        if mail is not None:
            mail.state = MailState.SENDING
            mail.attempts += 1
            mail.next_attempt_at = moment + timedelta(seconds=settings.MAIL_LEASE_SECONDS)
            _split_extra_addresses(mail, moment)
            mail.save(update_fields=["state", "attempts", "next_attempt_at", "extra_addresses"])
    return mail


def _split_extra_addresses(mail: Mail, moment: datetime) -> None:
    """Create an email for each extra address.

    Recipients do not see each other's address, and each email is retried independently.
    """
    shared = ("language", "template", "values", "path", "category", "reference", "created_at")
    values = {name: getattr(mail, name) for name in shared}
    Mail.objects.bulk_create(Mail(to=address, next_attempt_at=moment, **values) for address in mail.extra_addresses)
    mail.extra_addresses = []


def _send_mail(mail: Mail, connection: BaseEmailBackend) -> None:
    """Pass an email to the mail server.

    Raises PermanentMailError if no retry can fix it, and otherwise the error of the mail server.
    """
    if mail.attempts > settings.MAX_MAIL_ATTEMPTS:  # each attempt ended with the death of its sender
        raise PermanentMailError("no sender finished an attempt")
    if not _is_valid_address(mail.to):
        raise PermanentMailError("no email address")
    try:
        built_message = build_message(mail, connection)
    except KeyError as error:  # written by another version of the portal whose template is unknown here
        raise PermanentMailError(f"unknown template or value: {error}") from error
    # without it Django opens a connection for each email
    is_new_connection = connection.open()
    try:
        try:
            built_message.send()
        except SMTPException as error:
            if is_new_connection or not _is_connection_ended(error):
                raise
            connection.close()  # the server limits its emails or its idle time
            built_message.send()
    except SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        if min(codes, default=0) >= SMTP_PERMANENT_ERROR:
            raise PermanentMailError(str(error)) from error
        raise
    except SMTPDataError as error:
        if error.smtp_code >= SMTP_PERMANENT_ERROR:
            raise PermanentMailError(str(error)) from error
        raise
    except (AnymailInvalidAddress, AnymailRecipientsRefused) as error:
        raise PermanentMailError(str(error)) from error


def _is_valid_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def build_message(mail: Mail, connection: BaseEmailBackend) -> EmailMultiAlternatives:
    """Build the message of an email; all attempts use the same Message-ID.

    Emails about one service request refer to a Message-ID that no email has, so that mail clients show one thread.
    """
    rendered = render_mail(mail.template, mail.values, mail.path, mail.language)
    host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    headers = {
        "Message-ID": f"<{mail.pk}.{mail.created_at:%Y%m%d%H%M%S%f}@{host}>",
        "Content-Language": mail.language,
        # suppresses automatic replies such as vacation notices (RFC 3834)
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if mail.reference and "number" in MAIL_TEMPLATES[mail.template].fields:
        headers |= dict.fromkeys(("In-Reply-To", "References"), f"<{mail.reference}@{host}>")
    built_message = EmailMultiAlternatives(
        rendered.subject,
        rendered.text,
        _build_from_address(mail.language),
        [mail.to],
        headers=headers,
        connection=connection,
    )
    built_message.attach_alternative(rendered.html, "text/html")
    build_attachment = notification_hooks.attachment_providers.get(mail.category)
    if build_attachment and (attachment := build_attachment(mail)):
        built_message.attach(*attachment)
    return built_message


def _build_from_address(language: str) -> str:
    """Return the From address; its name is the portal's unless the setting has one."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    with translation.override(language):
        return formataddr((name or translate("mail.portal"), address))


def _schedule_retry(mail: Mail, error: Exception) -> None:
    if mail.attempts >= settings.MAX_MAIL_ATTEMPTS:
        _mark_failed(mail, str(error))
        return
    delay = compute_retry_delay(mail.attempts)
    _finish_claim(mail, state=MailState.WAITING, next_attempt_at=timezone.now() + delay, error=str(error))
    delay_seconds = int(delay.total_seconds())
    log.warning("mail %s: next attempt in %s s: %s", mail.pk, delay_seconds, error, extra=RECURRING)


def compute_retry_delay(attempts: int) -> timedelta:
    """Compute the delay before the next attempt, with jitter.

    The quick retries send emails within a minute after a short outage; jitter spreads emails that failed together.
    """
    delay: timedelta = min(MIN_RETRY_DELAY * 2 ** (attempts - 1), MAX_QUICK_RETRY_DELAY)
    if attempts > QUICK_RETRIES:
        delay = min(MAX_QUICK_RETRY_DELAY * 2 ** (attempts - QUICK_RETRIES), MAX_RETRY_DELAY)
    return delay * random.uniform(1 - RETRY_JITTER, 1 + RETRY_JITTER)  # noqa: S311 - no secret


def _mark_failed(mail: Mail, error: str) -> None:
    _finish_claim(mail, state=MailState.FAILED, error=error)
    log.error("mail %s failed after %s attempts: %s", mail.pk, mail.attempts, error)


def _finish_claim(mail: Mail, *, error: str, **values: str | datetime) -> int:
    """End a claim and return the number of updated rows, 0 if the lease is over."""
    if values["state"] == MailState.SENT and MAIL_TEMPLATES[mail.template].has_secret_link:
        values["path"] = ""
    claimed = Mail.objects.filter(pk=mail.pk, state=MailState.SENDING, attempts=mail.attempts)
    return claimed.update(error=error[: Mail._meta.get_field("error").max_length], **values)


def purge_old_mails() -> int:
    """Delete emails and events older than the retention period, except unsent emails.

    Returns the number of deleted emails.
    """
    before = timezone.now() - timedelta(days=settings.MAIL_RETENTION_DAYS)
    purge_old_events(before)
    removed, _ = Mail.objects.exclude(state__in=UNSENT_STATES).filter(created_at__lt=before).delete()
    return removed
