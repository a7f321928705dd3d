"""Bodies, read whole before anybody is given a thread: within their limit, at a bearable pace, most of them on disk."""

import io
import tempfile
from pathlib import Path
from typing import IO, Any

from portal_backend.front.answering import Receive
from portal_backend.front.pace import Pace


class TooLarge(Exception):
    """The body goes on beyond its limit."""


class TooSlow(Exception):
    """The body comes too slowly, or not at all."""


class Gone(Exception):
    """Who asked went away in the middle of the body."""


async def receive_body(receive: Receive, most: int, file: IO[bytes]) -> int:
    """Read a whole body into `file`; its length. Raises TooLarge, TooSlow, and Gone."""
    pace, size = Pace(), 0
    while True:
        try:
            async with pace.limit():
                message = await receive()
        except TimeoutError:
            raise TooSlow from None
        if message["type"] == "http.disconnect":
            raise Gone
        block = message.get("body", b"")
        size += len(block)
        if size > most:
            raise TooLarge
        pace.count(len(block))
        file.write(block)
        if not message.get("more_body"):
            file.seek(0)
            return size


def new_body(may_be_large: bool, folder: Path) -> IO[bytes]:
    """Where a body is kept: in memory where it must be small, else on disk, in a file without a name."""
    return tempfile.TemporaryFile(dir=folder) if may_be_large else io.BytesIO()


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
