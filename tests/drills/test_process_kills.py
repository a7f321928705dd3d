"""Nothing is lost or duplicated when processes are killed under load.

Web server, workers, Redis and PostgreSQL are killed in rotation while people move and create repairs. The full drill is
`--transitions 10000 --kills 80`. The control has people who retry without a version, a database that acknowledges
before it has written, and a worker that loses the pending events.
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

from tests.drills.conftest import Server, get_child_pids
from tests.drills.deployed_portal import RECOVERY_TIMEOUT, DeployedPortal, run_deployed_portal
from tests.drills.simulated_users import COUNTERS_PATH, SimulatedUser, UserBehavior, UserResults
from tests.drills.test_mail_delivery import SlowMailbox
from tests.measurements import ReportMeasurements
from tests.smtp_server import Mailbox, run_smtp_server

USER_COUNT = 20
# there is an email for each move and one worker, which sends them sequentially
DRAIN_TIMEOUT = 900.0
DRILL_TIMEOUT = 1500.0
CONTROL_MOVES, CONTROL_KILLS = 300, 4
CARELESS_BEHAVIOR = UserBehavior(sends_version=False, calls_per_lost_response=5, moves_per_create=5)
KillActions = Iterable[tuple[str, Callable[[], None]]]


@dataclass
class DrillPortal:
    """The portal, its mail server, and the kills so far."""

    deployed: DeployedPortal
    mailbox: Mailbox
    world: dict[str, Any]
    kills: Counter[str] = field(default_factory=Counter)
    outage_seconds: list[float] = field(default_factory=list)

    def get_kill_actions(self) -> KillActions:
        """Return the kill actions in their order."""
        own = self.deployed
        return [
            ("a web process", lambda: _kill(get_child_pids(get_child_pids(own.web_servers[0].pid)[0])[-1])),
            ("the worker of mails", lambda: self.kill_worker(0)),
            ("Redis", lambda: self.restart(own.redis.kill, own.redis.start)),
            *self.get_database_kill_actions(),
            ("the web server", lambda: _kill(get_child_pids(own.web_servers[0].pid)[0])),
            ("the worker of jobs", lambda: self.kill_worker(1)),
            ("the clock", lambda: self.kill_worker(2)),
            ("a connection of PostgreSQL", lambda: _kill(get_child_pids(own.postgres.pid)[-1])),
        ]

    def get_database_kill_actions(self) -> KillActions:
        """Return the kill action of PostgreSQL alone."""
        own = self.deployed.postgres
        return [("PostgreSQL", lambda: self.restart(own.kill, own.start))]

    def kill_worker(self, which: int) -> None:
        """Kill the process groups of a worker's children, as soon as there are any."""
        give_up = time.monotonic() + RECOVERY_TIMEOUT
        while not (children := get_child_pids(self.deployed.workers[which].pid)):
            assert time.monotonic() < give_up, "the worker does not come back"
            time.sleep(0.01)
        for each in children:
            with suppress(ProcessLookupError):
                os.killpg(each, signal.SIGKILL)

    def restart(self, kill: Callable[[], None], start: Callable[[], None]) -> None:
        """Kill a service and start it again half a second later."""
        kill()
        time.sleep(0.5)
        start()

    def kill_repeatedly(
        self, met: UserResults, moves: int, kills: int, ways: KillActions, after_each: Callable[[], None]
    ) -> None:
        """Kill at intervals of the moves, each time once the portal has recovered."""
        give_up = time.monotonic() + DRILL_TIMEOUT
        for number, (name, way) in zip(range(kills), itertools.cycle(ways), strict=False):
            while met.move_count < moves * (number + 1) // (kills + 1):
                assert time.monotonic() < give_up, (
                    f"too slow: {met.move_count} moves, {dict(self.kills)}, {met.wrong_responses[:3]}"
                )
                time.sleep(0.01)
            with suppress(IndexError, ProcessLookupError):  # it has already ended
                way()
                self.kills[name] += 1
            self.outage_seconds.append(self.deployed.wait_until_ready())
            after_each()

    def wait_until_drained(self) -> tuple[float, dict[str, Any]]:
        """Wait until every email is sent; return the seconds and the final state.

        Gives up after DRAIN_TIMEOUT.
        """
        began = time.monotonic()
        while True:
            state: dict[str, Any] = self.deployed.run_drill_program("state")
            if set(state["mails"]) <= {"SENT"} and not state["to be told"]:
                return time.monotonic() - began, state
            if time.monotonic() - began > DRAIN_TIMEOUT:
                return time.monotonic() - began, state
            time.sleep(1)


