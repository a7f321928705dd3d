"""Concurrency limits: each kind of call has places of its own, and no caller takes all places of a kind.

A call that finds no place waits, in a queue that is bounded in length and in time. A place that becomes free goes to
the caller who has the fewest, and among those to the one who has waited longest.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from enum import StrEnum

MAX_WAITING = 1000
MAX_WAITING_OF_ONE = 100
WAIT_TIMEOUT = 20.0
# threads beside those of the lanes: blocks of files are read in them
SPARE_THREADS = 1
# with fewer, heavy calls and file calls together take the places of ordinary ones
MIN_THREADS = 10


class Kind(StrEnum):
    """Kind of a call by its cost, which decides the places that it needs."""

    HEALTH = "health"
    READY = "ready"
    LOGIN = "login"
    COUNTERS = "counters"
    ORDINARY = "ordinary"
    HEAVY = "heavy"
    FILES = "files"
    PREVIEW = "preview"


# kinds that need a place of several kinds at once, in this order
NEEDS = {
    Kind.HEAVY: (Kind.HEAVY, Kind.ORDINARY),
    Kind.FILES: (Kind.FILES, Kind.ORDINARY),
    Kind.PREVIEW: (Kind.PREVIEW, Kind.FILES, Kind.ORDINARY),
}


class Gone(Exception):
    """The caller has closed the connection."""


class Crowded(Exception):
    """No place was found; `is_own` where the caller's own calls are what takes them."""

    def __init__(self, *, is_own: bool) -> None:
        super().__init__()
        self.is_own = is_own


class Lane:
    """A number of places, of which one caller may hold a few."""

    def __init__(self, places: int, of_one_caller: int, max_waiting_of_one: int | None = None) -> None:
        self._places = places
        self._of_one_caller = of_one_caller
        self._max_waiting_of_one = max_waiting_of_one
        self._held: Counter[str] = Counter()
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def place(self, caller: str, gone: "asyncio.Future[None] | None" = None) -> AsyncIterator[None]:
        """Hold a place, once there is one. Raises Crowded, or Gone once `gone` is done."""
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
        most = self._max_waiting_of_one or MAX_WAITING_OF_ONE
        if own >= most or len(self._waiting) >= MAX_WAITING:
            raise Crowded(is_own=own >= most)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((caller, turn))
        given = False
        try:
            await asyncio.wait([turn, gone] if gone else [turn], timeout=WAIT_TIMEOUT, return_when="FIRST_COMPLETED")
            if gone is not None and gone.done():
                raise Gone
            if not turn.done():
                raise Crowded(is_own=self._held[caller] >= self._of_one_caller)
            given = True
        finally:
            if turn.done() and not given:
                self._release(caller)
            elif not given:
                self._waiting.remove((caller, turn))

    def _release(self, caller: str) -> None:
        self._held[caller] -= 1
        self._held += Counter()  # forget callers who hold nothing
        while next_one := min(
            (each for each in self._waiting if self._is_free_for(each[0])),
            key=lambda each: self._held[each[0]],
            default=None,
        ):
            self._waiting.remove(next_one)
            self._held[next_one[0]] += 1
            next_one[1].set_result(None)


def places_of(threads: int) -> dict[Kind, int]:
    """Return the places of each kind of call that is worked on in these threads.

    With 16: readiness and metrics 1, login 2, counters 2, all other calls 10. Of these 10, heavy calls have at most 3
    and those that wait for the file storage 4, so that ordinary ones always find 3.
    """
    aside = {Kind.READY: 1, Kind.LOGIN: 2, Kind.COUNTERS: 2}
    shared = max(1, threads - sum(aside.values()) - SPARE_THREADS)
    return {**aside, Kind.ORDINARY: shared, Kind.HEAVY: max(1, shared // 3), Kind.FILES: max(1, shared * 2 // 5)}


class Lanes:
    """Distribution of the threads, and of the one thread of liveness checks.

    With 16 threads one caller has at most 4 at once, of heavy ones 2, of file calls 2, and of what is set aside 1.
    Previews have 2 of the places of file calls, all of which one address may hold.
    """

    def __init__(self, threads: int) -> None:
        places = places_of(threads)
        shared, heavy, files = places[Kind.ORDINARY], places[Kind.HEAVY], places[Kind.FILES]
        files_of_one = max(1, files // 2)
        self._lanes = {
            Kind.HEALTH: Lane(1, 1),
            **{kind: Lane(places[kind], 1) for kind in (Kind.READY, Kind.LOGIN, Kind.COUNTERS)},
            Kind.ORDINARY: Lane(shared, max(1, shared * 2 // 5)),
            Kind.HEAVY: Lane(heavy, max(1, heavy - 1)),
            Kind.FILES: Lane(files, files_of_one),
            # without a session an address is one caller, and behind it may be a whole office: it may have all places,
            # and as many waiting as calls under way
            Kind.PREVIEW: Lane(files_of_one, files_of_one, MAX_WAITING),
        }

    @asynccontextmanager
    async def place(self, kind: Kind, caller: str, gone: "asyncio.Future[None] | None" = None) -> AsyncIterator[None]:
        """Hold what a call of this kind needs. Raises Crowded, or Gone once `gone` is done."""
        async with AsyncExitStack() as held:
            for each in NEEDS.get(kind, (kind,)):
                await held.enter_async_context(self._lanes[each].place(caller, gone))
            yield
