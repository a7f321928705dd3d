"""A circuit breaker: what did not answer in time costs one call its timeout, and is then skipped for a while."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

log = logging.getLogger("portal.breakers")
RETRY_AFTER = 10.0


class CircuitBreaker:
    """Whether a dependency is asked, for all threads of this process.

    It opens when the dependency fell silent: what refuses at once costs nobody anything. Once its time is over a
    single caller tries again, and the others follow where that succeeds.
    """

    def __init__(
        self, name: str, *, retry_after: float = RETRY_AFTER, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self._retry_after = retry_after
        self._clock = clock
        self._lock = Lock()
        self._closed_at: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether the dependency is skipped now."""
        return self._closed_at is not None and self._clock() < self._closed_at

    def allows(self) -> bool:
        """Whether the caller may ask, which it then reports."""
        if self._closed_at is None:
            return True
        with self._lock:
            if self.is_open:
                return False
            self._closed_at = self._clock() + self._retry_after
            return True

    def record_success(self) -> None:
        """The dependency answered."""
        if self._closed_at is not None:
            self._closed_at = None
            log.warning("%s is asked again", self.name)

    def record_timeout(self, error: object) -> None:
        """The dependency did not answer in time."""
        if self._closed_at is None:
            log.warning("%s does not answer and is skipped for %d s: %s", self.name, self._retry_after, error)
        self._closed_at = self._clock() + self._retry_after

    @contextmanager
    def guard(self, silent: tuple[type[BaseException], ...], skipped: type[Exception]) -> Iterator[None]:
        """Ask the dependency inside: `silent` are the errors that open, `skipped` is raised while it is open."""
        if not self.allows():
            raise skipped(f"{self.name} is skipped, it did not answer in time")
        try:
            yield
        except silent as error:
            self.record_timeout(error)
            raise
        except Exception:
            self.record_success()  # refused at once is an answer, too
            raise
        self.record_success()
