"""Timeouts for slow clients."""

import asyncio
import contextlib
import os
import socket
import stat
import time

# Seconds. A 50 MB upload over a slow connection takes long, but never pauses for long.
IDLE_TIMEOUT = 20.0
GRACE_PERIOD = 30.0
MIN_BYTES_PER_SECOND = 4_000
# milliseconds after which the kernel drops a connection whose client reads nothing
TCP_USER_TIMEOUT_MS = 60_000
FD_DIRECTORIES = ("/proc/self/fd", "/dev/fd")


class MinimumRate:
    """Minimum average transfer rate with a limit on each pause."""

    def __init__(self) -> None:
        self._started_at = time.monotonic()
        self._bytes = 0

    def record(self, size: int) -> None:
        """Record transferred bytes."""
        self._bytes += size

    def timeout(self) -> asyncio.Timeout:
        """Return a timeout for the next transfer, by pause and average rate."""
        remaining = GRACE_PERIOD + self._bytes / MIN_BYTES_PER_SECOND - (time.monotonic() - self._started_at)
        return asyncio.timeout(max(0.0, min(IDLE_TIMEOUT, remaining)))


def set_tcp_user_timeout() -> None:
    """Make the kernel drop connections whose client reads nothing (Linux).

    Data written to a socket is out of the server's control. The option is set on the listening sockets, which the web
    server does not expose; connections inherit it.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux
    directory = next((each for each in FD_DIRECTORIES if os.path.isdir(each)), None)  # noqa: PTH112 - no file of ours
    if option is None or directory is None:
        return
    for descriptor in os.listdir(directory):  # noqa: PTH208
        with contextlib.suppress(OSError):
            if stat.S_ISSOCK(os.fstat(int(descriptor)).st_mode):
                _set_socket_timeout(socket.socket(fileno=os.dup(int(descriptor))), option)


def _set_socket_timeout(sock: socket.socket, option: int) -> None:
    with sock:
        if sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            sock.setsockopt(socket.IPPROTO_TCP, option, TCP_USER_TIMEOUT_MS)
