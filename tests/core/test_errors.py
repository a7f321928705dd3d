"""Error format: translated messages without internal details (contract 1)."""

import logging
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.http import Http404
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from portal_backend.accounts import selectors
from portal_backend.accounts.models import Client
from portal_backend.config.api import to_api_error
from portal_backend.core.responses import ApiResponse
from portal_backend.core.translations import load_messages
from tests import factories, request_bodies
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db
PROFILE = "/contacts/profile"
CREATE = "/repairing/create"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/v1/", "/api/v1/no/such", "/api/rest/no-such", "/api/v2/meta"])
def test_unknown_path_is_404(caller: ApiClient, path: str) -> None:
    for lang in ("en", "es"):
        response = caller.call("GET", path if path != "/api" else "/api/x", lang=lang).assert_error(404, "NOT_FOUND")
        assert response.data == {"code": "NOT_FOUND", "message": load_messages(lang)["errors.NOT_FOUND"], "fields": {}}
        assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("verb", "path", "allowed"),
    [
        ("GET", "/contacts/login", "POST"),
        ("DELETE", PROFILE, "GET"),
        ("POST", "/api/rest/meta", "GET"),
        ("PATCH", CREATE, "POST"),
    ],
)
def test_wrong_method_is_405(caller: ApiClient, verb: str, path: str, allowed: str) -> None:
    response = caller.call(verb, path, lang="es").assert_error(405, "METHOD_NOT_ALLOWED")
    assert response.headers["Allow"] == allowed
    assert response.data["message"] == load_messages("es")["errors.METHOD_NOT_ALLOWED"]


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
def test_malformed_body_is_400(caller: ApiClient, world: factories.World, raw: bytes) -> None:
    caller.call("POST", CREATE, world.client, raw=raw).assert_error(400, "VALIDATION")


def test_rejects_json_body_above_ten_megabytes(caller: ApiClient, world: factories.World) -> None:
    filled = b'[{"problemDescription": "%s"}]'
    over = filled % (b"a" * (10_000_001 - len(filled) + 2))
    assert len(over) == 10_000_001
    response = caller.call("POST", CREATE, world.client, raw=over).assert_error(413, "MAX_UPLOAD_SIZE")
    assert "10MB" in response.data["message"]
    caller.call("POST", CREATE, world.client, raw=over[:-1]).assert_error(400, "VALIDATION")


def test_field_errors_are_translated(caller: ApiClient, world: factories.World) -> None:
    body = [
        request_bodies.unit(world.part.pk),
        request_bodies.unit(world.part.pk, "", role="ADMIN", problemDescription="a" * 4001, attachments={"id": "x"}),
    ]
    for lang in ("en", "es"):
        response = caller.call("POST", CREATE, world.client, body=body, lang=lang).assert_error(400, "VALIDATION")
        messages = load_messages(lang)
        assert response.fields == {
            "1.serialNumber": [messages["errors.field.required"]],
            "1.role": [messages["errors.field.extra"]],
            "1.problemDescription": [messages["errors.field.max_length"].format(value=4000)],
            "1.attachments": [messages["errors.field.invalid"]],
        }
        assert response.data["message"] == messages["errors.VALIDATION"]


def test_unknown_language_falls_back_to_english(caller: ApiClient) -> None:
    for lang in ("", "fr", "ES", "es-ES", "en\n", "../es", "e" * 5000):
        response = caller.call("GET", PROFILE, headers={"Lang": lang}).assert_error(401, "TOKEN_INVALID")
        assert response.data["message"] == load_messages("en")["errors.TOKEN_INVALID"]


def make_raiser(error: Exception) -> Any:
    def raising(*_: object, **__: object) -> None:
        raise error

    return raising


def test_unexpected_error_is_500_with_logged_request_id(
    caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(selectors, "serialize_profile", make_raiser(RuntimeError("SELECT secret FROM /etc/inside.py")))
    with caplog.at_level(logging.ERROR):
        response = caller.get(PROFILE, actor=world.client).assert_error(500, "SERVER_ERROR")
    assert response.data == {
        "code": "SERVER_ERROR",
        "message": load_messages("en")["errors.SERVER_ERROR"],
        "fields": {},
        "requestId": response.headers["X-Request-Id"],
    }
    (record,) = [each for each in caplog.records if each.name == "portal.api"]
    assert response.data["requestId"] in record.getMessage()
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
def test_unreachable_database_or_redis_is_503(
    caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(selectors, "serialize_profile", make_raiser(error))
    response = caller.call("GET", PROFILE, world.client, lang="es").assert_error(503, "UNAVAILABLE")
    assert int(response.headers["Retry-After"]) > 0
    assert response.data == {"code": "UNAVAILABLE", "message": load_messages("es")["errors.UNAVAILABLE"], "fields": {}}


def test_rejects_invalid_host_header(caller: ApiClient) -> None:
    for host in ("evil.test", "evil.test:80", "testserver.evil.test", "a b"):
        caller.call("GET", PROFILE, headers={"Host": host}).assert_error(400, "VALIDATION")
    caller.call("GET", PROFILE, headers={"Host": "testserver"}).assert_error(401, "TOKEN_INVALID")


def test_every_response_has_security_headers(caller: ApiClient, world: factories.World) -> None:
    responses = [
        caller.get(PROFILE, actor=world.client),
        caller.get(PROFILE),
        caller.get("/no/such"),
        caller.call("GET", "/api/../healthz"),
        caller.get("/files/export/active-repairs/xlsx", actor=world.client),
    ]
    for response in responses:
        policy = response.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy or "default-src 'none'" in policy
        assert "unsafe-inline" not in policy
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["X-Frame-Options"] == "DENY"
        assert "Access-Control-Allow-Origin" not in response.headers
        assert "Set-Cookie" not in response.headers
    assert len({response.headers["X-Request-Id"] for response in responses}) == len(responses)


def test_http404_of_django_is_404() -> None:
    error = to_api_error(Http404("No Part matches the given query."))
    assert error is not None
    assert (error.status, error.code) == (404, "NOT_FOUND")


def test_rejects_values_without_json_serialization() -> None:
    assert ApiResponse({"price": Decimal("12.50")}).content == b'{"price":12.5}'
    with pytest.raises(TypeError, match="not JSON"):
        ApiResponse({"price": object()})


def test_only_unique_and_foreign_key_violations_are_stale(world: factories.World) -> None:
    existing_name = Client.objects.exclude(pk=world.client.user.client_id).earliest("pk").name
    errors = []
    for name in (existing_name, None):
        with pytest.raises(IntegrityError) as raised, transaction.atomic():
            Client.objects.filter(pk=world.client.user.client_id).update(name=name)
        errors.append(to_api_error(raised.value))
    unique, null = errors
    assert unique is not None
    assert unique.code == "STALE"
    # clients cannot cause it, so it is a bug
    assert null is None
