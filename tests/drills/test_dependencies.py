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
from environment import free_port
from redis import Redis
from services import answers

from tests.drills.busy import Habits, Met, Person
from tests.drills.conftest import Server, children_of
from tests.drills.deployed import Deployed, deployed
from tests.drills.test_all_killed import CARELESS, Portal, violations
from tests.drills.test_mails_killed import SlowMailbox
from tests.figures import Figures
from tests.mailbox import serving

PEOPLE = 26
SECONDS_OF_A_READ, SECONDS_OF_A_WRITE = 1.0, 3.0
SECONDS_TO_HEAL = 30.0
LIST = "/api/v1/repairing/fetch-by-criteria/active?size=10"
# not checked here, since the files are in a bucket instead of a folder
IN_A_FOLDER = {"rows without content", "contents without row"}
STEADY = Habits(lost_of=1_000_000)


@dataclass
class Outage:
    """Requests during an outage, and the seconds until the portal recovered."""

    calls: list[tuple[str, str, float]] = field(default_factory=list)
    healed: float = 0.0

    def within(self, verb: str, share: float) -> float:
        """Return the given quantile of the response times of reads or writes.

        Refused requests are included.
        """
        took = sorted(seconds for each, _, seconds in self.calls if (each == "GET") == (verb == "GET"))
        return took[min(len(took) - 1, int(len(took) * share))] if took else 0.0

    def told(self) -> str:
        """Return a summary in one line."""
        statuses = Counter(status for _, status, _ in self.calls)
        longest = max((seconds for *_, seconds in self.calls), default=0.0)
        return (
            f"reads p95 {self.within('GET', 0.95):.2f} s, writes p95 {self.within('POST', 0.95):.2f} s, "
            f"longest {longest:.1f} s, healed in {self.healed:.1f} s, {dict(statuses)}"
        )


@contextmanager
def stopped(*pids: int) -> Iterator[None]:
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
        self.port, self.log = free_port(), log
        self.url = f"s3+http://portal:secret@127.0.0.1:{self.port}/uploads"
        self.program = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        """Start the server and return once it listens."""
        server = str(Path(sys.executable).with_name("moto_server"))
        with self.log.open("ab") as log:
            program = subprocess.Popen([server, "-H", "127.0.0.1", "-p", str(self.port)], stdout=log, stderr=log)
        give_up = time.monotonic() + 60
        while not answers(self.port):
            assert time.monotonic() < give_up, "no object storage"
            time.sleep(0.1)
        return program


