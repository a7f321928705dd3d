"""Who is served while others ask for much: places by kind and by caller, bounded waiting, and work that is given up."""

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from pytest_django import Settings

from portal_backend.base.calls import REFUSAL, network_of, real_address
from portal_backend.base.cancellation import raise_if_canceled
from portal_backend.base.errors import crowded, invalid, too_large, unavailable
from portal_backend.front import application, lanes
from portal_backend.front.application import BODIES_OF_ONE, Front, Rules
from portal_backend.front.lanes import MIN_THREADS, Kind, Lane, places_of
from tests.front.lines import LIMITS, Answered, Line, scope


class Held:
    """An application whose calls of some paths go on until they are let go, or are canceled."""

    def __init__(self, *paths: str) -> None:
        self.paths = paths
        self.going_on = threading.Event()
        self.begun: list[str] = []
        self._started = threading.Semaphore(0)
        self.ended: list[str] = []

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        """Answer, after a while."""
        if refusal := environ.get(REFUSAL):
            start(f"{refusal.status} Refused", [])
            return Answered()
        path = environ["PATH_INFO"]
        self.begun.append(path)
        self._started.release()
        if path in self.paths:
            while not self.going_on.wait(0.01):
                raise_if_canceled()
        self.ended.append(path)
        start("200 OK", [])
        return Answered()

    async def has_begun(self, number: int) -> None:
        """Wait until so many calls are worked on."""
        for _ in range(number):
            await asyncio.to_thread(self._started.acquire)


def kind_of_call(path: str, size: int, start: bytes) -> Kind:
    """As the portal's own table, for the paths of these tests."""
    kinds = {"/export": Kind.HEAVY, "/spectra": Kind.HEAVY, "/upload": Kind.FILES, "/download": Kind.FILES}
    kinds["/preview"] = Kind.PREVIEW
    aside = {"/healthz": Kind.HEALTH, "/readyz": Kind.READY, "/login": Kind.LOGIN, "/counters": Kind.COUNTERS}
    return {**kinds, **aside}.get(path, Kind.ORDINARY)


def rules_of(folder: Path, admit: Callable[[str], Any]) -> Rules:
    """Rules of the front with the kinds of these tests."""
    return Rules(LIMITS, folder, admit, too_large, unavailable, crowded, invalid, kind_of_call=kind_of_call)


@pytest.fixture
def crowd(tmp_path: Path) -> Callable[..., None]:
    """Run a drill against a front of 16 threads; whoever is named in Authorization is that person."""

    def run(application: Held, drill: Callable[[Callable[..., tuple[Line, asyncio.Task[None]]]], Any]) -> None:
        async def whole() -> None:
            front = Front(application, rules_of(tmp_path, lambda header: header or None), threads=16)

            def call(path: str, who: str = "", line: Line | None = None) -> tuple[Line, asyncio.Task[None]]:
                line = line or Line([])
                headers = {"authorization": who} if who else {}
                return line, asyncio.create_task(front(scope("GET", path, **headers), line.receive, line.send))

            try:
                await drill(call)
            finally:
                application.going_on.set()

        asyncio.run(asyncio.wait_for(whole(), 30))

    return run


Crowd = Callable[..., None]


def test_heavy_calls_of_one_person_leave_places_over_all_paths(crowd: Crowd) -> None:
    """Whatever a few people ask for, others are served, and so are heavy calls of one who comes later."""
    held = Held("/export", "/spectra", "/upload", "/download", "/slow")

    async def drill(call: Callable[..., Any]) -> None:
        for number in range(10):
            for path in held.paths:
                call(path, f"person{number % 2}")
        await held.has_begun(8)
        for path in ("/quick", "/healthz", "/login", "/counters"):
            line, task = call(path, "eva" if path != "/login" else "")
            await task
            assert line.status == 200, path
        assert not held.ended or set(held.ended) == {"/quick", "/healthz", "/login", "/counters"}
        assert len([each for each in held.begun if each in ("/export", "/spectra")]) <= 3
        assert len([each for each in held.begun if each in ("/upload", "/download")]) <= 4

    crowd(held, drill)


def test_liveness_is_answered_while_readiness_waits(crowd: Crowd) -> None:
    held = Held("/readyz")

    async def drill(call: Callable[..., Any]) -> None:
        call("/readyz")
        await held.has_begun(1)
        line, task = call("/healthz")
        await asyncio.wait_for(task, 10)
        assert (line.status, held.ended) == (200, ["/healthz"])

    crowd(held, drill)


