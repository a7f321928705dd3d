"""The ASGI application: a request is read without a thread, worked on in one, and answered without one again."""

import asyncio
import contextlib
import hashlib
import io
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any, Protocol

from portal_backend.base.calls import REFUSAL, UNKNOWN_PERSON
from portal_backend.base.cancellation import Canceled, CancellationToken
from portal_backend.front.answering import Receive, Reply, Send, read_off, reply_of, send_bare, send_reply
from portal_backend.front.asking import Scope, environ_of, header
from portal_backend.front.lanes import Crowded, Gone, Kind, Lane, Lanes
from portal_backend.front.pace import give_up_those_who_do_not_read
from portal_backend.front.receiving import BrokenOff, NoRoom, Refused, TooLarge, TooSlow, let_go, new_body, receive_body

log = logging.getLogger("portal.front")
# bodies above a stranger's size that are received at once: in all, and of one person
BODIES = 200
BODIES_OF_ONE = 4
# calls of one network address that are under way at once, however slowly they are sent or read
MAX_CALLS_OF_ONE_ADDRESS = 200
MAX_KNOWN_PEOPLE = 10_000
# threads, and connections to the database, in which tokens are looked up
ADMITTING_THREADS = 2
# so much of a body is looked at to tell what it costs
START_BYTES = 256_000
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


def ordinary(path: str, size: int, start: bytes) -> Kind:
    """Return the kind of a call where no table of kinds is given."""
    return Kind.ORDINARY


def address_of_socket(scope: Scope) -> str:
    """Return the address at the other end of the connection."""
    return str(scope["client"][0])


@dataclass(frozen=True)
class Rules:
    """What the front asks of the portal.

    `admit` names the person behind an Authorization header, or nobody; `too_large` and `unavailable` are what Django
    meets when it reads a body that was refused or could not be kept; `crowded` is what it answers where a call found
    no place (True: because of the caller's own calls), `malformed` where a body broke off; `shortcuts` stand by their
    paths.
    """

    limits: Limits
    folder: Path
    admit: Callable[[str], str | None]
    too_large: Callable[[int], Exception]
    unavailable: Callable[[], Exception]
    crowded: Callable[[bool], Exception]
    malformed: Callable[[], Exception]
    shortcuts: Mapping[str, Shortcut] = field(default_factory=dict)
    kind_of_call: Callable[[str, int, bytes], Kind] = ordinary
    address_of: Callable[[Scope], str] = address_of_socket


@dataclass(frozen=True)
class Body:
    """A body as Django is given it; `left` is one that was not read to its end."""

    file: IO[bytes] | Refused
    length: int
    left: bool = False

    def start(self) -> bytes:
        """The first bytes of it, if it is one that Django reads."""
        if isinstance(self.file, Refused):
            return b""
        start = self.file.read(START_BYTES)
        self.file.seek(0)
        return start


