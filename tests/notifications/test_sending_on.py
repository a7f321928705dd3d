"""One mail that is refused or cannot be written delays only itself; a mail server that is away is left alone."""

import socket
from collections.abc import Iterator

import pytest
from django.test import override_settings

from portal_backend.base.breaker import CircuitBreaker
from portal_backend.notifications import sending
from portal_backend.notifications.models import Mail, MailState
from portal_backend.notifications.outbox import NewMail, enqueue
from portal_backend.notifications.sending import send_due_mails
from tests.mailbox import Mailbox

pytestmark = pytest.mark.django_db
WRITTEN = {"title": "Slow", "content": "The list is slow.", "writer": "Ann", "page": "Repairs"}
PEOPLE = [f"p{number}@example.org" for number in range(4)]


@pytest.fixture(autouse=True)
def _own_breaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "MAIL_SERVER", CircuitBreaker("The mail server"))


@pytest.fixture
def four_mails() -> None:
    enqueue(NewMail(to, "en", "feedback", "FEEDBACK", WRITTEN, path="feedback") for to in PEOPLE)


def states() -> dict[str, str]:
    return dict(Mail.objects.values_list("to", "state"))


@pytest.mark.usefixtures("four_mails")
@pytest.mark.parametrize("told", ["450 greylisted", "451 come back later", "550 no such user"])
def test_a_recipient_that_is_refused_keeps_no_other_waiting(told: str, mailbox: Mailbox) -> None:
    mailbox.unknown = {PEOPLE[0]: told, PEOPLE[2]: told}
    assert send_due_mails() == 2
    assert mailbox.receivers == [PEOPLE[1], PEOPLE[3]]
    kept = MailState.FAILED if told.startswith("5") else MailState.WAITING
    assert states() == {PEOPLE[0]: kept, PEOPLE[1]: "SENT", PEOPLE[2]: kept, PEOPLE[3]: "SENT"}


@pytest.mark.usefixtures("four_mails")
def test_a_server_that_greylists_is_shown_every_mail_in_one_look(mailbox: Mailbox) -> None:
    mailbox.unknown = dict.fromkeys(PEOPLE, "450 greylisted, try again")
    assert send_due_mails() == 0
    assert sorted(mailbox.tried) == PEOPLE
    assert set(Mail.objects.values_list("attempts", flat=True)) == {1}


@pytest.mark.usefixtures("four_mails")
def test_a_refused_sender_ends_the_look(mailbox: Mailbox) -> None:
    mailbox.refused_sender = "451 too many mails from you"
    assert send_due_mails() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 0, 0, 1]


@pytest.mark.usefixtures("four_mails")
def test_a_server_that_hangs_up_ends_the_look(mailbox: Mailbox) -> None:
    mailbox.unknown = dict.fromkeys(PEOPLE, "421 shutting down")
    assert send_due_mails() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 0, 0, 1]


@pytest.mark.usefixtures("four_mails")
def test_a_mail_whose_writing_fails_keeps_no_other_waiting(mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch) -> None:
    write = sending.message

    def fail(mail: Mail, *more: object) -> object:
        if mail.to == PEOPLE[0]:
            raise ZeroDivisionError
        return write(mail, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(sending, "message", fail)
    assert send_due_mails() == 3
    assert states()[PEOPLE[0]] == MailState.WAITING


@pytest.fixture
def silent_server() -> Iterator[socket.socket]:
    """One that takes connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        smtp = "django.core.mail.backends.smtp.EmailBackend"
        port = server.getsockname()[1]
        with override_settings(EMAIL_BACKEND=smtp, EMAIL_HOST="127.0.0.1", EMAIL_PORT=port, EMAIL_TIMEOUT=0.2):
            yield server


@pytest.mark.usefixtures("four_mails")
def test_a_silent_server_is_waited_for_once(silent_server: socket.socket) -> None:
    for _ in range(3):
        assert send_due_mails() == 0
    assert sorted(Mail.objects.values_list("attempts", flat=True)) == [0, 0, 0, 1]
    silent_server.accept()[0].close()
    with pytest.raises(BlockingIOError):
        silent_server.accept()
