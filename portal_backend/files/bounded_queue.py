"""Bounded queue for work that needs much memory, such as decoding images.

A decoded image may take 100 MB and a second of CPU time, which all requests share.
"""

import ctypes
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from portal_backend.core.cancellation import raise_if_canceled
from portal_backend.core.errors import unavailable

MAX_WAITING = 8
# as many requests as a browser sends at once, and less than the total, so that no user can fill the queue
MAX_WAITING_PER_USER = 6
WAIT_TIMEOUT = 20
# seconds between checks for a disconnected client while a request waits
CANCELLATION_POLL_INTERVAL = 0.2


class BoundedQueue:
    """A queue of requests for such work.

    Each waits in a thread, and other requests need threads, too. At most `concurrency` requests are served at once, and
    only one of each user.
    """

    def __init__(self, concurrency: int = 1) -> None:
        self._concurrency = concurrency
        self._changed = threading.Condition()
        self._active_users: list[int | None] = []
        self._waiting_by_user: Counter[int] = Counter()

    @contextmanager
    def slot(self, user_id: int | None) -> Iterator[None]:
        """Wait for a free slot and hold it inside the context.

        Raises 503 if the queue is full or the wait exceeds WAIT_TIMEOUT. A background worker (user None) takes no place
        in the queue and waits without limit, since no client would retry its request.
        """
        with self._waiting_place(user_id) as timeout:
            self._acquire(user_id, timeout)
            try:
                yield
            finally:
                _trim_memory()
                self._release(user_id)

    def _acquire(self, user_id: int | None, timeout: float | None) -> None:
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            while not self._has_free_slot(user_id):
                remaining = (
                    CANCELLATION_POLL_INTERVAL
                    if deadline is None
                    else min(CANCELLATION_POLL_INTERVAL, deadline - time.monotonic())
                )
                if remaining <= 0:
                    raise unavailable()
                self._changed.wait(remaining)
                raise_if_canceled()
            self._active_users.append(user_id)

    def _has_free_slot(self, user_id: int | None) -> bool:
        return len(self._active_users) < self._concurrency and (user_id is None or user_id not in self._active_users)

    def _release(self, user_id: int | None) -> None:
        with self._changed:
            self._active_users.remove(user_id)
            self._changed.notify_all()

    @contextmanager
    def _waiting_place(self, user_id: int | None) -> Iterator[float | None]:
        """Hold a place in the queue and yield the timeout in seconds (None: no limit)."""
        if user_id is None:
            yield None
            return
        self._enter_queue(user_id)
        try:
            yield WAIT_TIMEOUT
        finally:
            self._leave_queue(user_id)

    def _enter_queue(self, user_id: int) -> None:
        with self._changed:
            if self._waiting_by_user.total() >= MAX_WAITING or self._waiting_by_user[user_id] >= MAX_WAITING_PER_USER:
                raise unavailable()
            self._waiting_by_user[user_id] += 1

    def _leave_queue(self, user_id: int) -> None:
        with self._changed:
            self._waiting_by_user[user_id] -= 1
            self._waiting_by_user += Counter()  # drops users without a place


def _trim_memory() -> None:
    """Return freed memory to the system; glibc would keep it for the decoding thread."""
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)


DECODE_QUEUE = BoundedQueue()
