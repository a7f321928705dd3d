"""Mail server for the tests of emails."""

from collections.abc import Iterator

import pytest

from tests.smtp_server import Mailbox, mail_server


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Return the mailbox that receives the portal's emails."""
    with mail_server() as box:
        yield box