def test_liveness_is_answered_while_every_thread_works(tmp_path: Path) -> None:
    """Answer a liveness check without looking its token up."""
    held, looked_up = Held("/slow"), threading.Event()

    async def drill() -> None:
        rules = rules_of(tmp_path, lambda header: looked_up.wait(10) and None)
        front = Front(held, rules, threads=1)
        line = Line([])
        slow = asyncio.create_task(front(scope("GET", "/slow"), Line([]).receive, Line([]).send))
        try:
            await held.has_begun(1)
            request = scope("GET", "/healthz", authorization="new")
            await asyncio.wait_for(front(request, line.receive, line.send), 10)
            assert (line.status, held.ended) == (200, ["/healthz"])
        finally:
            held.going_on.set()
            looked_up.set()
        await slow

    asyncio.run(asyncio.wait_for(drill(), 30))


def test_tokens_that_are_looked_up_take_no_thread_of_calls(tmp_path: Path) -> None:
    held, looked_up = Held(), threading.Event()

    async def drill() -> None:
        front = Front(held, rules_of(tmp_path, lambda header: looked_up.wait(10) and None), threads=16)
        known = Line([])
        tokens = [scope("GET", "/quick", authorization=f"token{number}") for number in range(20)]
        new = [Line([]) for _ in tokens]
        tasks = [
            asyncio.create_task(front(each, line.receive, line.send)) for each, line in zip(tokens, new, strict=True)
        ]
        try:
            await asyncio.sleep(0)
            await asyncio.wait_for(front(scope("GET", "/quick"), known.receive, known.send), 5)
            assert (known.status, held.ended) == (200, ["/quick"])
        finally:
            looked_up.set()
        await asyncio.gather(*tasks)
        assert {line.status for line in new} == {200}

    asyncio.run(asyncio.wait_for(drill(), 30))


def test_every_number_of_threads_leaves_places_to_ordinary_calls() -> None:
    for threads in range(MIN_THREADS, 257):
        places = places_of(threads)
        aside = sum(places[each] for each in (Kind.READY, Kind.LOGIN, Kind.COUNTERS))
        assert aside + places[Kind.ORDINARY] < threads
        assert places[Kind.HEAVY] + places[Kind.FILES] < places[Kind.ORDINARY]


def test_calls_that_wait_for_storage_share_one_limit(crowd: Crowd) -> None:
    held = Held("/upload", "/download")

    async def drill(call: Callable[..., Any]) -> None:
        for number in range(30):
            call(held.paths[number % 2], f"person{number}")
        await held.has_begun(4)
        line, task = call("/quick", "eva")
        await task
        assert line.status == 200
        assert held.begun.count("/upload") + held.begun.count("/download") == 4

    crowd(held, drill)


def test_serves_all_previews_of_an_office_and_leaves_places_to_other_files(crowd: Crowd) -> None:
    """Previews come without a session, so all users of an address are one caller."""
    held = Held("/preview")

    async def drill(call: Callable[..., Any]) -> None:
        previews = [call("/preview") for _ in range(180)]
        await held.has_begun(2)
        line, task = call("/download", "ana")
        await task
        assert (line.status, held.ended) == (200, ["/download"])
        held.going_on.set()
        await asyncio.gather(*(task for _, task in previews))
        assert {line.status for line, _ in previews} == {200}

    crowd(held, drill)


