"""Whether the work at hand is still wanted: a request whose caller is gone, or a job that is to end, is not.

The front and the jobs worker give their work a token. Long loops, which may run in threads of their own that were
started with `contextvars.copy_context()`, ask `is_canceled()` or call `raise_if_canceled()` every so often. Outside of
a request and of a job nothing is ever canceled.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Canceled(BaseException):
    """The work is not wanted any more.

    No `Exception`, for the same reason as asyncio's CancelledError: code that answers every fault must not swallow it.
    Transactions on its way are rolled back.
    """


class CancellationToken:
    """A flag that one thread sets and the one at work reads."""

    def __init__(self) -> None:
        self._canceled = threading.Event()

    def cancel(self) -> None:
        """Ask the work to end. May be called from any thread, more than once."""
        self._canceled.set()

    def is_canceled(self) -> bool:
        """Return whether the work is to end."""
        return self._canceled.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until the work is to end, at most so long; return whether it is."""
        return self._canceled.wait(seconds)

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Make this the token of what is done inside."""
        reset = _TOKEN.set(self)
        try:
            yield
        finally:
            _TOKEN.reset(reset)


_TOKEN: ContextVar[CancellationToken | None] = ContextVar("cancellation_token", default=None)


def current_token() -> CancellationToken | None:
    """Return the token of the work at hand, if it has one."""
    return _TOKEN.get()


def is_canceled() -> bool:
    """Return whether the work at hand is to end."""
    token = _TOKEN.get()
    return token is not None and token.is_canceled()


def raise_if_canceled() -> None:
    """Raise Canceled where the work at hand is to end."""
    if is_canceled():
        raise Canceled