def _kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


@contextmanager
def run_portal(folder: Path) -> Iterator[DrillPortal]:
    """Start a portal with twenty simulated users."""
    with (
        run_smtp_server(SlowMailbox()) as (box, port),
        run_deployed_portal(folder, EMAIL_URL=f"smtp://127.0.0.1:{port}") as own,
    ):
        world = own.run_drill_program("make", str(USER_COUNT))
        own.start()
        yield DrillPortal(own, box, world)


def run_users(
    one: DrillPortal,
    moves: int,
    kills: int,
    ways: KillActions,
    habits: UserBehavior,
    after_each: Callable[[], None] = lambda: None,
) -> UserResults:
    """Run all users until the moves are acknowledged and every kill is done."""
    met, killed, over = UserResults(), threading.Event(), threading.Event()
    people = [
        SimulatedUser(lambda: one.deployed.server, one.world, number, met, habits) for number in range(USER_COUNT)
    ]
    with ThreadPoolExecutor(USER_COUNT) as pool:
        working = [
            pool.submit(each.run, lambda: over.is_set() or (killed.is_set() and met.move_count >= moves))
            for each in people
        ]
        try:
            one.kill_repeatedly(met, moves, kills, ways, after_each)
            killed.set()
        except BaseException:
            over.set()
            raise
        for each in working:
            each.result()
    return met


def count_violations(one: DrillPortal, met: UserResults, state: dict[str, Any]) -> dict[str, int]:
    """Count each kind of violation, by its name."""
    rows = {row["pk"]: row for row in state["requests"]}
    first = dict(one.world["repairs"])
    acknowledged = Counter(repair for repair, _ in met.acknowledged_moves)
    change_counts = {pk: len(row["changes"]) - 1 for pk, row in rows.items()}
    lost_moves = [True for repair, version in met.acknowledged_moves if version > rows[repair]["version"]]
    unacknowledged = {pk: change_counts[pk] - acknowledged[pk] for pk in first}
    delivered = Counter(int(mail["Message-ID"].strip("<>").split(".")[0]) for mail in one.mailbox.messages)
    ids = {mail["Message-ID"] for mail in one.mailbox.messages}
    due_emails = {row["number"]: len(row["changes"]) for row in rows.values()}
    return {
        "moves lost": len(lost_moves) + sum(max(0, -each) for each in unacknowledged.values()),
        "moves doubled": sum(total - 1 for total in met.acknowledged_moves.values())
        + max(0, sum(max(0, each) for each in unacknowledged.values()) - met.unknown_outcomes),
        "broken histories": sum(_is_broken(row, first.get(row["pk"])) for row in rows.values()),
        "repairs lost": len(set(met.created_ids) - set(rows)),
        "repairs doubled": len(rows) - len(first) - len(set(met.created_ids)),
        "rows without content": len(set(state["rows"]) - set(state["contents"])),
        "contents without row": len(set(state["contents"]) - set(state["rows"])),
        "files missing": sum(rows[pk]["kept"] != 2 for pk in met.created_ids if pk in rows),
        "mails not written": sum((Counter(due_emails) - Counter(state["told of"])).values()),
        "mails written twice": sum((Counter(state["told of"]) - Counter(due_emails)).values()),
        "mails missing": len(set(state["ids"]) - set(delivered)),
        "other Message-IDs": len(ids) - len(delivered),
        "more repeats than kills": max(0, sum(delivered.values()) - len(delivered) - one.kills.total()),
        "wrong responses": len(met.wrong_responses),
        "faults in the log": one.deployed.log.read_text().count("internal error request="),
    }


