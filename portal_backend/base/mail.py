"""How mails leave: what EMAIL_URL means, and the files that they are written to where it is not set."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import environ
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from portal_backend.base.environment import has_host, parts_of, refuse

PROVIDER = "anymail+"
SMTP = ("smtp", "smtps", "smtp+tls", "smtp+ssl")


def mail_settings(url: str) -> dict[str, Any]:
    """Django's settings for `smtp+tls://user:password@host:587`, or for an Anymail provider with its own settings as
    the query: `anymail+mailgun://?api_key=...&sender_domain=...`.
    """
    parts = parts_of(url)
    if parts is None or not parts.scheme.startswith(PROVIDER):
        if parts is None or not has_host(url, SMTP) or parts.query:
            refuse("EMAIL_URL", "smtp+tls://user:password@host:587, or anymail+PROVIDER://?NAME=VALUE")
        return environ.Env.email_url_config(url)  # type: ignore[no-any-return]
    provider = parts.scheme.removeprefix(PROVIDER)
    if not provider.isidentifier() or find_spec(f"anymail.backends.{provider}") is None:
        refuse("EMAIL_URL", "anymail+PROVIDER://?NAME=VALUE with a provider that django-anymail knows", parts.scheme)
    given = {f"{provider}_{name}".upper(): value for name, value in parse_qsl(parts.query)}
    return {"EMAIL_BACKEND": f"anymail.backends.{provider}.EmailBackend", "ANYMAIL": given}


class FileBackend(BaseEmailBackend):
    """Writes each mail to a file of its own, which any mail program opens; the same mail again is the same file."""

    def __init__(self, file_path: str | None = None, fail_silently: bool = False, **more: Any) -> None:
        super().__init__(fail_silently=fail_silently)
        self._folder = Path(file_path or settings.EMAIL_FILE_PATH)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write them."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for each in email_messages:
            message = each.message()
            name = str(message["Message-ID"]).strip("<>").replace("/", "_")
            # a reader never meets half a mail
            half = self._folder / f".{name}"
            half.write_bytes(message.as_bytes())
            half.rename(self._folder / f"{name}.eml")
        return len(email_messages)
