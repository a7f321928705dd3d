"""A mail server for the tests of mails."""

from collections.abc import Iterator

import pytest

# the kinds of mail register themselves when they are imported
import portal_backend.api  # noqa: F401
from tests.mailbox import Mailbox, mail_server


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """What the portal sends arrives here."""
    with mail_server() as box:
        yield box
