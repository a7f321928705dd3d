"""The one error shape: what goes wrong is told in the reader's language, and nothing of the inside is (contract 1)."""

import logging
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.http import Http404
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from portal_backend.accounts import lists
from portal_backend.accounts.models import Client
from portal_backend.api import refusal_of
from portal_backend.base.answers import Answer
from portal_backend.base.words import catalogue
from tests import bodies, factories
from tests.caller import Caller

pytestmark = pytest.mark.django_db
PROFILE = "/contacts/profile"
CREATE = "/repairing/create"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v1/", "/api/v1/no/such", "/api/rest/no-such", "/api/v2/meta"])
def test_an_unknown_address(caller: Caller, path: str) -> None:
    for lang in ("en", "es"):
        answer = caller.call("GET", path if path != "/api" else "/api/x", lang=lang).refused(404, "NOT_FOUND")
        assert answer.data == {"code": "NOT_FOUND", "message": catalogue(lang)["errors.NOT_FOUND"], "fields": {}}
        assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("verb", "path", "allowed"),
    [
        ("GET", "/contacts/login", "POST"),
        ("DELETE", PROFILE, "GET"),
        ("POST", "/api/rest/meta", "GET"),
        ("PATCH", CREATE, "POST"),
    ],
)
def test_a_wrong_verb(caller: Caller, verb: str, path: str, allowed: str) -> None:
    answer = caller.call(verb, path, lang="es").refused(405, "METHOD_NOT_ALLOWED")
    assert answer.headers["Allow"] == allowed
    assert answer.data["message"] == catalogue("es")["errors.METHOD_NOT_ALLOWED"]


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"null",
        b'"text"',
        b"7",
        b"[[]]",
        b'[{"partId": NaN}]',
        b'[{"partId": Infinity}]',
        b'[{"partId": 1, "serialNumber": "\\ud800"}]',
        b'[{"partId": 1, "serialNumber": "\\u0000"}]',
        b'[{"partId": 9223372036854775808, "serialNumber": "x"}]',
        b'[{"partId": 1e400, "serialNumber": "x"}]',
        b'[{"partId": 1, "serialNumber": "\xff"}]',
        b'{"units": []}',
        b"[" * 100_000,
        b"[" * 5000 + b"]" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b"\xef\xbb\xbf[]",
    ],
    ids=lambda raw: raw[:30],
)
def test_a_malformed_body(caller: Caller, world: factories.World, raw: bytes) -> None:
    caller.call("POST", CREATE, world.client, raw=raw).refused(400, "VALIDATION")


def test_a_body_of_ten_megabytes_is_the_most(caller: Caller, world: factories.World) -> None:
    filled = b'[{"problemDescription": "%s"}]'
    over = filled % (b"a" * (10_000_001 - len(filled) + 2))
    assert len(over) == 10_000_001
    answer = caller.call("POST", CREATE, world.client, raw=over).refused(413, "MAX_UPLOAD_SIZE")
    assert "10MB" in answer.data["message"]
    caller.call("POST", CREATE, world.client, raw=over[:-1]).refused(400, "VALIDATION")


def test_bad_fields_are_named_in_the_readers_language(caller: Caller, world: factories.World) -> None:
    body = [
        bodies.unit(world.part.pk),
        bodies.unit(world.part.pk, "", role="ADMIN", problemDescription="a" * 4001, attachments={"id": "x"}),
    ]
    for lang in ("en", "es"):
        answer = caller.call("POST", CREATE, world.client, body=body, lang=lang).refused(400, "VALIDATION")
        words = catalogue(lang)
        assert answer.fields == {
            "1.serialNumber": [words["errors.field.required"]],
            "1.role": [words["errors.field.extra"]],
            "1.problemDescription": [words["errors.field.max_length"].format(value=4000)],
            "1.attachments": [words["errors.field.invalid"]],
        }
        assert answer.data["message"] == words["errors.VALIDATION"]


