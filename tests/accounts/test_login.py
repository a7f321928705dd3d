"""Login: response, wrong credentials, lockout and rate limit.

See contract 3 and security.md 12 and 13.
"""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test import Client
from pytest_django import Settings

from portal_backend.accounts import login
from portal_backend.accounts.models import Token, User
from portal_backend.accounts.passwords import Argon2id
from portal_backend.config import settings as real_settings
from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db
PATH = "/contacts/login"
LogIn = Callable[..., Any]


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def clock(settings: Settings) -> None:
    """Use a cache in this process; Redis has its own clock."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "clock"}}
    cache.clear()


def log_in(username: str = "client", password: str = factories.PASSWORD, address: str = "10.0.0.1", **more: Any) -> Any:
    """Return the plain response of a login from an IP address."""
    body = {"username": username, "password": password}
    headers = {"Lang": "en", **more}
    return Client(headers=headers, REMOTE_ADDR=address).post(f"/api/v1{PATH}", body, content_type="application/json")


def describe_outcome(response: Any) -> str:
    return "200" if response.status_code == 200 else f"{response.status_code} {response.json()['code']}"


@pytest.mark.split
def test_login_response(world: factories.World) -> None:
    now = datetime.now(UTC)
    response = log_in(Lang="es")
    session = response.json()
    token, expires = session.pop("token"), datetime.fromisoformat(session.pop("expiresAt"))
    assert session == {
        "identification": "client",
        "permissions": ["CLIENT"],
        "firstName": "Client",
        "lastName": "Tester",
        "language": "es",
    }
    assert len(token) >= 43
    assert timedelta(hours=11, minutes=59) < expires - now < timedelta(hours=12, minutes=1)
    assert not response.cookies
    assert response["Cache-Control"] == "no-store"
    user = User.objects.get(username="client")
    assert user.language == "es"
    assert user.last_login is not None
    assert log_in().json()["token"] != token
    assert "password" not in str(log_in().json()).lower()


@pytest.mark.split
def test_token_is_stored_hashed(world: factories.World) -> None:
    token = log_in().json()["token"]
    rows = Token.objects.filter(user=world.client.user).values()
    assert hashlib.sha256(token.encode()).hexdigest() in {row["digest"] for row in rows}
    assert token not in str(list(rows))


@pytest.mark.split
@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, {"username", "password"}),
        ({"username": "client"}, {"password"}),
        ({"username": "", "password": "x"}, {"username"}),
        ({"username": "client", "password": ""}, {"password"}),
        ({"username": "client", "password": "x" * 129}, {"password"}),
        ({"username": "a\0b", "password": "x"}, {"username"}),
        ({"username": ["client"], "password": {"$ne": ""}}, {"username", "password"}),
        ({"username": "client", "password": "x", "role": "ADMIN"}, {"role"}),
        ({"username": "client", "password": "x", "is_staff": "true"}, {"is_staff"}),
    ],
)
def test_rejects_malformed_credentials(caller: ApiClient, body: dict[str, Any], fields: set[str]) -> None:
    assert set(caller.post(PATH, body).assert_error(400, "VALIDATION").fields) == fields


@pytest.mark.split
def test_password_is_not_trimmed_or_truncated(world: factories.World) -> None:
    phrase = "  Контрасеña 1! " + "x" * 112
    assert len(phrase) == 128
    world.client.user.set_password(phrase)
    world.client.user.save()
    assert describe_outcome(log_in(password=phrase)) == "200"
    assert describe_outcome(log_in(password=phrase.strip())) == "401 BAD_CREDENTIALS"
    assert describe_outcome(log_in(password=phrase[:-1])) == "401 BAD_CREDENTIALS"


@pytest.mark.split
def test_unknown_username_responds_like_wrong_password(world: factories.World, monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[str] = []
    real = login.check_password

    def counting(password: str, encoded: str) -> bool:
        checked.append(encoded)
        return real(password, encoded)

    monkeypatch.setattr(login, "check_password", counting)
    wrong, unknown = log_in(password="wrong"), log_in("nobody", "wrong")
    assert describe_outcome(wrong) == describe_outcome(unknown) == "401 BAD_CREDENTIALS"
    assert wrong.json() == unknown.json()
    assert wrong.json()["message"] == load_messages("en")["errors.BAD_CREDENTIALS"]
    headers = [{name: value for name, value in each.items() if name != "X-Request-Id"} for each in (wrong, unknown)]
    assert headers[0] == headers[1]
    # one hash of the same kind and cost is computed for each
    assert len(checked) == 2
    assert checked[0].split("$")[0] == checked[1].split("$")[0]
    assert describe_outcome(log_in(password=factories.PASSWORD.lower())) == "401 BAD_CREDENTIALS"


@pytest.mark.parametrize(("stored", "typed"), [("client", "CLIENT"), ("Ñandú", "ñANDÚ"), ("Олена", "олена")])
def test_username_is_case_insensitive(world: factories.World, stored: str, typed: str) -> None:
    User.objects.filter(username="client").update(username=stored)
    for name in (stored, typed, typed.title()):
        assert log_in(name).json()["identification"] == stored
    assert describe_outcome(log_in(typed, "wrong")) == "401 BAD_CREDENTIALS"
    # the lockout ignores case too
    assert [describe_outcome(log_in(name, "wrong")) for name in (stored, typed) * 2] == ["401 BAD_CREDENTIALS"] * 4
    assert describe_outcome(log_in(stored, "wrong")) == "429 TOO_MANY_REQUESTS"


def test_usernames_differing_only_in_case_log_in_the_first_user(world: factories.World) -> None:
    """SQLite may store such names, because it folds the case of ASCII letters only."""
    if connection.vendor == "sqlite":
        User.objects.filter(username="client").update(username="Олена")
        User.objects.filter(username="client2").update(username="олена")
        assert log_in("ОЛЕНА").json()["identification"] == "Олена"


@pytest.mark.split
def test_user_without_password_cannot_log_in(world: factories.World) -> None:
    world.client.user.set_password(None)
    world.client.user.save()
    for password in ("", "!", world.client.user.password):
        assert log_in(password=password or "x").status_code == 401


def test_passwords_are_hashed_with_argon2id() -> None:
    assert real_settings.PASSWORD_HASHERS == ["portal_backend.accounts.passwords.Argon2id"]
    hashed = Argon2id().encode("secret", "somesalt")
    assert hashed.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_locked_account_is_reported_only_with_right_password(world: factories.World) -> None:
    User.objects.filter(username="client").update(locked=True)
    assert describe_outcome(log_in(password="wrong")) == "401 BAD_CREDENTIALS"
    refused = log_in(Lang="es")
    assert describe_outcome(refused) == "403 ACCOUNT_LOCKED"
    assert refused.json()["message"] == load_messages("es")["errors.ACCOUNT_LOCKED"]
    assert "token" not in refused.json()
    # locked users with the right password are not rate limited
    assert {describe_outcome(log_in()) for _ in range(6)} == {"403 ACCOUNT_LOCKED"}
    User.objects.filter(username="client").update(locked=False)
    assert describe_outcome(log_in()) == "200"


@pytest.mark.split
def test_lockout_after_five_failures_lasts_fifteen_minutes(world: factories.World, clock: None) -> None:
    start = datetime(2026, 6, 1, 12, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as travel:
        for minute in range(5):
            travel.move_to(start + timedelta(minutes=2 * minute))
            assert describe_outcome(log_in(password="wrong")) == "401 BAD_CREDENTIALS"
        refused = log_in()
        assert describe_outcome(refused) == "429 TOO_MANY_REQUESTS"
        assert refused["Retry-After"] == "900"
        # other users, and the same user at another IP address, are not affected
        assert describe_outcome(log_in("client2")) == "200"
        assert describe_outcome(log_in(address="10.0.0.2")) == "200"
        fifth = start + timedelta(minutes=8)
        travel.move_to(fifth + timedelta(minutes=14, seconds=59))
        assert describe_outcome(log_in()) == "429 TOO_MANY_REQUESTS"
        travel.move_to(fifth + timedelta(minutes=15, seconds=1))
        assert describe_outcome(log_in(password="wrong")) == "401 BAD_CREDENTIALS"
        assert describe_outcome(log_in()) == "200"


@pytest.mark.split
def test_lockout_counter_resets_on_success_and_expiry(world: factories.World, clock: None) -> None:
    start = datetime(2026, 6, 1, 12, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as travel:
        for _ in range(3):
            assert [describe_outcome(log_in(password="wrong")) for _ in range(4)] == ["401 BAD_CREDENTIALS"] * 4
            assert describe_outcome(log_in()) == "200"
        assert [describe_outcome(log_in(password="wrong")) for _ in range(4)] == ["401 BAD_CREDENTIALS"] * 4
        travel.move_to(start + timedelta(minutes=15, seconds=1))
        assert [describe_outcome(log_in(password="wrong")) for _ in range(4)] == ["401 BAD_CREDENTIALS"] * 4
        assert describe_outcome(log_in()) == "200"


def test_lockout_applies_to_unknown_usernames(world: factories.World) -> None:
    responses = [describe_outcome(log_in("Unknown" if turn % 2 else "unknown", "wrong")) for turn in range(6)]
    assert responses == ["401 BAD_CREDENTIALS"] * 5 + ["429 TOO_MANY_REQUESTS"]


@pytest.mark.split
def test_logins_are_rate_limited_per_ip_address(world: factories.World, clock: None, settings: Settings) -> None:
    settings.LOGINS_PER_MINUTE = 3
    start = datetime(2026, 6, 1, 12, 0, 10, tzinfo=UTC)
    with time_machine.travel(start, tick=False) as travel:
        assert [describe_outcome(log_in(name)) for name in ("client", "client2", "unknown")][:2] == ["200", "200"]
        refused = log_in()
        assert describe_outcome(refused) == "429 TOO_MANY_REQUESTS"
        assert 0 < int(refused["Retry-After"]) <= 60
        assert describe_outcome(log_in(address="10.0.0.2")) == "200"
        travel.move_to(start + timedelta(seconds=int(refused["Retry-After"])))
        assert describe_outcome(log_in()) == "200"


def test_forwarded_header_counts_only_behind_proxy(world: factories.World, settings: Settings) -> None:
    settings.LOGINS_PER_MINUTE = 2

    def log_in_from(*forwarded: str) -> list[str]:
        return [describe_outcome(log_in(**{"X-Forwarded-For": each})) for each in forwarded]

    settings.BEHIND_PROXY = True
    # only the last entry is from the proxy; those before it may be forged
    assert log_in_from("1.1.1.1, 9.9.9.1", "2.2.2.2, 9.9.9.1", "3.3.3.3, 9.9.9.1")[2] == "429 TOO_MANY_REQUESTS"
    assert log_in_from("9.9.9.2", "9.9.9.3", "9.9.9.4") == ["200"] * 3
    settings.BEHIND_PROXY = False
    assert log_in_from("9.9.9.5", "9.9.9.6", "9.9.9.7")[2] == "429 TOO_MANY_REQUESTS"
