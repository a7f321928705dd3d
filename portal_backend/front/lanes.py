"""Concurrency limits per traffic class, with a fair share for each caller.

A request without a free slot waits in a queue of bounded length and time. A free slot goes to the caller with the
fewest slots, and among those to the one that has waited longest.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from enum import StrEnum

MAX_WAITING = 1000
MAX_WAITING_OF_ONE = 100
WAIT_TIMEOUT = 20.0
# threads in addition to those of the slots: they read blocks of files
SPARE_THREADS = 1
# with fewer, heavy and file requests together could take all slots of ordinary ones
MIN_THREADS = 10


class Kind(StrEnum):
    """Class of a request by its cost, which decides the slots it needs."""

    HEALTH = "health"
    READY = "ready"
    LOGIN = "login"
    COUNTERS = "counters"
    ORDINARY = "ordinary"
    HEAVY = "heavy"
    FILES = "files"
    PREVIEW = "preview"


# classes that need slots of several classes at once, acquired in this order
NEEDS = {
    Kind.HEAVY: (Kind.HEAVY, Kind.ORDINARY),
    Kind.FILES: (Kind.FILES, Kind.ORDINARY),
    Kind.PREVIEW: (Kind.PREVIEW, Kind.FILES, Kind.ORDINARY),
}


class Gone(Exception):
    """Raised when the client has closed the connection."""


class Crowded(Exception):
    """Raised when no slot became free in time or a queue is full.

    `is_own` is set if the caller's own requests use up its slots.
    """

    def __init__(self, *, is_own: bool) -> None:
        super().__init__()
        self.is_own = is_own


class Lane:
    """Semaphore whose slots are shared fairly between callers."""

    def __init__(self, slots: int, max_per_caller: int, max_waiting_per_caller: int | None = None) -> None:
        self._places = slots
        self._of_one_caller = max_per_caller
        self._max_waiting_of_one = max_waiting_per_caller
        self._held: Counter[str] = Counter()
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def place(self, caller: str, gone: "asyncio.Future[None] | None" = None) -> AsyncIterator[None]:
        """Hold a slot inside the block.

        Raises CapacityExceeded, or ClientDisconnected once `gone` is done.
        """
        if not self._is_free_for(caller):
            await self._wait(caller, gone)
        else:
            self._held[caller] += 1
        try:
            yield
        finally:
            self._release(caller)

    def _is_free_for(self, caller: str) -> bool:
        return self._held[caller] < self._of_one_caller and self._held.total() < self._places

    async def _wait(self, caller: str, gone: "asyncio.Future[None] | None") -> None:
        own = sum(each == caller for each, _ in self._waiting)
        limit = self._max_waiting_of_one or MAX_WAITING_OF_ONE
        if own >= limit or len(self._waiting) >= MAX_WAITING:
            raise Crowded(is_own=own >= limit)
        slot = asyncio.get_running_loop().create_future()
        self._waiting.append((caller, slot))
        is_acquired = False
        try:
            await asyncio.wait([slot, gone] if gone else [slot], timeout=WAIT_TIMEOUT, return_when="FIRST_COMPLETED")
            if gone is not None and gone.done():
                raise Gone
            if not slot.done():
                raise Crowded(is_own=self._held[caller] >= self._of_one_caller)
            is_acquired = True
        finally:
            if slot.done() and not is_acquired:
                self._release(caller)
            elif not is_acquired:
                self._waiting.remove((caller, slot))

    def _release(self, caller: str) -> None:
        self._held[caller] -= 1
        self._held += Counter()  # drops callers with no slots
        while waiter := min(
            (each for each in self._waiting if self._is_free_for(each[0])),
            key=lambda each: self._held[each[0]],
            default=None,
        ):
            self._waiting.remove(waiter)
            self._held[waiter[0]] += 1
            waiter[1].set_result(None)


def places_of(threads: int) -> dict[Kind, int]:
    """Return the number of slots of each traffic class for a number of threads.

    With 16 threads: readiness and metrics 1, login 2, counters 2, all other requests 10. Of these 10, heavy requests
    use at most 3 and requests to the file storage at most 4, so that 3 always remain for ordinary ones.
    """
    reserved = {Kind.READY: 1, Kind.LOGIN: 2, Kind.COUNTERS: 2}
    shared = max(1, threads - sum(reserved.values()) - SPARE_THREADS)
    return {**reserved, Kind.ORDINARY: shared, Kind.HEAVY: max(1, shared // 3), Kind.FILES: max(1, shared * 2 // 5)}


class Lanes:
    """Distribution of the request threads, and of the one thread for liveness checks.

    With 16 threads one caller has at most 4 slots at once, 2 for heavy requests, 2 for files, and 1 in each reserved
    class. Previews use 2 of the file slots, which a single address may hold.
    """

    def __init__(self, threads: int) -> None:
        slots = places_of(threads)
        shared, heavy, files = slots[Kind.ORDINARY], slots[Kind.HEAVY], slots[Kind.FILES]
        files_per_caller = max(1, files // 2)
        self._lanes = {
            Kind.HEALTH: Lane(1, 1),
            **{kind: Lane(slots[kind], 1) for kind in (Kind.READY, Kind.LOGIN, Kind.COUNTERS)},
            Kind.ORDINARY: Lane(shared, max(1, shared * 2 // 5)),
            Kind.HEAVY: Lane(heavy, max(1, heavy - 1)),
            Kind.FILES: Lane(files, files_per_caller),
            # Without a session the address is the caller, and a whole office may share it: it may use all slots and
            # the whole queue.
            Kind.PREVIEW: Lane(files_per_caller, files_per_caller, MAX_WAITING),
        }

    @asynccontextmanager
    async def place(self, kind: Kind, caller: str, gone: "asyncio.Future[None] | None" = None) -> AsyncIterator[None]:
        """Hold all slots that a request of this class needs.

        Raises CapacityExceeded, or ClientDisconnected once `gone` is done.
        """
        async with AsyncExitStack() as held:
            for each in NEEDS.get(kind, (kind,)):
                await held.enter_async_context(self._lanes[each].place(caller, gone))
            yield
