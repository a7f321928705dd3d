"""An answer of WSGI's, sent at the pace of who reads it: waiting for a slow line takes no thread and little memory."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

from portal_backend.front.pace import Pace

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]
# of an answer up to this size a copy waits in memory until it is read; of a larger one, a few blocks
WHOLE = 65_536
BLOCK = 16_384
BODILESS = (HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED)


class OpenFile:
    """`wsgi.file_wrapper`: a file that Django answers with."""

    def __init__(self, file: IO[bytes], block: int = BLOCK) -> None:
        self.file = file


@dataclass
class Reply:
    """What Django answered: whole, or as blocks that are made one at a time and something to be closed after."""

    status: int
    headers: list[tuple[bytes, bytes]]
    content: bytes = b""
    blocks: Iterator[bytes] | None = None
    close: Callable[[], None] = lambda: None


def reply_of(application: Callable[..., Any], environ: dict[str, Any], folder: Path) -> Reply:
    """Run Django. What it answers whole is taken whole; a large one goes to a file in `folder`, where it may wait."""
    status, headers = 500, list[tuple[bytes, bytes]]()

    def start(line: str, pairs: list[tuple[str, str]], error: object = None) -> None:
        nonlocal status, headers
        status = int(line.partition(" ")[0])
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in pairs]

    result = application(environ, start)
    if isinstance(result, OpenFile):
        return Reply(status, headers, blocks=_blocks(result.file), close=result.file.close)
    if getattr(result, "streaming", False):
        return Reply(status, headers, blocks=iter(result), close=result.close)
    try:
        content = b"".join(result)
    finally:
        result.close()
    if status not in BODILESS and not any(name == b"content-length" for name, _ in headers):
        headers.append((b"content-length", str(len(content)).encode()))
    if len(content) <= WHOLE:
        return Reply(status, headers, content)
    file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - closed by who sends it
    file.write(content)
    file.seek(0)
    return Reply(status, headers, blocks=_blocks(file), close=file.close)


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    return iter(lambda: file.read(BLOCK), b"")


async def send_reply(reply: Reply, send: Send, gone: "asyncio.Future[None]", threads: Executor) -> None:
    """Send all of it, or give up where the reader is `gone` or too slow (TimeoutError)."""
    await send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})
    if reply.blocks is None:
        await send({"type": "http.response.body", "body": reply.content})
        return
    loop, pace = asyncio.get_running_loop(), Pace()
    try:
        while not gone.done() and (block := await loop.run_in_executor(threads, next, reply.blocks, b"")):
            async with pace.limit():
                await send({"type": "http.response.body", "body": block, "more_body": True})
            pace.count(len(block))
        if not gone.done():
            await send({"type": "http.response.body", "body": b""})
    finally:
        await loop.run_in_executor(threads, reply.close)


async def send_bare(status: HTTPStatus, send: Send) -> None:
    """An answer without a body for who is not heard any more."""
    headers = [(b"content-length", b"0"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


async def read_off(receive: Receive) -> None:
    """Take whatever still comes, until the other side is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
