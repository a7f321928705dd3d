"""Cooperative cancellation of requests and jobs.

A request whose client disconnected and a job that was canceled are no longer needed. The ASGI server and the jobs
worker run their work with a token. Long loops, also in threads started with `contextvars.copy_context()`, regularly
check `is_canceled()` or call `raise_if_canceled()`. `shutdown` cancels all work of a worker process that is asked to
stop. Without a token, only `shutdown` cancels.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Canceled(BaseException):
    """Raised when the current work was canceled; open transactions are rolled back.

    Derives from BaseException, like asyncio's CancelledError, so that code that handles every Exception does not
    swallow it.
    """


class CancellationToken:
    """Thread-safe flag that one thread sets and the working thread reads."""

    def __init__(self) -> None:
        self._canceled = threading.Event()

    def cancel(self) -> None:
        """Request the end of the work. May be called from any thread, more than once."""
        self._canceled.set()

    def is_canceled(self) -> bool:
        """Return whether cancellation was requested."""
        return self._canceled.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait at most `seconds` for cancellation; return whether it was requested."""
        return self._canceled.wait(seconds)

    @contextmanager
    def activate(self) -> Iterator[None]:
        """Make this the current token inside the block."""
        reset = _CURRENT_TOKEN.set(self)
        try:
            yield
        finally:
            _CURRENT_TOKEN.reset(reset)


# canceled when the process is asked to stop; cancels all work in it
shutdown = CancellationToken()
_CURRENT_TOKEN: ContextVar[CancellationToken | None] = ContextVar("cancellation_token", default=None)


def is_canceled() -> bool:
    """Return whether the current work is to stop."""
    token = _CURRENT_TOKEN.get()
    return shutdown.is_canceled() or (token is not None and token.is_canceled())


def raise_if_canceled() -> None:
    """Raise Canceled if the current work is to stop."""
    if is_canceled():
        raise Canceled
