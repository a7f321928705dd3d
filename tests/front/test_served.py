"""What granian serves: the front with Django behind it, and what the portal told the front."""

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
    """One request through all of it."""
    line = Line([*parts(*body), LAST])
    with pytest.MonkeyPatch.context() as patch:
        # A web server bounds the calls of its process, which is that of all tests here: these are no web calls.
        patch.setattr(databases, "bound_web_calls", lambda database: None)
        from portal_backend.asgi import portal

        asyncio.run(portal()(request, line.receive, line.send))
    return line


@pytest.mark.django_db
def test_a_request_reaches_django() -> None:
    line = served(scope("GET", "/healthz", host="localhost"))
    assert (line.status, json.loads(line.body)) == (200, {"status": "up"})


@pytest.mark.django_db
def test_a_strangers_body_is_read_as_far_as_a_login_needs() -> None:
    body = b'{"username": "' + b"a" * settings.STRANGER_BYTES
    line = served(scope("POST", LOGIN, host="localhost", content_length=str(len(body))), body)
    assert line.status == 413
    assert line.headers["connection"] == "close"


@pytest.mark.django_db
def test_a_session_that_is_none_admits_to_no_more() -> None:
    body = b"x" * (settings.STRANGER_BYTES + 1)
    headers = {"host": "localhost", "authorization": "Bearer none", "content_length": str(len(body))}
    assert served(scope("POST", LOGIN, **headers), body).status == 413


@pytest.mark.django_db
def test_a_poll_without_a_session_is_refused_as_django_does() -> None:
    line = served(scope("GET", COUNTERS, host="localhost", authorization="Bearer none"))
    assert (line.status, json.loads(line.body)["code"]) == (401, "TOKEN_INVALID")
