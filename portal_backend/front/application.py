"""The ASGI application: a request is read without a thread, worked on in one, and answered without one again."""

import asyncio
import contextlib
import io
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any, Protocol
from weakref import WeakValueDictionary

from portal_backend.front.answering import Receive, Reply, Send, read_off, reply_of, send_bare, send_reply
from portal_backend.front.asking import Scope, environ_of, header
from portal_backend.front.pace import give_up_those_who_do_not_read
from portal_backend.front.receiving import Gone, NoRoom, Refused, TooLarge, TooSlow, let_go, new_body, receive_body

log = logging.getLogger("portal.front")
# Large bodies of one person that are read at once, and of all that are worked on at once: while it is worked on, a
# body of JSON takes many times its size.
BODIES_OF_ONE = 4
LARGE_AT_ONCE = 2
LARGE = 256_000
# so long a refused body is still read: else its sender would lose the answer with the connection
FAREWELL = 3.0


@dataclass(frozen=True)
class Limits:
    """How many bytes of a body are read: of a stranger's, of a person's JSON, of a person's upload."""

    stranger: int
    json: int
    upload: int


class Shortcut(Protocol):
    """A call that is mostly answered without Django, exactly as Django would."""

    async def answer(self, scope: Scope) -> Reply | None:
        """The answer, or None: then Django is asked."""

    def learn(self, scope: Scope, reply: Reply) -> None:
        """What Django answered then."""


@dataclass(frozen=True)
class Rules:
    """What the front asks of the portal.

    `admit` names the person behind an Authorization header, or nobody; `too_large` and `unavailable` are what Django
    meets when it reads a body that was refused or could not be kept; `shortcuts` stand by their paths.
    """

    limits: Limits
    folder: Path
    admit: Callable[[str], str | None]
    too_large: Callable[[int], Exception]
    unavailable: Callable[[], Exception]
    shortcuts: Mapping[str, Shortcut] = field(default_factory=dict)


@dataclass(frozen=True)
class Body:
    """A body as Django is given it; `left` is one that was not read to its end."""

    file: IO[bytes] | Refused
    length: int
    left: bool = False


class Front:
    """Django behind a reader and a writer that wait for slow lines without holding what others need."""

    def __init__(self, django: Callable[..., Any], rules: Rules, *, threads: int) -> None:
        self._django = django
        self._rules = rules
        self._threads = ThreadPoolExecutor(threads, "portal")
        self._large = asyncio.Semaphore(LARGE_AT_ONCE)
        self._bodies: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()
        self._most_of_one_call = max(1, threads // 2)
        self._begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if not self._begun:
            self._begun = True
            give_up_those_who_do_not_read()
        shortcut = self._rules.shortcuts.get(scope["path"])
        if shortcut and (known := await shortcut.answer(scope)):
            await send_reply(known, send, receive, self._threads)
            return
        try:
            async with self._body(scope, receive) as body:
                reply = await self._reply(scope, body)
        except Gone:
            return
        except TooSlow:
            log.warning("too slow a body address=%s", scope["client"][0])
            await send_bare(HTTPStatus.REQUEST_TIMEOUT, send)
            return
        if shortcut:
            shortcut.learn(scope, reply)
        try:
            await send_reply(reply, send, receive, self._threads)
        except TimeoutError:
            log.warning("too slow a reader address=%s", scope["client"][0])
        if body.left:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await read_off(receive)

    @contextlib.asynccontextmanager
    async def _body(self, scope: Scope, receive: Receive) -> AsyncIterator[Body]:
        """The whole body, or in place of one that is not taken something that says so when it is read."""
        declared = int(header(scope, b"content-length") or 0)
        chunked = bool(header(scope, b"transfer-encoding"))
        if not declared and not chunked:
            yield Body(io.BytesIO(), 0)
            return
        most, person = self._rules.limits.stranger, None
        if declared > most or chunked:
            most, person = await self._limit(scope)
        if declared > most:
            yield Body(Refused(self._rules.too_large(most)), declared, left=True)
            return
        async with self._place(person):
            with contextlib.ExitStack() as kept:
                try:
                    file = new_body(most > self._rules.limits.stranger, self._rules.folder)
                    kept.callback(let_go, file)
                    body = Body(file, await receive_body(receive, most, file))
                except TooLarge:
                    body = Body(Refused(self._rules.too_large(most)), most + 1, left=True)
                except (NoRoom, OSError) as error:
                    log.error("a body cannot be kept: %s", error)  # noqa: TRY400 - the disk is full, no fault of ours
                    body = Body(Refused(self._rules.unavailable()), 1, left=isinstance(error, OSError))
                yield body

    async def _limit(self, scope: Scope) -> tuple[int, str | None]:
        """How much may be sent by whom: a stranger's bodies are small, so that nobody unknown fills the disk."""
        limits = self._rules.limits
        person = await self._in_thread(self._rules.admit, header(scope, b"authorization"))
        if person is None:
            return limits.stranger, None
        is_form = header(scope, b"content-type").startswith("multipart/")
        return limits.upload if is_form else limits.json, person

    def _place(self, person: str | None) -> contextlib.AbstractAsyncContextManager[None]:
        """One of the places that a person has for large bodies; strangers have small ones alone."""
        if person is None:
            return contextlib.nullcontext()
        return self._bodies.setdefault(person, asyncio.Semaphore(BODIES_OF_ONE))

    async def _reply(self, scope: Scope, body: Body) -> Reply:
        environ = environ_of(scope, body.file, body.length)
        is_large = body.length > LARGE and not body.left
        # no single call takes all the threads, however often it is made and however long it works (a login hashes)
        turn = self._turns.setdefault(scope["path"], asyncio.Semaphore(self._most_of_one_call))
        async with turn, self._large if is_large else contextlib.nullcontext():
            reply: Reply = await self._in_thread(reply_of, self._django, environ, self._rules.folder)
        if body.left:
            reply.headers.append((b"connection", b"close"))
        return reply

    async def _in_thread(self, work: Callable[..., Any], *arguments: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)
