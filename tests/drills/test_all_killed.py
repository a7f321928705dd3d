"""Web server, workers, Redis and PostgreSQL are killed in turn while people move repairs and send new ones.

`--moves 10000 --kills 80` is the whole of it. The control has people who try again without saying what they saw, a
database that acknowledges before it has written, and a worker that keeps in memory what is to be told.
"""

import itertools
import json
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tests.drills.busy import COUNTERS, Habits, Met, Person
from tests.drills.conftest import Server, children_of
from tests.drills.deployed import Deployed, deployed
from tests.drills.test_mails_killed import SlowMailbox
from tests.figures import Figures
from tests.mailbox import Mailbox, serving

PEOPLE = 20
# a mail for each move, and one worker that sends them one after another: what is left at the end takes its time
SECONDS_TO_DRAIN = 900.0
SECONDS_OF_A_DRILL = 1500.0
CONTROL_MOVES, CONTROL_KILLS = 300, 4
CARELESS = Habits(careful=False, lost_of=5, moves_to_a_create=5)
Ways = Iterable[tuple[str, Callable[[], None]]]


@dataclass
class Portal:
    """The portal, its mail server, and what was done to it."""

    deployed: Deployed
    box: Mailbox
    world: dict[str, Any]
    kills: Counter[str] = field(default_factory=Counter)
    away: list[float] = field(default_factory=list)

    def ways(self) -> Ways:
        """What is killed, in turn."""
        own = self.deployed
        return [
            ("a web process", lambda: _kill(children_of(children_of(own.web[0].pid)[0])[-1])),
            ("the worker of mails", lambda: self.kill_worker(0)),
            ("Redis", lambda: self.restart(own.redis.kill, own.redis.start)),
            *self.kill_database(),
            ("the web server", lambda: _kill(children_of(own.web[0].pid)[0])),
            ("the worker of jobs", lambda: self.kill_worker(1)),
            ("the clock", lambda: self.kill_worker(2)),
            ("a connection of PostgreSQL", lambda: _kill(children_of(own.postgres.pid)[-1])),
        ]

    def kill_database(self) -> Ways:
        """That alone."""
        own = self.deployed.postgres
        return [("PostgreSQL", lambda: self.restart(own.kill, own.start))]

    def kill_worker(self, which: int) -> None:
        """With all of its own."""
        for each in children_of(self.deployed.workers[which].pid):
            with suppress(ProcessLookupError):
                os.killpg(each, signal.SIGKILL)

    def restart(self, kill: Callable[[], None], start: Callable[[], None]) -> None:
        """Out of reach for a while."""
        kill()
        time.sleep(0.5)
        start()

    def kill_often(self, met: Met, moves: int, kills: int, ways: Ways, after_each: Callable[[], None]) -> None:
        """Spread over all moves, each once the portal has come back from the one before."""
        give_up = time.monotonic() + SECONDS_OF_A_DRILL
        for number, (name, way) in zip(range(kills), itertools.cycle(ways), strict=False):
            while met.moves < moves * (number + 1) // (kills + 1):
                assert time.monotonic() < give_up, f"too slow: {met.moves} moves, {dict(self.kills)}, {met.wrong[:3]}"
                time.sleep(0.01)
            with suppress(IndexError, ProcessLookupError):  # it is away already
                way()
                self.kills[name] += 1
            self.away.append(self.deployed.wait_until_ready())
            after_each()

    def drained(self) -> tuple[float, dict[str, Any]]:
        """How long until every mail was sent, if it ever was, and how everything stands then."""
        began = time.monotonic()
        while True:
            told: dict[str, Any] = self.deployed.run("state")
            if set(told["mails"]) <= {"SENT"} and not told["to be told"]:
                return time.monotonic() - began, told
            if time.monotonic() - began > SECONDS_TO_DRAIN:
                return time.monotonic() - began, told
            time.sleep(1)


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


@contextmanager
def portal(folder: Path) -> Iterator[Portal]:
    """A portal with twenty people."""
    with serving(SlowMailbox()) as (box, port), deployed(folder, EMAIL_URL=f"smtp://127.0.0.1:{port}") as own:
        world = own.run("make", str(PEOPLE))
        own.start()
        yield Portal(own, box, world)


def work(
    one: Portal, moves: int, kills: int, ways: Ways, habits: Habits, after_each: Callable[[], None] = lambda: None
) -> Met:
    """Everybody works until so many moves are acknowledged and every kill is done."""
    met, killed, over = Met(), threading.Event(), threading.Event()
    people = [Person(lambda: one.deployed.server, one.world, number, met, habits) for number in range(PEOPLE)]
    with ThreadPoolExecutor(PEOPLE) as pool:
        working = [
            pool.submit(each.work, lambda: over.is_set() or (killed.is_set() and met.moves >= moves)) for each in people
        ]
        try:
            one.kill_often(met, moves, kills, ways, after_each)
            killed.set()
        except BaseException:
            over.set()
            raise
        for each in working:
            each.result()
    return met


