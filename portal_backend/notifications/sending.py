"""Sends what lies in the outbox, each mail once as far as the mail server allows (contract section 7).

A sender claims one mail at a time for a while, so that any number of them work side by side and one that is killed
leaves at most the one in flight, which goes out again with the same Message-ID.
"""

import logging
import random
from contextlib import closing
from datetime import datetime, timedelta
from email.utils import formataddr, parseaddr
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
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

from portal_backend.base.breaker import CircuitBreaker
from portal_backend.base.cancellation import shutdown
from portal_backend.base.logs import RECURRING
from portal_backend.base.words import word
from portal_backend.notifications.enclosing import enclosed
from portal_backend.notifications.events import forget_old_events, make_mails
from portal_backend.notifications.letters import LETTERS, write
from portal_backend.notifications.models import Mail, MailState

log = logging.getLogger("portal.mail")
UNSENT = (MailState.WAITING, MailState.SENDING)
# so often it is tried again within half a minute, for about four; then ever more rarely
SOON = 12
FIRST_PAUSE, LONGEST_SOON, LONGEST_PAUSE = timedelta(seconds=2), timedelta(seconds=30), timedelta(hours=1)
JITTER = 0.25
PERMANENT = 500


# the mail server says so and closes the connection
CLOSING = 421
# of an API: not allowed, or too much at once
ABOUT_THE_SENDER = frozenset((401, 403, 429))
MAIL_SERVER = CircuitBreaker("The mail server")


class Unsendable(Exception):
    """A mail that no further try will bring."""


def send_due_mails() -> int:
    """Send whatever is due, until nothing is, the mail server is silent or the worker ends; how many were sent."""
    sent = 0
    with closing(get_connection()) as line:
        while not shutdown.is_canceled() and (mail := _next()) is not None:
            try:
                _send(mail, line)
            except Unsendable as error:
                _give_up(mail, str(error))
            except (OSError, SMTPException, AnymailError) as error:
                _put_back(mail, error)
                if not _is_about_the_mail(error):
                    line.close()
                    _note_silence(error)
                    break
            except DatabaseFault:
                raise
            except Exception as error:  # a fault of ours in one mail keeps no other waiting
                log.exception("mail %s cannot be written", mail.pk)
                _put_back(mail, error)
            else:
                MAIL_SERVER.record_success()
                sent += _finish(mail, state=MailState.SENT, sent_at=timezone.now(), error="")
    return sent


def _is_about_the_mail(error: Exception) -> bool:
    """Whether a refusal is of one mail or its recipients, and not of the sender or of everything that is sent."""
    if isinstance(error, SMTPRecipientsRefused):
        return CLOSING not in {code for code, _ in error.recipients.values()}
    if isinstance(error, SMTPDataError):
        return error.smtp_code != CLOSING
    status = getattr(error, "status_code", None) or 0
    return isinstance(error, AnymailError) and 400 <= status < 500 and status not in ABOUT_THE_SENDER


def _note_silence(error: Exception) -> None:
    """Leave a mail server alone for a while that does not answer: each try would keep a worker for its timeout."""
    causes = (error, error.__cause__, error.__context__)  # smtplib and Anymail have names of their own for it
    if any(isinstance(each, TimeoutError | Timeout) for each in causes):
        MAIL_SERVER.record_timeout(error)


def _next() -> Mail | None:
    """The next mail that is due. What happened meanwhile comes first: the bell does not wait for a mail server."""
    make_mails()
    return None if MAIL_SERVER.is_open else _claim()


def _claim() -> Mail | None:
    """The next mail that is due, ours alone until its lease ends."""
    moment = timezone.now()
    due = Mail.objects.filter(state__in=UNSENT, next_try__lte=moment).order_by("next_try", "pk")
    if not due.exists():  # without a transaction: on SQLite that would keep writers waiting
        return None
    skipping = database.features.has_select_for_update_skip_locked
    with transaction.atomic():
        mail = due.select_for_update(skip_locked=skipping).first()
        if mail is not None:
            mail.state = MailState.SENDING
            mail.attempts += 1
            mail.next_try = moment + timedelta(seconds=settings.MAIL_LEASE_SECONDS)
            _split_copies(mail, moment)
            mail.save(update_fields=["state", "attempts", "next_try", "copies"])
    return mail


