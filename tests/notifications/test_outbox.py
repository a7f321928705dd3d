"""Outbox: emails are sent once after the commit, with retries on failures."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
import time_machine
from django.core.mail import EmailMultiAlternatives
from django.db import connection, transaction
from django.test import override_settings
from django.utils import timezone

from portal_backend.core.circuit_breaker import CircuitBreaker
from portal_backend.core.translations import LazyMessage
from portal_backend.notifications import mail_sender, mail_templates
from portal_backend.notifications.mail_sender import purge_old_mails, send_due_mails
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.models import Mail, MailState
from portal_backend.notifications.outbox import NewMail, enqueue_mails
from tests.smtp_server import Mailbox, get_html, get_text

pytestmark = pytest.mark.django_db
WRITTEN = {"title": "Slow", "content": "The list\nis slow.", "writer": "Ann", "page": "Repairs"}


def mail(to: str = "ann@example.org", language: str = "en", **more: Any) -> NewMail:
    values = more.pop("values", WRITTEN)
    return NewMail(to, language, "feedback", "FEEDBACK", values, path=more.pop("path", "feedback"), **more)


def test_sends_email_as_text_and_html_in_its_language(mailbox: Mailbox) -> None:
    enqueue_mails([mail(), mail("eva@example.org", "es", values={**WRITTEN, "page": LazyMessage("kinds.REPAIR")})])
    assert send_due_mails() == 2
    english, spanish = mailbox.messages
    assert mailbox.envelopes[0] == ("no-reply@127.0.0.1", ["ann@example.org"])
    assert english["Subject"] == "Feedback: Slow"
    assert english["Content-Language"] == "en"
    assert english["Auto-Submitted"] == "auto-generated"
    for part in (get_text(english), get_html(english)):
        reason = "because administrators are notified of all feedback"
        for text in ("The list", "is slow.", "Ann", "Repairs", "View all feedback", reason):
            assert text in part
    assert "http://127.0.0.1:8000/#/en/feedback?utm_source=mail" in get_text(english)
    assert 'href="http://127.0.0.1:8000/#/en/feedback?utm_source=mail"' in get_html(english)
    # loads no external resources and fits a phone
    assert not re.search(r"<img|<link|<script|url\(|src=", get_html(english))
    assert 'name="viewport"' in get_html(english)
    assert re.search("<h1[^>]*overflow-wrap:anywhere", get_html(english)), "as any word of a user may be long"
    assert spanish["Subject"] == "Sugerencia: Slow"
    assert "Reparación" in get_text(spanish)
    assert 'lang="es"' in get_html(spanish)
    assert "/#/es/feedback" in get_text(spanish)
    assert english["Message-ID"] != spanish["Message-ID"]


@pytest.mark.parametrize("spoiled", ['<img src=x onerror="a()">', "a\r\nBcc: eve@example.org", "{who} %s {{ who }}"])
def test_escapes_markup_and_headers_in_user_text(spoiled: str, mailbox: Mailbox) -> None:
    enqueue_mails([mail(values={**WRITTEN, "title": spoiled, "content": spoiled, "writer": spoiled})])
    assert send_due_mails() == 1
    [message] = mailbox.messages
    assert message["Subject"] == f"Feedback: {' '.join(spoiled.split())}"
    assert mailbox.recipients == ["ann@example.org"]
    assert message["Bcc"] is None
    assert "<img" not in get_html(message)
    assert get_text(message).count(spoiled.splitlines()[0]) >= 3


@pytest.mark.parametrize("to", ["ann@example.org, eve@example.org", "ann@example.org\nBcc: eve@example.org", "ann", ""])
def test_invalid_address_fails_without_sending(to: str, mailbox: Mailbox) -> None:
    enqueue_mails([mail(to)])
    assert send_due_mails() == 0
    assert mailbox.messages == []
    assert Mail.objects.get().state == MailState.FAILED


def test_rolled_back_email_is_not_sent(mailbox: Mailbox) -> None:
    with transaction.atomic():
        enqueue_mails([mail()])
        transaction.set_rollback(True)
    assert send_due_mails() == 0
    assert mailbox.messages == []


def test_sends_one_email_per_dedupe_key(mailbox: Mailbox) -> None:
    for _ in range(2):
        enqueue_mails([mail(dedupe="overdue 7 ann"), mail("eva@example.org", dedupe="overdue 7 eva")])
    assert send_due_mails() == 2
    assert mailbox.recipients == ["ann@example.org", "eva@example.org"]


def test_retries_with_growing_delays_after_temporary_failure(mailbox: Mailbox) -> None:
    start = timezone.now()
    mailbox.data_error = "451 come back later"
    with time_machine.travel(start, tick=False) as clock:
        enqueue_mails([mail()])
        delays = []
        for _ in range(20):
            assert send_due_mails() == 0
            row = Mail.objects.get()
            assert (row.state, "451" in row.error) == (MailState.WAITING, True)
            delays.append(row.next_attempt_at - timezone.now())
            assert send_due_mails() == 0
            clock.move_to(row.next_attempt_at)
        assert Mail.objects.get().attempts == 20, "it is left alone in between"
        assert delays[0] < timedelta(seconds=3)
        assert max(delays[:12]) < timedelta(seconds=40), "a server that is back within minutes waits for no mail"
        assert sum(delays[:12], timedelta()) > timedelta(minutes=3)
        assert timedelta(minutes=45) <= delays[-1] <= timedelta(minutes=75)
        mailbox.data_error = ""
        assert send_due_mails() == 1
    row = Mail.objects.get()
    assert (row.state, row.error, row.attempts) == (MailState.SENT, "", 21)
    assert len(mailbox.messages) == 1


def test_retry_delays_have_jitter(mailbox: Mailbox) -> None:
    mailbox.data_error = "451 come back later"
    with time_machine.travel(timezone.now(), tick=False):
        enqueue_mails(mail(f"p{number}@example.org") for number in range(8))
        for _ in range(8):
            send_due_mails()
        assert len(set(Mail.objects.values_list("next_attempt_at", flat=True))) > 1


def test_unreachable_server_stops_after_one_attempt() -> None:
    with override_settings(
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_HOST="127.0.0.1", EMAIL_PORT=1
    ):
        enqueue_mails(mail(f"p{number}@example.org") for number in range(3))
        assert send_due_mails() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 0, 1]


@override_settings(MAX_MAIL_ATTEMPTS=2)
def test_fails_after_the_maximum_number_of_attempts(mailbox: Mailbox) -> None:
    mailbox.data_error = "451 come back later"
    enqueue_mails([mail()])
    for _ in range(2):
        send_due_mails()
        Mail.objects.update(next_attempt_at=timezone.now())
    row = Mail.objects.get()
    assert (row.state, row.attempts) == (MailState.FAILED, 2)


def test_permanent_error_is_not_retried(mailbox: Mailbox) -> None:
    mailbox.data_error = "550 no such user"
    enqueue_mails([mail()])
    assert send_due_mails() == 0
    row = Mail.objects.get()
    assert (row.state, row.attempts) == (MailState.FAILED, 1)
    assert "no such user" in row.error


@pytest.mark.parametrize(
    ("reply", "state"), [("550 no such user", MailState.FAILED), ("450 mailbox busy", MailState.WAITING)]
)
def test_retries_busy_mailbox_but_not_unknown_one(reply: str, state: MailState, mailbox: Mailbox) -> None:
    mailbox.recipient_errors = {"ann@example.org": reply}
    enqueue_mails([mail()])
    assert send_due_mails() == 0
    row = Mail.objects.get()
    assert (row.state, row.attempts, reply[4:] in row.error) == (state, 1, True)


def test_emails_share_connections_of_limited_length(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_sender, "MAX_MAILS_PER_CONNECTION", 3)
    enqueue_mails([mail(f"user{number}@example.org") for number in range(5)])
    assert send_due_mails() == 5
    assert len(mailbox.connections) == 2


@pytest.mark.parametrize("ending", ["disconnects", "limits_connections"])
def test_server_that_ends_the_connection_delays_no_email(ending: str, mailbox: Mailbox) -> None:
    setattr(mailbox, ending, True)
    enqueue_mails([mail(f"user{number}@example.org") for number in range(3)])
    assert send_due_mails() == 3
    assert (len(mailbox.messages), len(mailbox.connections)) == (3, 3)


def test_reply_that_does_not_come_is_no_end_of_the_connection(
    mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server may have accepted the email, so it is not sent again at once."""
    enqueue_mails([mail(f"user{number}@example.org") for number in range(2)])
    send, sent = EmailMultiAlternatives.send, []

    def time_out_after_first(message: EmailMultiAlternatives) -> int:
        sent.append(message.to)
        if len(sent) == 1:
            return send(message)
        # as smtplib raises it where the reply times out
        error = SMTPServerDisconnected("Connection unexpectedly closed: timed out")
        error.__context__ = TimeoutError()
        raise error

    monkeypatch.setattr(mail_sender, "MAIL_SERVER_BREAKER", CircuitBreaker("The mail server"))
    monkeypatch.setattr(EmailMultiAlternatives, "send", time_out_after_first)
    assert send_due_mails() == 1
    assert len(sent) == 2


