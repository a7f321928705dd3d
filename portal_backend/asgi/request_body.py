"""Request bodies, read completely before a request gets a thread.

They are limited in size and minimum speed; large ones are stored on disk.
"""

import io
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from portal_backend.asgi.response import Receive
from portal_backend.asgi.timeouts import MinimumRate


class BodyTooLarge(Exception):
    """Raised when a body exceeds its limit."""


class BodyTimeout(Exception):
    """Raised when a body arrives too slowly or not at all."""


class IncompleteBody(Exception):
    """Raised when a body ends early: the client disconnected or sent invalid HTTP."""


class DiskFull(Exception):
    """Raised when a body was received completely but could not be stored."""


async def read_body(receive: Receive, limit: int, file: IO[bytes]) -> int:
    """Read a whole body into `file` and return its length.

    Raises BodyTooLarge, BodyTimeout, IncompleteBody and DiskFull. With a full disk the body is still read to its end,
    as the client would otherwise see a broken connection instead of the response.
    """
    rate, size, disk_error = MinimumRate(), 0, None
    while True:
        try:
            async with rate.timeout():
                message = await receive()
        except TimeoutError:
            raise BodyTimeout from None
        if message["type"] == "http.disconnect":
            raise IncompleteBody
        block = message.get("body", b"")
        size += len(block)
        if size > limit:
            raise BodyTooLarge
        rate.record(len(block))
        more = message.get("more_body")
        if disk_error is None:
            try:
                file.write(block)
                if not more:
                    file.seek(0)
            except OSError as error:
                disk_error = error
        if not more:
            if disk_error is not None:
                raise DiskFull(str(disk_error)) from disk_error
            return size


def open_body_file(may_be_large: bool, folder: Path) -> IO[bytes]:
    """Return a file for a body: in memory if small, otherwise an unnamed file on disk."""
    return tempfile.TemporaryFile(dir=folder) if may_be_large else io.BytesIO()


def close_quietly(file: IO[bytes]) -> None:
    """Close a file, ignoring errors of the final flush to a full disk."""
    with suppress(OSError):
        file.close()


class RejectedBody(io.RawIOBase):
    """Body that was not read; reading it raises the reason."""

    def __init__(self, reason: Exception) -> None:
        super().__init__()
        self._reason = reason

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, target: Any) -> int:
        """Raise the reason."""
        raise self._reason
