"""Drills of the portal as it is deployed: `scripts/test production` starts it, says where it is, and clears up."""

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
SECONDS = 30.0


@dataclass(frozen=True)
class Answer:
    """What came back over https."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        """Parsed."""
        return json.loads(self.body)


class Portal:
    """The portal as browsers reach it: through the proxy, whose certificate is looked at."""

    def __init__(self, url: str, authority: str) -> None:
        self.url = url
        trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=authority))
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), trusting)
        self._tokens: dict[str, str] = {}

    def ask(
        self,
        verb: str,
        path: str,
        body: Any = None,
        *,
        user: str = "",
        headers: dict[str, str] | None = None,
        **query: Any,
    ) -> Answer:
        """One call; `user` is a demo user."""
        own = {"Content-Type": "application/json", **(headers or {})}
        if user:
            own["Authorization"] = self.token(user)
        data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
        address = f"{self.url}{path}" + (f"?{urlencode(query)}" if query else "")
        request = urllib.request.Request(address, data, own, method=verb)  # noqa: S310 - always https
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                return Answer(answer.status, _lower(answer.headers), answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, _lower(error.headers), error.read())

    def get(self, path: str, user: str = "", **query: Any) -> Any:
        """The data of a GET of the contract's that must go well."""
        answer = self.ask("GET", f"/api/v1{path}", user=user, **query)
        assert answer.status == 200, answer
        return answer.data

    def token(self, user: str) -> str:
        """A session's, kept."""
        if user not in self._tokens:
            body = {"username": user, "password": PASSWORD}
            answer = self.ask("POST", "/api/v1/contacts/login", body)
            assert answer.status == 200, answer
            self._tokens[user] = str(answer.data["token"])
        return self._tokens[user]


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@pytest.fixture(scope="session")
def portal() -> Portal:
    """The portal that `scripts/test production` started."""
    if not os.environ.get("PORTAL_AUTHORITY"):
        pytest.skip("these want the portal as it is deployed: scripts/test production")
    return Portal(os.environ["PORTAL_URL"], os.environ["PORTAL_AUTHORITY"])


class Replica:
    """The streaming replica, to be held back."""

    def __init__(self, address: str) -> None:
        self._line = psycopg.connect(address, autocommit=True)

    @contextmanager
    def held_back(self) -> Iterator[None]:
        """Meanwhile it takes in nothing of what is written, and goes on answering."""
        self.tell("SELECT pg_wal_replay_pause()")
        try:
            until(lambda: self.tell("SELECT pg_get_wal_replay_pause_state()") == "paused")
            yield
        finally:
            self.tell("SELECT pg_wal_replay_resume()")

    def tell(self, statement: str) -> Any:
        """The one value that it answers."""
        row = self._line.execute(statement).fetchone()
        return row and row[0]


@pytest.fixture
def replica(portal: Portal) -> Replica:
    """The one that is deployed."""
    return Replica(os.environ["DATABASE_REPLICA_URL"])


def until(holds: Callable[[], bool], seconds: float = SECONDS) -> None:
    """Wait for what must come."""
    give_up = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < give_up, "it did not come"
        time.sleep(0.1)
