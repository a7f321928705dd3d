"""ASGI application that runs Django in threads and buffers bodies without threads."""

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
# concurrent bodies above the anonymous limit: in total, and per user
BODIES = 200
BODIES_OF_ONE = 4
# concurrent requests of one network address, including those that are still being sent or read
MAX_CALLS_OF_ONE_ADDRESS = 200
MAX_KNOWN_PEOPLE = 10_000
# threads (and database connections) that look up session tokens
ADMITTING_THREADS = 2
# prefix of a body that is inspected to classify the request
START_BYTES = 256_000
# seconds for which a rejected body is still read: closing at once would lose the response
FAREWELL = 3.0


@dataclass(frozen=True)
class Limits:
    """Maximum body sizes in bytes."""

    #: anonymous requests
    stranger: int
    #: JSON of signed-in users
    json: int
    #: uploads of signed-in users
    upload: int


class Shortcut(Protocol):
    """Request that is usually served without Django, with an identical response."""

    async def answer(self, scope: Scope) -> Reply | None:
        """Return the response, or None if Django has to serve the request."""

    def learn(self, scope: Scope, reply: Reply) -> None:
        """Process a response of Django to such a request."""


def ordinary(path: str, size: int, prefix: bytes) -> Kind:
    """Classify every request as ordinary; the default without a classification."""
    return Kind.ORDINARY


def address_of_socket(scope: Scope) -> str:
    """Return the address of the connection's peer."""
    return str(scope["client"][0])


@dataclass(frozen=True)
class Rules:
    """Configuration and callbacks that the portal provides."""

    limits: Limits
    #: directory of temporary files for bodies and large responses
    folder: Path
    #: returns the user of an Authorization header, or None
    admit: Callable[[str], str | None]
    #: error that Django raises when it reads a rejected body (argument: limit in bytes)
    too_large: Callable[[int], Exception]
    #: error that Django raises when it reads a body that could not be stored
    unavailable: Callable[[], Exception]
    #: error if no slot is free (argument: whether the caller's own requests use them up)
    crowded: Callable[[bool], Exception]
    #: error for an incomplete body
    malformed: Callable[[], Exception]
    #: fast paths by URL path
    shortcuts: Mapping[str, Shortcut] = field(default_factory=dict)
    #: classifies a request by path, body length and body prefix
    kind_of_call: Callable[[str, int, bytes], Kind] = ordinary
    #: returns the client address that limits are counted by
    address_of: Callable[[Scope], str] = address_of_socket


@dataclass(frozen=True)
class Body:
    """Request body as Django reads it."""

    file: IO[bytes] | Refused
    length: int
    #: whether the body was rejected before it was read to its end
    left: bool = False

    def start(self) -> bytes:
        """Return the first bytes of the body, or b"" if it was rejected."""
        if isinstance(self.file, Refused):
            return b""
        prefix = self.file.read(START_BYTES)
        self.file.seek(0)
        return prefix


