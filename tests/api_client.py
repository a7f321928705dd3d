"""API client for tests, through the full middleware stack."""

import json
from dataclasses import dataclass
from typing import Any, Protocol

from django.http.response import HttpResponseBase
from django.test import Client

from tests.response_schemas import check_response_schema


class HasToken(Protocol):
    """Signed-in user, such as factories.Person."""

    @property
    def token(self) -> str: ...


@dataclass(frozen=True)
class ClientResponse:
    """Response to a request."""

    status: int
    #: parsed JSON, or bytes
    data: Any
    headers: Any
    #: request line for messages of failed assertions
    request_line: str

    @property
    def code(self) -> str | None:
        """Error code, or None for a successful request."""
        return self.data.get("code") if self.status >= 400 and isinstance(self.data, dict) else None

    @property
    def fields(self) -> dict[str, list[str]]:
        """Messages of invalid fields."""
        return dict(self.data.get("fields", {}))

    @property
    def outcome(self) -> str:
        """Status and error code, such as "409 STALE"; only the status if there is no code."""
        return f"{self.status} {self.code}" if self.code else str(self.status)

    @property
    def ok(self) -> Any:
        """Data of a request that must succeed."""
        assert self.status == 200, f"{self.request_line}: {self.status} {self.data}"
        return self.data

    def assert_error(self, status: int, code: str) -> "ClientResponse":
        """Assert this error in the error format and return the response."""
        assert self.outcome == f"{status} {code}", f"{self.request_line}: {self.outcome} {self.data}"
        assert {"code", "message", "fields"} <= set(self.data)
        return self


class ApiClient:
    """API client that sends requests by path.

    "/repairing/create" is below /api/v1; paths that start with /api/ are used as they are. Keywords are query
    parameters, and a list is a repeated one. `actor` is a Person, a token, or None for an anonymous request.
    """

    def __init__(self) -> None:
        self._client = Client(raise_request_exception=False)

    def get(self, path: str, actor: HasToken | str | None = None, **kwargs: Any) -> ClientResponse:
        """Send GET."""
        return self.call("GET", path, actor, **kwargs)

    def post(self, path: str, body: Any = None, actor: HasToken | str | None = None, **kwargs: Any) -> ClientResponse:
        """Send POST with a JSON body."""
        return self.call("POST", path, actor, body=body, **kwargs)

    def put(self, path: str, body: Any = None, actor: HasToken | str | None = None, **kwargs: Any) -> ClientResponse:
        """Send PUT with a JSON body."""
        return self.call("PUT", path, actor, body=body, **kwargs)

    def delete(self, path: str, actor: HasToken | str | None = None, **kwargs: Any) -> ClientResponse:
        """Send DELETE."""
        return self.call("DELETE", path, actor, **kwargs)

    def upload(self, path: str, data: dict[str, Any], actor: HasToken | str | None = None) -> ClientResponse:
        """Send POST as multipart/form-data, like a browser that uploads a file."""
        response = self._client.post(_full_path(path), data, headers=_build_headers(actor, "en", None))
        return _parse_response(f"POST {path}", response)

    def call(
        self,
        verb: str,
        path: str,
        actor: HasToken | str | None = None,
        /,
        *,
        body: Any = None,
        raw: bytes | str | None = None,
        lang: str = "en",
        headers: dict[str, str] | None = None,
        **query: Any,
    ) -> ClientResponse:
        """Send a request with any method; `raw` is sent as the body unchanged."""
        response = self._client.generic(
            verb,
            _full_path(path),
            raw if raw is not None else b"" if body is None else json.dumps(body),
            content_type="application/json",
            headers=_build_headers(actor, lang, headers),
            query_params={name: value for name, value in query.items() if value is not None},
        )
        return _parse_response(f"{verb} {path} {query or ''}", response)


def _full_path(path: str) -> str:
    return path if path.startswith("/api/") else f"/api/v1{path}"


def _build_headers(actor: HasToken | str | None, lang: str, extra: dict[str, str] | None) -> dict[str, str]:
    token = actor if isinstance(actor, str) else actor.token if actor is not None else None
    return {"Lang": lang, **({"Authorization": token} if token is not None else {}), **(extra or {})}


def _parse_response(what: str, response: HttpResponseBase) -> ClientResponse:
    content = b"".join(response) if response.streaming else response.content  # type: ignore[attr-defined]
    is_json = response.headers.get("Content-Type", "").startswith("application/json")
    data = json.loads(content) if is_json and content else content
    if is_json and response.status_code == 200 and response.request["PATH_INFO"].startswith("/api/"):  # type: ignore[attr-defined]
        check_response_schema(what, response.resolver_match, response.request["REQUEST_METHOD"], data)  # type: ignore[attr-defined]
    return ClientResponse(response.status_code, data, response.headers, what)
