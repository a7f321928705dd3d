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
from redis import Redis
from services import postgres_and_redis

from tests.drills.conftest import Server, children_of
from tests.drills.deployed import RUNTIME
from tests.figures import Figures
from tests.mailbox import Mailbox, serving

ROOT = Path(__file__).resolve().parents[2]
MOVES = 500
KILLS = 20
SECONDS_TO_COME_BACK = 60.0
SECONDS_TO_DRAIN = 60.0
SECONDS_WITHOUT_BROKER = 3.0
SLOW = 0.01


class SlowMailbox(Mailbox):
    """Mail server with a delay, so that a kill interrupts a delivery."""

    seconds = SLOW

    def __init__(self) -> None:
        super().__init__()
        self.in_flight = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        self.in_flight += 1
        try:
            await asyncio.sleep(self.seconds)
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
    }
    if request.param == "embedded":
        yield environment
        return
    # PostgreSQL runs as another user, who needs access to the folder of this run
    folder = Path(tempfile.gettempdir())
    folder.chmod(folder.stat().st_mode | 0o011)
    with postgres_and_redis() as addresses:
        yield {**environment, "SECRET_KEY": secrets.token_urlsafe(48), **addresses}


def run(place: dict[str, str], *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=place, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def state(place: dict[str, str]) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(run(place, "tests/drills/moving.py", "state"))
    return result


def kill(keeper: "subprocess.Popen[bytes]") -> None:
    """Kill the worker with its process group, as soon as there is one."""
    give_up = time.monotonic() + SECONDS_TO_COME_BACK
    while not (workers := children_of(keeper.pid)):
        assert time.monotonic() < give_up, "the worker does not come back"
        time.sleep(0.01)
    for worker in workers:
        os.killpg(worker, signal.SIGKILL)


def wait_for_mails(box: Mailbox, before: int) -> None:
    give_up = time.monotonic() + SECONDS_TO_COME_BACK
    while len(box.messages) <= before and time.monotonic() < give_up:
        time.sleep(0.005)


class Broker:
    """Redis, which can be killed and restarted empty."""

    def __init__(self, address: str) -> None:
        self._client, self._started = Redis.from_url(address), list["subprocess.Popen[bytes]"]()

    def restart(self) -> None:
        """Kill it, and start another on the same port a while later."""
        info: Any = self._client.info()
        os.kill(info["process_id"], signal.SIGKILL)
        time.sleep(SECONDS_WITHOUT_BROKER)
        address = ["--port", str(info["tcp_port"]), "--bind", "127.0.0.1"]
        command = [info["executable"], *address, "--save", "", "--appendonly", "no"]
        self._started.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))

    def forget(self) -> None:
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


def test_delivers_every_email_despite_kills(place: dict[str, str], broker: Broker | None, figures: Figures) -> None:
    subprocess.run([RUNTIME, "scripts/commands/prepare_data.py"], cwd=ROOT, env=place, check=True)
    with serving(SlowMailbox()) as (box, port):
        place["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
        # with Redis the scheduler is another process; without it one process does everything
        arguments = ["mails", "--beat"] if place["REDIS_URL"] else ["--beat"]
        worker = [RUNTIME, "scripts/commands/worker.py"]
        supervisor, *others = [subprocess.Popen([*worker, each], cwd=ROOT, env=place) for each in arguments]
        mover = subprocess.Popen([sys.executable, "tests/drills/moving.py", str(MOVES)], cwd=ROOT, env=place)
        try:
            restarts = _kill_often(supervisor, box, broker)
            assert mover.wait(300) == 0
            began = time.monotonic()
            while set((result := state(place))["states"]) != {"SENT"}:
                assert time.monotonic() - began < SECONDS_TO_DRAIN, result["states"]
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
        moves=MOVES,
        kills=KILLS,
        restarts_of_the_broker=restarts,
        mails=len(result["ids"]),
        missing=len(missing),
        twice=twice,
        drained=drained,
    )
    assert not missing
    assert len(ids) == len(delivered), "a repeated mail keeps its Message-ID"
    assert twice <= KILLS
    assert len(result["ids"]) >= MOVES


def _kill_often(keeper: "subprocess.Popen[bytes]", box: Mailbox, broker: Broker | None) -> int:
    """Kill the worker repeatedly during deliveries; return the broker's restarts.

    Meanwhile the mail server refuses for a while, and the broker is emptied once and restarted twice.
    """
    restarts = 0
    for number in range(KILLS):
        wait_for_mails(box, len(box.messages))
        time.sleep(random.random() / 4)
        kill(keeper)
        if number == KILLS // 4:
            box.refusal = "451 come back later"
            time.sleep(5)
            box.refusal = ""
        if broker and number == KILLS // 2:
            broker.forget()
        if broker and number in (KILLS // 3, KILLS * 3 // 4):
            broker.restart()
            restarts += 1
    return restarts
