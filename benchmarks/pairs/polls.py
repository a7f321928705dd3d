"""The poll of the counters beside a plain answer of the same server, through sockets.

Polls are those of many people in turn, as browsers send them: with the ETag that they were answered last.
"""

import re
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice, repeat

from django.conf import settings
from django.db import connection

from benchmarks.clock import Call, Meter
from benchmarks.pairs.pair import Pair
from benchmarks.sockets import Line, request, serving
from portal_backend.accounts.models import User
from portal_backend.base.actor import Role
from portal_backend.workflow.polling import COUNTERS
from tests import factories
from tests.factories import World

PEOPLE, POLLS = 200, 400
ETAG = re.compile(rb'etag: ("[0-9a-f]+")')


class PollMeter(Meter):
    """Polls of the people of a role, and plain answers, by a server that runs for as long as they are measured."""

    def __init__(self, redis_url: str, role: Role) -> None:
        self._redis_url, self._role = redis_url, role

    def alternate(self, calls: Sequence[Call], rounds: int, seconds: float = float("inf")) -> list[list[float]]:
        """Start the server, and measure."""
        with serving(self._redis_url) as served:
            self._line = Line(served.port)
            self._polls = cycle(polls_of(self._line, self._role, PEOPLE))
            self._server = served.meter()
            return super().alternate(calls, rounds, seconds)

    def milliseconds(self, call: Call) -> float:
        """What a call makes the server work."""
        return self._server.milliseconds(call)

    def polls(self) -> None:
        """So many polls, of one after the other."""
        for each in islice(self._polls, POLLS):
            self._line.send(each)

    def plain(self) -> None:
        """As many plain answers."""
        for each in repeat(request("/plain"), POLLS):
            self._line.send(each)


def poll_pairs(world: World) -> Iterator[Pair]:
    """Numbers shared through Redis, and kept by one process, for each of two roles."""
    if connection.vendor != "postgresql":
        return
    for way, url, limit in (("with Redis", settings.REDIS_URL, 5.0), ("in the process", "", 3.0)):
        for role in (Role.SUPERVISOR, Role.CLIENT):
            meter, name = PollMeter(url, role), f"poll of a {role.lower()}, {way}"
            yield Pair(name, meter.polls, meter.plain, "plaintext", limit, per=POLLS, meter=meter)


def polls_of(line: Line, role: Role, people: int) -> Sequence[bytes]:
    """A poll of each of so many people of a role, who have polled before."""
    users = islice(cycle(User.objects.filter(role=role).order_by("pk")), people)
    polls = []
    for user in users:
        headers = (f"Authorization: {factories.session(user)}", "Lang: en")
        found = ETAG.search(first := line.send(request(COUNTERS, *headers)))
        assert found, first
        polls.append(request(COUNTERS, *headers, f"If-None-Match: {found[1].decode()}"))
    line.send(polls[0])
    time.sleep(1.1)  # from then on the process knows them
    return polls
