"""Passkeys: registration and login, bound to portal, user and challenge."""

import json
from typing import Any

import pytest
from django.test import override_settings

from portal_backend.accounts.models import User
from portal_backend.audit.models import AuditEntry
from portal_backend.mfa.models import Passkey
from portal_backend.mfa.passkeys import get_relying_party
from tests import factories
from tests.api_client import ApiClient
from tests.mfa.authenticators import (
    CODE,
    OPTIONS,
    OWN_FACTORS,
    PASSKEY,
    REMOVE,
    WITH_PASSKEY,
    Authenticator,
    add_passkey,
    create_change_key,
    describe_outcome,
    enroll_totp,
    log_in,
    post_from,
    submit_code,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def device(caller: ApiClient, world: factories.World) -> Authenticator:
    """Return the authenticator of the client's passkey."""
    device = Authenticator()
    _ = add_passkey(caller, world.client, device).ok
    return device


def fetch_options(key: str = "") -> dict[str, Any]:
    """Fetch WebAuthn options and the key to respond with."""
    return dict(post_from(OPTIONS, {"key": key}).json())


def answer_challenge(device: Authenticator, question: dict[str, Any]) -> Any:
    return post_from(WITH_PASSKEY, {"key": question["key"], "credential": device.create_assertion(question["options"])})


def create_challenge_key() -> str:
    return str(log_in("client").json()["key"])


@pytest.mark.split
def test_passkey_completes_login_challenge(caller: ApiClient, device: Authenticator) -> None:
    step = log_in("client").json()
    assert step["means"] == ["PASSKEY"]
    question = fetch_options(step["key"])
    assert [each["type"] for each in question["options"]["allowCredentials"]] == ["public-key"]
    assert question["options"]["userVerification"] == "required"
    session = answer_challenge(device, question).json()
    assert session["identification"] == "client"
    passkeys = caller.get(OWN_FACTORS, actor=session["token"]).ok["passkeys"]
    assert [(each["name"], each["usedAt"]) for each in passkeys] == [("My key", "2026-06-01T12:00:05Z")]


@pytest.mark.split
def test_passkey_logs_in_without_password(caller: ApiClient, device: Authenticator) -> None:
    question = fetch_options()
    assert question["options"]["allowCredentials"] == []
    assert answer_challenge(device, question).json()["identification"] == "client"
    User.objects.filter(username="client").update(locked=True)
    assert describe_outcome(answer_challenge(device, fetch_options())) == "403 ACCOUNT_LOCKED"
    assert AuditEntry.objects.filter(event="LOGIN_LOCKED", username="client").count() == 1


def test_webauthn_challenge_accepts_one_response(device: Authenticator) -> None:
    question = fetch_options(create_challenge_key())
    first = device.create_assertion(question["options"])
    broken = {"key": question["key"], "credential": first.replace('"type": "public-key"', '"type": "other"')}
    assert describe_outcome(post_from(WITH_PASSKEY, broken)) == "400 VALIDATION"
    assert (
        describe_outcome(post_from(WITH_PASSKEY, {"key": question["key"], "credential": first})) == "410 STEP_EXPIRED"
    )
    assert describe_outcome(answer_challenge(device, fetch_options(question["key"]))) == "200", (
        "the step itself goes on"
    )


@pytest.mark.split
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
    assert describe_outcome(answer_challenge(device, fetch_options())) == "200"
    forged = Authenticator(id=device.id, key=device.key, **{"count": device.count, **wrong})
    refused = answer_challenge(forged, fetch_options(create_challenge_key()))
    assert describe_outcome(refused) == "400 VALIDATION"
    assert set(refused.json()["fields"]) == {"credential"}
    assert AuditEntry.objects.filter(event="SECOND_FACTOR_FAILED", username="client").count() == 1


@pytest.mark.split
def test_rejects_passkey_of_other_key_user_or_challenge(
    caller: ApiClient, world: factories.World, device: Authenticator
) -> None:
    other_device = Authenticator(id=device.id)
    assert describe_outcome(answer_challenge(other_device, fetch_options())) == "400 VALIDATION"
    assert describe_outcome(answer_challenge(Authenticator(), fetch_options())) == "400 VALIDATION"
    of_mate = Authenticator()
    _ = add_passkey(caller, world.client_mate, of_mate).ok
    assert describe_outcome(answer_challenge(of_mate, fetch_options(create_challenge_key()))) == "400 VALIDATION"
    assert describe_outcome(answer_challenge(of_mate, fetch_options())) == "200"
    first, second = fetch_options(), fetch_options()
    assert describe_outcome(answer_challenge(device, {**first, "key": second["key"]})) == "400 VALIDATION"


@pytest.mark.split
@pytest.mark.parametrize(
    "broken",
    ["", "{}", "[]", "null", "7", "{", '{"id": 7}', '{"id": "x", "rawId": "x", "type": "public-key", "response": {}}'],
)
def test_rejects_malformed_credentials(caller: ApiClient, world: factories.World, broken: str) -> None:
    for path, body in (
        (WITH_PASSKEY, fetch_options()),
        (PASSKEY, {"key": create_change_key(caller, world.client), "name": "Key"}),
    ):
        if path == PASSKEY:
            caller.post(f"{PASSKEY}/begin", {"key": body["key"]})
        body.pop("options", None)
        assert describe_outcome(post_from(path, {**body, "credential": broken})) == "400 VALIDATION"


@pytest.mark.split
def test_rejects_mutated_credentials(caller: ApiClient, world: factories.World, device: Authenticator) -> None:
    key = create_change_key(caller, world.client)
    options = caller.post(f"{PASSKEY}/begin", {"key": key}).ok["options"]
    made = json.loads(Authenticator().create_credential(options))
    for name, text in made["response"].items():
        for place in range(0, len(text), 7):
            mutated = text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :]
            credential = json.dumps({**made, "response": {**made["response"], name: mutated}})
            verdicts = describe_outcome(post_from(PASSKEY, {"key": key, "name": "Key", "credential": credential}))
            assert verdicts in ("200", "400 VALIDATION", "410 STEP_EXPIRED")
            if verdicts == "200":  # the byte has no effect, such as those of the device model
                Passkey.objects.exclude(name="My key").delete()
                caller.post(f"{PASSKEY}/begin", {"key": key})


