"""SMTP server for tests that stores messages and can reject them."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, TypeVar

from aiosmtpd.controller import Controller
from django.db.models import QuerySet
from django.test import override_settings

from portal_backend.notifications.events import expand_events
from portal_backend.notifications.models import Mail, MailEvent


class Mailbox:
    """Received messages, and SMTP responses that replace the acceptance."""

    def __init__(self) -> None:
        #: received messages
        self.messages: list[EmailMessage] = []
        #: sender and recipients of each message
        self.envelopes: list[tuple[str, list[str]]] = []
        #: SMTP response to DATA that rejects every message
        self.data_error = ""
        #: SMTP response to MAIL that rejects every sender
        self.sender_error = ""
        #: SMTP response to RCPT by address, for addresses without a mailbox
        self.recipient_errors: dict[str, str] = {}
        #: addresses of all RCPT commands, including rejected ones
        self.attempted_recipients: list[str] = []
        #: whether each connection is ended after an email
        self.disconnects = False
        #: whether a second email over a connection gets the reply 421
        self.limits_connections = False
        #: client addresses, one for each connection
        self.connections: set[tuple[str, int]] = set()

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Accept the sender unless configured otherwise."""
        if self.limits_connections and session.peer in self.connections:
            return "421 too many emails over this connection"
        self.connections.add(session.peer)
        if self.sender_error:
            return self.sender_error
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Accept an address unless it is configured as unknown."""
        self.attempted_recipients.append(address)
        if address in self.recipient_errors:
            return self.recipient_errors[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - name prescribed by aiosmtpd
        """Accept a message unless configured otherwise."""
        if self.data_error:
            return self.data_error
        self.messages.append(message_from_bytes(envelope.content, policy=policy.default))  # type: ignore[arg-type]
        self.envelopes.append((envelope.mail_from, envelope.rcpt_tos))
        if self.disconnects:
            asyncio.get_running_loop().call_soon(server.transport.close)
        return "250 OK"

    @property
    def recipients(self) -> list[str]:
        """Recipients of all messages, sorted, once per message."""
        return sorted(address for _, addresses in self.envelopes for address in addresses)


def get_text(mail: EmailMessage) -> str:
    """Return the plain text part."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def get_html(mail: EmailMessage) -> str:
    """Return the HTML part."""
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


Box = TypeVar("Box", bound=Mailbox)


@contextmanager
def run_smtp_server(mailbox: Box, port: int = 0) -> Iterator[tuple[Box, int]]:
    """Run the SMTP server on a port, by default a free one."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
        port = probe.getsockname()[1]
    controller = Controller(mailbox, hostname="127.0.0.1", port=port)
    controller.start()
    try:
        yield mailbox, port
    finally:
        controller.stop()


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """Run an SMTP server and make the portal send to it."""
    smtp = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_HOST": "127.0.0.1"}
    with run_smtp_server(Mailbox()) as (mailbox, port), override_settings(**smtp, EMAIL_PORT=port):
        yield mailbox


def expand_and_get_mails() -> QuerySet[Mail]:
    """Return the emails after the pending mail events have been expanded."""
    expand_events()
    return Mail.objects.all()


def delete_mails() -> None:
    """Delete all emails and mail events."""
    MailEvent.objects.all().delete()
    Mail.objects.all().delete()