@override_settings(MAIL_LEASE_SECONDS=60)
def test_email_is_resent_with_the_same_message_id_after_its_lease(mailbox: Mailbox) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        enqueue_mails([mail()])
        assert send_due_mails() == 1
        # as if the sender had died between the mail server's response and the update of the row
        Mail.objects.update(state=MailState.SENDING, next_attempt_at=start + timedelta(seconds=60))
        clock.move_to(start + timedelta(seconds=59))
        assert send_due_mails() == 0
        clock.move_to(start + timedelta(seconds=60))
        assert send_due_mails() == 1
    first, again = mailbox.messages
    assert first["Message-ID"] == again["Message-ID"]


@override_settings(MAX_MAIL_ATTEMPTS=2)
def test_email_fails_if_all_its_senders_died(mailbox: Mailbox) -> None:
    enqueue_mails([mail()])
    Mail.objects.update(state=MailState.SENDING, attempts=2)
    assert send_due_mails() == 0
    assert mailbox.messages == []
    assert Mail.objects.get().state == MailState.FAILED


def test_email_that_cannot_be_rendered_delays_no_other(mailbox: Mailbox) -> None:
    enqueue_mails([mail(), mail("eva@example.org", values={"title": "Slow"}), mail("leo@example.org")])
    assert send_due_mails() == 2
    assert mailbox.recipients == ["ann@example.org", "leo@example.org"]
    failed = Mail.objects.get(to="eva@example.org")
    assert (failed.state, "content" in failed.error) == (MailState.FAILED, True)


