"""ASGI application that runs Django in threads and buffers bodies without threads."""

import asyncio
import contextlib
import hashlib
import io
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import IO, Any

from portal_backend.asgi.concurrency import (
    CapacityExceeded,
    ClientDisconnected,
    ConcurrencyLimiter,
    FairSemaphore,
    TrafficClass,
)
from portal_backend.asgi.request_body import (
    BodyTimeout,
    BodyTooLarge,
    DiskFull,
    IncompleteBody,
    RejectedBody,
    close_quietly,
    open_body_file,
    read_body,
)
from portal_backend.asgi.response import (
    BufferedResponse,
    Receive,
    Send,
    run_wsgi,
    send_empty,
    send_response,
    wait_for_disconnect,
)
from portal_backend.asgi.shutdown import GracefulShutdown, Interrupted
from portal_backend.asgi.timeouts import set_tcp_user_timeout
from portal_backend.asgi.wsgi_environ import Scope, build_environ, get_header
from portal_backend.core.cancellation import Canceled, CancellationToken, shutdown
from portal_backend.core.request_context import EARLY_ERROR_KEY, UNKNOWN_USER

log = logging.getLogger("portal.asgi")
# concurrent bodies above the anonymous limit: in total, and per user
MAX_LARGE_BODIES = 200
MAX_LARGE_BODIES_PER_USER = 4
# concurrent requests of one network address, including those that are still being sent or read
MAX_REQUESTS_PER_ADDRESS = 200
MAX_CACHED_USERS = 10_000
# threads (and database connections) that look up session tokens
AUTHENTICATION_THREADS = 2
# prefix of a body that is inspected to classify the request
BODY_PREFIX_BYTES = 256_000
# seconds for which a rejected body is still read: closing at once would lose the response
DRAIN_TIMEOUT = 3.0


@dataclass(frozen=True)
class BodyLimits:
    """Maximum body sizes in bytes."""

    #: anonymous requests
    anonymous: int
    #: JSON of signed-in users
    json: int
    #: uploads of signed-in users
    upload: int


@dataclass(frozen=True)
class ServerConfig:
    """Configuration and callbacks that the portal provides."""

    limits: BodyLimits
    #: directory of temporary files for bodies and large responses
    temp_directory: Path
    #: returns the user of an Authorization header, or None
    identify_user: Callable[[str], str | None]
    #: error that Django raises when it reads a rejected body (argument: limit in bytes)
    too_large: Callable[[int], Exception]
    #: error that Django raises when it reads a body that could not be stored
    unavailable: Callable[[], Exception]
    #: error if no slot is free (argument: whether the caller's own requests use them up)
    over_capacity: Callable[[bool], Exception]
    #: error for an incomplete body
    malformed: Callable[[], Exception]
    #: classifies a request by path, body length and body prefix
    classify_request: Callable[[str, int, bytes], TrafficClass]
    #: returns the client address that limits are counted by
    get_client_address: Callable[[Scope], str]


@dataclass(frozen=True)
class RequestBody:
    """Request body as Django reads it."""

    file: IO[bytes] | RejectedBody
    length: int
    #: whether the body was rejected before it was read to its end
    is_unread: bool = False

    def peek(self) -> bytes:
        """Return the first bytes of the body, or b"" if it was rejected."""
        if isinstance(self.file, RejectedBody):
            return b""
        prefix = self.file.read(BODY_PREFIX_BYTES)
        self.file.seek(0)
        return prefix


