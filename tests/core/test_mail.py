"""Email settings from EMAIL_URL, and the file backend that is used without it."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from django.core.mail import EmailMessage, get_connection
from django.test import override_settings

from portal_backend.core.environment import InvalidSettingError
from portal_backend.core.mail import build_mail_settings


def test_smtp_url() -> None:
    email_settings = build_mail_settings("smtp+tls://user:pass%40word@mail.example.org:587")
    assert email_settings["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (email_settings["EMAIL_HOST"], email_settings["EMAIL_PORT"], email_settings["EMAIL_USE_TLS"]) == (
        "mail.example.org",
        587,
        True,
    )
    assert (email_settings["EMAIL_HOST_USER"], email_settings["EMAIL_HOST_PASSWORD"]) == ("user", "pass@word")


def test_anymail_provider_url() -> None:
    email_settings = build_mail_settings("anymail+mailgun://?api_key=a%2Bb&sender_domain=example.org")
    assert email_settings["EMAIL_BACKEND"] == "anymail.backends.mailgun.EmailBackend"
    with override_settings(**email_settings):
        assert get_connection().api_key == "a+b"  # type: ignore[attr-defined]


def test_rejects_invalid_email_url() -> None:
    for url in ("pigeon://mail.example.org", "nonsense", "smtp://u:p@host:99999x", "smtp://", "anymail+pigeon://?a=b"):
        with pytest.raises(InvalidSettingError, match="EMAIL_URL"):
            build_mail_settings(url)


def test_file_backend_writes_one_private_file_per_message(tmp_path: Path) -> None:
    directory = tmp_path / "mails"
    with override_settings(EMAIL_BACKEND="portal_backend.core.mail.FileEmailBackend", EMAIL_FILE_PATH=str(directory)):
        email = EmailMessage("¡Hola!", "Año", to=["ann@example.org"], headers={"Message-ID": "<../7@example.org>"})
        for _ in range(2):
            assert email.send() == 1
    [file] = directory.iterdir()
    assert file.name == ".._7@example.org.eml"
    assert directory.stat().st_mode & 0o077 == 0
    parsed = message_from_bytes(file.read_bytes(), policy=policy.default)
    assert (parsed["Subject"], parsed["To"]) == ("¡Hola!", "ann@example.org")