class Front:
    """ASGI application around a WSGI application, with body and concurrency limits."""

    def __init__(self, django: Callable[..., Any], rules: Rules, *, threads: int) -> None:
        self._django = django
        self._rules = rules
        self._threads = ThreadPoolExecutor(threads, "portal")
        # early errors do not wait for other requests and use no database
        self._refusing = ThreadPoolExecutor(1, "refusals")
        # liveness checks have a thread of their own: they must succeed while all other threads are busy
        self._checking = ThreadPoolExecutor(1, "health")
        # tokens are looked up before a request gets a slot, so they must not use the threads of requests
        self._admitting = ThreadPoolExecutor(ADMITTING_THREADS, "admission")
        self._lanes = Lanes(threads)
        self._bodies = Lane(BODIES, BODIES_OF_ONE)
        self._calls: Counter[str] = Counter()
        self._people: dict[bytes, str] = {}
        self._begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if not self._begun:
            self._begun = True
            give_up_those_who_do_not_read()
        fast_path = self._rules.shortcuts.get(scope["path"])
        if fast_path and (response := await fast_path.answer(scope)):
            await send_reply(response, send, asyncio.get_running_loop().create_future(), self._threads)
            return
        address = self._rules.address_of(scope)
        try:
            with self._counted(address):
                await self._answer(scope, receive, send, address, fast_path)
        except Crowded as error:
            await self._refuse(scope, receive, send, self._rules.crowded(error.is_own))
        except BrokenOff:
            # The web server gives no reason; a client that is still connected would get its bare 500.
            await self._refuse(scope, receive, send, self._rules.malformed())
        except (Gone, Canceled):
            return
        except TooSlow:
            log.warning("too slow a body address=%s", address)
            await send_bare(HTTPStatus.REQUEST_TIMEOUT, send)

    @contextlib.contextmanager
    def _counted(self, address: str) -> Iterator[None]:
        """Count a request of an address while it is under way.

        Raises CapacityExceeded if there are too many.
        """
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
        """Read the body, run the request and send the response.

        The connection is watched for a disconnect as soon as the body is complete.
        """
        gone: asyncio.Task[None] | None = None
        try:
            async with self._body(scope, receive) as body:
                if not body.left:
                    gone = asyncio.create_task(read_off(receive))
                response = await self._reply(scope, body, address, gone)
            if shortcut:
                shortcut.learn(scope, response)
            gone = gone or asyncio.create_task(read_off(receive))
            try:
                await send_reply(response, send, gone, self._threads)
            except TimeoutError:
                log.warning("too slow a reader address=%s", address)
            if body.left:
                await asyncio.wait([gone], timeout=FAREWELL)
        finally:
            if gone is not None:
                gone.cancel()

    @contextlib.asynccontextmanager
    async def _body(self, scope: Scope, receive: Receive) -> AsyncIterator[Body]:
        """Yield the body, or a RejectedBody that raises the error when it is read."""
        declared = int(header(scope, b"content-length") or 0)
        chunked = bool(header(scope, b"transfer-encoding"))
        if not declared and not chunked:
            yield Body(io.BytesIO(), 0)
            return
        limit, user = self._rules.limits.stranger, None
        if declared > limit or chunked:
            limit, user = await self._limit(scope)
        if declared > limit:
            yield Body(Refused(self._rules.too_large(limit)), declared, left=True)
            return
        async with self._bodies.place(user) if user else contextlib.nullcontext():
            with contextlib.ExitStack() as stack:
                try:
                    file = new_body(limit > self._rules.limits.stranger, self._rules.folder)
                    stack.callback(let_go, file)
                    body = Body(file, await receive_body(receive, limit, file))
                except TooLarge:
                    body = Body(Refused(self._rules.too_large(limit)), limit + 1, left=True)
                except (NoRoom, OSError) as error:
                    log.error("a body cannot be kept: %s", error)  # noqa: TRY400 - a full disk is no bug
                    body = Body(Refused(self._rules.unavailable()), 1, left=isinstance(error, OSError))
                yield body

    async def _limit(self, scope: Scope) -> tuple[int, str | None]:
        """Return the maximum body size and the user, or None.

        Anonymous bodies are small, so that anonymous clients cannot fill the disk.
        """
        limits = self._rules.limits
        user = await self._admit(header(scope, b"authorization"))
        if user is None:
            return limits.stranger, None
        is_form = header(scope, b"content-type").startswith("multipart/")
        return limits.upload if is_form else limits.json, user

    async def _caller(self, scope: Scope, address: str) -> str:
        """Return the key that concurrency is limited by: the user, or the address.

        A token always belongs to the same user, so it is looked up once; Django checks whether it is still valid.
        """
        if not (authorization := header(scope, b"authorization")):
            return address
        key = hashlib.sha256(authorization.encode()).digest()
        if user := self._people.get(key):
            return user
        user = await self._admit(authorization)
        if user is None:
            return address
        if user != UNKNOWN_PERSON:
            if len(self._people) >= MAX_KNOWN_PEOPLE:
                self._people.clear()
            self._people[key] = user
        return user

    async def _reply(self, scope: Scope, body: Body, address: str, gone: "asyncio.Task[None] | None") -> Reply:
        """Run the request once it has a slot; cancel its work if the client disconnects."""
        traffic_class = self._rules.kind_of_call(scope["path"], 0 if body.left else body.length, body.start())
        is_check = traffic_class == Kind.HEALTH
        caller = address if is_check else await self._caller(scope, address)
        token = CancellationToken()
        if gone is not None:
            gone.add_done_callback(lambda _: token.cancel())
        environ = environ_of(scope, body.file, body.length)
        async with self._lanes.place(traffic_class, caller, gone):
            threads = self._checking if is_check else self._threads
            response = await asyncio.get_running_loop().run_in_executor(threads, self._work, token, environ)
        if body.left:
            response.headers.append((b"connection", b"close"))
        return response

    def _work(self, token: CancellationToken, environ: dict[str, Any]) -> Reply:
        with token.in_force():
            return reply_of(self._django, environ, self._rules.folder)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, reason: Exception) -> None:
        """Respond to a request that is rejected before it reaches an endpoint.

        Django formats the error in the client's language; the body is discarded.
        """
        environ = environ_of(scope, io.BytesIO(), 0) | {REFUSAL: reason}
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(self._refusing, reply_of, self._django, environ, self._rules.folder)
        response.headers.append((b"connection", b"close"))
        gone = asyncio.create_task(read_off(receive))
        try:
            await send_reply(response, send, gone, self._threads)
            if header(scope, b"content-length") or header(scope, b"transfer-encoding"):
                await asyncio.wait([gone], timeout=FAREWELL)
        finally:
            gone.cancel()

    async def _admit(self, token: str) -> str | None:
        return await asyncio.get_running_loop().run_in_executor(self._admitting, self._rules.admit, token)
