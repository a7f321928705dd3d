"""Django's PostgreSQL backend with an end to each wait, where OPTIONS["response_timeout"] says so (decision 0032).

A server whose processes stopped, or whose disk hangs, still acknowledges what it is sent, so neither TCP nor the
server's own statement_timeout ends the wait for its answer.
"""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

import psycopg
from django.db.backends.postgresql import base

from portal_backend.base.breaker import CircuitBreaker

# in which a server that is alive answers "SELECT 1", however busy it is
PROBE_TIMEOUT = 2.0
RETRY_AFTER = 5.0


@cache
def breaker_of(alias: str) -> CircuitBreaker:
    """The breaker of a database of settings.DATABASES."""
    return CircuitBreaker(f"PostgreSQL ({alias})", retry_after=RETRY_AFTER)


class BoundedConnection(psycopg.Connection[Any]):
    """A connection that is closed when the server does not answer within `response_timeout` seconds.

    It does not wait that long once another connection found that the server answers nothing at all.
    """

    response_timeout: float | None = None
    breaker: CircuitBreaker

    def wait(self, gen: Any, *words: Any, **how: Any) -> Any:
        """Run a generator of psycopg's to its end. Raises OperationalError."""
        return super().wait(gen if self.response_timeout is None else self._bounded(gen), *words, **how)

    @contextmanager
    def answering_within(self, seconds: float) -> Iterator[None]:
        """Wait no longer than this for what is asked inside."""
        usual, self.response_timeout = self.response_timeout, seconds
        try:
            yield
        finally:
            self.response_timeout = usual

    def _bounded(self, gen: Any) -> Generator[Any, Any, Any]:
        began = time.monotonic()
        try:
            state = next(gen)
            while True:
                ready = yield state
                if not ready and self._is_silent(time.monotonic() - began):
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server does not answer")
                state = gen.send(ready)
        except StopIteration as end:
            return end.value

    def _is_silent(self, seconds: float) -> bool:
        if self.response_timeout is not None and seconds >= self.response_timeout:
            self.breaker.record_timeout("no answer")
            return True
        return seconds >= PROBE_TIMEOUT and self.breaker.is_open


def _driver() -> ModuleType:
    """Psycopg, but for the kind of connection that it makes."""
    driver = ModuleType("psycopg")
    vars(driver).update({**vars(psycopg), "connect": BoundedConnection.connect})
    return driver


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend of settings.DATABASES."""

    Database = _driver()

    def get_connection_params(self) -> dict[str, Any]:
        """Django's, without what is not for the driver."""
        params = dict(super().get_connection_params())
        params.pop("response_timeout", None)
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> BoundedConnection:
        """A connection, unless the server is known not to answer. Raises OperationalError."""
        breaker = breaker_of(self.alias)
        with breaker.guard((psycopg.errors.ConnectionTimeout,), psycopg.OperationalError):
            connection: BoundedConnection = super().get_new_connection(conn_params)
        connection.breaker = breaker
        connection.response_timeout = self.settings_dict["OPTIONS"].get("response_timeout")
        return connection

    def is_usable(self) -> bool:
        """Whether a kept connection still serves: asked before each call."""
        if self.connection is None or breaker_of(self.alias).is_open:
            return False
        if self.connection.response_timeout is None:
            return bool(super().is_usable())
        with self.connection.answering_within(PROBE_TIMEOUT):
            return bool(super().is_usable())
