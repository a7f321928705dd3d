"""Every mail that is due arrives, and none twice but one in flight at a kill: whatever dies or refuses meanwhile.

On the embedded default and on PostgreSQL with Redis, with a worker, a database and a mail server of its own.
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
    """Takes its time, so that a kill meets a mail in flight."""

    seconds = SLOW

    def __init__(self) -> None:
        super().__init__()
        self.in_flight = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        self.in_flight += 1
        try:
            await asyncio.sleep(self.seconds)
        finally:  # whoever sends may be gone meanwhile
            self.in_flight -= 1
        return await super().handle_DATA(server, session, envelope)


@pytest.fixture(params=["embedded", "Redis and PostgreSQL"])
def place(request: pytest.FixtureRequest, tmp_path: Path, server: Server) -> Iterator[dict[str, str]]:
    """The environment of a portal without demo data."""
    none = dict.fromkeys(("DATABASE_URL", "REDIS_URL", "STORAGE_URL", "SECRET_KEY"), "")
    own = {**os.environ, **none, "PORTAL_DATA_DIR": str(tmp_path), "PORTAL_DEMO": "0", "PORTAL_MAIL_LEASE_SECONDS": "5"}
    if request.param == "embedded":
        yield own
        return
    # PostgreSQL runs as another user, who has to get into the directory of this run
    folder = Path(tempfile.gettempdir())
    folder.chmod(folder.stat().st_mode | 0o011)
    with postgres_and_redis() as addresses:
        yield {**own, "SECRET_KEY": secrets.token_urlsafe(48), **addresses}


def run(place: dict[str, str], *words: str) -> str:
    done = subprocess.run([sys.executable, *words], cwd=ROOT, env=place, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def state(place: dict[str, str]) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(run(place, "tests/drills/moving.py", "state"))
    return told


def kill(keeper: "subprocess.Popen[bytes]") -> None:
    """SIGKILL to the worker and all of its own, as soon as there is one."""
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
    """Redis as its clients see it, which is killed and comes back with nothing in it."""

    def __init__(self, address: str) -> None:
        self._client, self._started = Redis.from_url(address), list["subprocess.Popen[bytes]"]()

    def restart(self) -> None:
        """SIGKILL, and a while later another in its place."""
        told: Any = self._client.info()
        os.kill(told["process_id"], signal.SIGKILL)
        time.sleep(SECONDS_WITHOUT_BROKER)
        place = ["--port", str(told["tcp_port"]), "--bind", "127.0.0.1"]
        again = [told["executable"], *place, "--save", "", "--appendonly", "no"]
        self._started.append(subprocess.Popen(again, stdout=subprocess.DEVNULL))

    def forget(self) -> None:
        """Everything, and every connection."""
        self._client.flushall()
        self._client.client_kill_filter(_type="normal")

    def stop(self) -> None:
        """End what was started here."""
        for each in self._started:
            each.terminate()
            each.wait(30)


@pytest.fixture
def broker(place: dict[str, str]) -> Iterator[Broker | None]:
    """The broker, where there is one."""
    if not place["REDIS_URL"]:
        yield None
        return
    made = Broker(place["REDIS_URL"])
    yield made
    made.stop()


def test_every_mail_arrives(place: dict[str, str], broker: Broker | None, figures: Figures) -> None:
    subprocess.run([RUNTIME, "scripts/commands/prepare_data.py"], cwd=ROOT, env=place, check=True)
    with serving(SlowMailbox()) as (box, port):
        place["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
        # with Redis the clock is another process; without it one does everything
        what = ["mails", "--beat"] if place["REDIS_URL"] else ["--beat"]
        worker = [RUNTIME, "scripts/commands/worker.py"]
        keeper, *others = [subprocess.Popen([*worker, each], cwd=ROOT, env=place) for each in what]
        mover = subprocess.Popen([sys.executable, "tests/drills/moving.py", str(MOVES)], cwd=ROOT, env=place)
        try:
            restarts = _kill_often(keeper, box, broker)
            assert mover.wait(300) == 0
            began = time.monotonic()
            while set((told := state(place))["states"]) != {"SENT"}:
                assert time.monotonic() - began < SECONDS_TO_DRAIN, told["states"]
                time.sleep(1)
            drained = time.monotonic() - began
        finally:
            mover.kill()
            for each in (keeper, *others):
                each.terminate()
                each.wait(30)
        arrived = Counter(int(mail["Message-ID"].strip("<>").split(".")[0]) for mail in box.messages)
        ids = {mail["Message-ID"] for mail in box.messages}
    twice = sum(arrived.values()) - len(arrived)
    missing = set(told["ids"]) - set(arrived)
    figures(
        moves=MOVES,
        kills=KILLS,
        restarts_of_the_broker=restarts,
        mails=len(told["ids"]),
        missing=len(missing),
        twice=twice,
        drained=drained,
    )
    assert not missing
    assert len(ids) == len(arrived), "a repeated mail keeps its Message-ID"
    assert twice <= KILLS
    assert len(told["ids"]) >= MOVES


def _kill_often(keeper: "subprocess.Popen[bytes]", box: Mailbox, broker: Broker | None) -> int:
    """Each time in the middle of sending. Meanwhile the mail server refuses for a while; the broker forgets, and twice
    it is restarted: how often."""
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
