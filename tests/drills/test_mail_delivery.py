"""Every due email is delivered, at most once per kill twice.

Whatever process is killed or refuses meanwhile: on the embedded default and on PostgreSQL with Redis, with a worker, a
database and a mail server of its own.
"""

import asyncio
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from backing_services import run_postgres_and_redis
from redis import Redis

from tests.drills.conftest import Server, get_child_pids
from tests.drills.deployed_portal import RUNTIME_PYTHON
from tests.measurements import ReportMeasurements
from tests.smtp_server import Mailbox, run_smtp_server

ROOT = Path(__file__).resolve().parents[2]
MOVE_COUNT = 500
KILL_COUNT = 20
RECOVERY_TIMEOUT = 60.0
DRAIN_TIMEOUT = 60.0
BROKER_OUTAGE_SECONDS = 3.0
DELIVERY_SECONDS = 0.01


class SlowMailbox(Mailbox):
    """Mail server with a delay, so that a kill interrupts a delivery."""

    delivery_seconds = DELIVERY_SECONDS

    def __init__(self) -> None:
        super().__init__()
        self.in_flight = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        self.in_flight += 1
        try:
            await asyncio.sleep(self.delivery_seconds)
        finally:  # the sender may have been killed meanwhile
            self.in_flight -= 1
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture(params=["embedded", "Redis and PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path, server: Server) -> Iterator[dict[str, str]]:
    """Yield the environment of a portal without demo data."""
    unset = dict.fromkeys(("DATABASE_URL", "REDIS_URL", "STORAGE_URL", "SECRET_KEY"), "")
    environment = {
        **os.environ,
        **unset,
        "PORTAL_DATA_DIR": str(tmp_path),
        "PORTAL_DEMO": "0",
        "PORTAL_MAIL_LEASE_SECONDS": "5",
        # one user causes all of them: beyond 1,000 they would wait for the next hour
        "PORTAL_MAILS_PER_HOUR": "1000000",
    }
    if request.param == "embedded":
        yield environment
        return
    # PostgreSQL runs as another user, who needs access to the folder of this run
    folder = Path(tempfile.gettempdir())
    folder.chmod(folder.stat().st_mode | 0o011)
    with run_postgres_and_redis() as addresses:
        yield {**environment, "SECRET_KEY": secrets.token_urlsafe(48), **addresses}


def run_program(place: dict[str, str], *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=place, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def fetch_state(place: dict[str, str]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(run_program(place, "tests/drills/move_repair.py", "state"))
    return result


def kill_workers(keeper: "subprocess.Popen[bytes]") -> None:
    """Kill the worker with its process group, as soon as there is one."""
    give_up = time.monotonic() + RECOVERY_TIMEOUT
    while not (workers := get_child_pids(keeper.pid)):
        assert time.monotonic() < give_up, "the worker does not come back"
        time.sleep(0.01)
    for worker in workers:
        os.killpg(worker, signal.SIGKILL)


def wait_for_mails(box: Mailbox, before: int) -> None:
    give_up = time.monotonic() + RECOVERY_TIMEOUT
    while len(box.messages) <= before:
        assert time.monotonic() < give_up, "no email is delivered, so a kill would interrupt none"
        time.sleep(0.005)


class Broker:
    """Redis, which can be killed and restarted empty."""

    def __init__(self, address: str) -> None:
        self._client, self._started = Redis.from_url(address), list["subprocess.Popen[bytes]"]()

    def restart(self) -> None:
        """Kill it, and start another on the same port a while later."""
        info: Any = self._client.info()
        os.kill(info["process_id"], signal.SIGKILL)
        time.sleep(BROKER_OUTAGE_SECONDS)
        address = ["--port", str(info["tcp_port"]), "--bind", "127.0.0.1"]
        command = [info["executable"], *address, "--save", "", "--appendonly", "no"]
        self._started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))

    def flush(self) -> None:
        """Delete all data and close all connections."""
        self._client.flushall()
        self._client.client_kill_filter(_type="normal")

    def stop(self) -> None:
        """Stop the processes that were started here."""
        for each in self._started:
            each.terminate()
            each.wait(30)


@pytest.fixture
def broker(place: dict[str, str]) -> Iterator[Broker | None]:
    """Yield the broker, or None for the embedded default."""
    if not place["REDIS_URL"]:
        yield None
        return
    made = Broker(place["REDIS_URL"])
    yield made
    made.stop()


def test_delivers_every_email_despite_kills(
    place: dict[str, str], broker: Broker | None, figures: ReportMeasurements
) -> None:
    subprocess.run([RUNTIME_PYTHON, "scripts/commands/prepare_data.py"], cwd=ROOT, env=place, check=True)
    with run_smtp_server(SlowMailbox()) as (box, port):
        place["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
        # with Redis the scheduler is another process; without it one process does everything
        arguments = ["mails", "--beat"] if place["REDIS_URL"] else ["--beat"]
        worker = [RUNTIME_PYTHON, "scripts/commands/worker.py"]
        supervisor, *others = [subprocess.Popen([*worker, each], cwd=ROOT, env=place) for each in arguments]
        mover = subprocess.Popen([sys.executable, "tests/drills/move_repair.py", str(MOVE_COUNT)], cwd=ROOT, env=place)
        try:
            restarts = _kill_repeatedly(supervisor, box, broker)
            assert mover.wait(300) == 0
            began = time.monotonic()
            while set((result := fetch_state(place))["states"]) != {"SENT"}:
                assert time.monotonic() - began < DRAIN_TIMEOUT, result["states"]
                time.sleep(1)
            drained = time.monotonic() - began
        finally:
            mover.kill()
            for each in (supervisor, *others):
                each.terminate()
                each.wait(30)
        delivered = Counter(int(mail["Message-ID"].strip("<>").split(".")[0]) for mail in box.messages)
        ids = {mail["Message-ID"] for mail in box.messages}
    twice = sum(delivered.values()) - len(delivered)
    missing = set(result["ids"]) - set(delivered)
    figures(
        moves=MOVE_COUNT,
        kills=KILL_COUNT,
        restarts_of_the_broker=restarts,
        mails=len(result["ids"]),
        missing=len(missing),
        twice=twice,
        drained=drained,
    )
    assert not missing
    assert len(ids) == len(delivered), "a repeated mail keeps its Message-ID"
    assert twice <= KILL_COUNT
    assert len(result["ids"]) >= MOVE_COUNT


def _kill_repeatedly(keeper: "subprocess.Popen[bytes]", box: Mailbox, broker: Broker | None) -> int:
    """Kill the worker repeatedly during deliveries; return the broker's restarts.

    Meanwhile the mail server refuses for a while, and the broker is emptied once and restarted twice.
    """
    restarts = 0
    for number in range(KILL_COUNT):
        wait_for_mails(box, len(box.messages))
        time.sleep(random.random() / 4)
        kill_workers(keeper)
        if number == KILL_COUNT // 4:
            box.data_error = "451 come back later"
            time.sleep(5)
            box.data_error = ""
        if broker and number == KILL_COUNT // 2:
            broker.flush()
        if broker and number in (KILL_COUNT // 3, KILL_COUNT * 3 // 4):
            broker.restart()
            restarts += 1
    return restarts
