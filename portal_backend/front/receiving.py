"""Bodies, read whole before anybody is given a thread: within their limit, at a bearable pace, most of them on disk."""

import io
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from portal_backend.front.answering import Receive
from portal_backend.front.pace import Pace


class TooLarge(Exception):
    """The body goes on beyond its limit."""


class TooSlow(Exception):
    """The body comes too slowly, or not at all."""


class BrokenOff(Exception):
    """The body ended before it was whole: its sender is gone, or what was sent is no HTTP."""


class NoRoom(Exception):
    """The body was heard to its end, but could not be kept."""


async def receive_body(receive: Receive, most: int, file: IO[bytes]) -> int:
    """Read a whole body into `file`; its length. Raises TooLarge, TooSlow, BrokenOff and NoRoom.

    On a full disk it is heard to its end all the same: who is still sending would see a broken line, and no answer.
    """
    pace, size, fault = Pace(), 0, None
    while True:
        try:
            async with pace.limit():
                message = await receive()
        except TimeoutError:
            raise TooSlow from None
        if message["type"] == "http.disconnect":
            raise BrokenOff
        block = message.get("body", b"")
        size += len(block)
        if size > most:
            raise TooLarge
        pace.count(len(block))
        more = message.get("more_body")
        if fault is None:
            try:
                file.write(block)
                if not more:
                    file.seek(0)
            except OSError as error:
                fault = error
        if not more:
            if fault is not None:
                raise NoRoom(str(fault)) from fault
            return size


def new_body(may_be_large: bool, folder: Path) -> IO[bytes]:
    """Where a body is kept: in memory where it must be small, else on disk, in a file without a name."""
    return tempfile.TemporaryFile(dir=folder) if may_be_large else io.BytesIO()


def let_go(file: IO[bytes]) -> None:
    """Close it, though that tries once more to write what there was no room for."""
    with suppress(OSError):
        file.close()


class Refused(io.RawIOBase):
    """A body that was not read: who reads it nevertheless is told why."""

    def __init__(self, reason: Exception) -> None:
        super().__init__()
        self._reason = reason

    def readable(self) -> bool:
        """Yes, as far as anybody can tell."""
        return True

    def readinto(self, target: Any) -> int:
        """Raise the reason."""
        raise self._reason
