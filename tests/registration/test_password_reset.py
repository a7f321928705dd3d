"""Password reset and username reminder: validity, rate limits and disclosure.

See contract section 3.
"""

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from portal_backend.accounts.models import User
from portal_backend.core.clock import now
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.models import Mail
from portal_backend.registration.models import PasswordResetToken
from portal_backend.registration.password_reset import consume_reset_token
from portal_backend.registration.tasks import purge_expired_tokens
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.registration.conftest import read_mailed_key
from tests.smtp_server import Mailbox, get_text

pytestmark = pytest.mark.django_db
NEW = "Gr\u00faa-7-azul"


def request_reset(caller: ApiClient, username: str = "client") -> ClientResponse:
    return caller.put("/support/request-reset-password", username=username)


def verify(caller: ApiClient, key: str) -> str:
    return caller.put("/support/verify-action-key", key=key).outcome


def reset(caller: ApiClient, key: str, password: str = NEW) -> str:
    return caller.put("/support/reset-password", {"newPassword": password}, key=key).outcome


def log_in(caller: ApiClient, password: str) -> str:
    return caller.post("/contacts/login", {"username": "client", "password": password}).outcome


def test_reset_link_sets_password_once_and_ends_all_sessions(caller: ApiClient, mailbox: Mailbox) -> None:
    here = factories.world()
    assert request_reset(caller, "CLIENT").ok is True
    key = read_mailed_key(mailbox)
    assert mailbox.recipients == ["client@example.org"]
    assert verify(caller, key) == "200"
    assert reset(caller, key, "weak") == "400 VALIDATION"
    assert reset(caller, key) == "200"
    assert caller.get("/contacts/profile", actor=here.client).outcome == "401 TOKEN_INVALID"
    assert caller.get("/contacts/profile", actor=here.client_mate).outcome == "200"
    assert (log_in(caller, factories.PASSWORD), log_in(caller, NEW)) == ("401 BAD_CREDENTIALS", "200")
    assert verify(caller, key) == reset(caller, key, "Otra-9-clave") == "410 ACTION_KEY_EXPIRED"
    assert log_in(caller, NEW) == "200"


def test_reset_rejects_password_made_of_a_name(caller: ApiClient, mailbox: Mailbox) -> None:
    factories.world()
    _ = request_reset(caller).ok
    key = read_mailed_key(mailbox)
    refused = caller.put("/support/reset-password", {"newPassword": "Client#2026"}, key=key).assert_error(
        400, "VALIDATION"
    )
    assert list(refused.fields) == ["newPassword"]
    assert reset(caller, key) == "200"


def test_reset_token_expires_after_one_hour(caller: ApiClient, mailbox: Mailbox) -> None:
    factories.world()
    request_reset(caller)
    key = read_mailed_key(mailbox)
    with time_machine.travel(now() + timedelta(minutes=59), tick=False):
        assert verify(caller, key) == "200"
    with time_machine.travel(now() + timedelta(minutes=61), tick=False):
        assert verify(caller, key) == reset(caller, key) == "410 ACTION_KEY_EXPIRED"


def test_expired_reset_token_is_purged_after_thirty_days(caller: ApiClient, mailbox: Mailbox) -> None:
    factories.world()
    request_reset(caller)
    key = read_mailed_key(mailbox)
    with time_machine.travel(now() + timedelta(days=30), tick=False):
        assert purge_expired_tokens() == 0
        assert verify(caller, key) == "410 ACTION_KEY_EXPIRED", "as long as it is kept it says why it is dead"
    with time_machine.travel(now() + timedelta(days=30, hours=2), tick=False):
        assert purge_expired_tokens() == 1
        assert verify(caller, key) == "404 ACTION_KEY_NOT_FOUND"


def test_newer_reset_token_replaces_older_of_same_user(caller: ApiClient, mailbox: Mailbox) -> None:
    factories.world()
    keys = []
    for username in ("client", "client2", "client"):
        request_reset(caller, username)
        keys.append(read_mailed_key(mailbox))
    assert [verify(caller, key) for key in keys] == ["404 ACTION_KEY_NOT_FOUND", "200", "200"]
    assert PasswordResetToken.objects.count() == 2


@pytest.mark.parametrize("changed", ["password", "email"])
def test_reset_token_is_invalid_after_account_change(caller: ApiClient, mailbox: Mailbox, changed: str) -> None:
    here = factories.world()
    request_reset(caller)
    key = read_mailed_key(mailbox)
    user = User.objects.get(pk=here.client.id)
    if changed == "password":
        user.set_password("Otra-9-clave")
    user.email = f"new-{user.email}" if changed == "email" else user.email
    user.save()
    assert reset(caller, key) == "410 ACTION_KEY_EXPIRED"


def test_password_reset_does_not_unlock_user(caller: ApiClient, mailbox: Mailbox) -> None:
    here = factories.world()
    User.objects.filter(pk=here.client.id).update(locked=True)
    assert caller.get("/contacts/profile", actor=here.client).outcome == "401 TOKEN_INVALID"
    request_reset(caller)
    assert reset(caller, read_mailed_key(mailbox)) == "200"
    assert log_in(caller, NEW) == "403 ACCOUNT_LOCKED"


