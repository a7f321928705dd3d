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
BETWEEN_LOOKS = 0.2


class Line:
    """Those who wait for their turn, and who has it. Each waits in a thread, of which others need some too."""

    def __init__(self) -> None:
        self._turn = threading.Lock()
        self._lock = threading.Lock()
        self._places: Counter[int] = Counter()

    @contextmanager
    def turn(self, user_id: int | None) -> Iterator[None]:
        """The turn of a user's picture, once it comes. Raises 503 where the line is too long, or too slow.

        A worker's (no user) waits beside the line and as long as it takes: nobody is there to send it again.
        """
        with self._place(user_id) as patience:
            if not self._comes_within(patience):
                raise _busy()
            try:
                yield
            finally:
                _give_memory_back()
                self._turn.release()

    def _comes_within(self, seconds: float) -> bool:
        """Wait for the turn, but not for one whose caller is gone."""
        give_up = time.monotonic() + seconds
        while not self._turn.acquire(timeout=BETWEEN_LOOKS):
            raise_if_canceled()
            if seconds >= 0 and time.monotonic() >= give_up:
                return False
        return True

    @contextmanager
    def _place(self, user_id: int | None) -> Iterator[float]:
        """Where to wait, and for how many seconds (-1: as many as it takes)."""
        if user_id is None:
            yield -1
            return
        self._join(user_id)
        try:
            yield PATIENCE
        finally:
            self._leave(user_id)

    def _join(self, user_id: int) -> None:
        with self._lock:
            if self._places.total() >= IN_LINE or self._places[user_id] >= IN_LINE_OF_ONE_USER:
                raise _busy()
            self._places[user_id] += 1

    def _leave(self, user_id: int) -> None:
        with self._lock:
            self._places[user_id] -= 1
            self._places += Counter()  # who has left is forgotten


def _busy() -> Refusal:
    return Refusal(503, "UNAVAILABLE", retry_after=AGAIN)


def _give_memory_back() -> None:
    """What a picture took goes back to the system: glibc would keep it for the thread that decoded it."""
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)


LINE = Line()
