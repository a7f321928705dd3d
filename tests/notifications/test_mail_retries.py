"""Failures of emails: each delays only its own email.

After an error of the mail server or a timeout, the sender stops until its next run.
"""

import socket
from collections.abc import Iterator

import pytest
from django.test import override_settings

from portal_backend.core.circuit_breaker import CircuitBreaker
from portal_backend.notifications import mail_sender
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.models import Mail, MailState
from portal_backend.notifications.outbox import NewMail, enqueue_mails
from tests.smtp_server import Mailbox

pytestmark = pytest.mark.django_db
WRITTEN = {"title": "Slow", "content": "The list is slow.", "writer": "Ann", "page": "Repairs"}
PEOPLE = [f"p{number}@example.org" for number in range(4)]


@pytest.fixture(autouse=True)
def _own_breaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mail_sender, "MAIL_SERVER_BREAKER", CircuitBreaker("The mail server"))


@pytest.fixture
def four_mails() -> None:
    enqueue_mails(NewMail(to, "en", "feedback", "FEEDBACK", WRITTEN, path="feedback") for to in PEOPLE)


def states() -> dict[str, str]:
    return dict(Mail.objects.values_list("to", "state"))


@pytest.mark.usefixtures("four_mails")
@pytest.mark.parametrize("reply", ["450 greylisted", "451 come back later", "550 no such user"])
def test_rejected_recipient_delays_no_other_email(reply: str, mailbox: Mailbox) -> None:
    mailbox.recipient_errors = {PEOPLE[0]: reply, PEOPLE[2]: reply}
    assert send_due_mails() == 2
    assert mailbox.recipients == [PEOPLE[1], PEOPLE[3]]
    expected_state = MailState.FAILED if reply.startswith("5") else MailState.WAITING
    assert states() == {PEOPLE[0]: expected_state, PEOPLE[1]: "SENT", PEOPLE[2]: expected_state, PEOPLE[3]: "SENT"}


@pytest.mark.usefixtures("four_mails")
def test_greylisting_server_gets_every_email_in_one_run(mailbox: Mailbox) -> None:
    mailbox.recipient_errors = dict.fromkeys(PEOPLE, "450 greylisted, try again")
    assert send_due_mails() == 0
    assert sorted(mailbox.attempted_recipients) == PEOPLE
    assert set(Mail.objects.values_list("attempts", flat=True)) == {1}


@pytest.mark.usefixtures("four_mails")
def test_rejected_sender_ends_the_run(mailbox: Mailbox) -> None:
    mailbox.sender_error = "451 too many mails from you"
    assert send_due_mails() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 0, 0, 1]


@pytest.mark.usefixtures("four_mails")
def test_closed_connection_ends_the_run(mailbox: Mailbox) -> None:
    mailbox.recipient_errors = dict.fromkeys(PEOPLE, "421 shutting down")
    assert send_due_mails() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 0, 0, 1]


@pytest.mark.usefixtures("four_mails")
def test_error_while_building_an_email_delays_no_other(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    write = mail_sender.build_message

    def fail(mail: Mail, *more: object) -> object:
        if mail.to == PEOPLE[0]:
            raise ZeroDivisionError
        return write(mail, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(mail_sender, "build_message", fail)
    assert send_due_mails() == 3
    assert states()[PEOPLE[0]] == MailState.WAITING


@pytest.fixture
def silent_server() -> Iterator[socket.socket]:
    """Return a server that accepts connections and never responds."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        smtp = "django.core.mail.backends.smtp.EmailBackend"
        port = server.getsockname()[1]
        with override_settings(EMAIL_BACKEND=smtp, EMAIL_HOST="127.0.0.1", EMAIL_PORT=port, EMAIL_TIMEOUT=0.2):
            yield server


@pytest.mark.usefixtures("four_mails")
def test_unresponsive_server_is_tried_once(silent_server: socket.socket) -> None:
    for _ in range(3):
        assert send_due_mails() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 0, 0, 1]
    silent_server.accept()[0].close()
    with pytest.raises(BlockingIOError):
        silent_server.accept()
