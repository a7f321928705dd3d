"""Circuit breaker for dependencies that do not respond in time.

The first timeout opens the breaker; the dependency is then skipped for `retry_after` seconds.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

log = logging.getLogger("portal.circuit_breakers")
RETRY_AFTER = 10.0


class CircuitBreaker:
    """State of one dependency, shared by all threads of this process.

    Only timeouts open the breaker; errors that arrive at once cost no waiting time. After `retry_after` seconds a
    single caller retries, and the breaker closes if that succeeds.
    """

    def __init__(
        self, name: str, *, retry_after: float = RETRY_AFTER, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self._retry_after = retry_after
        self._clock = clock
        self._lock = Lock()
        self._retry_at: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether the dependency is currently skipped."""
        return self._retry_at is not None and self._clock() < self._retry_at

    def allow_request(self) -> bool:
        """Return whether the dependency may be used; the caller then records the outcome."""
        if self._retry_at is None:
            return True
        with self._lock:
            if self.is_open:
                return False
            self._retry_at = self._clock() + self._retry_after
            return True

    def record_success(self) -> None:
        """Close the breaker after a response."""
        if self._retry_at is not None:
            self._retry_at = None
            log.warning("%s responds again", self.name)

    def record_timeout(self, error: object) -> None:
        """Open the breaker, or keep it open, after a timeout."""
        if self._retry_at is None:
            log.warning("%s does not respond and is skipped for %d s: %s", self.name, self._retry_after, error)
        self._retry_at = self._clock() + self._retry_after

    @contextmanager
    def protect(self, silent: tuple[type[BaseException], ...], skipped: type[Exception]) -> Iterator[None]:
        """Use the dependency inside the block and record the outcome.

        Exceptions in `silent` count as timeouts and open the breaker; `skipped` is raised while it is open.
        """
        if not self.allow_request():
            raise skipped(f"{self.name} is skipped, it did not answer in time")
        try:
            yield
        except silent as error:
            self.record_timeout(error)
            raise
        except Exception:
            self.record_success()  # an immediate error is a response, too
            raise
        self.record_success()
