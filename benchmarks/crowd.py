"""A thousand people polling for 20 s: python -m benchmarks.concurrent_polls.

Half of them are clients. Measures how long their polls take, how many fail, and how much of a core they cost.
DATABASE_URL names a PostgreSQL server (as a superuser), REDIS_URL Redis.
"""

import asyncio
import time
from collections.abc import Sequence

from django.conf import settings

from benchmarks.clock import same_host_only
from benchmarks.filled import filled_database, parser_of
from benchmarks.pairs.polls import polls_of
from benchmarks.sockets import Line, serving
from portal_backend.base.actor import Role

PAUSE, TURNS = 10.0, 2
WRONG = float("inf")


async def _desk(port: int, poll: bytes, begin: float, taken: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for turn in range(TURNS):
        await asyncio.sleep(max(0.0, begin + turn * PAUSE - time.monotonic()))
        sent_at = time.monotonic()
        writer.write(poll)
        response = await reader.readuntil(b"\r\n\r\n")
        taken.append(time.monotonic() - sent_at if response[9:12] == b"304" else WRONG)
    writer.close()


async def _crowd(port: int, polls: Sequence[bytes]) -> list[float]:
    taken, begin = list[float](), time.monotonic() + 2
    await asyncio.gather(
        *(_desk(port, poll, begin + PAUSE * place / len(polls), taken) for place, poll in enumerate(polls))
    )
    return sorted(taken)


def main(people: int) -> None:
    """Poll as this many people and print the results."""
    with serving(settings.REDIS_URL) as served:
        connection = Line(served.port)
        polls = [poll for role in (Role.SUPERVISOR, Role.CLIENT) for poll in polls_of(connection, role, people // 2)]
        meter = served.meter()
        before, taken = meter.seconds(), asyncio.run(_crowd(served.port, polls))
        cores = (meter.seconds() - before) / (TURNS * PAUSE)
    p50, p99 = (1000 * taken[len(taken) * share // 100] for share in (50, 99))
    summary = f"{len(taken)} polls, {taken.count(WRONG)} errors, p50 {p50:.1f}, p99 {p99:.1f} ms, {cores:.3f} cores"
    print(f"{people} people: {summary}")


if __name__ == "__main__":
    same_host_only()
    parser = parser_of(__doc__, rounds=1)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--people", type=int, default=1_000)
    arguments = parser.parse_args()
    with filled_database(arguments.requests, arguments):
        main(arguments.people)
