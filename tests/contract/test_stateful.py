"""Random operations, valid and invalid, checked against an expected state.

`--operations N` runs more operations, `--seed` repeats a run. hypothesis' RuleBasedStateMachine is not used: it needs
a new world for each of many short runs and replays them to shrink, which takes minutes for 2,000 operations. A walk is
one long seeded run in one transaction, so that requests reach their final status; failures report the seed and the
last operations.
"""

import json
from collections.abc import Callable
from random import SystemRandom
from types import SimpleNamespace
from typing import Any

import pytest

from portal_backend.base import generations
from tests.caller import Caller
from tests.contract.entries import ENTRIES
from tests.contract.random_walk import Walk
from tests.contract.surfaces import INBOX
from tests.factories import Person
from tests.polls import Inside

pytestmark = [pytest.mark.thorough, pytest.mark.dealt]

WALKS = 4
LOOK_EVERYWHERE = 100  # operations between two full checks


@pytest.fixture
def _commit_hooks_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run on-commit hooks immediately, since a walk is one transaction.

    Expiry of cached values is disabled.
    """
    monkeypatch.setattr(generations, "transaction", SimpleNamespace(on_commit=lambda work: work()))
    monkeypatch.setattr(generations, "OLDEST", float("inf"))


@pytest.mark.django_db
@pytest.mark.usefixtures("_commit_hooks_at_once")
@pytest.mark.parametrize("number", range(WALKS))
def test_random_walk(
    number: int, caller: Caller, request: pytest.FixtureRequest, record_property: Callable[[str, Any], None]
) -> None:
    given = request.config.getoption("--seed")
    seed = given if given is not None else SystemRandom().randrange(10**6)
    operations = -(-request.config.getoption("--operations") // WALKS)
    record_property(f"seed of random walk {number}", f"--seed {seed}")
    take(Walk(caller, f"{seed}-{number}"), Inside().poll, operations, f"walk {number} of --seed {seed}")
    record_property("operations of the random walk", operations)


def take(walk: Walk, poll: Callable[[Person], bytes | None], operations: int, name: str) -> None:
    """Run operations; after each the next poll must equal the expected counters."""
    try:
        for count in range(1, operations + 1):
            walk.step()
            person = walk.chance.choice([each for each in walk.people if each.role in INBOX])
            polled = {row["requestType"]: row["total"] for row in json.loads(poll(person) or b"[]")}
            expected = {kind: len(walk.model.seen(person, "waiting", kind)) for kind in ENTRIES}
            assert polled == expected, f"poll of {person.username}"
            if count % LOOK_EVERYWHERE == 0 or count == operations:
                walk.hold_everywhere()
    except AssertionError as error:
        tail = "\n".join(walk.done[-12:])
        raise AssertionError(f"{name}, after:\n{tail}\n{error}") from error
