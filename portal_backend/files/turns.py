"""Queue for decoding files.

A decoded image may take 100 MB and a second of CPU time, which all requests share.
"""

import ctypes
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from portal_backend.base.cancellation import raise_if_canceled
from portal_backend.base.errors import Refusal

IN_LINE = 8
# as many requests as a browser sends at once, and less than the total, so that no user can fill the queue
IN_LINE_OF_ONE_USER = 6
PATIENCE = 20
AGAIN = 5
# seconds between checks for a disconnected client while a request waits
BETWEEN_LOOKS = 0.2


class Line:
    """A queue of requests that decode files.

    Each waits in a thread, and other requests need threads, too. At most `concurrency` requests decode at once, and
    only one of each user.
    """

    def __init__(self, at_once: int = 1) -> None:
        self._at_once = at_once
        self._changed = threading.Condition()
        self._working: list[int | None] = []
        self._places: Counter[int] = Counter()

    @contextmanager
    def turn(self, user_id: int | None) -> Iterator[None]:
        """Wait for a free slot and hold it inside the context.

        Raises 503 if the queue is full or the wait exceeds WAIT_TIMEOUT. A background worker (user None) takes no place
        in the queue and waits without limit, since no client would retry its request.
        """
        with self._place(user_id) as timeout:
            self._begin(user_id, timeout)
            try:
                yield
            finally:
                _give_memory_back()
                self._end(user_id)

    def _begin(self, user_id: int | None, timeout: float | None) -> None:
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not self._is_free_for(user_id):
                remaining = BETWEEN_LOOKS if deadline is None else min(BETWEEN_LOOKS, deadline - time.monotonic())
                if remaining <= 0:
                    raise _busy()
                self._changed.wait(remaining)
                raise_if_canceled()
            self._working.append(user_id)

    def _is_free_for(self, user_id: int | None) -> bool:
        return len(self._working) < self._at_once and (user_id is None or user_id not in self._working)

    def _end(self, user_id: int | None) -> None:
        with self._changed:
            self._working.remove(user_id)
            self._changed.notify_all()

    @contextmanager
    def _place(self, user_id: int | None) -> Iterator[float | None]:
        """Hold a place in the queue and yield the timeout in seconds (None: no limit)."""
        if user_id is None:
            yield None
            return
        self._join(user_id)
        try:
            yield PATIENCE
        finally:
            self._leave(user_id)

    def _join(self, user_id: int) -> None:
        with self._changed:
            if self._places.total() >= IN_LINE or self._places[user_id] >= IN_LINE_OF_ONE_USER:
                raise _busy()
            self._places[user_id] += 1

    def _leave(self, user_id: int) -> None:
        with self._changed:
            self._places[user_id] -= 1
            self._places += Counter()  # drops users without a place


def _busy() -> Refusal:
    return Refusal(503, "UNAVAILABLE", retry_after=AGAIN)


def _give_memory_back() -> None:
    """Return freed memory to the system; glibc would keep it for the decoding thread."""
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)


LINE = Line()
