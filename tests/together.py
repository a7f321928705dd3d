"""Calls made at one moment, for the tests of races: what wins, and what the others are told."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from tests.caller import Answered, Caller

Call = Callable[[Caller], Answered]


def together(*calls: Call) -> list[Answered]:
    """Make the calls at one moment, each in a thread with a database connection of its own."""
    gate = threading.Barrier(len(calls))

    def make(call: Call) -> Answered:
        try:
            caller = Caller()
            gate.wait(timeout=30)
            return call(caller)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        answers = list(pool.map(make, calls))
    assert max(answer.status for answer in answers) < 500, [answer.data for answer in answers]
    return answers


def verdicts(answers: list[Answered]) -> Counter[str]:
    """How many were answered what."""
    return Counter(answer.verdict for answer in answers)
