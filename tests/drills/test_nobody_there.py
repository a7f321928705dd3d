"""Everything starts and serves while neither broker nor mail server is in reach; what waited goes out once they are."""

import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from environment import free_port

from tests.drills.busy import COUNTERS, MOVE
from tests.drills.conftest import Server, children_of
from tests.drills.deployed import Deployed, deployed
from tests.figures import Figures
from tests.mailbox import Mailbox, serving

MOVES = 40
SECONDS_TO_COME = 120.0
SECONDS_TO_BE_ANSWERED = 4.0
Told = dict[str, Any]


def until(own: Deployed, holds: Callable[[Told], bool]) -> tuple[float, Told]:
    """How long it took until everything stood as it must, and how."""
    began = time.monotonic()
    while not holds(told := own.run("state")):
        assert time.monotonic() - began < SECONDS_TO_COME, (told["mails"], told["to be told"])
        time.sleep(0.5)
    return time.monotonic() - began, told


def serves(own: Deployed) -> float:
    """How long it took until calls were answered."""
    began = time.monotonic()
    while True:
        try:
            if own.server.ask("GET", "/healthz", seconds=5)[0] == 200:
                return time.monotonic() - began
        except OSError:
            assert time.monotonic() - began < SECONDS_TO_COME, own.log.read_text()[-500:]
            time.sleep(0.05)


def work(own: Deployed, world: Told) -> tuple[Counter[int], float]:
    """One person moves a repair to and fro, and everybody's counters are asked: what was answered, the slowest."""
    answers, slowest = Counter[int](), 0.0
    [repair, _], token = world["repairs"][0], world["movers"][0]["token"]
    for number in range(MOVES):
        target = ("IN_TRANSIT", "IN_DIAGNOSTICS")[number % 2]
        for verb, path, who in (
            ("POST", f"{MOVE}?repairId={repair}&status={target}", token),
            ("GET", COUNTERS, world["pollers"][number % 3]),
        ):
            began = time.monotonic()
            answers[own.server.ask(verb, path, Authorization=who)[0]] += 1
            slowest = max(slowest, time.monotonic() - began)
    return answers, slowest


def test_started_without_broker_and_mail_server(server: Server, tmp_path: Path, figures: Figures) -> None:
    del server
    port = free_port()
    with deployed(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{port}") as own:
        world = own.run("make", "1")
        own.redis.kill()
        own.prepare()
        own.start(ready=False)
        started = serves(own)
        status, _, raw = own.server.ask("GET", "/readyz")
        answers, slowest = work(own, world)
        without = own.run("state")
        own.redis.start()
        # nobody started a worker again: those that found no broker go on
        woken, refused = until(own, lambda told: not told["to be told"] and told["mails"])
        back = own.wait_until_ready()
        keepers = [each.poll() for each in own.workers]
        with serving(Mailbox(), port) as (box, _):
            drained, told = until(own, lambda told: set(told["mails"]) == {"SENT"} and not told["to be told"])
        sent = Counter(int(mail["Message-ID"].strip("<>").split(".")[0]) for mail in box.messages)
        alive = [bool(children_of(each.pid)) for each in own.workers]
    history = next(row for row in told["requests"] if row["pk"] == world["repairs"][0][0])
    figures(
        started=started,
        answers=dict(answers),
        slowest_call=slowest,
        waiting_without_broker=without["to be told"] + sum(without["mails"].values()),
        worker_goes_on_after=woken,
        ready_after=back,
        waiting_without_mail_server=refused["mails"],
        drained=drained,
        sent=len(box.messages),
        missing=len(set(told["ids"]) - set(sent)),
        twice=len(box.messages) - len(sent),
    )
    assert (status, json.loads(raw)["missing"]) == (503, ["broker"])
    assert set(answers) == {200}
    assert slowest < SECONDS_TO_BE_ANSWERED, "whoever works waits for no broker"
    assert len(history["changes"]) == MOVES + 1
    assert "SENT" not in without["mails"]
    assert "SENT" not in refused["mails"]
    assert keepers == [None, None]
    assert all(alive)
    assert len(told["ids"]) == MOVES + 1, "one for each move, and one for the new repair"
    assert set(told["ids"]) == set(sent)
    assert len(box.messages) == len(sent)