def test_refuses_calls_that_wait_too_long(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 to who fills the places, 503 to who only meets them full; and nothing of either is done."""
    monkeypatch.setattr(lanes, "WAIT_TIMEOUT", 0.05)
    held = Held("/export")

    async def drill(call: Callable[..., Any]) -> None:
        calls = [call("/export", "ana"), call("/export", "ana"), call("/export", "eva")]
        await held.has_begun(3)
        own, task = call("/export", "ana")
        await task
        other, task = call("/export", "ida")
        await task
        assert (own.status, other.status) == (429, 503)
        held.going_on.set()
        await asyncio.gather(*(task for _, task in calls))
        assert [line.status for line, _ in calls] == [200, 200, 200]
        assert len(held.begun) == 3

    crowd(held, drill)


def test_refuses_more_waiting_calls_than_the_queue_holds(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "MAX_WAITING_OF_ONE", 3)
    monkeypatch.setattr(lanes, "MAX_WAITING", 4)
    held = Held("/export")

    async def drill(call: Callable[..., Any]) -> None:
        for who in ("ana", "ana", "eva", "ana", "ana", "ana"):
            call("/export", who)
        await held.has_begun(3)
        statuses = []
        for who in ("ana", "eva", "ida"):
            line, task = call("/export", who)
            if who != "eva":
                await task
                statuses.append(line.status)
            else:
                await asyncio.sleep(0)
        assert statuses == [429, 503]

    crowd(held, drill)


def test_a_free_place_goes_to_who_has_the_fewest(crowd: Crowd) -> None:
    held = Held()
    served: list[str] = []

    async def wait(lane: Lane, caller: str) -> None:
        async with lane.place(caller):
            served.append(caller)
            await asyncio.sleep(0)

    async def drill(call: Callable[..., Any]) -> None:
        lane = Lane(2, 2)
        first, second = lane.place("ana"), lane.place("eva")
        await first.__aenter__()
        await second.__aenter__()
        waiting = [asyncio.create_task(wait(lane, caller)) for caller in ("ana", "ana", "ida")]
        await asyncio.sleep(0)
        await second.__aexit__(None, None, None)
        await asyncio.gather(*waiting)
        await first.__aexit__(None, None, None)
        assert served == ["ida", "ana", "ana"]

    crowd(held, drill)


def test_work_whose_caller_is_gone_stops(crowd: Crowd) -> None:
    """What waits is never begun, what runs is asked to end, and the places are free again."""
    held = Held("/export")

    async def drill(call: Callable[..., Any]) -> None:
        leave = asyncio.Event()

        class Leaving(Line):
            async def receive(self) -> dict[str, Any]:
                await leave.wait()
                return {"type": "http.disconnect"}

        tasks = [call("/export", "ana", Leaving([]))[1] for _ in range(6)]
        await held.has_begun(2)
        leave.set()
        await asyncio.gather(*tasks)
        assert (held.begun, held.ended) == (["/export"] * 2, [])
        held.going_on.set()
        line, task = call("/export", "ana")
        await task
        assert line.status == 200

    crowd(held, drill)


def test_one_address_has_only_so_many_calls_under_way(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bodies that never come are given up, and until then they hold no connection of anybody else's."""
    monkeypatch.setattr(application, "MAX_CALLS_OF_ONE_ADDRESS", 3)
    held = Held("/slow")

    async def drill(call: Callable[..., Any]) -> None:
        slow = [call("/slow")[1] for _ in range(3)]
        await held.has_begun(3)
        line, task = call("/quick")
        await task
        assert (line.status, line.headers["connection"]) == (429, "close")
        held.going_on.set()
        await asyncio.gather(*slow)
        line, task = call("/quick")
        await task
        assert line.status == 200

    crowd(held, drill)


def test_who_waits_for_a_place_for_a_body_is_refused_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, silent bodies beyond the fourth of one person waited without a limit."""
    monkeypatch.setattr(lanes, "WAIT_TIMEOUT", 0.05)
    monkeypatch.setattr(application, "FAREWELL", 0.01)

    async def drill() -> None:
        rules = Rules(LIMITS, tmp_path, lambda header: header or None, too_large, unavailable, crowded, invalid)
        front = Front(Held(), rules, threads=16)
        headers = {"content_length": "500", "authorization": "ana"}
        silent = [Line([]) for _ in range(BODIES_OF_ONE)]
        tasks = [asyncio.create_task(front(scope(**headers), each.receive, each.send)) for each in silent]
        await asyncio.sleep(0)
        line = Line([])
        await front(scope(**headers), line.receive, line.send)
        assert (line.status, line.headers["connection"]) == (429, "close")
        for task in tasks:
            task.cancel()

    asyncio.run(asyncio.wait_for(drill(), 30))


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "word"), [("en", "too many operations"), ("es", "demasiadas operaciones")])
def test_a_refusal_looks_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, word: str
) -> None:
    monkeypatch.setattr(application, "MAX_CALLS_OF_ONE_ADDRESS", 0)
    rules = Rules(LIMITS, tmp_path, lambda header: header or None, too_large, unavailable, crowded, invalid)
    line, request = Line([]), scope("GET", "/api/v1/requests/search", host="localhost", lang=language)
    asyncio.run(Front(get_wsgi_application(), rules, threads=2)(request, line.receive, line.send))
    answer = json.loads(line.body)
    assert (line.status, answer["code"], line.headers["retry-after"]) == (429, "TOO_MANY_REQUESTS", "5")
    assert word in answer["message"]
    assert {"x-request-id", "content-security-policy", "x-content-type-options"} <= line.headers.keys()


def test_addresses_are_those_of_callers(settings: Settings) -> None:
    """Behind proxies that are configured it is theirs to say; one customer's IPv6 addresses are one."""
    settings.BEHIND_PROXY = 0
    assert real_address("10.0.0.1", "6.6.6.6") == "10.0.0.1"
    settings.BEHIND_PROXY = 1
    assert real_address("10.0.0.1", "6.6.6.6, 10.1.1.1") == "10.1.1.1"
    assert real_address("10.0.0.1", "") == "10.0.0.1"
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert network_of("10.1.1.1") == "10.1.1.1"
    assert network_of("unix:") == "unix:"
