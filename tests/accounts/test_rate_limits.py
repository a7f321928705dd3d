"""Rate limits of password attempts, by IP address, by user and in a session."""

import logging
from typing import Any

import pytest
from django.core.cache import cache

from portal_backend.accounts import login, rate_limits
from portal_backend.accounts.rate_limits import build_counter_key, count_attempt
from portal_backend.core.errors import ApiError
from tests import factories
from tests.accounts.test_login import describe_outcome, log_in
from tests.accounts.test_users import EDIT, LOGIN, build_contact_edit
from tests.api_client import ApiClient, ClientResponse
from tests.concurrent_calls import count_outcomes, run_concurrently

pytestmark = pytest.mark.django_db
NEW_PASSWORD = "Otra-Clave-9"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.mark.django_db(transaction=True)
def test_concurrent_wrong_passwords_are_rate_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    factories.world()
    tried: list[str] = []
    real = login.check_password

    def counting(password: str, encoded: str) -> bool:
        tried.append(password)
        return real(password, encoded)

    monkeypatch.setattr(login, "check_password", counting)
    responses = run_concurrently(*[lambda own: own.post(LOGIN, {"username": "client", "password": "wrong"})] * 15)
    assert count_outcomes(responses) == {"401 BAD_CREDENTIALS": 5, "429 TOO_MANY_REQUESTS": 10}
    assert len(tried) == 5


def test_login_rate_limit_counts_ipv6_network_as_one_caller(world: factories.World) -> None:
    responses = [describe_outcome(log_in(password="wrong", address=f"2001:db8:1:2::{number:x}")) for number in range(6)]
    assert responses == ["401 BAD_CREDENTIALS"] * 5 + ["429 TOO_MANY_REQUESTS"]
    assert describe_outcome(log_in(address="2001:db8:1:2:ffff:ffff:ffff:ffff")) == "429 TOO_MANY_REQUESTS"
    assert describe_outcome(log_in(address="2001:db8:1:3::1")) == "200"


def test_many_counters_do_not_evict_another_callers_counter() -> None:
    victim = build_counter_key("failures", "client", "10.0.0.1")
    for _ in range(5):
        count_attempt(victim, 5, 900)
    # as many as one IP address can create in 15 minutes
    for number in range(1500):
        count_attempt(build_counter_key("failures", f"name{number}", "10.0.0.2"), 5, 900)
    with pytest.raises(ApiError) as refused:
        count_attempt(victim, 5, 900)
    assert refused.value.status == 429


def test_counter_restarts_when_it_expires_during_increment(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cache.incr
    ended = iter([True])

    def incr(key: str, delta: int = 1) -> int:
        if next(ended, False):
            raise ValueError(key)
        return int(real(key, delta))

    monkeypatch.setattr(rate_limits.cache, "incr", incr)
    count_attempt("guess", 1, 900)
    with pytest.raises(ApiError):
        count_attempt("guess", 1, 900)


def change_by_call(caller: ApiClient, person: factories.Person, password: str) -> ClientResponse:
    return caller.put(EDIT, build_contact_edit("client", password=NEW_PASSWORD, currentPassword=password), actor=person)


def change_by_form(caller: ApiClient, person: factories.Person, password: str) -> ClientResponse:
    path = f"/api/rest/profile/{person.id}"
    own: dict[str, Any] = caller.get(path, actor=person).ok
    own = {key: own[key] for key in ("username", "firstName", "lastName", "phone", "email", "backupEmails")}
    return caller.put(path, {**own, "password": NEW_PASSWORD, "currentPassword": password}, actor=person)


@pytest.mark.parametrize("change", [change_by_call, change_by_form])
def test_current_password_attempts_are_rate_limited(
    caller: ApiClient, world: factories.World, caplog: pytest.LogCaptureFixture, change: Any
) -> None:
    caplog.set_level(logging.WARNING, "portal.sessions")
    responses = [change(caller, world.client, f"Wrong-guess-{number}").outcome for number in range(6)]
    assert responses == ["400 VALIDATION"] * 5 + ["429 TOO_MANY_REQUESTS"]
    assert caplog.text.count("wrong current password user=client") == 5
    assert "Wrong-guess" not in caplog.text
    # the right password is not checked during the lockout either
    change(caller, world.client, factories.PASSWORD).assert_error(429, "TOO_MANY_REQUESTS")


def test_right_current_password_resets_attempts(caller: ApiClient, world: factories.World) -> None:
    user, password = world.client.user, factories.PASSWORD
    for following in ("Otra-Clave-1", "Otra-Clave-2"):
        own = factories.Person(user, factories.session(user))
        for _ in range(4):
            change_by_call(caller, own, "wrong").assert_error(400, "VALIDATION")
        change_by_call(caller, own, "").assert_error(400, "VALIDATION")  # an empty password is not counted
        body = build_contact_edit("client", password=following, currentPassword=password)
        _ = caller.put(EDIT, body, actor=own).ok
        password = following
