"""Password and username recovery: token validity, rate limits and disclosure.

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
from portal_backend.base.newyork import now
from portal_backend.joining.keys import use_key
from portal_backend.joining.models import RecoveryKey
from portal_backend.joining.tasks import forget_old_keys
from portal_backend.notifications.models import Mail
from portal_backend.notifications.sending import send_due_mails
from tests import factories
from tests.caller import Answered, Caller
from tests.joining.conftest import mailed_key
from tests.mailbox import Mailbox, text_of

pytestmark = pytest.mark.django_db
NEW = "Gr\u00faa-7-azul"


def ask(caller: Caller, username: str = "client") -> Answered:
    return caller.put("/support/request-reset-password", username=username)


def verify(caller: Caller, key: str) -> str:
    return caller.put("/support/verify-action-key", key=key).verdict


def reset(caller: Caller, key: str, password: str = NEW) -> str:
    return caller.put("/support/reset-password", {"newPassword": password}, key=key).verdict


def log_in(caller: Caller, password: str) -> str:
    return caller.post("/contacts/login", {"username": "client", "password": password}).verdict


def test_reset_link_sets_password_once_and_ends_all_sessions(caller: Caller, mailbox: Mailbox) -> None:
    here = factories.world()
    assert ask(caller, "CLIENT").ok is True
    key = mailed_key(mailbox)
    assert mailbox.receivers == ["client@example.org"]
    assert verify(caller, key) == "200"
    assert reset(caller, key, "weak") == "400 VALIDATION"
    assert reset(caller, key) == "200"
    assert caller.get("/contacts/profile", actor=here.client).verdict == "401 TOKEN_INVALID"
    assert caller.get("/contacts/profile", actor=here.client_mate).verdict == "200"
    assert (log_in(caller, factories.PASSWORD), log_in(caller, NEW)) == ("401 BAD_CREDENTIALS", "200")
    assert verify(caller, key) == reset(caller, key, "Otra-9-clave") == "410 ACTION_KEY_EXPIRED"
    assert log_in(caller, NEW) == "200"


def test_reset_rejects_password_made_of_a_name(caller: Caller, mailbox: Mailbox) -> None:
    factories.world()
    _ = ask(caller).ok
    key = mailed_key(mailbox)
    refused = caller.put("/support/reset-password", {"newPassword": "Client#2026"}, key=key).refused(400, "VALIDATION")
    assert list(refused.fields) == ["newPassword"]
    assert reset(caller, key) == "200"


def test_reset_token_expires_after_one_hour(caller: Caller, mailbox: Mailbox) -> None:
    factories.world()
    ask(caller)
    key = mailed_key(mailbox)
    with time_machine.travel(now() + timedelta(minutes=59), tick=False):
        assert verify(caller, key) == "200"
    with time_machine.travel(now() + timedelta(minutes=61), tick=False):
        assert verify(caller, key) == reset(caller, key) == "410 ACTION_KEY_EXPIRED"


def test_expired_reset_token_is_purged_after_thirty_days(caller: Caller, mailbox: Mailbox) -> None:
    factories.world()
    ask(caller)
    key = mailed_key(mailbox)
    with time_machine.travel(now() + timedelta(days=30), tick=False):
        assert forget_old_keys() == 0
        assert verify(caller, key) == "410 ACTION_KEY_EXPIRED", "as long as it is kept it says why it is dead"
    with time_machine.travel(now() + timedelta(days=30, hours=2), tick=False):
        assert forget_old_keys() == 1
        assert verify(caller, key) == "404 ACTION_KEY_NOT_FOUND"


def test_newer_reset_token_replaces_older_of_same_user(caller: Caller, mailbox: Mailbox) -> None:
    factories.world()
    keys = []
    for username in ("client", "client2", "client"):
        ask(caller, username)
        keys.append(mailed_key(mailbox))
    assert [verify(caller, key) for key in keys] == ["404 ACTION_KEY_NOT_FOUND", "200", "200"]
    assert RecoveryKey.objects.count() == 2


@pytest.mark.parametrize("changed", ["password", "email"])
def test_reset_token_is_invalid_after_account_change(caller: Caller, mailbox: Mailbox, changed: str) -> None:
    here = factories.world()
    ask(caller)
    key = mailed_key(mailbox)
    user = User.objects.get(pk=here.client.id)
    if changed == "password":
        user.set_password("Otra-9-clave")
    user.email = f"new-{user.email}" if changed == "email" else user.email
    user.save()
    assert reset(caller, key) == "410 ACTION_KEY_EXPIRED"


def test_password_reset_does_not_unlock_user(caller: Caller, mailbox: Mailbox) -> None:
    here = factories.world()
    User.objects.filter(pk=here.client.id).update(locked=True)
    assert caller.get("/contacts/profile", actor=here.client).verdict == "401 TOKEN_INVALID"
    ask(caller)
    assert reset(caller, mailed_key(mailbox)) == "200"
    assert log_in(caller, NEW) == "403 ACCOUNT_LOCKED"


@override_settings(PUBLIC_URL="https://portal.example.org", ALLOWED_HOSTS=["portal.example.org", "testserver"])
def test_reset_link_uses_public_url_not_host_header(client: Client, mailbox: Mailbox) -> None:
    factories.world()
    path = "/api/v1/support/request-reset-password?username=client"
    assert client.put(path, headers={"Host": "evil.test"}).status_code == 400
    assert Mail.objects.count() == 0
    assert client.put(path, headers={"X-Forwarded-Host": "evil.test"}).status_code == 200
    send_due_mails()
    assert "https://portal.example.org/#/en/reset-password/" in text_of(mailbox.messages[0])
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
    caller: Caller, path: str, known: dict[str, str], unknown: dict[str, str], code: str
) -> None:
    factories.world()
    with CaptureQueriesContext(
        connection,
    ) as of_known:
        assert caller.put(path, **known).verdict == "200"
    before = (Mail.objects.count(), RecoveryKey.objects.count())
    with CaptureQueriesContext(connection) as of_unknown:
        assert caller.put(path, **unknown).verdict == f"404 {code}"
    kinds = [
        [query["sql"].split()[0] for query in each if "SAVEPOINT" not in query["sql"]]
        for each in (of_known.captured_queries, of_unknown.captured_queries)
    ]
    assert kinds[0] == kinds[1]
    assert (Mail.objects.count(), RecoveryKey.objects.count()) == before


def test_unknown_names_are_rate_limited_per_ip_address(caller: Caller) -> None:
    factories.world()
    assert ask(caller).ok is True
    assert [ask(caller, f"x{number}").status for number in range(6)] == [404] * 5 + [429]
    refused = ask(caller, "client2")
    assert refused.verdict == "429 TOO_MANY_REQUESTS"
    assert int(refused.headers["Retry-After"]) > 0


def test_recovery_emails_are_rate_limited_per_account(caller: Caller) -> None:
    factories.world()
    with time_machine.travel("2026-03-01T10:00:00Z", tick=False):
        assert [ask(caller).status for _ in range(6)] == [200] * 5 + [429]
        assert caller.put("/support/request-username-by-email", email="client@example.org").ok is True
        assert Mail.objects.count() == 5
    with time_machine.travel("2026-03-01T11:00:00Z", tick=False):
        assert ask(caller).ok is True
        assert Mail.objects.count() == 6


def test_reset_token_attempts_are_rate_limited(caller: Caller) -> None:
    answers = [verify(caller, f"guess-{number}") for number in range(21)]
    assert answers == ["404 ACTION_KEY_NOT_FOUND"] * 20 + ["429 TOO_MANY_REQUESTS"]


def test_usernames_email_lists_all_names_in_recipients_language(caller: Caller, mailbox: Mailbox) -> None:
    here = factories.world()
    User.objects.filter(pk__in=[here.client.id, here.client_mate.id]).update(email="shared@example.org", language="es")
    assert caller.put("/support/request-username-by-email", email="Shared@example.org").ok is True
    send_due_mails()
    [mail] = mailbox.messages
    assert mail["Subject"] == "Su nombre de usuario"
    assert "client, client_mate" in text_of(mail)


def test_reset_tokens_are_neither_stored_nor_logged(
    caller: Caller, mailbox: Mailbox, caplog: pytest.LogCaptureFixture
) -> None:
    factories.world()
    caplog.set_level("DEBUG")
    ask(caller)
    key = mailed_key(mailbox)
    assert (verify(caller, key), reset(caller, key), reset(caller, key)) == ("200", "200", "410 ACTION_KEY_EXPIRED")
    logged = "\n".join(record.getMessage() for record in caplog.records if record.name != "mail.log")
    assert "password reset user=client" in logged
    assert key not in logged, "mail.log is the test's mail server"
    assert key not in str(list(RecoveryKey.objects.values()))
    assert key not in str(list(Mail.objects.values())), "a mail that is sent forgets its secret link"


def test_rate_limit_does_not_disclose_recovery_emails_of_others(caller: Caller, settings: Settings) -> None:
    settings.RECOVERIES_PER_HOUR = 2
    factories.world()
    with time_machine.travel("2026-03-01T10:00:00Z", tick=False):
        for _ in range(2):
            assert caller.put("/support/request-username-by-email", email="client@example.org").ok is True
        assert ask(caller).ok is True
    assert not Mail.objects.exclude(template="usernames").exists()
    assert not RecoveryKey.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_reset_token_is_consumed_in_transaction_only(caller: Caller, mailbox: Mailbox) -> None:
    factories.world()
    ask(caller)
    key = mailed_key(mailbox)
    with pytest.raises(RuntimeError, match="in the transaction"):
        use_key(key)
    assert verify(caller, key) == "200"
