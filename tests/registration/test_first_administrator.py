"""Creation of the first administrator by a command or by the setup link."""

import sys
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command

from portal_backend.accounts.models import User
from portal_backend.audit.models import AuditEntry
from portal_backend.core.clock import now
from portal_backend.registration import first_run
from tests import factories
from tests.api_client import ApiClient, ClientResponse

pytestmark = pytest.mark.django_db
COMMAND = "portal_backend.operations.management.commands.create_administrator"
PERSON = ("ana", "ana@example.org", "Ana", "Gil")


def type_passwords(monkeypatch: pytest.MonkeyPatch, *passwords: str) -> None:
    typed = iter(passwords)
    monkeypatch.setattr(f"{COMMAND}.getpass", lambda prompt: next(typed))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)


def test_command_creates_working_administrator(caller: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    type_passwords(monkeypatch, factories.PASSWORD, factories.PASSWORD)
    output = StringIO()
    call_command("create_administrator", *PERSON, stdout=output)
    assert factories.PASSWORD not in output.getvalue()
    logged_in = caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok
    assert caller.get("/api/rest/contacts", actor=logged_in["token"]).status == 200
    assert AuditEntry.objects.filter(event="USER_CREATED", object_repr="ana", username="create_administrator").exists()


@pytest.mark.parametrize(
    ("person", "passwords", "reason"),
    [
        (PERSON, (factories.PASSWORD, "another"), "do not match"),
        (PERSON, ("short", "short"), "password"),
        (("ana", "no address", "Ana", "Gil"), (factories.PASSWORD,) * 2, "email"),
        (("ADMIN", "ana@example.org", "Ana", "Gil"), (factories.PASSWORD,) * 2, "username"),
    ],
)
def test_command_rejects_invalid_input(
    person: tuple[str, ...], passwords: tuple[str, ...], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.world()
    before = User.objects.count()
    type_passwords(monkeypatch, *passwords)
    with pytest.raises(CommandError, match=reason):
        call_command("create_administrator", *person)
    assert User.objects.count() == before


@pytest.fixture
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace standard input by that of a script, with a password as first line."""
    monkeypatch.setattr(sys, "stdin", StringIO(f"{factories.PASSWORD}\n"))


@pytest.mark.usefixtures("no_terminal")
def test_command_reads_password_from_standard_input(caller: ApiClient) -> None:
    call_command("create_administrator", *PERSON, stdout=StringIO())
    assert caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok


def test_command_reads_password_from_environment(caller: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTAL_ADMIN_PASSWORD", factories.PASSWORD)
    call_command("create_administrator", *PERSON, stdout=StringIO())
    assert caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok


def test_command_explains_missing_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    with pytest.raises(CommandError, match="PORTAL_ADMIN_PASSWORD"):
        call_command("create_administrator", *PERSON)


def test_command_prints_password_link_of_invitation(caller: ApiClient) -> None:
    output = StringIO()
    call_command("create_administrator", *PERSON, "--invite", stdout=output)
    key, _, query = output.getvalue().rsplit("/", 1)[-1].strip().partition("?")
    assert query == "invited=1"
    assert caller.put("/support/reset-password", {"newPassword": factories.PASSWORD}, key=key).ok
    assert caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok


ANA = {
    "username": "ana",
    "email": "ana@example.org",
    "firstName": "Ana",
    "lastName": "Gil",
    "phone": "+34 600 000 000",
    "password": factories.PASSWORD,
}


def read_link_key() -> str:
    """Return the key of the printed setup link."""
    output = StringIO()
    call_command("print_setup_link", stdout=output)
    return output.getvalue().rsplit("/", 1)[-1].strip()


def create(caller: ApiClient, key: str, **changed: str) -> ClientResponse:
    return caller.post("/setup/administrator", {**ANA, **changed}, key=key)


def test_setup_link_creates_administrator_once(caller: ApiClient) -> None:
    assert caller.get("/setup").ok == {"open": True}
    key = read_link_key()
    assert create(caller, key).ok is True
    assert caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok
    assert caller.get("/setup").ok == {"open": False}
    create(caller, key, username="eva").assert_error(404, "NOT_FOUND")
    assert read_link_key() == ""


def test_setup_link_is_verified_before_anything_is_filled_in(caller: ApiClient) -> None:
    key = read_link_key()
    assert caller.put("/setup/verify-key", key=key).ok is True
    caller.put("/setup/verify-key", key=f"{key}x").assert_error(410, "ACTION_KEY_EXPIRED")
    with time_machine.travel(now() + timedelta(days=1, seconds=1), tick=False):
        caller.put("/setup/verify-key", key=key).assert_error(410, "ACTION_KEY_EXPIRED")
    assert create(caller, key).ok is True
    caller.put("/setup/verify-key", key=key).assert_error(404, "NOT_FOUND")


def test_verifications_count_as_setup_attempts(caller: ApiClient) -> None:
    for _ in range(first_run.MAX_SETUP_ATTEMPTS):
        caller.put("/setup/verify-key", key="administrator.x.y").assert_error(410, "ACTION_KEY_EXPIRED")
    assert caller.put("/setup/verify-key", key=read_link_key()).status == 429
    assert create(caller, read_link_key()).status == 429


def test_first_administrator_can_save_profile(caller: ApiClient) -> None:
    create(caller, read_link_key(), phone="").assert_error(400, "VALIDATION")
    assert create(caller, read_link_key()).ok is True
    token = caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok["token"]
    [row] = caller.get("/api/rest/profile", actor=token).ok
    read = caller.get(f"/api/rest/profile/{row['id']}", actor=token).ok
    assert caller.put(f"/api/rest/profile/{row['id']}", read, actor=token).ok


def test_setup_stays_closed_after_all_users_are_deleted(caller: ApiClient) -> None:
    key = read_link_key()
    assert create(caller, key).ok
    AuditEntry.objects.all().delete()
    User.objects.all().delete()
    create(caller, key).assert_error(404, "NOT_FOUND")


def test_setup_is_closed_when_users_exist(caller: ApiClient) -> None:
    key = read_link_key()
    factories.world()
    assert caller.get("/setup").ok == {"open": False}
    create(caller, key).assert_error(404, "NOT_FOUND")


def test_rejects_invalid_or_expired_setup_link(caller: ApiClient) -> None:
    key = read_link_key()
    create(caller, f"{key}x").assert_error(410, "ACTION_KEY_EXPIRED")
    with time_machine.travel(now() + timedelta(days=1, seconds=1), tick=False):
        create(caller, key).assert_error(410, "ACTION_KEY_EXPIRED")
    assert not User.objects.exists()


def test_setup_attempts_are_rate_limited(caller: ApiClient) -> None:
    for _ in range(first_run.MAX_SETUP_ATTEMPTS):
        create(caller, "administrator.x.y").assert_error(410, "ACTION_KEY_EXPIRED")
    assert create(caller, read_link_key()).status == 429


def test_concurrent_setup_creates_one_administrator(caller: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find setup open; the row that the first inserted stops the second."""
    key = read_link_key()
    assert create(caller, key).ok
    monkeypatch.setattr(first_run, "is_setup_open", lambda: True)
    create(caller, key, username="eva").assert_error(404, "NOT_FOUND")
    assert User.objects.count() == 1
