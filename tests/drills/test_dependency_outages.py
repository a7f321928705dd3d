"""Each dependency is killed, stopped, full, read-only or slow under load.

With 26 people: reads stay fast, writes end in time, nothing acknowledged is lost or duplicated, and the portal
recovers by itself. The full drill is `--outage 60`. The control has people who retry without a version.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from backing_services import is_listening
from environment import find_free_port
from redis import Redis

from tests.drills.conftest import Server, get_child_pids
from tests.drills.deployed_portal import DeployedPortal, run_deployed_portal
from tests.drills.simulated_users import SimulatedUser, UserBehavior, UserResults
from tests.drills.test_mail_delivery import SlowMailbox
from tests.drills.test_process_kills import CARELESS_BEHAVIOR, DrillPortal, count_violations
from tests.measurements import ReportMeasurements
from tests.smtp_server import run_smtp_server

USER_COUNT = 26
MAX_READ_SECONDS, MAX_WRITE_SECONDS = 1.0, 3.0
RECOVERY_TIMEOUT = 30.0
# fewer requests of a kind would say nothing about their response times
MIN_CALLS = 20
LIST_PATH = "/api/v1/repairing/fetch-by-criteria/active?size=10"
# not checked here, since the files are in a bucket instead of a folder
FOLDER_VIOLATIONS = {"rows without content", "contents without row"}
STEADY_BEHAVIOR = UserBehavior(calls_per_lost_response=1_000_000)


@dataclass
class Outage:
    """Requests during an outage, and the seconds until the portal recovered."""

    calls: list[tuple[str, str, float, float]] = field(default_factory=list)
    recovery_seconds: float = 0.0

    def count(self, verb: str) -> int:
        """Return the number of reads or writes."""
        return sum((each == "GET") == (verb == "GET") for each, *_ in self.calls)

    def get_percentile(self, verb: str, share: float) -> float:
        """Return the given quantile of the response times of reads or writes.

        Refused requests are included.
        """
        took = sorted(seconds for each, _, seconds, _ in self.calls if (each == "GET") == (verb == "GET"))
        return took[min(len(took) - 1, int(len(took) * share))] if took else 0.0

    def summarize(self) -> str:
        """Return a summary in one line."""
        statuses = Counter(status for _, status, *_ in self.calls)
        longest = max((seconds for _, _, seconds, _ in self.calls), default=0.0)
        return (
            f"reads p95 {self.get_percentile('GET', 0.95):.2f} s, "
            f"writes p95 {self.get_percentile('POST', 0.95):.2f} s, "
            f"longest {longest:.1f} s, healed in {self.recovery_seconds:.1f} s, {dict(statuses)}"
        )


@contextmanager
def suspend_processes(*pids: int) -> Iterator[None]:
    """Suspend processes with SIGSTOP.

    The kernel still acknowledges what is sent to them.
    """
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


class Bucket:
    """An S3 server of its own, which loses its data when it is killed."""

    def __init__(self, log: Path) -> None:
        self.port, self.log = find_free_port(), log
        self.url = f"s3+http://portal:secret@127.0.0.1:{self.port}/uploads"
        self.process = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the server and return once it listens."""
        server = str(Path(sys.executable).with_name("moto_server"))
        with self.log.open("ab") as log:
            program = subprocess.Popen([server, "-H", "127.0.0.1", "-p", str(self.port)], stdout=log, stderr=log)
        give_up = time.monotonic() + 60
        while not is_listening(self.port):
            assert time.monotonic() < give_up, "no object storage"
            time.sleep(0.1)
        return program


