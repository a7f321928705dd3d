"""Pictures are decoded one after the other: each may take 100 MB, and a second of a processor that all share."""

import ctypes
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from portal_backend.base.cancellation import raise_if_canceled
from portal_backend.base.errors import Refusal

IN_LINE = 8
# as many as a browser sends at once, and fewer than there are places: nobody fills the line alone
IN_LINE_OF_ONE_USER = 6
PATIENCE = 20
AGAIN = 5
# how often a call whose caller is gone is noticed while it waits
BETWEEN_LOOKS = 0.2


class Line:
    """Queue of callers who decode files. Each waits in a thread, of which other calls need some, too.

    At most `at_once` work at once, one for each user: further ones of a user wait for their own.
    """

    def __init__(self, at_once: int = 1) -> None:
        self._at_once = at_once
        self._changed = threading.Condition()
        self._working: list[int | None] = []
        self._places: Counter[int] = Counter()

    @contextmanager
    def turn(self, user_id: int | None) -> Iterator[None]:
        """The turn of a user's file, once it comes. Raises 503 where the line is too long, or too slow.

        A worker's (no user) waits beside the line and as long as it takes: nobody is there to send it again.
        """
        with self._place(user_id) as patience:
            self._begin(user_id, patience)
            try:
                yield
            finally:
                _give_memory_back()
                self._end(user_id)

    def _begin(self, user_id: int | None, patience: float | None) -> None:
        end = None if patience is None else time.monotonic() + patience
        with self._changed:
            while not self._is_free_for(user_id):
                left = BETWEEN_LOOKS if end is None else min(BETWEEN_LOOKS, end - time.monotonic())
                if left <= 0:
                    raise _busy()
                self._changed.wait(left)
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
        """Hold a place in the queue; yields the seconds to wait for the turn (None: no limit)."""
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
            self._places += Counter()  # who has left is forgotten


def _busy() -> Refusal:
    return Refusal(503, "UNAVAILABLE", retry_after=AGAIN)


def _give_memory_back() -> None:
    """What a picture took goes back to the system: glibc would keep it for the thread that decoded it."""
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)


LINE = Line()