def _is_broken(row: dict[str, Any], began_with: int | None) -> bool:
    changes = row["changes"]
    chained = all(before[1] == after[0] for before, after in itertools.pairwise(changes))
    counted = began_with is None or row["version"] - began_with == len(changes) - 1
    return not (chained and counted and changes[0][0] == "NONE" and changes[-1][1] == row["status"])


def find_wrong_counters(one: DrillPortal, state: dict[str, Any]) -> list[object]:
    """Return the counters of any web process that differ from a recount."""
    wrong = []
    roles = dict(zip(("SUPERVISOR", "SERVICE", "CLIENT"), one.world["pollers"], strict=True))
    for role, token in list(roles.items()) * 8:  # several new connections, so that both processes respond
        _, _, raw = one.deployed.server.send_request("GET", COUNTERS_PATH, Authorization=token)
        shown_total = sum(row["total"] for row in json.loads(raw) if row["requestType"] == "REPAIR")
        if shown_total != state["waiting"].get(role, 0):
            wrong.append((role, shown_total, state["waiting"]))
    return wrong


def test_nothing_is_lost_or_duplicated_by_kills(
    server: Server, tmp_path: Path, figures: ReportMeasurements, request: pytest.FixtureRequest
) -> None:
    del server
    moves, kills = request.config.getoption("--transitions"), request.config.getoption("--kills")
    with run_portal(tmp_path) as one:
        began = time.monotonic()
        met = run_users(one, moves, kills, one.get_kill_actions(), UserBehavior())
        worked = time.monotonic() - began
        waiting = one.deployed.run_drill_program("state")["mails"]
        drained, before = one.wait_until_drained()
        one.deployed.run_drill_program("purge")
        state = one.deployed.run_drill_program("state")
        found, counters = count_violations(one, met, state), find_wrong_counters(one, state)
    figures(
        moves=met.move_count,
        creates=len(met.created_ids),
        kills=dict(one.kills),
        seconds=worked,
        longest_away=max(one.outage_seconds),
        slowest_call=max(met.seconds),
        responses=dict(met.statuses),
        unknown=met.unknown_outcomes,
        mails=len(state["ids"]),
        repeated=len(one.mailbox.messages) - len(state["ids"]),
        waiting=waiting,
        drained=drained,
        purged=len(before["contents"]) - len(state["contents"]),
        **{name.replace(" ", "_"): number for name, number in found.items()},
    )
    assert one.kills.total() == kills
    assert set(met.statuses) >= {"200"}
    assert not any(status.startswith("5") and status != "503" for status in met.statuses)
    assert not any(found.values()), (found, met.wrong_responses[:5])
    assert set(state["mails"]) <= {"SENT"}
    assert not counters


def test_control_detects_losses_and_duplicates(server: Server, tmp_path: Path, figures: ReportMeasurements) -> None:
    """The same checks detect losses and duplicates.

    Without idempotency keys, without synchronous commits and without the outbox.
    """
    del server
    with run_portal(tmp_path) as one:
        own = one.deployed
        own.execute_sql("ALTER ROLE portal SET synchronous_commit = off", "ALTER SYSTEM SET wal_writer_delay = '10s'")
        own.execute_sql(
            "SELECT pg_reload_conf()",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()",
        )

        def forget() -> None:
            own.execute_sql("DELETE FROM notifications_mailevent")

        met = run_users(one, CONTROL_MOVES, CONTROL_KILLS, one.get_database_kill_actions(), CARELESS_BEHAVIOR, forget)
        _, state = one.wait_until_drained()
        found = count_violations(one, met, state)
    figures(**{name.replace(" ", "_"): number for name, number in found.items() if number})
    assert found["moves lost"] + found["moves doubled"]  # a lost move that another user repeats is acknowledged twice
    assert found["repairs doubled"] > 0
    assert found["mails not written"]
