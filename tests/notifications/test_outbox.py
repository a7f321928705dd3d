"""The outbox: a mail is sent once what it tells of is committed, once, and again while the mail server is away."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.test import override_settings
from django.utils import timezone

from portal_backend.base.words import Word
from portal_backend.notifications import letters
from portal_backend.notifications.letters import Letter
from portal_backend.notifications.models import Mail, MailState
from portal_backend.notifications.outbox import NewMail, enqueue
from portal_backend.notifications.sending import forget_old_mails, send_due_mails
from tests.mailbox import Mailbox, html_of, text_of

pytestmark = pytest.mark.django_db
WRITTEN = {"title": "Slow", "content": "The list\nis slow.", "writer": "Ann", "page": "Repairs"}


def mail(to: str = "ann@example.org", language: str = "en", **more: Any) -> NewMail:
    values = more.pop("values", WRITTEN)
    return NewMail(to, language, "feedback", "FEEDBACK", values, path=more.pop("path", "feedback"), **more)


def test_a_mail_arrives_as_text_and_html_in_its_language(mailbox: Mailbox) -> None:
    enqueue([mail(), mail("eva@example.org", "es", values={**WRITTEN, "page": Word("kinds.REPAIR")})])
    assert send_due_mails() == 2
    english, spanish = mailbox.messages
    assert mailbox.envelopes[0] == ("no-reply@127.0.0.1", ["ann@example.org"])
    assert english["Subject"] == "Feedback: Slow"
    assert english["Content-Language"] == "en"
    assert english["Auto-Submitted"] == "auto-generated"
    for part in (text_of(english), html_of(english)):
        for said in ("The list", "is slow.", "Ann", "Repairs", "Read all feedback", "because you are an administrator"):
            assert said in part
    assert "http://127.0.0.1:8000/#/en/feedback?utm_source=mail" in text_of(english)
    assert 'href="http://127.0.0.1:8000/#/en/feedback?utm_source=mail"' in html_of(english)
    # nothing is loaded from anywhere, and it fits a phone
    assert not re.search(r"<img|<link|<script|url\(|src=", html_of(english))
    assert 'name="viewport"' in html_of(english)
    assert re.search("<h1[^>]*overflow-wrap:anywhere", html_of(english)), "as any word of a user may be long"
    assert spanish["Subject"] == "Sugerencia: Slow"
    assert "Reparación" in text_of(spanish)
    assert 'lang="es"' in html_of(spanish)
    assert "/#/es/feedback" in text_of(spanish)
    assert english["Message-ID"] != spanish["Message-ID"]


@pytest.mark.parametrize("spoiled", ['<img src=x onerror="a()">', "a\r\nBcc: eve@example.org", "{who} %s {{ who }}"])
def test_a_text_of_a_user_stays_text(spoiled: str, mailbox: Mailbox) -> None:
    enqueue([mail(values={**WRITTEN, "title": spoiled, "content": spoiled, "writer": spoiled})])
    assert send_due_mails() == 1
    [told] = mailbox.messages
    assert told["Subject"] == f"Feedback: {' '.join(spoiled.split())}"
    assert mailbox.receivers == ["ann@example.org"]
    assert told["Bcc"] is None
    assert "<img" not in html_of(told)
    assert text_of(told).count(spoiled.splitlines()[0]) >= 3


@pytest.mark.parametrize("to", ["ann@example.org, eve@example.org", "ann@example.org\nBcc: eve@example.org", "ann", ""])
def test_what_is_no_address_gets_nothing(to: str, mailbox: Mailbox) -> None:
    enqueue([mail(to)])
    assert send_due_mails() == 0
    assert mailbox.messages == []
    assert Mail.objects.get().state == MailState.FAILED


def test_what_is_rolled_back_is_not_told(mailbox: Mailbox) -> None:
    with transaction.atomic():
        enqueue([mail()])
        transaction.set_rollback(True)
    assert send_due_mails() == 0
    assert mailbox.messages == []


def test_the_same_is_told_once(mailbox: Mailbox) -> None:
    for _ in range(2):
        enqueue([mail(dedupe="overdue 7 ann"), mail("eva@example.org", dedupe="overdue 7 eva")])
    assert send_due_mails() == 2
    assert mailbox.receivers == ["ann@example.org", "eva@example.org"]


def test_a_server_that_refuses_for_a_while_is_tried_again(mailbox: Mailbox) -> None:
    start = timezone.now()
    mailbox.refusal = "451 come back later"
    with time_machine.travel(start, tick=False) as clock:
        enqueue([mail()])
        waits = []
        for _ in range(20):
            assert send_due_mails() == 0
            row = Mail.objects.get()
            assert (row.state, "451" in row.error) == (MailState.WAITING, True)
            waits.append(row.next_try - timezone.now())
            assert send_due_mails() == 0
            clock.move_to(row.next_try)
        assert Mail.objects.get().attempts == 20, "it is left alone in between"
        assert waits[0] < timedelta(seconds=3)
        assert max(waits[:12]) < timedelta(seconds=40), "a server that is back within minutes waits for no mail"
        assert sum(waits[:12], timedelta()) > timedelta(minutes=3)
        assert timedelta(minutes=45) <= waits[-1] <= timedelta(minutes=75)
        mailbox.refusal = ""
        assert send_due_mails() == 1
    row = Mail.objects.get()
    assert (row.state, row.error, row.attempts) == (MailState.SENT, "", 21)
    assert len(mailbox.messages) == 1


def test_what_was_refused_together_does_not_come_back_together(mailbox: Mailbox) -> None:
    mailbox.refusal = "451 come back later"
    with time_machine.travel(timezone.now(), tick=False):
        enqueue(mail(f"p{number}@example.org") for number in range(8))
        for _ in range(8):
            send_due_mails()
        assert len(set(Mail.objects.values_list("next_try", flat=True))) > 1


def test_without_a_server_the_others_wait_their_turn() -> None:
    with override_settings(
        EMAIL_BACKEND="django.core.mail.backends.smtp.EmailBackend", EMAIL_HOST="127.0.0.1", EMAIL_PORT=1
    ):
        enqueue(mail(f"p{number}@example.org") for number in range(3))
        assert send_due_mails() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 0, 1]


@override_settings(MAIL_ATTEMPTS=2)
def test_the_last_try_fails(mailbox: Mailbox) -> None:
    mailbox.refusal = "451 come back later"
    enqueue([mail()])
    for _ in range(2):
        send_due_mails()
        Mail.objects.update(next_try=timezone.now())
    row = Mail.objects.get()
    assert (row.state, row.attempts) == (MailState.FAILED, 2)


def test_what_is_refused_for_good_is_not_tried_again(mailbox: Mailbox) -> None:
    mailbox.refusal = "550 no such user"
    enqueue([mail()])
    assert send_due_mails() == 0
    row = Mail.objects.get()
    assert (row.state, row.attempts) == (MailState.FAILED, 1)
    assert "no such user" in row.error


@pytest.mark.parametrize(
    ("told", "state"), [("550 no such user", MailState.FAILED), ("450 mailbox busy", MailState.WAITING)]
)
def test_an_address_without_a_mailbox_is_given_up_and_one_that_is_busy_is_not(
    told: str, state: MailState, mailbox: Mailbox
) -> None:
    mailbox.unknown = {"ann@example.org": told}
    enqueue([mail()])
    assert send_due_mails() == 0
    row = Mail.objects.get()
    assert (row.state, row.attempts, told[4:] in row.error) == (state, 1, True)


@override_settings(MAIL_LEASE_SECONDS=60)
def test_a_mail_of_a_sender_that_died_goes_out_again_with_the_same_id(mailbox: Mailbox) -> None:
    start = timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        enqueue([mail()])
        assert send_due_mails() == 1
        # as if it had died between the mail server's answer and the note of it
        Mail.objects.update(state=MailState.SENDING, next_try=start + timedelta(seconds=60))
        clock.move_to(start + timedelta(seconds=59))
        assert send_due_mails() == 0
        clock.move_to(start + timedelta(seconds=60))
        assert send_due_mails() == 1
    first, again = mailbox.messages
    assert first["Message-ID"] == again["Message-ID"]


@override_settings(MAIL_ATTEMPTS=2)
def test_a_mail_that_every_sender_dies_of_is_given_up(mailbox: Mailbox) -> None:
    enqueue([mail()])
    Mail.objects.update(state=MailState.SENDING, attempts=2)
    assert send_due_mails() == 0
    assert mailbox.messages == []
    assert Mail.objects.get().state == MailState.FAILED


def test_a_mail_that_cannot_be_written_holds_up_no_other(mailbox: Mailbox) -> None:
    enqueue([mail(), mail("eva@example.org", values={"title": "Slow"}), mail("leo@example.org")])
    assert send_due_mails() == 2
    assert mailbox.receivers == ["ann@example.org", "leo@example.org"]
    failed = Mail.objects.get(to="eva@example.org")
    assert (failed.state, "content" in failed.error) == (MailState.FAILED, True)


@pytest.mark.django_db(transaction=True)
def test_many_senders_send_each_mail_once(mailbox: Mailbox) -> None:
    enqueue(mail(f"p{number}@example.org") for number in range(40))

    def send(_: int) -> int:
        try:
            return send_due_mails()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(send, range(4))) == 40
    assert mailbox.receivers == sorted(f"p{number}@example.org" for number in range(40))


def test_a_link_that_opens_an_account_is_not_kept(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(letters.LETTERS, "feedback", Letter("feedback", secret=True))
    enqueue([mail(path="reset-password?key=a%26b")])
    assert send_due_mails() == 1
    assert "/#/en/reset-password?key=a%26b&utm_source=mail" in text_of(mailbox.messages[0])
    assert Mail.objects.get().path == ""


@override_settings(PUBLIC_URL="https://portal.example.org")
def test_links_lead_to_the_configured_address(mailbox: Mailbox) -> None:
    enqueue([mail()])
    assert send_due_mails() == 1
    assert "https://portal.example.org/#/en/feedback" in text_of(mailbox.messages[0])
    assert mailbox.messages[0]["Message-ID"].endswith("@portal.example.org>")


@override_settings(MAIL_DAYS=90)
def test_old_mails_are_forgotten_but_not_those_still_to_be_sent(mailbox: Mailbox) -> None:
    enqueue([mail(), mail("eva@example.org")])
    send_due_mails()
    old = timezone.now() - timedelta(days=91)
    Mail.objects.filter(to="ann@example.org").update(created_at=old)
    enqueue([mail("late@example.org")])
    Mail.objects.filter(to="late@example.org").update(created_at=old)
    assert forget_old_mails() == 1
    assert sorted(Mail.objects.values_list("to", flat=True)) == ["eva@example.org", "late@example.org"]
