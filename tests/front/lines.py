"""A connection, a request and an application as the front meets them."""

import asyncio
import io
from collections.abc import Callable, Iterable
from typing import Any

from portal_backend.front.application import Limits

LIMITS = Limits(stranger=100, json=1000, upload=5000)
Messages = list[dict[str, Any]]


class Line:
    """One connection: what comes over it, and what was sent back."""

    def __init__(self, messages: Iterable[dict[str, Any]], *, stalls: bool = False, begun: Any = None) -> None:
        self._messages = iter(messages)
        self._stalls = stalls
        self._begun = begun
        self.taken = 0
        self.sent: Messages = []

    async def receive(self) -> dict[str, Any]:
        """The next part of the body; then nothing more."""
        if self._begun is not None:
            self._begun.put_nowait(self)
        message = next(self._messages, None)
        self.taken += message is not None
        return await asyncio.Event().wait() if message is None else message  # type: ignore[return-value]

    async def send(self, message: dict[str, Any]) -> None:
        """Take an answer, or the first block of it and then no more."""
        if self._stalls and len(self.sent) == 2:
            await asyncio.Event().wait()
        self.sent.append(message)

    @property
    def status(self) -> int:
        """What was answered."""
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        """With which headers."""
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self) -> bytes:
        """With which body."""
        return b"".join(each.get("body", b"") for each in self.sent[1:])


def scope(verb: str = "POST", path: str = "/call", **headers: str) -> dict[str, Any]:
    """A request as the server hands it over; "__" stands for "_" in a name, and "_" for "-"."""
    names = {name.replace("__", "\0").replace("_", "-").replace("\0", "_"): value for name, value in headers.items()}
    return {
        "type": "http",
        "http_version": "1.1",
        "method": verb,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "server": ("127.0.0.1", "8000"),
        "client": ("10.0.0.1", "50000"),
        "headers": [(name.encode(), value.encode()) for name, value in names.items()],
    }


def parts(*blocks: bytes) -> Messages:
    """A body in parts."""
    last = len(blocks) - 1
    return [{"type": "http.request", "body": block, "more_body": at < last} for at, block in enumerate(blocks)]


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
    """Answers what it was sent."""
    content = environ["wsgi.input"].read()
    start("200 OK", [("Content-Type", "text/plain")])
    return Answered([content])


class Answered(list[bytes]):
    """What a WSGI application answers whole."""

    def close(self) -> None:
        """As Django's responses have it."""


class FullDisk(io.BytesIO):
    """A file for which there is no room, not even when it is closed."""

    def write(self, *_: object) -> int:
        """Refuse."""
        raise OSError(28, "No space left on device")

    def close(self) -> None:
        """Try to write once more what is left, as files do."""
        super().close()
        raise OSError(28, "No space left on device")
