"""The portal and the DRF application, called in this process.

Calls pass through all middleware, but no sockets.
"""

import warnings
from collections.abc import Callable
from typing import Any

import orjson
from django.contrib.auth.hashers import make_password
from django.core.handlers.base import BaseHandler
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from tests import factories
from tests.factories import Person


class InProcessServer:
    """A stack of middleware, called without sockets."""

    def __init__(self, **settings: Any) -> None:
        self._handler = BaseHandler()
        with override_settings(**settings), warnings.catch_warnings(action="ignore"):  # the interface may be unbuilt
            self._handler.load_middleware()
        self._requests = RequestFactory()

    def __call__(self, verb: str, path: str, actor: Person | None, body: object = None, **query: object) -> bytes:
        """Send one request, which must succeed; return the response body."""
        headers = {"Lang": "en", **({"Authorization": actor.token} if actor else {})}
        raw = orjson.dumps(body) if body is not None else b""
        request = self._requests.generic(verb, path, raw, "application/json", query_params=query, headers=headers)
        response = self._handler.get_response(request)
        content: bytes = response.getvalue()
        assert response.status_code == 200, f"{verb} {path} {query}: {response.status_code} {content[:500]!r}"
        return content


def drf_urls_middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that uses the URLs of the DRF application."""

    def called(request: HttpRequest) -> HttpResponse:
        request.urlconf = "benchmarks.drf_pair.urls"
        return get_response(request)

    return called


def compute_hash() -> str:
    """Compute one Argon2id hash, as a login does: the default baseline."""
    return make_password(factories.PASSWORD)


portal = InProcessServer()
drf = InProcessServer(
    MIDDLEWARE=["django.middleware.common.CommonMiddleware", "benchmarks.in_process_server.drf_urls_middleware"]
)