def test_any_other_language_is_english(caller: Caller) -> None:
    for lang in ("", "fr", "ES", "es-ES", "en\n", "../es", "e" * 5000):
        answer = caller.call("GET", PROFILE, headers={"Lang": lang}).refused(401, "TOKEN_INVALID")
        assert answer.data["message"] == catalogue("en")["errors.TOKEN_INVALID"]


def fault(error: Exception) -> Any:
    def raising(*_: object, **__: object) -> None:
        raise error

    return raising


def test_a_fault_is_500_with_the_id_that_is_in_the_log(
    caller: Caller, world: factories.World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lists, "profile", fault(RuntimeError("SELECT secret FROM /etc/inside.py")))
    with caplog.at_level(logging.ERROR):
        answer = caller.get(PROFILE, actor=world.client).refused(500, "SERVER_ERROR")
    assert answer.data == {
        "code": "SERVER_ERROR",
        "message": catalogue("en")["errors.SERVER_ERROR"],
        "fields": {},
        "requestId": answer.headers["X-Request-Id"],
    }
    (record,) = [each for each in caplog.records if each.name == "portal.api"]
    assert answer.data["requestId"] in record.getMessage()
    assert "inside.py" in caplog.text
    assert world.client.token not in caplog.text


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("connection refused: host=10.0.0.1"),
        InterfaceError("connection already closed"),
        RedisConnectionError("Error 111 connecting to 10.0.0.1:6379"),
        RedisTimeoutError("Timeout reading from socket"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_database_or_broker_out_of_reach_is_503(
    caller: Caller, world: factories.World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(lists, "profile", fault(error))
    answer = caller.call("GET", PROFILE, world.client, lang="es").refused(503, "UNAVAILABLE")
    assert int(answer.headers["Retry-After"]) > 0
    assert answer.data == {"code": "UNAVAILABLE", "message": catalogue("es")["errors.UNAVAILABLE"], "fields": {}}


def test_a_foreign_host_is_refused(caller: Caller) -> None:
    for host in ("evil.test", "evil.test:80", "testserver.evil.test", "a b"):
        caller.call("GET", PROFILE, headers={"Host": host}).refused(400, "VALIDATION")
    caller.call("GET", PROFILE, headers={"Host": "testserver"}).refused(401, "TOKEN_INVALID")


def test_every_answer_carries_the_security_headers(caller: Caller, world: factories.World) -> None:
    answers = [
        caller.get(PROFILE, actor=world.client),
        caller.get(PROFILE),
        caller.get("/no/such"),
        caller.call("GET", "/api/../healthz"),
        caller.get("/files/export/active-repairs/xlsx", actor=world.client),
    ]
    for answer in answers:
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy or "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert "Access-Control-Allow-Origin" not in answer.headers
        assert "Set-Cookie" not in answer.headers
    assert len({answer.headers["X-Request-Id"] for answer in answers}) == len(answers)


def test_what_django_does_not_find_is_no_fault_of_ours() -> None:
    refusal = refusal_of(Http404("No Part matches the given query."))
    assert refusal is not None
    assert (refusal.status, refusal.code) == (404, "NOT_FOUND")


def test_what_nobody_said_how_to_write_is_a_fault_and_not_guessed_at() -> None:
    assert Answer({"price": Decimal("12.50")}).content == b'{"price":12.5}'
    with pytest.raises(TypeError, match="not JSON"):
        Answer({"price": object()})


def test_only_a_conflict_of_two_callers_is_stale(world: factories.World) -> None:
    taken = Client.objects.exclude(pk=world.client.user.client_id).earliest("pk").name
    told = []
    for name in (taken, None):
        with pytest.raises(IntegrityError) as raised, transaction.atomic():
            Client.objects.filter(pk=world.client.user.client_id).update(name=name)
        told.append(refusal_of(raised.value))
    unique, null = told
    assert unique is not None
    assert unique.code == "STALE"
    # what no caller can bring about is a fault of ours
    assert null is None
