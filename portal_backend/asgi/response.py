"""WSGI responses, sent at the client's speed without occupying a thread.

Of a large response only a few blocks are in memory.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

from portal_backend.asgi.timeouts import MinimumRate

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
# responses up to this size are sent from memory; of larger ones only a few blocks are held at a time
MAX_BUFFERED_BYTES = 65_536
BLOCK_BYTES = 16_384
BODILESS_STATUSES = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)


class FileWrapper:
    """`wsgi.file_wrapper`: marks a file that Django returns as the response."""

    def __init__(self, file: IO[bytes], block: int = BLOCK_BYTES) -> None:
        self.file = file


@dataclass
class BufferedResponse:
    """Django's response: complete in `content`, or as an iterator of blocks."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes = b""
    #: None if the response is complete in `content`
    blocks: Iterator[bytes] | None = None
    #: called after the blocks were sent or abandoned
    close: Callable[[], None] = lambda: None


def run_wsgi(application: Callable[..., Any], environ: dict[str, Any], folder: Path) -> BufferedResponse:
    """Run Django's WSGI application and collect its response.

    A response above MAX_BUFFERED_BYTES goes to a temporary file in `folder`.
    """
    status, headers = 500, list[tuple[bytes, bytes]]()

    def start(line: str, pairs: list[tuple[str, str]], error: object = None) -> None:
        nonlocal status, headers
        status = int(line.partition(" ")[0])
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]

    result = application(environ, start)
    if isinstance(result, FileWrapper):
        return BufferedResponse(status, headers, blocks=_read_blocks(result.file), close=result.file.close)
    if getattr(result, "streaming", False):
        return BufferedResponse(status, headers, blocks=iter(result), close=result.close)
    try:
        content = b"".join(result)
    finally:
        result.close()
    if status not in BODILESS_STATUSES and not any(name == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(len(content)).encode()))
    if len(content) <= MAX_BUFFERED_BYTES:
        return BufferedResponse(status, headers, content)
    file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed after sending
    file.write(content)
    file.seek(0)
    return BufferedResponse(status, headers, blocks=_read_blocks(file), close=file.close)


def _read_blocks(file: IO[bytes]) -> Iterator[bytes]:
    return iter(lambda: file.read(BLOCK_BYTES), b"")


async def send_response(
    response: BufferedResponse, send: Send, disconnect: "asyncio.Future[None]", threads: Executor
) -> None:
    """Send the response; stop once `disconnect` is done.

    Raises TimeoutError if the client reads too slowly.
    """
    await send({"type": "http.response.start", "status": response.status, "headers": response.headers})
    if response.blocks is None:
        await send({"type": "http.response.body", "body": response.content})
        return
    loop, rate = asyncio.get_running_loop(), MinimumRate()
    try:
        while not disconnect.done() and (block := await loop.run_in_executor(threads, next, response.blocks, b"")):
            async with rate.timeout():
                await send({"type": "http.response.body", "body": block, "more_body": True})
            rate.record(len(block))
        if not disconnect.done():
            await send({"type": "http.response.body", "body": b""})
    finally:
        await loop.run_in_executor(threads, response.close)


async def send_empty(status: HTTPStatus, send: Send) -> None:
    """Send a response without a body and close the connection."""
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def wait_for_disconnect(receive: Receive) -> None:
    """Discard incoming messages until the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