@pytest.mark.django_db(transaction=True)
def test_concurrent_senders_send_each_email_once(mailbox: Mailbox) -> None:
    enqueue_mails(mail(f"p{number}@example.org") for number in range(40))

    def send(_: int) -> int:
        try:
            return send_due_mails()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(send, range(4))) == 40
    assert mailbox.recipients == sorted(f"p{number}@example.org" for number in range(40))


def test_secret_link_is_deleted_after_sending(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(mail_templates.MAIL_TEMPLATES, "feedback", MailTemplate("feedback", has_secret_link=True))
    enqueue_mails([mail(path="reset-password?key=a%26b")])
    assert send_due_mails() == 1
    assert "/#/en/reset-password?key=a%26b&utm_source=mail" in get_text(mailbox.messages[0])
    assert Mail.objects.get().path == ""


@override_settings(PUBLIC_URL="https://portal.example.org")
def test_links_use_the_configured_address(mailbox: Mailbox) -> None:
    enqueue_mails([mail()])
    assert send_due_mails() == 1
    assert "https://portal.example.org/#/en/feedback" in get_text(mailbox.messages[0])
    assert mailbox.messages[0]["Message-ID"].endswith("@portal.example.org>")


@override_settings(MAIL_RETENTION_DAYS=90)
def test_purges_old_emails_except_unsent_ones(mailbox: Mailbox) -> None:
    enqueue_mails([mail(), mail("eva@example.org")])
    send_due_mails()
    old = timezone.now() - timedelta(days=91)
    Mail.objects.filter(to="ann@example.org").update(created_at=old)
    enqueue_mails([mail("late@example.org")])
    Mail.objects.filter(to="late@example.org").update(created_at=old)
    assert purge_old_mails() == 1
    assert sorted(Mail.objects.values_list("to", flat=True)) == ["eva@example.org", "late@example.org"]
