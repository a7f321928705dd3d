"""How mails leave: what EMAIL_URL means, and the files where there is none."""

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from django.core.mail import EmailMessage, get_connection
from django.test import override_settings

from portal_backend.base.environment import InvalidSettingError
from portal_backend.base.mail import mail_settings


def test_a_mail_server() -> None:
    told = mail_settings("smtp+tls://user:pass%40word@mail.example.org:587")
    assert told["EMAIL_BACKEND"] == "django.core.mail.backends.smtp.EmailBackend"
    assert (told["EMAIL_HOST"], told["EMAIL_PORT"], told["EMAIL_USE_TLS"]) == ("mail.example.org", 587, True)
    assert (told["EMAIL_HOST_USER"], told["EMAIL_HOST_PASSWORD"]) == ("user", "pass@word")


def test_a_provider_of_anymail() -> None:
    told = mail_settings("anymail+mailgun://?api_key=a%2Bb&sender_domain=example.org")
    assert told["EMAIL_BACKEND"] == "anymail.backends.mailgun.EmailBackend"
    with override_settings(**told):
        assert get_connection().api_key == "a+b"  # type: ignore[attr-defined]


def test_what_is_neither_is_refused() -> None:
    for url in ("pigeon://mail.example.org", "nonsense", "smtp://u:p@host:99999x", "smtp://", "anymail+pigeon://?a=b"):
        with pytest.raises(InvalidSettingError, match="EMAIL_URL"):
            mail_settings(url)


def test_files_where_there_is_none(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    with override_settings(EMAIL_BACKEND="portal_backend.base.mail.FileBackend", EMAIL_FILE_PATH=str(folder)):
        mail = EmailMessage("¡Hola!", "Año", to=["ann@example.org"], headers={"Message-ID": "<../7@example.org>"})
        for _ in range(2):
            assert mail.send() == 1
    [file] = folder.iterdir()
    assert file.name == ".._7@example.org.eml"
    assert folder.stat().st_mode & 0o077 == 0
    read = message_from_bytes(file.read_bytes(), policy=policy.default)
    assert (read["Subject"], read["To"]) == ("¡Hola!", "ann@example.org")
