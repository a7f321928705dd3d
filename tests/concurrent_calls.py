"""Concurrent requests, for tests of race conditions."""

import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection

from tests.api_client import ApiClient, ClientResponse

ApiCall = Callable[[ApiClient], ClientResponse]


def run_concurrently(*calls: ApiCall) -> list[ClientResponse]:
    """Send the requests at the same moment, each in its own thread and connection."""
    barrier = threading.Barrier(len(calls))

    def send(call: ApiCall) -> ClientResponse:
        try:
            caller = ApiClient()
            barrier.wait(timeout=30)
            return call(caller)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        responses = list(pool.map(send, calls))
    assert max(response.status for response in responses) < 500, [response.data for response in responses]
    return responses


def count_outcomes(responses: list[ClientResponse]) -> Counter[str]:
    """Count the responses by outcome."""
    return Counter(response.outcome for response in responses)
