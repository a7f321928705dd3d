"""ASGI application as granian serves it, with the portal's configuration."""

import asyncio
import json
from typing import Any

import pytest
from django.conf import settings

from portal_backend.core import databases, heartbeats
from tests.asgi.connections import Connection, body_messages, build_scope

LOGIN = "/api/v1/contacts/login"
COUNTERS_PATH = "/api/v1/requests/fetch-number/action-required"
DISCONNECT = {"type": "http.disconnect"}


def send_request(request: dict[str, Any], *body: bytes) -> Connection:
    """Send one request through the whole application."""
    connection = Connection([*body_messages(*body), DISCONNECT])
    with pytest.MonkeyPatch.context() as patch:
        # Web timeouts apply to the whole process, so they would affect the database connections of all tests.
        patch.setattr(databases, "apply_web_timeouts", lambda database: None)
        patch.setattr(heartbeats, "grant_startup_grace", lambda: None)
        from portal_backend.config.asgi import create_application

        asyncio.run(create_application()(request, connection.receive, connection.send))
    return connection


@pytest.mark.django_db
def test_a_request_reaches_django() -> None:
    connection = send_request(build_scope("GET", "/healthz", host="localhost"))
    assert (connection.status, json.loads(connection.body)) == (200, {"status": "up"})


@pytest.mark.django_db
def test_rejects_large_anonymous_body() -> None:
    body = b'{"username": "' + b"a" * settings.MAX_ANONYMOUS_BODY_BYTES
    connection = send_request(build_scope("POST", LOGIN, host="localhost", content_length=str(len(body))), body)
    assert connection.status == 413
    assert connection.headers["connection"] == "close"


@pytest.mark.django_db
def test_rejects_large_body_with_invalid_token() -> None:
    body = b"x" * (settings.MAX_ANONYMOUS_BODY_BYTES + 1)
    headers = {"host": "localhost", "authorization": "Bearer none", "content_length": str(len(body))}
    assert send_request(build_scope("POST", LOGIN, **headers), body).status == 413


@pytest.mark.django_db
def test_poll_without_session_is_401() -> None:
    connection = send_request(build_scope("GET", COUNTERS_PATH, host="localhost", authorization="Bearer none"))
    assert (connection.status, json.loads(connection.body)["code"]) == (401, "TOKEN_INVALID")
