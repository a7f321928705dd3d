"""A mail server for the tests of recovery and account requests."""

import re
from collections.abc import Iterator

import pytest

from portal_backend.notifications.sending import send_due_mails
from tests.mailbox import Mailbox, mail_server, text_of

LINK = re.compile(r"\S+/#/(?:en|es)/reset-password/([\w-]+)\?\S*")


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """What the portal sends arrives here."""
    with mail_server() as box:
        yield box


def mailed_key(mailbox: Mailbox) -> str:
    """The key in the mail that was asked for last."""
    send_due_mails()
    found = LINK.search(text_of(mailbox.messages[-1]))
    assert found is not None
    return found[1]
