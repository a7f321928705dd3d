"""Random operations, valid and not, with the model beside them: `--operations N` walks longer, `--seed` repeats.

Not hypothesis' RuleBasedStateMachine: it wants a fresh world for each of many short runs and replays them to shrink,
which at some 10 ms an operation costs minutes for 2,000 of them. A walk of ours is one long seeded pass in one
transaction, so that requests come to their ends; where it fails it tells the seed and the operations that led there.
"""

from collections.abc import Callable
from random import SystemRandom
from typing import Any

import pytest

from tests.caller import Caller
from tests.contract.walking import Walk

WALKS = 4
LOOK_EVERYWHERE = 100  # operations between two looks of everybody at everything


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(WALKS))
def test_a_random_walk(
    number: int, caller: Caller, request: pytest.FixtureRequest, record_property: Callable[[str, Any], None]
) -> None:
    given = request.config.getoption("--seed")
    seed = given if given is not None else SystemRandom().randrange(10**6)
    operations = -(-request.config.getoption("--operations") // WALKS)
    walk = Walk(caller, f"{seed}-{number}")
    record_property(f"seed of random walk {number}", f"--seed {seed}")
    try:
        for count in range(1, operations + 1):
            walk.step()
            if count % LOOK_EVERYWHERE == 0 or count == operations:
                walk.hold_everywhere()
    except AssertionError as error:
        tail = "\n".join(walk.done[-12:])
        raise AssertionError(f"walk {number} of --seed {seed}, after:\n{tail}\n{error}") from error
    record_property("operations of the random walk", operations)
