"""A client of the API for tests: through the whole stack of middleware, with tokens, languages and parsed answers."""

import json
from dataclasses import dataclass
from typing import Any, Protocol

from django.http.response import HttpResponseBase
from django.test import Client

from tests.answer_shapes import check_shape


class HasToken(Protocol):
    """Somebody signed in; factories.Person is one."""

    @property
    def token(self) -> str: ...


@dataclass(frozen=True)
class Answered:
    """An answer: `status`, `data` (parsed JSON, or bytes), `headers`."""

    status: int
    data: Any
    headers: Any
    what: str

    @property
    def code(self) -> str | None:
        """The error code, None where the call went well."""
        return self.data.get("code") if self.status >= 400 and isinstance(self.data, dict) else None

    @property
    def fields(self) -> dict[str, list[str]]:
        """The refused fields with their messages."""
        return dict(self.data.get("fields", {}))

    @property
    def verdict(self) -> str:
        """Status and error code in one, such as "409 STALE"; "200" where the call went well."""
        return f"{self.status} {self.code}" if self.code else str(self.status)

    @property
    def ok(self) -> Any:
        """The data of a call that must go well."""
        assert self.status == 200, f"{self.what}: {self.status} {self.data}"
        return self.data

    def refused(self, status: int, code: str) -> "Answered":
        """The same answer, which must be this refusal in the one error shape."""
        assert self.verdict == f"{status} {code}", f"{self.what}: {self.verdict} {self.data}"
        assert {"code", "message", "fields"} <= set(self.data)
        return self


class Caller:
    """Calls by path ("/repairing/create" stands below /api/v1, "/api/rest/..." for itself); other names are the query.

    `actor` is a Person, a bare token or None for nobody. A list in the query is a repeated argument.
    """

    def __init__(self) -> None:
        self._client = Client(raise_request_exception=False)

    def get(self, path: str, actor: HasToken | str | None = None, **rest: Any) -> Answered:
        """GET."""
        return self.call("GET", path, actor, **rest)

    def post(self, path: str, body: Any = None, actor: HasToken | str | None = None, **rest: Any) -> Answered:
        """POST with a JSON body."""
        return self.call("POST", path, actor, body=body, **rest)

    def put(self, path: str, body: Any = None, actor: HasToken | str | None = None, **rest: Any) -> Answered:
        """PUT with a JSON body."""
        return self.call("PUT", path, actor, body=body, **rest)

    def delete(self, path: str, actor: HasToken | str | None = None, **rest: Any) -> Answered:
        """DELETE."""
        return self.call("DELETE", path, actor, **rest)

    def upload(self, path: str, data: dict[str, Any], actor: HasToken | str | None = None) -> Answered:
        """POST as multipart/form-data, as a browser sends a file."""
        response = self._client.post(_full(path), data, headers=_headers(actor, "en", None))
        return _answered(f"POST {path}", response)

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
    ) -> Answered:
        """Any verb; `raw` is a body that is sent as it is."""
        response = self._client.generic(
            verb,
            _full(path),
            raw if raw is not None else b"" if body is None else json.dumps(body),
            content_type="application/json",
            headers=_headers(actor, lang, headers),
            query_params={name: value for name, value in query.items() if value is not None},
        )
        return _answered(f"{verb} {path} {query or ''}", response)


def _full(path: str) -> str:
    return path if path.startswith("/api/") else f"/api/v1{path}"


def _headers(actor: HasToken | str | None, lang: str, more: dict[str, str] | None) -> dict[str, str]:
    token = actor if isinstance(actor, str) else actor.token if actor is not None else None
    return {"Lang": lang, **({"Authorization": token} if token is not None else {}), **(more or {})}


def _answered(what: str, response: HttpResponseBase) -> Answered:
    content = b"".join(response) if response.streaming else response.content  # type: ignore[attr-defined]
    is_json = response.headers.get("Content-Type", "").startswith("application/json")
    data = json.loads(content) if is_json and content else content
    if is_json and response.status_code == 200 and response.request["PATH_INFO"].startswith("/api/"):  # type: ignore[attr-defined]
        check_shape(what, response.resolver_match, response.request["REQUEST_METHOD"], data)  # type: ignore[attr-defined]
    return Answered(response.status_code, data, response.headers, what)
