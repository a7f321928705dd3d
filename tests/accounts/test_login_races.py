"""Logins concurrent with password changes and locks leave no session (contract 3)."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from portal_backend.accounts import login
from portal_backend.accounts.models import Token
from tests import factories
from tests.accounts.test_users import LOGIN, edit
from tests.caller import Answered, Caller
from tests.factories import World
from tests.together import Call, together

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 4
LOCK, EDIT, NEW_PASSWORD = "/contacts/lock", "/contacts/edit", "Otra-Clave-9"
PAIR = {"username": "client", "password": factories.PASSWORD}


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[Call], None]:
    """Run a call of another user between the password check and the rest of the login."""

    def arrange(call: Call) -> None:
        real = login.check_password

        def elsewhere() -> None:
            try:
                _ = call(Caller()).ok
            finally:
                connection.close()

        def checked(password: str, encoded: str) -> bool:
            found = real(password, encoded)
            other = threading.Thread(target=elsewhere)
            other.start()
            other.join()
            return found

        monkeypatch.setattr(login, "check_password", checked)

    return arrange


def tokens() -> int:
    return Token.objects.filter(user__username="client").count()


def set_password(here: World) -> Call:
    return lambda caller: caller.put(EDIT, edit("client", password=NEW_PASSWORD), actor=here.admin)


def lock(here: World, locked: str = "true") -> Call:
    return lambda caller: caller.put(LOCK, actor=here.admin, username="client", locked=locked)


def test_login_fails_if_password_is_replaced_meanwhile(
    caller: Caller, here: World, meanwhile: Callable[[Call], None]
) -> None:
    meanwhile(set_password(here))
    caller.post(LOGIN, PAIR).refused(401, "BAD_CREDENTIALS")
    assert tokens() == 0


def test_login_fails_if_user_is_locked_meanwhile(
    caller: Caller, here: World, meanwhile: Callable[[Call], None]
) -> None:
    meanwhile(lock(here))
    caller.post(LOGIN, PAIR).refused(403, "ACCOUNT_LOCKED")
    _ = lock(here, "false")(caller).ok
    # unlocking does not revive any session
    assert tokens() == 0


def test_login_returns_username_changed_meanwhile(
    caller: Caller, here: World, meanwhile: Callable[[Call], None]
) -> None:
    def rename(own: Caller) -> Answered:
        return own.put(EDIT, edit("client", "renamed"), actor=here.admin)

    meanwhile(rename)
    assert caller.post(LOGIN, PAIR).ok["identification"] == "renamed"


@pytest.mark.parametrize("race", range(ROUNDS))
def test_concurrent_logins_and_password_change_leave_no_session(race: int, caller: Caller, here: World) -> None:
    log_in: Call = lambda own: own.post(LOGIN, PAIR)  # noqa: E731
    answers = together(*[log_in] * 3, set_password(here))
    assert answers[-1].status == 200
    assert {answer.status for answer in answers[:-1]} <= {200, 401}
    assert tokens() == 0