@override_settings(PUBLIC_URL="https://portal.example.org", ALLOWED_HOSTS=["portal.example.org", "testserver"])
def test_reset_link_uses_public_url_not_host_header(client: Client, mailbox: Mailbox) -> None:
    factories.world()
    path = "/api/v1/support/request-reset-password?username=client"
    assert client.put(path, headers={"Host": "evil.test"}).status_code == 400
    assert Mail.objects.count() == 0
    assert client.put(path, headers={"X-Forwarded-Host": "evil.test"}).status_code == 200
    send_due_mails()
    assert "https://portal.example.org/#/en/reset-password/" in get_text(mailbox.messages[0])
    assert "evil" not in mailbox.messages[0].as_string()


@pytest.mark.parametrize(
    ("path", "known", "unknown", "code"),
    [
        ("/support/request-reset-password", {"username": "client"}, {"username": "x"}, "USERNAME_NOT_FOUND"),
        (
            "/support/request-username-by-email",
            {"email": "client@example.org"},
            {"email": "x@example.org"},
            "EMAIL_NOT_FOUND",
        ),
    ],
)
def test_unknown_name_runs_same_queries_and_stores_nothing(
    caller: ApiClient, path: str, known: dict[str, str], unknown: dict[str, str], code: str
) -> None:
    factories.world()
    with CaptureQueriesContext(
        connection,
    ) as of_known:
        assert caller.put(path, **known).outcome == "200"
    before = (Mail.objects.count(), PasswordResetToken.objects.count())
    with CaptureQueriesContext(connection) as of_unknown:
        assert caller.put(path, **unknown).outcome == f"404 {code}"
    kinds = [
        [query["sql"].split()[0] for query in each if "SAVEPOINT" not in query["sql"]]
        for each in (of_known.captured_queries, of_unknown.captured_queries)
    ]
    assert kinds[0] == kinds[1]
    assert (Mail.objects.count(), PasswordResetToken.objects.count()) == before


def test_unknown_names_are_rate_limited_per_ip_address(caller: ApiClient) -> None:
    factories.world()
    assert request_reset(caller).ok is True
    assert [request_reset(caller, f"x{number}").status for number in range(6)] == [404] * 5 + [429]
    refused = request_reset(caller, "client2")
    assert refused.outcome == "429 TOO_MANY_REQUESTS"
    assert int(refused.headers["Retry-After"]) > 0


def test_reset_emails_are_rate_limited_per_account(caller: ApiClient) -> None:
    factories.world()
    with time_machine.travel("2026-03-01T10:00:00Z", tick=False):
        assert [request_reset(caller).status for _ in range(6)] == [200] * 5 + [429]
        assert caller.put("/support/request-username-by-email", email="client@example.org").ok is True
        assert Mail.objects.count() == 5
    with time_machine.travel("2026-03-01T11:00:00Z", tick=False):
        assert request_reset(caller).ok is True
        assert Mail.objects.count() == 6


def test_reset_token_attempts_are_rate_limited(caller: ApiClient) -> None:
    responses = [verify(caller, f"guess-{number}") for number in range(21)]
    assert responses == ["404 ACTION_KEY_NOT_FOUND"] * 20 + ["429 TOO_MANY_REQUESTS"]


def test_usernames_email_lists_all_names_in_recipients_language(caller: ApiClient, mailbox: Mailbox) -> None:
    here = factories.world()
    User.objects.filter(pk__in=[here.client.id, here.client_mate.id]).update(email="shared@example.org", language="es")
    assert caller.put("/support/request-username-by-email", email="Shared@example.org").ok is True
    send_due_mails()
    [mail] = mailbox.messages
    assert mail["Subject"] == "Su nombre de usuario"
    assert "client, client_mate" in get_text(mail)


def test_reset_tokens_are_neither_stored_nor_logged(
    caller: ApiClient, mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    factories.world()
    caplog.set_level("DEBUG")
    request_reset(caller)
    key = read_mailed_key(mailbox)
    assert (verify(caller, key), reset(caller, key), reset(caller, key)) == ("200", "200", "410 ACTION_KEY_EXPIRED")
    logged = "\n".join(record.getMessage() for record in caplog.records if record.name != "mail.log")
    assert "password reset user=client" in logged
    assert key not in logged, "mail.log is the test's mail server"
    assert key not in str(list(PasswordResetToken.objects.values()))
    assert key not in str(list(Mail.objects.values())), "a mail that is sent forgets its secret link"


def test_rate_limit_does_not_disclose_reset_emails_of_others(caller: ApiClient, settings: Settings) -> None:
    settings.RESET_MAILS_PER_HOUR = 2
    factories.world()
    with time_machine.travel("2026-03-01T10:00:00Z", tick=False):
        for _ in range(2):
            assert caller.put("/support/request-username-by-email", email="client@example.org").ok is True
        assert request_reset(caller).ok is True
    assert not Mail.objects.exclude(template="usernames").exists()
    assert not PasswordResetToken.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_reset_token_is_consumed_in_transaction_only(caller: ApiClient, mailbox: Mailbox) -> None:
    factories.world()
    request_reset(caller)
    key = read_mailed_key(mailbox)
    with pytest.raises(RuntimeError, match="in a transaction"):
        consume_reset_token(key)
    assert verify(caller, key) == "200"
