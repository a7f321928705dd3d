"""Rate limits of password attempts, by IP address, by user and in a session."""

import logging
from typing import Any

import pytest
from django.core.cache import cache

from portal_backend.accounts import attempts, login
from portal_backend.accounts.attempts import count_guess, named, site_of
from portal_backend.base.errors import Refusal
from tests import factories
from tests.accounts.test_login import log_in, verdict
from tests.accounts.test_users import EDIT, LOGIN, edit
from tests.caller import Answered, Caller
from tests.together import together, verdicts

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
    answers = together(*[lambda own: own.post(LOGIN, {"username": "client", "password": "wrong"})] * 15)
    assert verdicts(answers) == {"401 BAD_CREDENTIALS": 5, "429 TOO_MANY_REQUESTS": 10}
    assert len(tried) == 5


def test_login_rate_limit_counts_ipv6_network_as_one_caller(world: factories.World) -> None:
    answers = [verdict(log_in(password="wrong", address=f"2001:db8:1:2::{number:x}")) for number in range(6)]
    assert answers == ["401 BAD_CREDENTIALS"] * 5 + ["429 TOO_MANY_REQUESTS"]
    assert verdict(log_in(address="2001:db8:1:2:ffff:ffff:ffff:ffff")) == "429 TOO_MANY_REQUESTS"
    assert verdict(log_in(address="2001:db8:1:3::1")) == "200"


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("10.0.0.7", "10.0.0.7"),
        ("::ffff:10.0.0.7", "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("::1", "::"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_ip_key_of_an_address(address: str, site: str) -> None:
    assert site_of(address) == site


def test_many_counters_do_not_evict_another_callers_counter() -> None:
    victim = named("failures", "client", "10.0.0.1")
    for _ in range(5):
        count_guess(victim, 5, 900)
    # as many as one IP address can create in 15 minutes
    for number in range(1500):
        count_guess(named("failures", f"name{number}", "10.0.0.2"), 5, 900)
    with pytest.raises(Refusal) as refused:
        count_guess(victim, 5, 900)
    assert refused.value.status == 429


def test_counter_restarts_when_it_expires_during_increment(monkeypatch: pytest.MonkeyPatch) -> None:
    real = cache.incr
    ended = iter([True])

    def incr(key: str, delta: int = 1) -> int:
        if next(ended, False):
            raise ValueError(key)
        return int(real(key, delta))

    monkeypatch.setattr(attempts.cache, "incr", incr)
    count_guess("guess", 1, 900)
    with pytest.raises(Refusal):
        count_guess("guess", 1, 900)


def through_call(caller: Caller, person: factories.Person, password: str) -> Answered:
    return caller.put(EDIT, edit("client", password=NEW_PASSWORD, currentPassword=password), actor=person)


def through_form(caller: Caller, person: factories.Person, password: str) -> Answered:
    path = f"/api/rest/profile/{person.id}"
    own: dict[str, Any] = caller.get(path, actor=person).ok
    own = {key: own[key] for key in ("username", "firstName", "lastName", "phone", "email", "backupEmails")}
    return caller.put(path, {**own, "password": NEW_PASSWORD, "currentPassword": password}, actor=person)


@pytest.mark.parametrize("change", [through_call, through_form])
def test_current_password_attempts_are_rate_limited(
    caller: Caller, world: factories.World, caplog: pytest.LogCaptureFixture, change: Any
) -> None:
    caplog.set_level(logging.WARNING, "portal.sessions")
    answers = [change(caller, world.client, f"Wrong-guess-{number}").verdict for number in range(6)]
    assert answers == ["400 VALIDATION"] * 5 + ["429 TOO_MANY_REQUESTS"]
    assert caplog.text.count("wrong current password user=client") == 5
    assert "Wrong-guess" not in caplog.text
    # the right password is not checked during the lockout either
    change(caller, world.client, factories.PASSWORD).refused(429, "TOO_MANY_REQUESTS")


def test_right_current_password_resets_attempts(caller: Caller, world: factories.World) -> None:
    user, password = world.client.user, factories.PASSWORD
    for following in ("Otra-Clave-1", "Otra-Clave-2"):
        own = factories.Person(user, factories.session(user))
        for _ in range(4):
            through_call(caller, own, "wrong").refused(400, "VALIDATION")
        through_call(caller, own, "").refused(400, "VALIDATION")  # an empty password is not counted
        body = edit("client", password=following, currentPassword=password)
        _ = caller.put(EDIT, body, actor=own).ok
        password = following