def violations(one: Portal, met: Met, told: dict[str, Any]) -> dict[str, int]:
    """What must not be: how often it is."""
    rows = {row["pk"]: row for row in told["requests"]}
    first = dict(one.world["repairs"])
    acknowledged = Counter(repair for repair, _ in met.moved)
    kept = {pk: len(row["changes"]) - 1 for pk, row in rows.items()}
    gone = [True for repair, version in met.moved if version > rows[repair]["version"]]
    unsaid = {pk: kept[pk] - acknowledged[pk] for pk in first}
    arrived = Counter(int(mail["Message-ID"].strip("<>").split(".")[0]) for mail in one.box.messages)
    ids = {mail["Message-ID"] for mail in one.box.messages}
    due = {row["number"]: len(row["changes"]) for row in rows.values()}
    return {
        "moves lost": len(gone) + sum(max(0, -each) for each in unsaid.values()),
        "moves doubled": sum(total - 1 for total in met.moved.values())
        + max(0, sum(max(0, each) for each in unsaid.values()) - met.unknown),
        "broken histories": sum(_is_broken(row, first.get(row["pk"])) for row in rows.values()),
        "repairs lost": len(set(met.created) - set(rows)),
        "repairs doubled": len(rows) - len(first) - len(set(met.created)),
        "rows without content": len(set(told["rows"]) - set(told["contents"])),
        "contents without row": len(set(told["contents"]) - set(told["rows"])),
        "files missing": sum(rows[pk]["kept"] != 2 for pk in met.created if pk in rows),
        "mails not written": sum((Counter(due) - Counter(told["told of"])).values()),
        "mails written twice": sum((Counter(told["told of"]) - Counter(due)).values()),
        "mails missing": len(set(told["ids"]) - set(arrived)),
        "other Message-IDs": len(ids) - len(arrived),
        "more repeats than kills": max(0, sum(arrived.values()) - len(arrived) - one.kills.total()),
        "wrong answers": len(met.wrong),
        "faults in the log": one.deployed.log.read_text().count("fault request="),
    }


def _is_broken(row: dict[str, Any], began_with: int | None) -> bool:
    changes = row["changes"]
    chained = all(before[1] == after[0] for before, after in itertools.pairwise(changes))
    counted = began_with is None or row["version"] - began_with == len(changes) - 1
    return not (chained and counted and changes[0][0] == "NONE" and changes[-1][1] == row["status"])


def counters_wrong(one: Portal, told: dict[str, Any]) -> list[object]:
    """Each role's number as every web process tells it, where that is not what a recount says."""
    wrong = []
    roles = dict(zip(("SUPERVISOR", "SERVICE", "CLIENT"), one.world["pollers"], strict=True))
    for role, token in list(roles.items()) * 8:  # a connection each: both processes answer
        _, _, raw = one.deployed.server.ask("GET", COUNTERS, Authorization=token)
        said = sum(row["total"] for row in json.loads(raw) if row["requestType"] == "REPAIR")
        if said != told["waiting"].get(role, 0):
            wrong.append((role, said, told["waiting"]))
    return wrong


def test_nothing_is_lost_or_doubled(
    server: Server, tmp_path: Path, figures: Figures, request: pytest.FixtureRequest
) -> None:
    del server
    moves, kills = request.config.getoption("--moves"), request.config.getoption("--kills")
    with portal(tmp_path) as one:
        began = time.monotonic()
        met = work(one, moves, kills, one.ways(), Habits())
        worked = time.monotonic() - began
        waiting = one.deployed.run("state")["mails"]
        drained, before = one.drained()
        one.deployed.run("purge")
        told = one.deployed.run("state")
        found, counters = violations(one, met, told), counters_wrong(one, told)
    figures(
        moves=met.moves,
        creates=len(met.created),
        kills=dict(one.kills),
        seconds=worked,
        longest_away=max(one.away),
        slowest_call=max(met.seconds),
        answers=dict(met.statuses),
        unknown=met.unknown,
        mails=len(told["ids"]),
        repeated=len(one.box.messages) - len(told["ids"]),
        waiting=waiting,
        drained=drained,
        purged=len(before["contents"]) - len(told["contents"]),
        **{name.replace(" ", "_"): number for name, number in found.items()},
    )
    assert one.kills.total() == kills
    assert set(met.statuses) >= {"200"}
    assert not any(status.startswith("5") and status != "503" for status in met.statuses)
    assert not any(found.values()), (found, met.wrong[:5])
    assert set(told["mails"]) <= {"SENT"}
    assert not counters


def test_control(server: Server, tmp_path: Path, figures: Figures) -> None:
    """The same eyes see what is lost and doubled without keys, without writing first and without an outbox."""
    del server
    with portal(tmp_path) as one:
        own = one.deployed
        own.sql("ALTER ROLE portal SET synchronous_commit = off", "ALTER SYSTEM SET wal_writer_delay = '10s'")
        own.sql(
            "SELECT pg_reload_conf()",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
        )

        def forget() -> None:
            own.sql("DELETE FROM notifications_mailevent")

        met = work(one, CONTROL_MOVES, CONTROL_KILLS, one.kill_database(), CARELESS, forget)
        _, told = one.drained()
        found = violations(one, met, told)
    figures(**{name.replace(" ", "_"): number for name, number in found.items() if number})
    assert (
        found["moves lost"] + found["moves doubled"]
    )  # where others went on from before it, it was acknowledged twice
    assert found["repairs doubled"] > 0
    assert found["mails not written"]
