"""Fake connections, requests and applications for tests of the ASGI server."""

import asyncio
import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from portal_backend.asgi.app import BodyLimits, ServerConfig
from portal_backend.asgi.concurrency import TrafficClass
from portal_backend.asgi.wsgi_environ import Scope
from portal_backend.core.errors import invalid, over_capacity, too_large, unavailable

LIMITS = BodyLimits(anonymous=100, json=1000, upload=5000)
Messages = list[dict[str, Any]]


class Connection:
    """One connection: its incoming messages, and the messages sent to it."""

    def __init__(self, messages: Iterable[dict[str, Any]], *, stalls: bool = False, started: Any = None) -> None:
        self._messages = iter(messages)
        self._stalls = stalls
        self._started = started
        self.messages_read = 0
        self.sent: Messages = []

    async def receive(self) -> dict[str, Any]:
        """Return the next message; then wait forever."""
        if self._started is not None:
            self._started.put_nowait(self)
        message = next(self._messages, None)
        self.messages_read += message is not None
        return await asyncio.Event().wait() if message is None else message  # type: ignore[return-value]

    async def send(self, message: dict[str, Any]) -> None:
        """Record a message; if stalled, accept only the first block of the body."""
        if self._stalls and len(self.sent) == 2:
            await asyncio.Event().wait()
        self.sent.append(message)

    @property
    def status(self) -> int:
        """Status of the response."""
        return int(self.sent[0]["status"])

    @property
    def headers(self) -> dict[str, str]:
        """Headers of the response."""
        return {name.decode(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self) -> bytes:
        """Body of the response."""
        return b"".join(each.get("body", b"") for each in self.sent[1:])


def build_scope(verb: str = "POST", path: str = "/call", **headers: str) -> dict[str, Any]:
    """Build the ASGI scope of a request.

    In names of headers "_" means "-", and "__" means "_".
    """
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


def body_messages(*blocks: bytes) -> Messages:
    """Build the ASGI messages of a body sent in blocks."""
    last_index = len(blocks) - 1
    return [
        {"type": "http.request", "body": block, "more_body": index < last_index} for index, block in enumerate(blocks)
    ]


def classify_as_ordinary(path: str, size: int, prefix: bytes) -> TrafficClass:
    """Classify every request as ordinary."""
    return TrafficClass.ORDINARY


def get_socket_address(scope: Scope) -> str:
    """Return the address of the connection's peer."""
    return str(scope["client"][0])


def build_config(
    folder: Path,
    *,
    identify_user: Callable[[str], str | None] = lambda header: header or None,
    classify_request: Callable[[str, int, bytes], TrafficClass] = classify_as_ordinary,
) -> ServerConfig:
    """Build the server configuration of these tests, with the portal's errors.

    By default the Authorization header names the user.
    """
    return ServerConfig(
        LIMITS,
        folder,
        identify_user,
        too_large,
        unavailable,
        over_capacity,
        invalid,
        classify_request,
        get_socket_address,
    )


def echo(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
    """Respond with the body of the request."""
    content = environ["wsgi.input"].read()
    start("200 OK", [("Content-Type", "text/plain")])
    return WsgiResult([content])


class WsgiResult(list[bytes]):
    """Complete result of a WSGI application."""

    def close(self) -> None:
        """Do nothing; Django's responses have this method."""


class FullDisk(io.BytesIO):
    """File on a full disk: write and close fail."""

    def write(self, *_: object) -> int:
        """Raise ENOSPC."""
        raise OSError(28, "No space left on device")

    def close(self) -> None:
        """Raise ENOSPC, as files do when they flush their buffer."""
        super().close()
        raise OSError(28, "No space left on device")