class BufferingApp:
    """ASGI application around a WSGI application, with body and concurrency limits."""

    def __init__(
        self, django: Callable[..., Any], rules: ServerConfig, *, threads: int, handles_sigterm: bool = False
    ) -> None:
        self._wsgi_app = django
        self._config = rules
        self._handles_sigterm = handles_sigterm
        self.shutdown = GracefulShutdown()
        self._request_threads = ThreadPoolExecutor(threads, "portal")
        # early errors do not wait for other requests and use no database
        self._error_threads = ThreadPoolExecutor(1, "refusals")
        # liveness checks have a thread of their own: they must succeed while all other threads are busy
        self._health_threads = ThreadPoolExecutor(1, "health")
        # tokens are looked up before a request gets a slot, so they must not use the threads of requests
        self._authentication_threads = ThreadPoolExecutor(AUTHENTICATION_THREADS, "admission")
        self._limiter = ConcurrencyLimiter(threads)
        self._body_slots = FairSemaphore(MAX_LARGE_BODIES, MAX_LARGE_BODIES_PER_USER)
        self._requests_by_address: Counter[str] = Counter()
        self._users_by_token: dict[bytes, str] = {}
        self._is_started = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if not self._is_started:
            self._is_started = True
            set_tcp_user_timeout()
            if self._handles_sigterm:
                self.shutdown.begin_at_sigterm()
        address = self._config.get_client_address(scope)
        try:
            with self._count_request(address):
                await self._handle(scope, receive, send, address)
        except CapacityExceeded as error:
            await self._reject(scope, receive, send, self._config.over_capacity(error.is_own))
        except IncompleteBody:
            # The web server gives no reason; a client that is still connected would get its bare 500.
            await self._reject(scope, receive, send, self._config.malformed())
        except Interrupted:
            await self._reject(scope, receive, send, self._config.unavailable())
        except Canceled:
            if shutdown.is_canceled():
                await self._reject(scope, receive, send, self._config.unavailable())
        except ClientDisconnected:
            return
        except BodyTimeout:
            log.warning("request body timed out address=%s", address)
            await send_empty(HTTPStatus.REQUEST_TIMEOUT, send)

    @contextlib.contextmanager
    def _count_request(self, address: str) -> Iterator[None]:
        """Count a request of an address while it is under way.

        Raises CapacityExceeded if there are too many.
        """
        if self._requests_by_address[address] >= MAX_REQUESTS_PER_ADDRESS:
            raise CapacityExceeded(is_own=True)
        self._requests_by_address[address] += 1
        try:
            yield
        finally:
            self._requests_by_address[address] -= 1
            if not self._requests_by_address[address]:
                del self._requests_by_address[address]

    async def _handle(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """Read the body, run the request and send the response.

        The connection is watched for a disconnect as soon as the body is complete.
        """
        disconnect: asyncio.Task[None] | None = None
        try:
            with self.shutdown.interruptible():
                async with self._open_body(scope, receive) as body:
                    if not body.is_unread:
                        disconnect = asyncio.create_task(wait_for_disconnect(receive))
                    response = await self._run_request(scope, body, address, disconnect)
            disconnect = disconnect or asyncio.create_task(wait_for_disconnect(receive))
            try:
                await send_response(response, send, disconnect, self._request_threads)
            except TimeoutError:
                log.warning("client reads the response too slowly address=%s", address)
            if body.is_unread:
                await asyncio.wait([disconnect], timeout=DRAIN_TIMEOUT)
        finally:
            if disconnect is not None:
                disconnect.cancel()

    @contextlib.asynccontextmanager
    async def _open_body(self, scope: Scope, receive: Receive) -> AsyncIterator[RequestBody]:
        """Yield the body, or a RejectedBody that raises the error when it is read."""
        declared = int(get_header(scope, b"content-length") or 0)
        chunked = bool(get_header(scope, b"transfer-encoding"))
        if not declared and not chunked:
            yield RequestBody(io.BytesIO(), 0)
            return
        limit, user = self._config.limits.anonymous, None
        if declared > limit or chunked:
            limit, user = await self._get_body_limit(scope)
        if declared > limit:
            yield RequestBody(RejectedBody(self._config.too_large(limit)), declared, is_unread=True)
            return
        async with self._body_slots.acquire(user) if user else contextlib.nullcontext():
            with contextlib.ExitStack() as stack:
                try:
                    file = open_body_file(limit > self._config.limits.anonymous, self._config.temp_directory)
                    stack.callback(close_quietly, file)
                    body = RequestBody(file, await read_body(receive, limit, file))
                except BodyTooLarge:
                    body = RequestBody(RejectedBody(self._config.too_large(limit)), limit + 1, is_unread=True)
                except (DiskFull, OSError) as error:
                    log.error("a request body cannot be stored: %s", error)  # noqa: TRY400 - a full disk is no bug
                    body = RequestBody(
                        RejectedBody(self._config.unavailable()), 1, is_unread=isinstance(error, OSError)
                    )
                yield body

    async def _get_body_limit(self, scope: Scope) -> tuple[int, str | None]:
        """Return the maximum body size and the user, or None.

        Anonymous bodies are small, so that anonymous clients cannot fill the disk.
        """
        limits = self._config.limits
        user = await self._identify_user(get_header(scope, b"authorization"))
        if user is None:
            return limits.anonymous, None
        is_form = get_header(scope, b"content-type").startswith("multipart/")
        return limits.upload if is_form else limits.json, user

    async def _identify_caller(self, scope: Scope, address: str) -> str:
        """Return the key that concurrency is limited by: the user, or the address.

        A token always belongs to the same user, so it is looked up once; Django checks whether it is still valid.
        """
        if not (authorization := get_header(scope, b"authorization")):
            return address
        key = hashlib.sha256(authorization.encode()).digest()
        if user := self._users_by_token.get(key):
            return user
        user = await self._identify_user(authorization)
        if user is None:
            return address
        if user != UNKNOWN_USER:
            if len(self._users_by_token) >= MAX_CACHED_USERS:
                self._users_by_token.clear()
            self._users_by_token[key] = user
        return user

    async def _run_request(
        self, scope: Scope, body: RequestBody, address: str, disconnect: "asyncio.Task[None] | None"
    ) -> BufferedResponse:
        """Run the request once it has a slot; cancel its work if the client disconnects."""
        traffic_class = self._config.classify_request(scope["path"], 0 if body.is_unread else body.length, body.peek())
        is_check = traffic_class == TrafficClass.HEALTH
        caller = address if is_check else await self._identify_caller(scope, address)
        token = CancellationToken()
        if disconnect is not None:
            disconnect.add_done_callback(lambda _: token.cancel())
        environ = build_environ(scope, body.file, body.length)
        async with self._limiter.acquire(traffic_class, caller, disconnect):
            threads = self._health_threads if is_check else self._request_threads
            response = await asyncio.get_running_loop().run_in_executor(threads, self._run_wsgi, token, environ)
        if body.is_unread:
            response.headers.append((b"connection", b"close"))
        return response

    def _run_wsgi(self, token: CancellationToken, environ: dict[str, Any]) -> BufferedResponse:
        with token.activate():
            return run_wsgi(self._wsgi_app, environ, self._config.temp_directory)

    async def _reject(self, scope: Scope, receive: Receive, send: Send, reason: Exception) -> None:
        """Respond to a request that is rejected before it reaches an endpoint.

        Django formats the error in the client's language; the body is discarded.
        """
        environ = build_environ(scope, io.BytesIO(), 0) | {EARLY_ERROR_KEY: reason}
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(
            self._error_threads, run_wsgi, self._wsgi_app, environ, self._config.temp_directory
        )
        response.headers.append((b"connection", b"close"))
        disconnect = asyncio.create_task(wait_for_disconnect(receive))
        try:
            await send_response(response, send, disconnect, self._request_threads)
            if get_header(scope, b"content-length") or get_header(scope, b"transfer-encoding"):
                await asyncio.wait([disconnect], timeout=DRAIN_TIMEOUT)
        finally:
            disconnect.cancel()

    async def _identify_user(self, token: str) -> str | None:
        return await asyncio.get_running_loop().run_in_executor(
            self._authentication_threads, self._config.identify_user, token
        )