class Faults:
    """Outages of the portal's dependencies, each a context manager."""

    def __init__(self, own: Deployed, bucket: Bucket, box: SlowMailbox) -> None:
        self.own, self.bucket, self.box = own, bucket, box
        self.redis = Redis.from_url(own.environment["REDIS_URL"])

    def all(self) -> dict[str, Callable[[], Any]]:
        """Return the outages by name."""
        return {
            "PostgreSQL killed": lambda: self.killed(self.own.postgres.kill, self.own.postgres.start),
            "PostgreSQL stopped": lambda: stopped(self.own.postgres.pid, *children_of(self.own.postgres.pid)),
            "PostgreSQL read-only": self.read_only_database,
            "PostgreSQL slow": lambda: self.stuttering(0.3, *children_of(self.own.postgres.pid)),
            "Redis killed": lambda: self.killed(self.own.redis.kill, self.own.redis.start),
            "Redis stopped": lambda: stopped(self.own.redis.pid),
            "Redis full": lambda: self.configured("maxmemory", "1mb", "0"),
            "Redis read-only": lambda: self.configured("min-replicas-to-write", "1", "0"),
            "Redis slow": lambda: self.stuttering(1.0, self.own.redis.pid),
            "the storage stopped": lambda: stopped(self.bucket.program.pid),
            "the storage slow": lambda: self.stuttering(1.0, self.bucket.program.pid),
            "the mail server full": lambda: self.refusing("452 4.3.1 Insufficient system storage"),
            "the mail server silent": self.silent_mail_server,
        }

    @contextmanager
    def killed(self, kill: Callable[[], None], start: Callable[[], None]) -> Iterator[None]:
        """Kill a service and start it again at the end."""
        kill()
        try:
            yield
        finally:
            start()

    @contextmanager
    def read_only_database(self) -> Iterator[None]:
        """Make PostgreSQL read-only, as after a failover or with a disk nearly full."""
        self.own.sql("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        try:
            yield
        finally:
            self.own.sql(
                "SET default_transaction_read_only = off",
                "ALTER SYSTEM RESET default_transaction_read_only",
                "SELECT pg_reload_conf()",
            )

    @contextmanager
    def configured(self, name: str, value: str, usual: str) -> Iterator[None]:
        """Change a setting of Redis."""
        self.redis.config_set(name, value)
        try:
            yield
        finally:
            self.redis.config_set(name, usual)

    @contextmanager
    def stuttering(self, seconds: float, *pids: int) -> Iterator[None]:
        """Suspend processes for `seconds` and resume them for half as long, repeatedly."""
        over = threading.Event()

        def stutter() -> None:
            while not over.is_set():
                with stopped(*pids):
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
    def refusing(self, reply: str) -> Iterator[None]:
        """Reply to every email with a refusal."""
        self.box.refusal = reply
        try:
            yield
        finally:
            self.box.refusal = ""

    @contextmanager
    def silent_mail_server(self) -> Iterator[None]:
        """Accept connections, but do not reply to an email."""
        usual, self.box.seconds = self.box.seconds, 3600.0
        try:
            yield
        finally:
            self.box.seconds = usual


def work(person: Person, over: Callable[[], bool]) -> None:
    """List, move and sometimes create repairs, with a pause before each."""
    turn = 0
    while not over():
        person.answer("GET", LIST, token=person.me["token"])
        time.sleep(person.chance.uniform(0.2, 0.6))
        person.move()
        time.sleep(person.chance.uniform(0.2, 0.6))
        turn += 1
        if turn % 5 == 0:
            person.create()


def heal(own: Deployed, token: str) -> float:
    """Wait until the portal is ready and serves a list; return the seconds."""
    began = time.monotonic()
    own.wait_until_ready()
    while own.server.ask("GET", LIST, Authorization=token)[0] != 200:
        time.sleep(0.1)
    return time.monotonic() - began


def drill(
    folder: Path, seconds: float, habits: Habits, chosen: Callable[[Faults], dict[str, Callable[[], Any]]]
) -> tuple[dict[str, Outage], dict[str, int], Met]:
    """Cause the outages one after another while people work.

    Returns the outages, the violations and the results of the users.
    """
    bucket = Bucket(folder / "bucket.txt")
    with ExitStack() as stack:
        stack.callback(bucket.program.kill)
        box, port = stack.enter_context(serving(SlowMailbox()))
        own = stack.enter_context(deployed(folder, STORAGE_URL=bucket.url, EMAIL_URL=f"smtp://127.0.0.1:{port}"))
        world = own.run("make", str(PEOPLE))
        own.start()
        portal, faults, outages = Portal(own, box, world), Faults(own, bucket, box), dict[str, Outage]()
        met, over = Met(), list[bool]()
        people = [Person(lambda: own.server, world, number, met, habits) for number in range(PEOPLE)]
        with ThreadPoolExecutor(PEOPLE) as pool:
            working = [pool.submit(work, each, lambda: bool(over)) for each in people]
            try:
                for name, fault in {"nothing": nullcontext, **chosen(faults)}.items():
                    first = len(met.calls)
                    with fault():
                        time.sleep(seconds)
                    healed = heal(own, people[0].me["token"])
                    outages[name] = Outage(met.calls[first:], healed)
            finally:
                over.append(True)
            for each in working:
                each.result()
        _, state = portal.drained()
        found = {name: number for name, number in violations(portal, met, state).items() if name not in IN_A_FOLDER}
        found["more repeats than kills"] = 0  # an email in flight when the mail server became silent is sent again
    return outages, found, met


def test_survives_outage_of_each_dependency(
    server: Server, tmp_path: Path, figures: Figures, request: pytest.FixtureRequest
) -> None:
    del server
    outages, found, met = drill(tmp_path, request.config.getoption("--outage"), STEADY, Faults.all)
    figures(moves=met.moves, creates=len(met.created), answers=dict(met.statuses), **_named(found))
    figures(**_named({name: outage.told() for name, outage in outages.items()}))
    assert not slow(outages)
    assert not any(found.values()), (found, met.wrong[:5])


def test_control_detects_suspended_web_server_and_duplicates(server: Server, tmp_path: Path, figures: Figures) -> None:
    """The same checks detect a suspended web server and duplicates without keys."""
    del server

    def web_server_falters(faults: Faults) -> dict[str, Callable[[], Any]]:
        return {"the web server": lambda: stopped(*faults.own.server.family())}

    outages, found, _ = drill(tmp_path, 8.0, CARELESS, web_server_falters)
    figures(**_named({name: outage.told() for name, outage in outages.items()}), **_named(found))
    assert "the web server" in slow(outages)
    assert found["repairs doubled"] > 0


def slow(outages: dict[str, Outage]) -> dict[str, str]:
    """Return the outages with slow requests or a slow recovery.

    Limits are relative to the requests without an outage, since the machine is busy.
    """
    usual = outages["nothing"]
    return {
        name: outage.told()
        for name, outage in outages.items()
        if outage.within("GET", 0.95) > SECONDS_OF_A_READ + usual.within("GET", 0.95)
        or outage.within("POST", 0.95) > SECONDS_OF_A_WRITE + usual.within("POST", 0.95)
        or outage.healed > SECONDS_TO_HEAL
    }


def _named(values: dict[str, Any]) -> dict[str, Any]:
    return {name.replace(" ", "_"): each for name, each in values.items()}
