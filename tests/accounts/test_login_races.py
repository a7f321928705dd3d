"""Logins concurrent with password changes and locks leave no session (contract 3)."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from portal_backend.accounts import login
from portal_backend.accounts.models import Token
from tests import factories
from tests.accounts.test_users import LOGIN, build_contact_edit
from tests.api_client import ApiClient, ClientResponse
from tests.concurrent_calls import ApiCall, run_concurrently
from tests.factories import World

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = 4
LOCK, EDIT, NEW_PASSWORD = "/contacts/lock", "/contacts/edit", "Otra-Clave-9"
PAIR = {"username": "client", "password": factories.PASSWORD}


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[[ApiCall], None]:
    """Run a call of another user between the password check and the rest of the login."""

    def arrange(call: ApiCall) -> None:
        real = login.check_password

        def elsewhere() -> None:
            try:
                _ = call(ApiClient()).ok
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


def count_tokens() -> int:
    return Token.objects.filter(user__username="client").count()


def set_password(here: World) -> ApiCall:
    return lambda caller: caller.put(EDIT, build_contact_edit("client", password=NEW_PASSWORD), actor=here.admin)


def lock(here: World, locked: str = "true") -> ApiCall:
    return lambda caller: caller.put(LOCK, actor=here.admin, username="client", locked=locked)


def test_login_fails_if_password_is_replaced_meanwhile(
    caller: ApiClient, here: World, meanwhile: Callable[[ApiCall], None]
) -> None:
    meanwhile(set_password(here))
    caller.post(LOGIN, PAIR).assert_error(401, "BAD_CREDENTIALS")
    assert count_tokens() == 0


def test_login_fails_if_user_is_locked_meanwhile(
    caller: ApiClient, here: World, meanwhile: Callable[[ApiCall], None]
) -> None:
    meanwhile(lock(here))
    caller.post(LOGIN, PAIR).assert_error(403, "ACCOUNT_LOCKED")
    _ = lock(here, "false")(caller).ok
    # unlocking does not revive any session
    assert count_tokens() == 0


def test_login_returns_username_changed_meanwhile(
    caller: ApiClient, here: World, meanwhile: Callable[[ApiCall], None]
) -> None:
    def rename(own: ApiClient) -> ClientResponse:
        return own.put(EDIT, build_contact_edit("client", "renamed"), actor=here.admin)

    meanwhile(rename)
    assert caller.post(LOGIN, PAIR).ok["identification"] == "renamed"


@pytest.mark.parametrize("race", range(ROUNDS))
def test_concurrent_logins_and_password_change_leave_no_session(race: int, caller: ApiClient, here: World) -> None:
    log_in: ApiCall = lambda own: own.post(LOGIN, PAIR)  # noqa: E731
    responses = run_concurrently(*[log_in] * 3, set_password(here))
    assert responses[-1].status == 200
    assert {response.status for response in responses[:-1]} <= {200, 401}
    assert count_tokens() == 0
