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
MAX_WAITING_PER_CALLER = 100
WAIT_TIMEOUT = 20.0
# threads in addition to those of the slots: they read blocks of files
RESERVED_THREADS = 1
# with fewer, heavy and file requests together could take all slots of ordinary ones
MIN_THREADS = 10


class TrafficClass(StrEnum):
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
REQUIRED_SLOTS = {
    TrafficClass.HEAVY: (TrafficClass.HEAVY, TrafficClass.ORDINARY),
    TrafficClass.FILES: (TrafficClass.FILES, TrafficClass.ORDINARY),
    TrafficClass.PREVIEW: (TrafficClass.PREVIEW, TrafficClass.FILES, TrafficClass.ORDINARY),
}


class ClientDisconnected(Exception):
    """Raised when the client has closed the connection."""


class CapacityExceeded(Exception):
    """Raised when no slot became free in time or a queue is full.

    `is_own` is set if the caller's own requests use up its slots.
    """

    def __init__(self, *, is_own: bool) -> None:
        super().__init__()
        self.is_own = is_own


class FairSemaphore:
    """Semaphore whose slots are shared fairly between callers."""

    def __init__(self, slots: int, max_per_caller: int, max_waiting_per_caller: int | None = None) -> None:
        self._slots = slots
        self._max_per_caller = max_per_caller
        self._max_waiting_per_caller = max_waiting_per_caller
        self._held: Counter[str] = Counter()
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def acquire(self, caller: str, disconnect: "asyncio.Future[None] | None" = None) -> AsyncIterator[None]:
        """Hold a slot inside the block.

        Raises CapacityExceeded, or ClientDisconnected once `disconnect` is done.
        """
        if not self._has_slot_for(caller):
            await self._wait_for_slot(caller, disconnect)
        else:
            self._held[caller] += 1
        try:
            yield
        finally:
            self._release(caller)

    def _has_slot_for(self, caller: str) -> bool:
        return self._held[caller] < self._max_per_caller and self._held.total() < self._slots

    async def _wait_for_slot(self, caller: str, disconnect: "asyncio.Future[None] | None") -> None:
        own = sum(each == caller for each, _ in self._waiting)
        limit = self._max_waiting_per_caller or MAX_WAITING_PER_CALLER
        if own >= limit or len(self._waiting) >= MAX_WAITING:
            raise CapacityExceeded(is_own=own >= limit)
        slot = asyncio.get_running_loop().create_future()
        self._waiting.append((caller, slot))
        is_acquired = False
        try:
            await asyncio.wait(
                [slot, disconnect] if disconnect else [slot], timeout=WAIT_TIMEOUT, return_when="FIRST_COMPLETED"
            )
            if disconnect is not None and disconnect.done():
                raise ClientDisconnected
            if not slot.done():
                raise CapacityExceeded(is_own=self._held[caller] >= self._max_per_caller)
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
            (each for each in self._waiting if self._has_slot_for(each[0])),
            key=lambda each: self._held[each[0]],
            default=None,
        ):
            self._waiting.remove(waiter)
            self._held[waiter[0]] += 1
            waiter[1].set_result(None)


def compute_slots(threads: int) -> dict[TrafficClass, int]:
    """Return the number of slots of each traffic class for a number of threads.

    With 16 threads: readiness and metrics 1, login 2, counters 2, all other requests 10. Of these 10, heavy requests
    use at most 3 and requests to the file storage at most 4, so that 3 always remain for ordinary ones.
    """
    reserved = {TrafficClass.READY: 1, TrafficClass.LOGIN: 2, TrafficClass.COUNTERS: 2}
    shared = max(1, threads - sum(reserved.values()) - RESERVED_THREADS)
    return {
        **reserved,
        TrafficClass.ORDINARY: shared,
        TrafficClass.HEAVY: max(1, shared // 3),
        TrafficClass.FILES: max(1, shared * 2 // 5),
    }


class ConcurrencyLimiter:
    """Distribution of the request threads, and of the one thread for liveness checks.

    With 16 threads one caller has at most 4 slots at once, 2 for heavy requests, 2 for files, and 1 in each reserved
    class. Previews use 2 of the file slots, which a single address may hold.
    """

    def __init__(self, threads: int) -> None:
        slots = compute_slots(threads)
        shared, heavy, files = slots[TrafficClass.ORDINARY], slots[TrafficClass.HEAVY], slots[TrafficClass.FILES]
        files_per_caller = max(1, files // 2)
        self._semaphores = {
            TrafficClass.HEALTH: FairSemaphore(1, 1),
            **{
                kind: FairSemaphore(slots[kind], 1)
                for kind in (TrafficClass.READY, TrafficClass.LOGIN, TrafficClass.COUNTERS)
            },
            TrafficClass.ORDINARY: FairSemaphore(shared, max(1, shared * 2 // 5)),
            TrafficClass.HEAVY: FairSemaphore(heavy, max(1, heavy - 1)),
            TrafficClass.FILES: FairSemaphore(files, files_per_caller),
            # Without a session the address is the caller, and a whole office may share it: it may use all slots and
            # the whole queue.
            TrafficClass.PREVIEW: FairSemaphore(files_per_caller, files_per_caller, MAX_WAITING),
        }

    @asynccontextmanager
    async def acquire(
        self, kind: TrafficClass, caller: str, disconnect: "asyncio.Future[None] | None" = None
    ) -> AsyncIterator[None]:
        """Hold all slots that a request of this class needs.

        Raises CapacityExceeded, or ClientDisconnected once `disconnect` is done.
        """
        async with AsyncExitStack() as held:
            for each in REQUIRED_SLOTS.get(kind, (kind,)):
                await held.enter_async_context(self._semaphores[each].acquire(caller, disconnect))
            yield
