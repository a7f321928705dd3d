"""Random operations, valid and invalid, checked against an expected state.

`--operations N` runs more operations, `--seed` repeats a run. hypothesis' RuleBasedStateMachine is not used: it needs
a new world for each of many short runs and replays them to shrink, which takes minutes for 2,000 operations. A walk is
one long seeded run in one transaction, so that requests reach their final status; failures report the seed and the
last operations.
"""

from collections.abc import Callable
from random import SystemRandom
from typing import Any

import pytest

from tests.api_client import ApiClient
from tests.contract.process_specs import PROCESS_SPECS
from tests.contract.random_walk import RandomWalk
from tests.contract.visibility_checks import INBOX_ROLES

pytestmark = [pytest.mark.thorough, pytest.mark.split]

WALK_COUNT = 4
FULL_CHECK_INTERVAL = 100  # operations between two full checks


@pytest.mark.django_db
@pytest.mark.parametrize("number", range(WALK_COUNT))
def test_random_walk(
    number: int, caller: ApiClient, request: pytest.FixtureRequest, record_property: Callable[[str, Any], None]
) -> None:
    option = request.config.getoption("--seed")
    seed = option if option is not None else SystemRandom().randrange(10**6)
    operations = -(-request.config.getoption("--operations") // WALK_COUNT)
    record_property(f"seed of random walk {number}", f"--seed {seed}")
    run_walk(RandomWalk(caller, f"{seed}-{number}"), operations, f"walk {number} of --seed {seed}")
    record_property("operations of the random walk", operations)


def run_walk(walk: RandomWalk, operations: int, name: str) -> None:
    """Run operations; after each the next poll must equal the expected counters."""
    try:
        for count in range(1, operations + 1):
            walk.step()
            person = walk.random.choice([each for each in walk.people if each.role in INBOX_ROLES])
            counters = walk.caller.get("/requests/fetch-number/action-required", actor=person).ok
            polled = {row["requestType"]: row["total"] for row in counters}
            expected = {kind: len(walk.expected.get_visible(person, "waiting", kind)) for kind in PROCESS_SPECS}
            assert polled == expected, f"poll of {person.username}"
            if count % FULL_CHECK_INTERVAL == 0 or count == operations:
                walk.check_everything()
    except AssertionError as error:
        tail = "\n".join(walk.operation_log[-12:])
        raise AssertionError(f"{name}, after:\n{tail}\n{error}") from error
