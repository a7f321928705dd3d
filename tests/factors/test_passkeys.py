"""Passkeys: registration and login, bound to portal, user and challenge."""

import json
from typing import Any

import pytest
from django.test import override_settings

from portal_backend.accounts.models import User
from portal_backend.audit.models import Entry
from portal_backend.factors.models import Passkey
from portal_backend.factors.passkeys import relying_party
from tests import factories
from tests.caller import Caller
from tests.factors.devices import (
    CODE,
    MINE,
    OPTIONS,
    PASSKEY,
    REMOVE,
    WITH_PASSKEY,
    Authenticator,
    add_passkey,
    change_key,
    enrol,
    finish,
    log_in,
    sent,
    verdict,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def device(caller: Caller, world: factories.World) -> Authenticator:
    """Return the authenticator of the client's passkey."""
    device = Authenticator()
    _ = add_passkey(caller, world.client, device).ok
    return device


def asked(key: str = "") -> dict[str, Any]:
    """Fetch WebAuthn options and the key to respond with."""
    return dict(sent(OPTIONS, {"key": key}).json())


def answer(device: Authenticator, question: dict[str, Any]) -> Any:
    return sent(WITH_PASSKEY, {"key": question["key"], "credential": device.proven(question["options"])})


def step_key() -> str:
    return str(log_in("client").json()["key"])


def test_passkey_completes_login_challenge(caller: Caller, device: Authenticator) -> None:
    step = log_in("client").json()
    assert step["means"] == ["PASSKEY"]
    question = asked(step["key"])
    assert [each["type"] for each in question["options"]["allowCredentials"]] == ["public-key"]
    assert question["options"]["userVerification"] == "required"
    session = answer(device, question).json()
    assert session["identification"] == "client"
    passkeys = caller.get(MINE, actor=session["token"]).ok["passkeys"]
    assert [(each["name"], each["usedAt"]) for each in passkeys] == [("My key", "2026-06-01T12:00:05Z")]


def test_passkey_logs_in_without_password(caller: Caller, device: Authenticator) -> None:
    question = asked()
    assert question["options"]["allowCredentials"] == []
    assert answer(device, question).json()["identification"] == "client"
    User.objects.filter(username="client").update(locked=True)
    assert verdict(answer(device, asked())) == "403 ACCOUNT_LOCKED"
    assert Entry.objects.filter(event="LOGIN_LOCKED", username="client").count() == 1


def test_webauthn_challenge_accepts_one_response(device: Authenticator) -> None:
    question = asked(step_key())
    first = device.proven(question["options"])
    broken = {"key": question["key"], "credential": first.replace('"type": "public-key"', '"type": "other"')}
    assert verdict(sent(WITH_PASSKEY, broken)) == "400 VALIDATION"
    assert verdict(sent(WITH_PASSKEY, {"key": question["key"], "credential": first})) == "410 STEP_EXPIRED"
    assert verdict(answer(device, asked(question["key"]))) == "200", "the step itself goes on"


@pytest.mark.parametrize(
    "wrong",
    [
        {"origin": "https://portal.example.evil"},
        {"origin": "http://localhost:9000"},
        {"verified": False},
        {"count": -1},
    ],
    ids=["another site", "another port", "user not verified", "a copy whose counter stands still"],
)
def test_rejects_passkey_of_wrong_origin_or_unverified_or_cloned(device: Authenticator, wrong: dict[str, Any]) -> None:
    assert verdict(answer(device, asked())) == "200"
    forged = Authenticator(id=device.id, key=device.key, **{"count": device.count, **wrong})
    refused = answer(forged, asked(step_key()))
    assert verdict(refused) == "400 VALIDATION"
    assert set(refused.json()["fields"]) == {"credential"}
    assert Entry.objects.filter(event="SECOND_FACTOR_FAILED", username="client").count() == 1


def test_rejects_passkey_of_other_key_user_or_challenge(
    caller: Caller, world: factories.World, device: Authenticator
) -> None:
    other_device = Authenticator(id=device.id)
    assert verdict(answer(other_device, asked())) == "400 VALIDATION"
    assert verdict(answer(Authenticator(), asked())) == "400 VALIDATION"
    of_mate = Authenticator()
    _ = add_passkey(caller, world.client_mate, of_mate).ok
    assert verdict(answer(of_mate, asked(step_key()))) == "400 VALIDATION"
    assert verdict(answer(of_mate, asked())) == "200"
    first, second = asked(), asked()
    assert verdict(answer(device, {**first, "key": second["key"]})) == "400 VALIDATION"


@pytest.mark.parametrize(
    "broken",
    ["", "{}", "[]", "null", "7", "{", '{"id": 7}', '{"id": "x", "rawId": "x", "type": "public-key", "response": {}}'],
)
def test_rejects_malformed_credentials(caller: Caller, world: factories.World, broken: str) -> None:
    for path, body in ((WITH_PASSKEY, asked()), (PASSKEY, {"key": change_key(caller, world.client), "name": "Key"})):
        if path == PASSKEY:
            caller.post(f"{PASSKEY}/begin", {"key": body["key"]})
        body.pop("options", None)
        assert verdict(sent(path, {**body, "credential": broken})) == "400 VALIDATION"


def test_rejects_mutated_credentials(caller: Caller, world: factories.World, device: Authenticator) -> None:
    key = change_key(caller, world.client)
    options = caller.post(f"{PASSKEY}/begin", {"key": key}).ok["options"]
    made = json.loads(Authenticator().created(options))
    for name, text in made["response"].items():
        for place in range(0, len(text), 7):
            mutated = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
            credential = json.dumps({**made, "response": {**made["response"], name: mutated}})
            verdicts = verdict(sent(PASSKEY, {"key": key, "name": "Key", "credential": credential}))
            assert verdicts in ("200", "400 VALIDATION", "410 STEP_EXPIRED")
            if verdicts == "200":  # the byte has no effect, such as those of the device model
                Passkey.objects.exclude(name="My key").delete()
                caller.post(f"{PASSKEY}/begin", {"key": key})


def test_passkey_registration_is_unique_and_named(caller: Caller, world: factories.World) -> None:
    device = Authenticator()
    assert len(add_passkey(caller, world.client, device).ok["recoveryCodes"]) == 10
    add_passkey(caller, world.client_mate, device).refused(400, "VALIDATION")
    refused = add_passkey(caller, world.client, Authenticator(), name=" ").refused(400, "VALIDATION")
    assert set(refused.fields) == {"name"}
    assert add_passkey(caller, world.client, Authenticator(), name="Second").ok["recoveryCodes"] is None
    key = change_key(caller, world.client)
    options = caller.post(f"{PASSKEY}/begin", {"key": key}).ok["options"]
    assert len(options["excludeCredentials"]) == 2, "the browser offers no device twice"


def test_removing_passkey_keeps_other_factors(caller: Caller, world: factories.World, device: Authenticator) -> None:
    enrol(caller, world.client)
    key, pk = change_key(caller, world.client), Passkey.objects.get().pk
    theirs = change_key(caller, world.client_mate)
    caller.post(REMOVE, {"key": theirs, "passkey": pk}).refused(404, "NOT_FOUND")
    assert caller.post(REMOVE, {"key": key, "passkey": pk}).ok is True
    assert verdict(answer(device, asked())) == "400 VALIDATION"
    assert log_in("client").json()["means"] == ["CODE"]


@pytest.mark.parametrize(
    ("public", "host", "origin"),
    [
        ("http://127.0.0.1:8000", "localhost", "http://localhost:8000"),
        ("http://192.0.2.7:8000", "192.0.2.7", "http://192.0.2.7:8000"),
        ("http://[::1]:8000", "localhost", "http://localhost:8000"),
        ("http://localhost:8000", "localhost", "http://localhost:8000"),
        ("https://Portal.example.org", "portal.example.org", "https://portal.example.org"),
        ("https://portal.example.org:443", "portal.example.org", "https://portal.example.org"),
        ("https://portal.example.org:8443", "portal.example.org", "https://portal.example.org:8443"),
    ],
)
def test_relying_party_follows_public_url(public: str, host: str, origin: str) -> None:
    with override_settings(PUBLIC_URL=public):
        assert relying_party() == (host, origin)


def test_passkey_login_key_is_valid_for_nothing_else(caller: Caller, device: Authenticator) -> None:
    key = asked()["key"]
    assert verdict(finish("123456", key)) == "410 STEP_EXPIRED"
    for path in (f"{CODE}/begin", f"{PASSKEY}/begin"):
        caller.post(path, {"key": key}).refused(410, "STEP_EXPIRED")


def test_rejects_one_time_code_of_user_with_passkey_only(device: Authenticator) -> None:
    assert verdict(finish("000000")) == "400 VALIDATION"
    assert Entry.objects.filter(event="SECOND_FACTOR_FAILED", username="client").count() == 1
