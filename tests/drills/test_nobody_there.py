"""Everything starts and serves without the broker and the mail server.

Pending emails are sent once they are available.
"""

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
    """Wait until a condition holds; return the seconds it took and the state."""
    began = time.monotonic()
    while not holds(state := own.run("state")):
        assert time.monotonic() - began < SECONDS_TO_COME, (state["mails"], state["to be told"])
        time.sleep(0.5)
    return time.monotonic() - began, state


def serves(own: Deployed) -> float:
    """Wait until requests are served; return the seconds it took."""
    began = time.monotonic()
    while True:
        try:
            if own.server.ask("GET", "/healthz", seconds=5)[0] == 200:
                return time.monotonic() - began
        except OSError:
            assert time.monotonic() - began < SECONDS_TO_COME, own.log.read_text()[-500:]
            time.sleep(0.05)


def work(own: Deployed, world: Told) -> tuple[Counter[int], float]:
    """Move a repair to and fro and poll counters; return statuses and the slowest."""
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


def test_starts_without_broker_and_mail_server(server: Server, tmp_path: Path, figures: Figures) -> None:
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
        # the workers were not restarted: those that found no broker keep trying
        woken, refused = until(own, lambda state: not state["to be told"] and state["mails"])
        ready_after = own.wait_until_ready()
        exit_codes = [each.poll() for each in own.workers]
        with serving(Mailbox(), port) as (box, _):
            drained, state = until(own, lambda state: set(state["mails"]) == {"SENT"} and not state["to be told"])
        sent = Counter(int(mail["Message-ID"].strip("<>").split(".")[0]) for mail in box.messages)
        alive = [bool(children_of(each.pid)) for each in own.workers]
    history = next(row for row in state["requests"] if row["pk"] == world["repairs"][0][0])
    figures(
        started=started,
        answers=dict(answers),
        slowest_call=slowest,
        waiting_without_broker=without["to be told"] + sum(without["mails"].values()),
        worker_goes_on_after=woken,
        ready_after=ready_after,
        waiting_without_mail_server=refused["mails"],
        drained=drained,
        sent=len(box.messages),
        missing=len(set(state["ids"]) - set(sent)),
        twice=len(box.messages) - len(sent),
    )
    assert (status, json.loads(raw)["missing"]) == (503, ["broker"])
    assert set(answers) == {200}
    assert slowest < SECONDS_TO_BE_ANSWERED, "requests do not wait for the broker"
    assert len(history["changes"]) == MOVES + 1
    assert "SENT" not in without["mails"]
    assert "SENT" not in refused["mails"]
    assert exit_codes == [None, None]
    assert all(alive)
    assert len(state["ids"]) == MOVES + 1, "one for each move, and one for the new repair"
    assert set(state["ids"]) == set(sent)
    assert len(box.messages) == len(sent)