class Front:
    """Django behind a reader and a writer that wait for slow lines without holding what others need."""

    def __init__(self, django: Callable[..., Any], rules: Rules, *, threads: int) -> None:
        self._django = django
        self._rules = rules
        self._threads = ThreadPoolExecutor(threads, "portal")
        # refusals do not wait for other calls, and query no database
        self._refusing = ThreadPoolExecutor(1, "refusals")
        # a liveness check says that the process is up, whatever its calls wait for: it has a thread of its own
        self._checking = ThreadPoolExecutor(1, "health")
        # tokens are looked up before a call has a place, so they take no thread of a call that has one
        self._admitting = ThreadPoolExecutor(ADMITTING_THREADS, "admission")
        self._lanes = Lanes(threads)
        self._bodies = Lane(BODIES, BODIES_OF_ONE)
        self._calls: Counter[str] = Counter()
        self._people: dict[bytes, str] = {}
        self._begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if not self._begun:
            self._begun = True
            give_up_those_who_do_not_read()
        shortcut = self._rules.shortcuts.get(scope["path"])
        if shortcut and (known := await shortcut.answer(scope)):
            await send_reply(known, send, asyncio.get_running_loop().create_future(), self._threads)
            return
        address = self._rules.address_of(scope)
        try:
            with self._counted(address):
                await self._answer(scope, receive, send, address, shortcut)
        except Crowded as crowd:
            await self._refuse(scope, receive, send, self._rules.crowded(crowd.is_own))
        except BrokenOff:
            # the web server does not say why; a sender who is still there would get a bare 500 of its own
            await self._refuse(scope, receive, send, self._rules.malformed())
        except (Gone, Canceled):
            return
        except TooSlow:
            log.warning("too slow a body address=%s", address)
            await send_bare(HTTPStatus.REQUEST_TIMEOUT, send)

    @contextlib.contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        """Count a call of an address while it is under way. Raises Crowded where there are too many."""
        if self._calls[address] >= MAX_CALLS_OF_ONE_ADDRESS:
            raise Crowded(is_own=True)
        self._calls[address] += 1
        try:
            yield
        finally:
            self._calls[address] -= 1
            if not self._calls[address]:
                del self._calls[address]

    async def _answer(
        self, scope: Scope, receive: Receive, send: Send, address: str, shortcut: Shortcut | None
    ) -> None:
        """Read, work and answer; the caller's end of the connection is watched as soon as the body is there."""
        gone: asyncio.Task[None] | None = None
        try:
            async with self._body(scope, receive) as body:
                if not body.left:
                    gone = asyncio.create_task(read_off(receive))
                reply = await self._reply(scope, body, address, gone)
            if shortcut:
                shortcut.learn(scope, reply)
            gone = gone or asyncio.create_task(read_off(receive))
            try:
                await send_reply(reply, send, gone, self._threads)
            except TimeoutError:
                log.warning("too slow a reader address=%s", address)
            if body.left:
                await asyncio.wait([gone], timeout=FAREWELL)
        finally:
            if gone is not None:
                gone.cancel()

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
        async with self._bodies.place(person) if person else contextlib.nullcontext():
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
        person = await self._admit(header(scope, b"authorization"))
        if person is None:
            return limits.stranger, None
        is_form = header(scope, b"content-type").startswith("multipart/")
        return limits.upload if is_form else limits.json, person

    async def _caller(self, scope: Scope, address: str) -> str:
        """Return who makes a call: a person with all their sessions, or an address.

        A token is one person's for ever, so it is looked up once; whether it is still valid is for Django to judge.
        """
        if not (given := header(scope, b"authorization")):
            return address
        key = hashlib.sha256(given.encode()).digest()
        if known := self._people.get(key):
            return known
        person = await self._admit(given)
        if person is None:
            return address
        if person != UNKNOWN_PERSON:
            if len(self._people) >= MAX_KNOWN_PEOPLE:
                self._people.clear()
            self._people[key] = person
        return person

    async def _reply(self, scope: Scope, body: Body, address: str, gone: "asyncio.Task[None] | None") -> Reply:
        """Have Django answer, once there is a place for it. Work whose caller is gone is asked to end."""
        kind = self._rules.kind_of_call(scope["path"], 0 if body.left else body.length, body.start())
        is_check = kind == Kind.HEALTH
        caller = address if is_check else await self._caller(scope, address)
        token = CancellationToken()
        if gone is not None:
            gone.add_done_callback(lambda _: token.cancel())
        environ = environ_of(scope, body.file, body.length)
        async with self._lanes.place(kind, caller, gone):
            threads = self._checking if is_check else self._threads
            reply = await asyncio.get_running_loop().run_in_executor(threads, self._work, token, environ)
        if body.left:
            reply.headers.append((b"connection", b"close"))
        return reply

    def _work(self, token: CancellationToken, environ: dict[str, Any]) -> Reply:
        with token.in_force():
            return reply_of(self._django, environ, self._rules.folder)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, reason: Exception) -> None:
        """Answer a call that reaches no endpoint, in the shape and language of any other; its body is not kept."""
        environ = environ_of(scope, io.BytesIO(), 0) | {REFUSAL: reason}
        loop = asyncio.get_running_loop()
        reply = await loop.run_in_executor(self._refusing, reply_of, self._django, environ, self._rules.folder)
        reply.headers.append((b"connection", b"close"))
        gone = asyncio.create_task(read_off(receive))
        try:
            await send_reply(reply, send, gone, self._threads)
            if header(scope, b"content-length") or header(scope, b"transfer-encoding"):
                await asyncio.wait([gone], timeout=FAREWELL)
        finally:
            gone.cancel()

    async def _admit(self, token: str) -> str | None:
        return await asyncio.get_running_loop().run_in_executor(self._admitting, self._rules.admit, token)
