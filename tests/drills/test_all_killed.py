"""Nothing is lost or duplicated when processes are killed under load.

Web server, workers, Redis and PostgreSQL are killed in rotation while people move and create repairs. The full drill
is `--moves 10000 --kills 80`. The control has people who retry without a version, a database that acknowledges before
it has written, and a worker that loses the pending events.
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
# there is an email for each move and one worker, which sends them sequentially
SECONDS_TO_DRAIN = 900.0
SECONDS_OF_A_DRILL = 1500.0
CONTROL_MOVES, CONTROL_KILLS = 300, 4
CARELESS = Habits(careful=False, lost_of=5, moves_to_a_create=5)
Ways = Iterable[tuple[str, Callable[[], None]]]


@dataclass
class Portal:
    """The portal, its mail server, and the kills so far."""

    deployed: Deployed
    box: Mailbox
    world: dict[str, Any]
    kills: Counter[str] = field(default_factory=Counter)
    away: list[float] = field(default_factory=list)

    def ways(self) -> Ways:
        """Return the kill actions in their order."""
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
        """Return the kill action of PostgreSQL alone."""
        own = self.deployed.postgres
        return [("PostgreSQL", lambda: self.restart(own.kill, own.start))]

    def kill_worker(self, which: int) -> None:
        """Kill the process groups of a worker's children."""
        for each in children_of(self.deployed.workers[which].pid):
            with suppress(ProcessLookupError):
                os.killpg(each, signal.SIGKILL)

    def restart(self, kill: Callable[[], None], start: Callable[[], None]) -> None:
        """Kill a service and start it again half a second later."""
        kill()
        time.sleep(0.5)
        start()

    def kill_often(self, met: Met, moves: int, kills: int, ways: Ways, after_each: Callable[[], None]) -> None:
        """Kill at intervals of the moves, each time once the portal has recovered."""
        give_up = time.monotonic() + SECONDS_OF_A_DRILL
        for number, (name, way) in zip(range(kills), itertools.cycle(ways), strict=False):
            while met.moves < moves * (number + 1) // (kills + 1):
                assert time.monotonic() < give_up, f"too slow: {met.moves} moves, {dict(self.kills)}, {met.wrong[:3]}"
                time.sleep(0.01)
            with suppress(IndexError, ProcessLookupError):  # it has already ended
                way()
                self.kills[name] += 1
            self.away.append(self.deployed.wait_until_ready())
            after_each()

    def drained(self) -> tuple[float, dict[str, Any]]:
        """Wait until every email is sent; return the seconds and the final state.

        Gives up after DRAIN_TIMEOUT.
        """
        began = time.monotonic()
        while True:
            state: dict[str, Any] = self.deployed.run("state")
            if set(state["mails"]) <= {"SENT"} and not state["to be told"]:
                return time.monotonic() - began, state
            if time.monotonic() - began > SECONDS_TO_DRAIN:
                return time.monotonic() - began, state
            time.sleep(1)


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


@contextmanager
def portal(folder: Path) -> Iterator[Portal]:
    """Start a portal with twenty simulated users."""
    with serving(SlowMailbox()) as (box, port), deployed(folder, EMAIL_URL=f"smtp://127.0.0.1:{port}") as own:
        world = own.run("make", str(PEOPLE))
        own.start()
        yield Portal(own, box, world)


def work(
    one: Portal, moves: int, kills: int, ways: Ways, habits: Habits, after_each: Callable[[], None] = lambda: None
) -> Met:
    """Run all users until the moves are acknowledged and every kill is done."""
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


