"""Counter polls compared with a plain response of the same server over sockets.

The polls are those of many users in rotation, as browsers send them: with the ETag of their last response.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle, islice, repeat

from django.conf import settings
from django.db import connection

from benchmarks.cpu_meter import Call, Meter
from benchmarks.pairs.pair import Pair
from benchmarks.socket_server import ServerConnection, build_request, run_server
from portal_backend.accounts.models import User
from portal_backend.core.actor import Role
from tests import factories
from tests.factories import World

COUNTERS_PATH = "/api/v1/requests/fetch-number/action-required"
PERSON_COUNT, POLL_COUNT = 200, 400
ETAG_PATTERN = re.compile(rb'etag: ("[0-9a-f]+")')


class PollMeter(Meter):
    """Meter of polls and plain requests to its own server.

    The server runs while they are measured.
    """

    def __init__(self, role: Role) -> None:
        self._role = role

    def measure_alternating(
        self, calls: Sequence[Call], rounds: int, seconds: float = float("inf")
    ) -> list[list[float]]:
        """Start the server and measure the calls."""
        with run_server(settings.REDIS_URL) as served:
            self._connection = ServerConnection(served.port)
            self._polls = cycle(
                prepare_polls(
                    self._connection, islice(cycle(User.objects.filter(role=self._role).order_by("pk")), PERSON_COUNT)
                )
            )
            self._server = served.create_meter()
            return super().measure_alternating(calls, rounds, seconds)

    def measure(self, call: Call) -> float:
        """Return the processor time that a call costs the server."""
        return self._server.measure(call)

    def send_polls(self) -> None:
        """Send POLL_COUNT polls of different users."""
        for each in islice(self._polls, POLL_COUNT):
            self._connection.send(each)

    def send_plain_requests(self) -> None:
        """Send POLL_COUNT requests for the plain response."""
        for each in repeat(build_request("/plain"), POLL_COUNT):
            self._connection.send(each)


def generate_poll_pairs(world: World) -> Iterator[Pair]:
    """Yield polls per role: 5 ms, where a plain response takes 0.1 ms.

    A thousand users who poll every ten seconds then take half a core.
    """
    if connection.vendor != "postgresql":
        return
    for role in (Role.SUPERVISOR, Role.CLIENT):
        meter = PollMeter(role)
        yield Pair(
            f"poll of a {role.lower()}",
            meter.send_polls,
            meter.send_plain_requests,
            "plaintext",
            limit=50.0,
            rows_per_call=POLL_COUNT,
            meter=meter,
        )


def prepare_polls(line: ServerConnection, users: Iterable[User]) -> Sequence[bytes]:
    """Prepare one poll with an ETag, in a separate session, for each user."""
    polls = []
    for user in users:
        headers = (f"Authorization: {factories.session(user)}", "Lang: en")
        etag = ETAG_PATTERN.search(response := line.send(build_request(COUNTERS_PATH, *headers)))
        assert etag, response
        polls.append(build_request(COUNTERS_PATH, *headers, f"If-None-Match: {etag[1].decode()}"))
    return polls
