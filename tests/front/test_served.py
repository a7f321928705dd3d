"""ASGI application as granian serves it, with the portal's configuration."""

import asyncio
import json
from typing import Any

import pytest
from django.conf import settings

from portal_backend.base import databases
from portal_backend.workflow.polling import COUNTERS
from tests.front.lines import Line, parts, scope

LOGIN = "/api/v1/contacts/login"
LAST = {"type": "http.disconnect"}


def served(request: dict[str, Any], *body: bytes) -> Line:
    """Send one request through the whole application."""
    connection = Line([*parts(*body), LAST])
    with pytest.MonkeyPatch.context() as patch:
        # Web timeouts apply to the whole process, so they would affect the database connections of all tests.
        patch.setattr(databases, "bound_web_calls", lambda database: None)
        from portal_backend.asgi import portal

        asyncio.run(portal()(request, connection.receive, connection.send))
    return connection


@pytest.mark.django_db
def test_a_request_reaches_django() -> None:
    connection = served(scope("GET", "/healthz", host="localhost"))
    assert (connection.status, json.loads(connection.body)) == (200, {"status": "up"})


@pytest.mark.django_db
def test_rejects_large_anonymous_body() -> None:
    body = b'{"username": "' + b"a" * settings.STRANGER_BYTES
    connection = served(scope("POST", LOGIN, host="localhost", content_length=str(len(body))), body)
    assert connection.status == 413
    assert connection.headers["connection"] == "close"


@pytest.mark.django_db
def test_rejects_large_body_with_invalid_token() -> None:
    body = b"x" * (settings.STRANGER_BYTES + 1)
    headers = {"host": "localhost", "authorization": "Bearer none", "content_length": str(len(body))}
    assert served(scope("POST", LOGIN, **headers), body).status == 413


@pytest.mark.django_db
def test_poll_without_session_is_401() -> None:
    connection = served(scope("GET", COUNTERS, host="localhost", authorization="Bearer none"))
    assert (connection.status, json.loads(connection.body)["code"]) == (401, "TOKEN_INVALID")
