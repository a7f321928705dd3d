"""Fixtures of the tests against the deployed portal.

`scripts/test production` starts it and passes its URL.
"""

import json
import os
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import psycopg
import pytest

PASSWORD = "Portal-demo-1"
TIMEOUT = 30.0


@dataclass(frozen=True)
class PortalResponse:
    """Response over HTTPS."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """The parsed JSON body."""
        return json.loads(self.body)


class PortalClient:
    """Client that reaches the portal through the proxy and verifies its certificate."""

    def __init__(self, url: str, authority: str) -> None:
        self.url = url
        trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=authority))
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), trusting)
        self._tokens: dict[str, str] = {}

    def send_request(
        self,
        verb: str,
        path: str,
        body: Any = None,
        *,
        user: str = "",
        headers: dict[str, str] | None = None,
        **query: Any,
    ) -> PortalResponse:
        """Send one request; `user` is a demo user."""
        all_headers = {"Content-Type": "application/json", **(headers or {})}
        if user:
            all_headers["Authorization"] = self.get_token(user)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        address = f"{self.url}{path}" + (f"?{urlencode(query)}" if query else "")
        request = urllib.request.Request(address, data, all_headers, method=verb)  # noqa: S310 - always https
        try:
            with self._opener.open(request, timeout=TIMEOUT) as response:
                return PortalResponse(response.status, _lowercase_names(response.headers), response.read())
        except urllib.error.HTTPError as error:
            return PortalResponse(error.code, _lowercase_names(error.headers), error.read())

    def get(self, path: str, user: str = "", **query: Any) -> Any:
        """Return the data of a GET request, which must succeed."""
        response = self.send_request("GET", f"/api/v1{path}", user=user, **query)
        assert response.status == 200, response
        return response.data

    def get_token(self, user: str) -> str:
        """Return the user's token, logging in at first use."""
        if user not in self._tokens:
            body = {"username": user, "password": PASSWORD}
            response = self.send_request("POST", "/api/v1/contacts/login", body)
            assert response.status == 200, response
            self._tokens[user] = str(response.data["token"])
        return self._tokens[user]


def _lowercase_names(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@pytest.fixture(scope="session")
def portal() -> PortalClient:
    """Return a client of the portal that `scripts/test production` started."""
    if not os.environ.get("PORTAL_CA_FILE"):
        pytest.skip("requires a deployed portal: scripts/test production")
    return PortalClient(os.environ["PORTAL_URL"], os.environ["PORTAL_CA_FILE"])


class Replica:
    """The streaming replica, whose replay can be paused."""

    def __init__(self, address: str) -> None:
        self._connection = psycopg.connect(address, autocommit=True)

    @contextmanager
    def pause_replay(self) -> Iterator[None]:
        """Pause the replay; the replica still answers queries."""
        self.query_value("SELECT pg_wal_replay_pause()")
        try:
            wait_until(lambda: self.query_value("SELECT pg_get_wal_replay_pause_state()") == "paused")
            yield
        finally:
            self.query_value("SELECT pg_wal_replay_resume()")

    def query_value(self, statement: str) -> Any:
        """Return the single value of a query."""
        row = self._connection.execute(statement).fetchone()
        return row and row[0]


@pytest.fixture
def replica(portal: PortalClient) -> Replica:
    """Return a connection to the deployed replica."""
    return Replica(os.environ["DATABASE_REPLICA_URL"])


def wait_until(holds: Callable[[], bool], seconds: float = TIMEOUT) -> None:
    """Wait until a condition holds."""
    give_up = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < give_up, "it did not come"
        time.sleep(0.1)
