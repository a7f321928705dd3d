"""Shutdown of a web process, which ends within 10 s of SIGTERM.

Granian then accepts no further connections and waits for the requests under way, until `--workers-kill-timeout` ends
the process. Before that, requests that take longer are interrupted and answered with 503.
"""

import asyncio
import contextlib
import signal
from collections.abc import Iterator

from portal_backend.core.cancellation import shutdown

# seconds for requests under way to complete; their work is canceled then, at the next statement at the latest
CANCEL_AFTER = 5.0
# seconds after which a request whose work has not ended yet is answered
INTERRUPT_AFTER = 6.0


class Interrupted(Exception):
    """Raised in a request whose process shuts down."""


class GracefulShutdown:
    """Requests of one process that are interrupted when it shuts down.

    Those whose response has begun are not among them.
    """

    def __init__(self) -> None:
        self._tasks = set[asyncio.Task[object]]()
        self._has_begun = False

    def begin_at_sigterm(self) -> None:
        """Call `begin` at SIGTERM. To be called in the main thread.

        Granian's own handler is kept: an event loop receives signals by a file descriptor, not by this function.
        """
        loop = asyncio.get_running_loop()
        signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(self.begin))

    def begin(self) -> None:
        """Start the countdown; a second call changes nothing."""
        if self._has_begun:
            return
        self._has_begun = True
        loop = asyncio.get_running_loop()
        loop.call_later(CANCEL_AFTER, shutdown.cancel)
        loop.call_later(INTERRUPT_AFTER, self._interrupt)

    def _interrupt(self) -> None:
        for task in self._tasks:
            task.cancel()

    @contextlib.contextmanager
    def interruptible(self) -> Iterator[None]:
        """Raise Interrupted inside the block when the process shuts down."""
        task = asyncio.current_task()
        if task is None:
            yield
            return
        self._tasks.add(task)
        try:
            yield
        except asyncio.CancelledError:
            if not shutdown.is_canceled():
                raise
            task.uncancel()
            raise Interrupted from None
        finally:
            self._tasks.discard(task)