class Faults:
    """Outages of the portal's dependencies, each a context manager."""

    def __init__(self, own: DeployedPortal, bucket: Bucket, box: SlowMailbox) -> None:
        self.portal, self.bucket, self.mailbox = own, bucket, box
        self.redis = Redis.from_url(own.environment["REDIS_URL"])

    def by_name(self) -> dict[str, Callable[[], Any]]:
        """Return the outages by name."""
        return {
            "PostgreSQL killed": lambda: self.kill_and_restart(self.portal.postgres.kill, self.portal.postgres.start),
            "PostgreSQL stopped": lambda: suspend_processes(
                self.portal.postgres.pid, *get_child_pids(self.portal.postgres.pid)
            ),
            "PostgreSQL read-only": self.make_database_read_only,
            "PostgreSQL slow": lambda: self.slow_down(0.3, *get_child_pids(self.portal.postgres.pid)),
            "Redis killed": lambda: self.kill_and_restart(self.portal.redis.kill, self.portal.redis.start),
            "Redis stopped": lambda: suspend_processes(self.portal.redis.pid),
            "Redis full": lambda: self.configure_redis("maxmemory", "1mb", "0"),
            "Redis read-only": lambda: self.configure_redis("min-replicas-to-write", "1", "0"),
            "Redis slow": lambda: self.slow_down(1.0, self.portal.redis.pid),
            "the storage stopped": lambda: suspend_processes(self.bucket.process.pid),
            "the storage slow": lambda: self.slow_down(1.0, self.bucket.process.pid),
            "the mail server full": lambda: self.refuse_mails("452 4.3.1 Insufficient system storage"),
            "the mail server silent": self.silence_mail_server,
        }

    @contextmanager
    def kill_and_restart(self, kill: Callable[[], None], start: Callable[[], None]) -> Iterator[None]:
        """Kill a service and start it again at the end."""
        kill()
        try:
            yield
        finally:
            start()

    @contextmanager
    def make_database_read_only(self) -> Iterator[None]:
        """Make PostgreSQL read-only, as after a failover or with a disk nearly full."""
        self.portal.execute_sql("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        try:
            yield
        finally:
            self.portal.execute_sql(
                "SET default_transaction_read_only = off",
                "ALTER SYSTEM RESET default_transaction_read_only",
                "SELECT pg_reload_conf()",
            )

    @contextmanager
    def configure_redis(self, name: str, value: str, usual: str) -> Iterator[None]:
        """Change a setting of Redis."""
        self.redis.config_set(name, value)
        try:
            yield
        finally:
            self.redis.config_set(name, usual)

    @contextmanager
    def slow_down(self, seconds: float, *pids: int) -> Iterator[None]:
        """Suspend processes for `seconds` and resume them for half as long, repeatedly."""
        over = threading.Event()

        def stutter() -> None:
            while not over.is_set():
                with suspend_processes(*pids):
                    over.wait(seconds)
                over.wait(seconds / 2)

        stuttering = threading.Thread(target=stutter)
        stuttering.start()
        try:
            yield
        finally:
            over.set()
            stuttering.join()

    @contextmanager
    def refuse_mails(self, reply: str) -> Iterator[None]:
        """Reply to every email with a refusal."""
        self.mailbox.data_error = reply
        try:
            yield
        finally:
            self.mailbox.data_error = ""

    @contextmanager
    def silence_mail_server(self) -> Iterator[None]:
        """Accept connections, but do not reply to an email."""
        usual, self.mailbox.delivery_seconds = self.mailbox.delivery_seconds, 3600.0
        try:
            yield
        finally:
            self.mailbox.delivery_seconds = usual


def use_portal(person: SimulatedUser, over: Callable[[], bool]) -> None:
    """List, move and sometimes create repairs, with a pause before each."""
    turn = 0
    while not over():
        person.call_until_response("GET", LIST_PATH, token=person.identity["token"])
        time.sleep(person.random.uniform(0.2, 0.6))
        person.move()
        time.sleep(person.random.uniform(0.2, 0.6))
        turn += 1
        if turn % 5 == 0:
            person.create()


def read_list(person: SimulatedUser, over: Callable[[], bool]) -> None:
    """Read a list repeatedly.

    The others may repeat a refused write during the whole outage.
    """
    while not over():
        person.call_until_response("GET", LIST_PATH, token=person.identity["token"])
        time.sleep(person.random.uniform(0.2, 0.6))


def wait_until_recovered(own: DeployedPortal, token: str) -> float:
    """Wait until the portal is ready and serves a list; return the seconds."""
    began = time.monotonic()
    own.wait_until_ready()
    while own.server.send_request("GET", LIST_PATH, Authorization=token)[0] != 200:
        time.sleep(0.1)
    return time.monotonic() - began


def run_drill(
    folder: Path, seconds: float, habits: UserBehavior, chosen: Callable[[Faults], dict[str, Callable[[], Any]]]
) -> tuple[dict[str, Outage], dict[str, int], UserResults]:
    """Cause the outages one after another while people work.

    Returns the outages, the violations and the results of the users.
    """
    bucket = Bucket(folder / "bucket.txt")
    with ExitStack() as stack:
        stack.callback(bucket.process.kill)
        box, port = stack.enter_context(run_smtp_server(SlowMailbox()))
        own = stack.enter_context(
            run_deployed_portal(folder, STORAGE_URL=bucket.url, EMAIL_URL=f"smtp://127.0.0.1:{port}")
        )
        world = own.run_drill_program("make", str(USER_COUNT))
        own.start()
        portal, faults, periods = (
            DrillPortal(own, box, world),
            Faults(own, bucket, box),
            dict[str, tuple[float, float, float]](),
        )
        met, over = UserResults(), list[bool]()
        people = [SimulatedUser(lambda: own.server, world, number, met, habits) for number in range(USER_COUNT)]
        with ThreadPoolExecutor(USER_COUNT) as pool:
            working = [
                pool.submit(use_portal if number else read_list, each, lambda: bool(over))
                for number, each in enumerate(people)
            ]
            try:
                for name, fault in {"nothing": nullcontext, **chosen(faults)}.items():
                    began = time.monotonic()
                    with fault():
                        time.sleep(seconds)
                    healed = wait_until_recovered(own, people[0].identity["token"])
                    periods[name] = (began, time.monotonic(), healed)
            finally:
                over.append(True)
            for each in working:
                each.result()
        # a request that ends after the outage belongs to it all the same
        outages = {
            name: Outage([call for call in met.calls if began <= call[-1] < end], healed)
            for name, (began, end, healed) in periods.items()
        }
        _, state = portal.wait_until_drained()
        found = {
            name: number
            for name, number in count_violations(portal, met, state).items()
            if name not in FOLDER_VIOLATIONS
        }
        found["more repeats than kills"] = 0  # an email in flight when the mail server became silent is sent again
    return outages, found, met


def test_survives_outage_of_each_dependency(
    server: Server, tmp_path: Path, figures: ReportMeasurements, request: pytest.FixtureRequest
) -> None:
    del server
    outages, found, met = run_drill(tmp_path, request.config.getoption("--outage"), STEADY_BEHAVIOR, Faults.by_name)
    figures(
        moves=met.move_count,
        creates=len(met.created_ids),
        responses=dict(met.statuses),
        wrong=met.wrong_responses[:5],
        **_build_keyword_names(found),
    )
    figures(**_build_keyword_names({name: outage.summarize() for name, outage in outages.items()}))
    assert not find_slow_outages(outages)
    assert not any(found.values()), (found, met.wrong_responses[:5])


def test_control_detects_suspended_web_server_and_duplicates(
    server: Server, tmp_path: Path, figures: ReportMeasurements
) -> None:
    """The same checks detect a suspended web server and duplicates without keys."""
    del server

    def web_server_falters(faults: Faults) -> dict[str, Callable[[], Any]]:
        return {"the web server": lambda: suspend_processes(*faults.portal.server.get_process_ids())}

    outages, found, _ = run_drill(tmp_path, 8.0, CARELESS_BEHAVIOR, web_server_falters)
    figures(
        **_build_keyword_names({name: outage.summarize() for name, outage in outages.items()}),
        **_build_keyword_names(found),
    )
    assert "the web server" in find_slow_outages(outages)
    assert found["repairs doubled"] > 0


def find_slow_outages(outages: dict[str, Outage]) -> dict[str, str]:
    """Return the outages with slow or too few requests, or a slow recovery.

    Limits are relative to the requests without an outage, since the machine is busy.
    """
    usual = outages["nothing"]
    return {
        name: outage.summarize()
        for name, outage in outages.items()
        if outage.get_percentile("GET", 0.95) > MAX_READ_SECONDS + usual.get_percentile("GET", 0.95)
        or outage.get_percentile("POST", 0.95) > MAX_WRITE_SECONDS + usual.get_percentile("POST", 0.95)
        or outage.recovery_seconds > RECOVERY_TIMEOUT
        or min(outage.count("GET"), outage.count("POST")) < MIN_CALLS
    }


def _build_keyword_names(values: dict[str, Any]) -> dict[str, Any]:
    return {name.replace(" ", "_"): each for name, each in values.items()}
