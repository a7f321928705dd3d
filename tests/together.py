"""Concurrent requests, for tests of race conditions."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from tests.caller import Answered, Caller

Call = Callable[[Caller], Answered]


def together(*calls: Call) -> list[Answered]:
    """Send the requests at the same moment, each in its own thread and connection."""
    barrier = threading.Barrier(len(calls))

    def send(call: Call) -> Answered:
        try:
            caller = Caller()
            barrier.wait(timeout=30)
            return call(caller)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        responses = list(pool.map(send, calls))
    assert max(response.status for response in responses) < 500, [response.data for response in responses]
    return responses


def verdicts(responses: list[Answered]) -> Counter[str]:
    """Count the responses by outcome."""
    return Counter(response.verdict for response in responses)
