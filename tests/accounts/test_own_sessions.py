"""A user's own sessions: listed for the user only, and ended elsewhere."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from pytest_django import Settings

from portal_backend.accounts.models import Token
from portal_backend.accounts.sessions import describe_device, hash_token
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db
SESSIONS, END, PROFILE = "/sessions", "/sessions/end", "/contacts/profile"
FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 ({system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36"
START = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def travel() -> Iterator[Any]:
    with time_machine.travel(START, tick=False) as travelling:
        yield travelling


def log_in(address: str = "10.0.0.1", agent: str = FIREFOX, **more: str) -> str:
    """Return the token of a login from a device."""
    pair = {"username": "client", "password": factories.PASSWORD}
    client = Client(headers={"User-Agent": agent, **more}, REMOTE_ADDR=address)
    return str(client.post("/api/v1/contacts/login", pair, content_type="application/json").json()["token"])


def get_token_pk(token: str) -> int:
    return Token.objects.get(digest=hash_token(token)).pk


def build_session_row(**chosen: object) -> dict[str, object]:
    """Build a body with the current password."""
    return {"currentPassword": factories.PASSWORD, **chosen}


def test_session_list_has_device_ip_address_and_last_use(caller: ApiClient, travel: Any) -> None:
    factories.world()
    Token.objects.all().delete()
    old = log_in("10.0.0.1", CHROME.format(system="Linux; Android 15; Pixel 9"))
    travel.shift(timedelta(hours=1))
    own = log_in("2001:db8::7")
    travel.shift(timedelta(hours=2))
    assert caller.get(PROFILE, actor=old).status == 200
    here, elsewhere = caller.get(SESSIONS, actor=own).ok
    assert here == {
        "id": get_token_pk(own),
        "device": "Firefox, Windows",
        "address": "2001:db8::7",
        "lastUse": "2026-06-01T15:00:00Z",
        "current": True,
    }
    assert (elsewhere["device"], elsewhere["current"]) == ("Chrome, Android", False)
    assert elsewhere["lastUse"] == "2026-06-01T15:00:00Z"


def test_session_list_order_omits_expired_sessions(caller: ApiClient, travel: Any) -> None:
    world = factories.world()
    Token.objects.all().delete()
    own = log_in()
    factories.session(world.client.user, expired=True)
    tokens = []
    for _ in range(2):
        travel.shift(timedelta(minutes=1))
        tokens.append(log_in())
    listed = caller.get(SESSIONS, actor=own).ok
    assert [row["id"] for row in listed] == [get_token_pk(own), get_token_pk(tokens[1]), get_token_pk(tokens[0])]


def test_ending_one_session_invalidates_only_its_token(caller: ApiClient, world: factories.World) -> None:
    ended, other = factories.session(world.client.user), factories.session(world.client.user)
    assert caller.put(END, build_session_row(id=get_token_pk(ended)), actor=world.client).ok is True
    caller.get(PROFILE, actor=ended).assert_error(401, "TOKEN_INVALID")
    for token in (other, world.client.token):
        assert caller.get(PROFILE, actor=token).status == 200


def test_ending_all_other_sessions_keeps_current_one_and_other_users(caller: ApiClient, world: factories.World) -> None:
    others = [factories.session(world.client.user) for _ in range(2)]
    assert caller.put(END, build_session_row(), actor=f"Bearer {world.client.token}").ok is True
    for token in others:
        caller.get(PROFILE, actor=token).assert_error(401, "TOKEN_INVALID")
    assert [row["current"] for row in caller.get(SESSIONS, actor=world.client).ok] == [True]
    for person in (world.client_mate, world.admin):
        assert caller.get(PROFILE, actor=person).status == 200


@pytest.mark.parametrize("password", ["", "wrong", factories.PASSWORD.upper()])
def test_ending_sessions_needs_current_password(caller: ApiClient, world: factories.World, password: str) -> None:
    other = factories.session(world.client.user)
    for chosen in ({"id": get_token_pk(other)}, {}):
        refused = caller.put(END, {**chosen, "currentPassword": password}, actor=world.client)
        assert list(refused.assert_error(400, "VALIDATION").data["fields"]) == ["currentPassword"]
    caller.put(END, {"id": get_token_pk(other)}, actor=world.client).assert_error(400, "VALIDATION")
    assert caller.get(PROFILE, actor=other).status == 200


def test_password_attempts_when_ending_sessions_are_rate_limited(caller: ApiClient, world: factories.World) -> None:
    for _ in range(5):
        caller.put(END, {"currentPassword": "wrong"}, actor=world.client).assert_error(400, "VALIDATION")
    caller.put(END, build_session_row(), actor=world.client).assert_error(429, "TOO_MANY_REQUESTS")


@pytest.mark.parametrize("role", ["admin", "supervisor", "service", "manager", "client"])
def test_cannot_end_current_session_or_those_of_others(caller: ApiClient, world: factories.World, role: str) -> None:
    actor = getattr(world, role)
    for token in (actor.token, world.client_mate.token, factories.session(actor.user, expired=True)):
        caller.put(END, build_session_row(id=get_token_pk(token)), actor=actor).assert_error(404, "NOT_FOUND")
    caller.put(END, build_session_row(id=10**9), actor=actor).assert_error(404, "NOT_FOUND")
    for malformed in ("x", 0, -1):
        caller.put(END, build_session_row(id=malformed), actor=actor).assert_error(400, "VALIDATION")
    for person in (actor, world.client_mate):
        assert len(caller.get(SESSIONS, actor=person).ok) == 1


def test_session_ip_address_comes_from_proxy_only_if_configured(caller: ApiClient, settings: Settings) -> None:
    world = factories.world()
    for behind, expected in ((False, "10.0.0.1"), (True, "192.0.2.9")):
        settings.BEHIND_PROXY = behind
        token = log_in(**{"X-Forwarded-For": "203.0.113.5, 192.0.2.9"})
        assert Token.objects.get(digest=hash_token(token)).ip_address == expected
    settings.BEHIND_PROXY = True
    assert len(Token.objects.get(digest=hash_token(log_in(**{"X-Forwarded-For": "x" * 100}))).ip_address) == 64
    assert world.client.user.tokens.count() == 4


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        (FIREFOX, "Firefox, Windows"),
        (CHROME.format(system="Macintosh; Intel Mac OS X 10_15_7"), "Chrome, macOS"),
        (CHROME.format(system="X11; CrOS x86_64 14541.0.0"), "Chrome, ChromeOS"),
        (CHROME.format(system="Windows NT 10.0; Win64; x64") + " Edg/140.0.0.0", "Edge, Windows"),
        (CHROME.format(system="X11; Linux x86_64") + " OPR/120.0.0.0", "Opera, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("SomethingElse/1.0 (Windows NT 10.0)", "Windows"),
        ("curl/8.5.0", ""),
        ("", ""),
    ],
)
def test_device_description_from_user_agent(agent: str, device: str) -> None:
    assert describe_device(agent) == device
