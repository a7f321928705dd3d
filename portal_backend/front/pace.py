"""How slow a line may be before it is given up."""

import asyncio
import contextlib
import os
import socket
import stat
import time

# A whole upload of 50 MB over a bad line takes its time; saying nothing at all does not.
SILENCE = 20.0
GRACE = 30.0
SLOWEST = 4_000
# how long the system keeps a connection whose reader takes nothing
UNREAD = 60_000
OPEN_FILES = ("/proc/self/fd", "/dev/fd")


class Pace:
    """The time that somebody has left: never silent for long, and on average no slower than the slowest line."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._bytes = 0

    def count(self, size: int) -> None:
        """So much went over the line."""
        self._bytes += size

    def limit(self) -> asyncio.Timeout:
        """Raises TimeoutError when what is awaited inside takes too long."""
        left = GRACE + self._bytes / SLOWEST - (time.monotonic() - self._began)
        return asyncio.timeout(max(0.0, min(SILENCE, left)))


def give_up_those_who_do_not_read() -> None:
    """Have the system end connections that take nothing: what is written to them is out of our hands.

    Connections inherit it from the sockets that this process listens on, which the web server keeps to itself.
    """
    option = getattr(socket, "TCP_USER_TIMEOUT", None)  # Linux
    folder = next((each for each in OPEN_FILES if os.path.isdir(each)), None)  # noqa: PTH112 - no file of ours
    if option is None or folder is None:
        return
    for number in os.listdir(folder):  # noqa: PTH208
        with contextlib.suppress(OSError):
            if stat.S_ISSOCK(os.fstat(int(number)).st_mode):
                _give_up(socket.socket(fileno=os.dup(int(number))), option)


def _give_up(line: socket.socket, option: int) -> None:
    with line:
        if line.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            line.setsockopt(socket.IPPROTO_TCP, option, UNREAD)
