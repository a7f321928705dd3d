"""The command that makes an administrator where there is none."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from portal_backend.accounts.models import User
from portal_backend.audit.models import Entry
from tests import factories
from tests.caller import Caller

pytestmark = pytest.mark.django_db
COMMAND = "portal_backend.accounts.management.commands.create_administrator.getpass"
PERSON = ("ana", "ana@example.org", "Ana", "Gil")


def types(monkeypatch: pytest.MonkeyPatch, *passwords: str) -> None:
    answers = iter(passwords)
    monkeypatch.setattr(COMMAND, lambda prompt: next(answers))


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
