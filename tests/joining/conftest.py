"""Fixtures of recovery and account requests: a mail server."""

import re
from collections.abc import Iterator

import pytest

from portal_backend.notifications.sending import send_due_mails
from tests.mailbox import Mailbox, mail_server, text_of

LINK = re.compile(r"\S+/#/(?:en|es)/reset-password/([\w-]+)\?\S*")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Receive the emails that the portal sends."""
    with mail_server() as box:
        yield box


def mailed_key(mailbox: Mailbox) -> str:
    """Return the key in the email that was sent last."""
    send_due_mails()
    match = LINK.search(text_of(mailbox.messages[-1]))
    assert match is not None
    return match[1]
