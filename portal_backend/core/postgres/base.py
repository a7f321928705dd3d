"""PostgreSQL backend that bounds every wait by OPTIONS["response_timeout"].

See decision 0032. A server with stopped processes or a hanging disk still acknowledges packets, so neither TCP nor the
server's own statement_timeout ends the wait for its response.
"""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache
from types import ModuleType
from typing import Any

import psycopg
from django.db.backends.postgresql import base

from portal_backend.core.circuit_breaker import CircuitBreaker

# a responsive server runs "SELECT 1" within this time even under load
PROBE_TIMEOUT = 2.0
RETRY_AFTER = 5.0


@cache
def get_breaker(alias: str) -> CircuitBreaker:
    """Return the circuit breaker of a database of settings.DATABASES."""
    return CircuitBreaker(f"PostgreSQL ({alias})", retry_after=RETRY_AFTER)


class BoundedConnection(psycopg.Connection[Any]):
    """Connection that is closed if the server does not respond in `response_timeout`.

    It waits only PROBE_TIMEOUT once another connection has found the server unresponsive.
    """

    response_timeout: float | None = None
    breaker: CircuitBreaker

    def wait(self, gen: Any, *args: Any, **kwargs: Any) -> Any:
        """Run a psycopg generator to its end. Raises OperationalError."""
        return super().wait(gen if self.response_timeout is None else self._wait_bounded(gen), *args, **kwargs)

    @contextmanager
    def limit_response_time(self, seconds: float) -> Iterator[None]:
        """Use another response timeout inside the block."""
        previous, self.response_timeout = self.response_timeout, seconds
        try:
            yield
        finally:
            self.response_timeout = previous

    def _wait_bounded(self, gen: Any) -> Generator[Any, Any, Any]:
        started_at = time.monotonic()
        try:
            state = next(gen)
            while True:
                ready = yield state
                if not ready and self._has_timed_out(time.monotonic() - started_at):
                    self.pgconn.finish()
                    raise psycopg.OperationalError("the server does not respond")
                state = gen.send(ready)
        except StopIteration as end:
            return end.value

    def _has_timed_out(self, seconds: float) -> bool:
        if self.response_timeout is not None and seconds >= self.response_timeout:
            self.breaker.record_timeout("no answer")
            return True
        return seconds >= PROBE_TIMEOUT and self.breaker.is_open


def _build_driver() -> ModuleType:
    """Build a copy of the psycopg module that connects by BoundedConnection."""
    driver = ModuleType("psycopg")
    vars(driver).update({**vars(psycopg), "connect": BoundedConnection.connect})
    return driver


class DatabaseWrapper(base.DatabaseWrapper):
    """Database backend named in settings.DATABASES."""

    Database = _build_driver()

    def get_connection_params(self) -> dict[str, Any]:
        """Return Django's parameters without those that the driver does not accept."""
        params = dict(super().get_connection_params())
        params.pop("response_timeout", None)
        return params

    def get_new_connection(self, conn_params: dict[str, Any]) -> BoundedConnection:
        """Open a connection. Raises OperationalError, at once while the breaker is open."""
        breaker = get_breaker(self.alias)
        with breaker.protect((psycopg.errors.ConnectionTimeout,), psycopg.OperationalError):
            connection: BoundedConnection = super().get_new_connection(conn_params)
        connection.breaker = breaker
        connection.response_timeout = self.settings_dict["OPTIONS"].get("response_timeout")
        return connection

    def is_usable(self) -> bool:
        """Return whether a persistent connection still works; checked before each request."""
        if self.connection is None or get_breaker(self.alias).is_open:
            return False
        if self.connection.response_timeout is None:
            return bool(super().is_usable())
        with self.connection.limit_response_time(PROBE_TIMEOUT):
            return bool(super().is_usable())