def _split_copies(mail: Mail, moment: datetime) -> None:
    """Give each further address a mail of its own: none of them reads the others, and each is tried by itself."""
    shared = ("language", "template", "values", "path", "category", "about", "created_at")
    values = {name: getattr(mail, name) for name in shared}
    Mail.objects.bulk_create(Mail(to=address, next_try=moment, **values) for address in mail.copies)
    mail.copies = []


def _send(mail: Mail, line: BaseEmailBackend) -> None:
    """Hand a mail to the mail server. Raises Unsendable, or what a later try may be without."""
    if mail.attempts > settings.MAIL_ATTEMPTS:  # whoever takes it dies of it
        raise Unsendable("no sender came to an end with it")
    if not _is_address(mail.to):
        raise Unsendable("no email address")
    try:
        built = message(mail, line)
    except KeyError as error:  # written by another version of the portal
        raise Unsendable(f"not known any more: {error}") from error
    try:
        built.send()
    except SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        if min(codes, default=0) >= PERMANENT:
            raise Unsendable(str(error)) from error
        raise
    except SMTPDataError as error:
        if error.smtp_code >= PERMANENT:
            raise Unsendable(str(error)) from error
        raise
    except (AnymailInvalidAddress, AnymailRecipientsRefused) as error:
        raise Unsendable(str(error)) from error


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def message(mail: Mail, line: BaseEmailBackend) -> EmailMultiAlternatives:
    """Build a mail as it is sent. Its Message-ID stays the same at every attempt.

    Mails about one request refer to the same Message-ID, which no mail has: mail programs show them as one thread.
    """
    written = write(mail.template, mail.values, mail.path, mail.language)
    host = urlsplit(settings.PUBLIC_URL).hostname or "localhost"
    headers = {
        "Message-ID": f"<{mail.pk}.{mail.created_at:%Y%m%d%H%M%S%f}@{host}>",
        "Content-Language": mail.language,
        # holiday notes and the like are not wanted back
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if mail.about and "number" in LETTERS[mail.template].facts:
        headers |= dict.fromkeys(("In-Reply-To", "References"), f"<{mail.about}@{host}>")
    built = EmailMultiAlternatives(
        written.subject, written.text, _sender(mail.language), [mail.to], headers=headers, connection=line
    )
    built.attach_alternative(written.html, "text/html")
    if file := enclosed(mail):
        built.attach(*file)
    return built


def _sender(language: str) -> str:
    """The sender's address with the name of the portal, unless the setting gives it a name."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    with translation.override(language):
        return formataddr((name or word("mail.portal"), address))


def _put_back(mail: Mail, error: Exception) -> None:
    if mail.attempts >= settings.MAIL_ATTEMPTS:
        _give_up(mail, str(error))
        return
    pause = pause_after(mail.attempts)
    _finish(mail, state=MailState.WAITING, next_try=timezone.now() + pause, error=str(error))
    pause_seconds = int(pause.total_seconds())
    log.warning("mail %s is tried again in %s s: %s", mail.pk, pause_seconds, error, extra=RECURRING)


def pause_after(attempts: int) -> timedelta:
    """How long a mail waits after so many tries: a mail server that is back soon finds everything tried again within
    the minute. A part of it is chance, so that what was refused together does not come back together."""
    pause: timedelta = min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_SOON)
    if attempts > SOON:
        pause = min(LONGEST_SOON * 2 ** (attempts - SOON), LONGEST_PAUSE)
    return pause * random.uniform(1 - JITTER, 1 + JITTER)  # noqa: S311 - no secret


def _give_up(mail: Mail, error: str) -> None:
    _finish(mail, state=MailState.FAILED, error=error)
    log.error("mail %s failed after %s tries: %s", mail.pk, mail.attempts, error)


def _finish(mail: Mail, *, error: str, **values: str | datetime) -> int:
    """End a claim; one whose lease is over says nothing any more."""
    if values["state"] == MailState.SENT and LETTERS[mail.template].secret:
        values["path"] = ""
    claimed = Mail.objects.filter(pk=mail.pk, state=MailState.SENDING, attempts=mail.attempts)
    return claimed.update(error=error[: Mail._meta.get_field("error").max_length], **values)


def forget_old_mails() -> int:
    """Remove mails that came to an end long ago; how many they were."""
    before = timezone.now() - timedelta(days=settings.MAIL_DAYS)
    forget_old_events(before)
    removed, _ = Mail.objects.exclude(state__in=UNSENT).filter(created_at__lt=before).delete()
    return removed
