"""A real mail server for tests: what it was given stands in `messages`, and it may be told to refuse."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any, TypeVar

from aiosmtpd.controller import Controller
from django.db.models import QuerySet
from django.test import override_settings

from portal_backend.notifications.events import make_mails
from portal_backend.notifications.models import Mail, MailEvent


class Mailbox:
    """Everything that the portal sent.

    `refusal` is what is answered to each mail instead of taking it, `unknown` to an address that has no mailbox,
    `refused_sender` to whoever sends. `tried` are the addresses that mails were offered for.
    """

    def __init__(self) -> None:
        self.messages: list[EmailMessage] = []
        self.envelopes: list[tuple[str, list[str]]] = []
        self.refusal = ""
        self.refused_sender = ""
        self.unknown: dict[str, str] = {}
        self.tried: list[str] = []

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Take the sender, unless told otherwise."""
        if self.refused_sender:
            return self.refused_sender
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Take an address, as far as it is known."""
        self.tried.append(address)
        if address in self.unknown:
            return self.unknown[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        """Take one mail."""
        if self.refusal:
            return self.refusal
        self.messages.append(message_from_bytes(envelope.content, policy=policy.default))  # type: ignore[arg-type]
        self.envelopes.append((envelope.mail_from, envelope.rcpt_tos))
        return "250 OK"

    @property
    def receivers(self) -> list[str]:
        """Who got one, sorted; somebody who got two stands there twice."""
        return sorted(address for _, addresses in self.envelopes for address in addresses)


def text_of(mail: EmailMessage) -> str:
    """The text part."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


def html_of(mail: EmailMessage) -> str:
    """The html part."""
    part = mail.get_body(("html",))
    assert part is not None
    return str(part.get_content())


Box = TypeVar("Box", bound=Mailbox)


@contextmanager
def serving(mailbox: Box, port: int = 0) -> Iterator[tuple[Box, int]]:
    """Serve on a port, a free one unless named."""
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
    """Have the portal send to a server of ours."""
    smtp = {"EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend", "EMAIL_HOST": "127.0.0.1"}
    with serving(Mailbox()) as (mailbox, port), override_settings(**smtp, EMAIL_PORT=port):
        yield mailbox


def made_mails() -> QuerySet[Mail]:
    """The mails, once a worker has made those of whatever happened."""
    make_mails()
    return Mail.objects.all()


def forget_mails() -> None:
    """As if nothing had happened yet."""
    MailEvent.objects.all().delete()
    Mail.objects.all().delete()