def violations(one: Portal, met: Met, state: dict[str, Any]) -> dict[str, int]:
    """Count each kind of violation, by its name."""
    rows = {row["pk"]: row for row in state["requests"]}
    first = dict(one.world["repairs"])
    acknowledged = Counter(repair for repair, _ in met.moved)
    change_counts = {pk: len(row["changes"]) - 1 for pk, row in rows.items()}
    lost_moves = [True for repair, version in met.moved if version > rows[repair]["version"]]
    unacknowledged = {pk: change_counts[pk] - acknowledged[pk] for pk in first}
    delivered = Counter(int(mail["Message-ID"].strip("<>").split(".")[0]) for mail in one.box.messages)
    ids = {mail["Message-ID"] for mail in one.box.messages}
    due_emails = {row["number"]: len(row["changes"]) for row in rows.values()}
    return {
        "moves lost": len(lost_moves) + sum(max(0, -each) for each in unacknowledged.values()),
        "moves doubled": sum(total - 1 for total in met.moved.values())
        + max(0, sum(max(0, each) for each in unacknowledged.values()) - met.unknown),
        "broken histories": sum(_is_broken(row, first.get(row["pk"])) for row in rows.values()),
        "repairs lost": len(set(met.created) - set(rows)),
        "repairs doubled": len(rows) - len(first) - len(set(met.created)),
        "rows without content": len(set(state["rows"]) - set(state["contents"])),
        "contents without row": len(set(state["contents"]) - set(state["rows"])),
        "files missing": sum(rows[pk]["kept"] != 2 for pk in met.created if pk in rows),
        "mails not written": sum((Counter(due_emails) - Counter(state["told of"])).values()),
        "mails written twice": sum((Counter(state["told of"]) - Counter(due_emails)).values()),
        "mails missing": len(set(state["ids"]) - set(delivered)),
        "other Message-IDs": len(ids) - len(delivered),
        "more repeats than kills": max(0, sum(delivered.values()) - len(delivered) - one.kills.total()),
        "wrong answers": len(met.wrong),
        "faults in the log": one.deployed.log.read_text().count("fault request="),
    }


def _is_broken(row: dict[str, Any], began_with: int | None) -> bool:
    changes = row["changes"]
    chained = all(before[1] == after[0] for before, after in itertools.pairwise(changes))
    counted = began_with is None or row["version"] - began_with == len(changes) - 1
    return not (chained and counted and changes[0][0] == "NONE" and changes[-1][1] == row["status"])


def counters_wrong(one: Portal, state: dict[str, Any]) -> list[object]:
    """Return the counters of any web process that differ from a recount."""
    wrong = []
    roles = dict(zip(("SUPERVISOR", "SERVICE", "CLIENT"), one.world["pollers"], strict=True))
    for role, token in list(roles.items()) * 8:  # several new connections, so that both processes respond
        _, _, raw = one.deployed.server.ask("GET", COUNTERS, Authorization=token)
        shown_total = sum(row["total"] for row in json.loads(raw) if row["requestType"] == "REPAIR")
        if shown_total != state["waiting"].get(role, 0):
            wrong.append((role, shown_total, state["waiting"]))
    return wrong


def test_nothing_is_lost_or_duplicated_by_kills(
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
        state = one.deployed.run("state")
        found, counters = violations(one, met, state), counters_wrong(one, state)
    figures(
        moves=met.moves,
        creates=len(met.created),
        kills=dict(one.kills),
        seconds=worked,
        longest_away=max(one.away),
        slowest_call=max(met.seconds),
        answers=dict(met.statuses),
        unknown=met.unknown,
        mails=len(state["ids"]),
        repeated=len(one.box.messages) - len(state["ids"]),
        waiting=waiting,
        drained=drained,
        purged=len(before["contents"]) - len(state["contents"]),
        **{name.replace(" ", "_"): number for name, number in found.items()},
    )
    assert one.kills.total() == kills
    assert set(met.statuses) >= {"200"}
    assert not any(status.startswith("5") and status != "503" for status in met.statuses)
    assert not any(found.values()), (found, met.wrong[:5])
    assert set(state["mails"]) <= {"SENT"}
    assert not counters


def test_control_detects_losses_and_duplicates(server: Server, tmp_path: Path, figures: Figures) -> None:
    """The same checks detect losses and duplicates.

    Without idempotency keys, without synchronous commits and without the outbox.
    """
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
        _, state = one.drained()
        found = violations(one, met, state)
    figures(**{name.replace(" ", "_"): number for name, number in found.items() if number})
    assert found["moves lost"] + found["moves doubled"]  # a lost move that another user repeats is acknowledged twice
    assert found["repairs doubled"] > 0
    assert found["mails not written"]
