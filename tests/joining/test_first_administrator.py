"""The first administrator: by a command, or by the first-run page with the link of the console."""

import sys
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command

from portal_backend.accounts.models import User
from portal_backend.audit.models import Entry
from portal_backend.base.newyork import now
from portal_backend.joining import first_run
from tests import factories
from tests.caller import Answered, Caller

pytestmark = pytest.mark.django_db
COMMAND = "portal_backend.joining.management.commands.create_administrator"
PERSON = ("ana", "ana@example.org", "Ana", "Gil")


def types(monkeypatch: pytest.MonkeyPatch, *passwords: str) -> None:
    answers = iter(passwords)
    monkeypatch.setattr(f"{COMMAND}.getpass", lambda prompt: next(answers))
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)


def test_whoever_it_makes_logs_in_and_administers(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    types(monkeypatch, factories.PASSWORD, factories.PASSWORD)
    told = StringIO()
    call_command("create_administrator", *PERSON, stdout=told)
    assert factories.PASSWORD not in told.getvalue()
    logged_in = caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok
    assert caller.get("/api/rest/contacts", actor=logged_in["token"]).status == 200
    assert Entry.objects.filter(event="USER_CREATED", about="ana", username="create_administrator").exists()


@pytest.mark.parametrize(
    ("person", "passwords", "reason"),
    [
        (PERSON, (factories.PASSWORD, "another"), "differ"),
        (PERSON, ("short", "short"), "password"),
        (("ana", "no address", "Ana", "Gil"), (factories.PASSWORD,) * 2, "email"),
        (("ADMIN", "ana@example.org", "Ana", "Gil"), (factories.PASSWORD,) * 2, "username"),
    ],
)
def test_what_is_wrong_is_said_and_nobody_is_made(
    person: tuple[str, ...], passwords: tuple[str, ...], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.world()
    before = User.objects.count()
    types(monkeypatch, *passwords)
    with pytest.raises(CommandError, match=reason):
        call_command("create_administrator", *person)
    assert User.objects.count() == before


@pytest.fixture
def no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The standard input of a script, with a password on its first line."""
    monkeypatch.setattr(sys, "stdin", StringIO(f"{factories.PASSWORD}\n"))


@pytest.mark.usefixtures("no_terminal")
def test_reads_the_password_from_the_standard_input_without_a_terminal(caller: Caller) -> None:
    call_command("create_administrator", *PERSON, stdout=StringIO())
    assert caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok


def test_reads_the_password_from_the_environment(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORTAL_ADMIN_PASSWORD", factories.PASSWORD)
    call_command("create_administrator", *PERSON, stdout=StringIO())
    assert caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok


def test_says_what_to_do_where_there_is_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO(""))
    with pytest.raises(CommandError, match="PORTAL_ADMIN_PASSWORD"):
        call_command("create_administrator", *PERSON)


def test_prints_a_link_that_sets_the_password(caller: Caller) -> None:
    told = StringIO()
    call_command("create_administrator", *PERSON, "--invite", stdout=told)
    key = told.getvalue().rsplit("/", 1)[-1].strip()
    assert caller.put("/support/reset-password", {"newPassword": factories.PASSWORD}, key=key).ok
    assert caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok


ANA = {
    "username": "ana",
    "email": "ana@example.org",
    "firstName": "Ana",
    "lastName": "Gil",
    "password": factories.PASSWORD,
}


def link_key() -> str:
    """The key of the link that the console shows."""
    told = StringIO()
    call_command("print_setup_link", stdout=told)
    return told.getvalue().rsplit("/", 1)[-1].strip()


def create(caller: Caller, key: str, **changed: str) -> Answered:
    return caller.post("/setup/administrator", {**ANA, **changed}, key=key)


def test_the_link_of_the_console_creates_the_administrator_once(caller: Caller) -> None:
    assert caller.get("/setup").ok == {"open": True}
    key = link_key()
    assert create(caller, key).ok is True
    assert caller.post("/contacts/login", {"username": "ana", "password": factories.PASSWORD}).ok
    assert caller.get("/setup").ok == {"open": False}
    create(caller, key, username="eva").refused(404, "NOT_FOUND")
    assert link_key() == ""


def test_stays_closed_when_every_user_is_gone(caller: Caller) -> None:
    key = link_key()
    assert create(caller, key).ok
    Entry.objects.all().delete()
    User.objects.all().delete()
    create(caller, key).refused(404, "NOT_FOUND")


def test_a_portal_with_users_offers_no_first_run(caller: Caller) -> None:
    key = link_key()
    factories.world()
    assert caller.get("/setup").ok == {"open": False}
    create(caller, key).refused(404, "NOT_FOUND")


def test_a_wrong_or_old_link_creates_no_administrator(caller: Caller) -> None:
    key = link_key()
    create(caller, f"{key}x").refused(410, "ACTION_KEY_EXPIRED")
    with time_machine.travel(now() + timedelta(days=1, seconds=1), tick=False):
        create(caller, key).refused(410, "ACTION_KEY_EXPIRED")
    assert not User.objects.exists()


def test_guesses_are_bounded(caller: Caller) -> None:
    for _ in range(first_run.MAX_GUESSES):
        create(caller, "administrator.x.y").refused(410, "ACTION_KEY_EXPIRED")
    assert create(caller, link_key()).status == 429


def test_of_two_at_once_the_second_is_refused(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both found the portal empty: the second is stopped by the row that the first has inserted."""
    key = link_key()
    assert create(caller, key).ok
    monkeypatch.setattr(first_run, "is_open", lambda: True)
    create(caller, key, username="eva").refused(404, "NOT_FOUND")
    assert User.objects.count() == 1
