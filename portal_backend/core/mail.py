"""Email settings from EMAIL_URL, and the backend that writes emails to files."""

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import environ
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from portal_backend.core.environment import has_valid_host, parse_url, raise_invalid_setting

ANYMAIL_PREFIX = "anymail+"
#: The setting EMAIL_BACKEND without EMAIL_URL.
FILE_BACKEND = f"{__name__}.FileEmailBackend"
SMTP_SCHEMES = ("smtp", "smtps", "smtp+tls", "smtp+ssl")


def build_mail_settings(url: str) -> dict[str, Any]:
    """Build Django's email settings from EMAIL_URL.

    SMTP: `smtp+tls://user:password@host:587`. Anymail provider, with its own settings in the query:
    `anymail+mailgun://?api_key=...&sender_domain=...`.
    """
    parts = parse_url(url)
    if parts is None or not parts.scheme.startswith(ANYMAIL_PREFIX):
        if parts is None or not has_valid_host(url, SMTP_SCHEMES) or parts.query:
            raise_invalid_setting("EMAIL_URL", "smtp+tls://user:password@host:587, or anymail+PROVIDER://?NAME=VALUE")
        return environ.Env.email_url_config(url)  # type: ignore[no-any-return]
    provider = parts.scheme.removeprefix(ANYMAIL_PREFIX)
    if not provider.isidentifier() or find_spec(f"anymail.backends.{provider}") is None:
        raise_invalid_setting(
            "EMAIL_URL", "anymail+PROVIDER://?NAME=VALUE with a provider that django-anymail knows", parts.scheme
        )
    provider_settings = {f"{provider}_{name}".upper(): value for name, value in parse_qsl(parts.query)}
    return {"EMAIL_BACKEND": f"anymail.backends.{provider}.EmailBackend", "ANYMAIL": provider_settings}


def has_mail_server() -> bool:
    """Return whether emails are sent, not only written to files (no EMAIL_URL)."""
    return settings.EMAIL_BACKEND != FILE_BACKEND


class FileEmailBackend(BaseEmailBackend):
    """Email backend that writes each email to an .eml file named by its Message-ID.

    Sending an email again overwrites its file.
    """

    def __init__(self, file_path: str | None = None, fail_silently: bool = False, **kwargs: Any) -> None:
        super().__init__(fail_silently=fail_silently)
        self._directory = Path(file_path or settings.EMAIL_FILE_PATH)

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Write the emails and return their number."""
        self._directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        for each in email_messages:
            message = each.message()
            name = str(message["Message-ID"]).strip("<>").replace("/", "_")
            # rename is atomic, so no program sees an incomplete email
            partial = self._directory / f".{name}"
            partial.write_bytes(message.as_bytes())
            partial.rename(self._directory / f"{name}.eml")
        return len(email_messages)
