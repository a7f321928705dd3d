"""A thousand users polling for 20 s: python -m benchmarks.concurrent_polls.

Half of them are clients. Measures the duration of their polls, the number of failures, and the load of a core.
DATABASE_URL names a PostgreSQL server (as a superuser), REDIS_URL Redis.
"""

import asyncio
import time
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.test import override_settings

from benchmarks.cpu_meter import require_same_host
from benchmarks.databases import build_parser, filled_database
from benchmarks.pairs.polls import prepare_polls
from benchmarks.socket_server import ServerConnection, run_server
from portal_backend.accounts.models import Client, User
from portal_backend.core.actor import Role
from tests import factories

POLL_INTERVAL, POLLS_PER_PERSON = 10.0, 2
ERROR_SECONDS = float("inf")


def _create_users(people: int) -> list[User]:
    """Create supervisors and clients in turn, as each gets a share of the threads."""
    organizations = list(Client.objects.order_by("pk"))
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]), transaction.atomic():
        return [
            factories.person(f"poller{number}", Role.SUPERVISOR).user
            if number % 2
            else factories.person(
                f"poller{number}", Role.CLIENT, client=organizations[number % len(organizations)]
            ).user
            for number in range(people)
        ]


async def _poll_as_person(port: int, poll: bytes, begin: float, taken: list[float]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for turn in range(POLLS_PER_PERSON):
        await asyncio.sleep(max(0.0, begin + turn * POLL_INTERVAL - time.monotonic()))
        sent_at = time.monotonic()
        writer.write(poll)
        response = await reader.readuntil(b"\r\n\r\n")
        taken.append(time.monotonic() - sent_at if response[9:12] == b"304" else ERROR_SECONDS)
    writer.close()


async def _poll_as_all(port: int, polls: Sequence[bytes]) -> list[float]:
    taken, begin = list[float](), time.monotonic() + 2
    await asyncio.gather(
        *(
            _poll_as_person(port, poll, begin + POLL_INTERVAL * place / len(polls), taken)
            for place, poll in enumerate(polls)
        )
    )
    return sorted(taken)


def main(people: int) -> None:
    """Poll as this many users and print the results."""
    users = _create_users(people)
    with run_server(settings.REDIS_URL) as served:
        connection = ServerConnection(served.port)
        polls = prepare_polls(connection, users)
        meter = served.create_meter()
        before, taken = meter.read_cpu_seconds(), asyncio.run(_poll_as_all(served.port, polls))
        cores = (meter.read_cpu_seconds() - before) / (POLLS_PER_PERSON * POLL_INTERVAL)
    p50, p99 = (1000 * taken[len(taken) * share // 100] for share in (50, 99))
    summary = (
        f"{len(taken)} polls, {taken.count(ERROR_SECONDS)} errors, p50 {p50:.1f}, p99 {p99:.1f} ms, {cores:.3f} cores"
    )
    print(f"{people} users: {summary}")


if __name__ == "__main__":
    require_same_host()
    parser = build_parser(__doc__, rounds=1)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--people", type=int, default=1_000)
    arguments = parser.parse_args()
    with filled_database(arguments.requests, arguments):
        main(arguments.people)