@pytest.mark.split
def test_passkey_registration_is_unique_and_named(caller: ApiClient, world: factories.World) -> None:
    device = Authenticator()
    assert len(add_passkey(caller, world.client, device).ok["recoveryCodes"]) == 10
    add_passkey(caller, world.client_mate, device).assert_error(400, "VALIDATION")
    refused = add_passkey(caller, world.client, Authenticator(), name=" ").assert_error(400, "VALIDATION")
    assert set(refused.fields) == {"name"}
    assert add_passkey(caller, world.client, Authenticator(), name="Second").ok["recoveryCodes"] is None
    key = create_change_key(caller, world.client)
    options = caller.post(f"{PASSKEY}/begin", {"key": key}).ok["options"]
    assert len(options["excludeCredentials"]) == 2, "the browser offers no device twice"


@pytest.mark.split
def test_removing_passkey_keeps_other_factors(caller: ApiClient, world: factories.World, device: Authenticator) -> None:
    enroll_totp(caller, world.client)
    key, pk = create_change_key(caller, world.client), Passkey.objects.get().pk
    theirs = create_change_key(caller, world.client_mate)
    caller.post(REMOVE, {"key": theirs, "passkey": pk}).assert_error(404, "NOT_FOUND")
    assert caller.post(REMOVE, {"key": key, "passkey": pk}).ok is True
    assert describe_outcome(answer_challenge(device, fetch_options())) == "400 VALIDATION"
    assert log_in("client").json()["means"] == ["CODE"]


@pytest.mark.split
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
        assert get_relying_party() == (host, origin)


@pytest.mark.split
def test_passkey_login_key_is_valid_for_nothing_else(caller: ApiClient, device: Authenticator) -> None:
    key = fetch_options()["key"]
    assert describe_outcome(submit_code("123456", key)) == "410 STEP_EXPIRED"
    for path in (f"{CODE}/begin", f"{PASSKEY}/begin"):
        caller.post(path, {"key": key}).assert_error(410, "STEP_EXPIRED")


@pytest.mark.split
def test_rejects_one_time_code_of_user_with_passkey_only(device: Authenticator) -> None:
    assert describe_outcome(submit_code("000000")) == "400 VALIDATION"
    assert AuditEntry.objects.filter(event="SECOND_FACTOR_FAILED", username="client").count() == 1
