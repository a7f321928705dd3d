"""Timeouts for slow clients."""

import asyncio
import contextlib
import os
import socket
import stat
import time

# Seconds. A 50 MB upload over a slow connection takes long, but never pauses for long.
SILENCE = 20.0
GRACE = 30.0
SLOWEST = 4_000
# milliseconds after which the kernel drops a connection whose client reads nothing
UNREAD = 60_000
OPEN_FILES = ("/proc/self/fd", "/dev/fd")


class Pace:
    """Minimum average transfer rate with a limit on each pause."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bytes = 0

    def count(self, size: int) -> None:
        """Record transferred bytes."""
        self._bytes += size

    def limit(self) -> asyncio.Timeout:
        """Return a timeout for the next transfer, by pause and average rate."""
        remaining = GRACE + self._bytes / SLOWEST - (time.monotonic() - self._began)
        return asyncio.timeout(max(0.0, min(SILENCE, remaining)))


def give_up_those_who_do_not_read() -> None:
    """Make the kernel drop connections whose client reads nothing (Linux).

    Data written to a socket is out of the server's control. The option is set on the listening sockets, which the web
    server does not expose; connections inherit it.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux
    directory = next((each for each in OPEN_FILES if os.path.isdir(each)), None)  # noqa: PTH112 - no file of ours
    if option is None or directory is None:
        return
    for descriptor in os.listdir(directory):  # noqa: PTH208
        with contextlib.suppress(OSError):
            if stat.S_ISSOCK(os.fstat(int(descriptor)).st_mode):
                _give_up(socket.socket(fileno=os.dup(int(descriptor))), option)


def _give_up(sock: socket.socket, option: int) -> None:
    with sock:
        if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            sock.setsockopt(socket.IPPROTO_TCP, option, UNREAD)
