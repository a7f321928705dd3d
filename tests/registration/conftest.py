"""Fixtures of recovery and account requests: a mail server."""

import re
from collections.abc import Iterator

import pytest

from portal_backend.notifications.mail_sender import send_due_mails
from tests.smtp_server import Mailbox, get_text, mail_server

LINK = re.compile(r"\S+/#/(?:en|es)/reset-password/([\w-]+)\?\S*")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Receive the emails that the portal sends."""
    with mail_server() as box:
        yield box


def read_mailed_key(mailbox: Mailbox) -> str:
    """Return the key in the email that was sent last."""
    send_due_mails()
    match = LINK.search(get_text(mailbox.messages[-1]))
    assert match is not None
    return match[1]
