"""The portal's common calls beside plain ones: scripts/bench [--help], or python benchmarks/portal_100k.py

Each row is a pair of calls made in turn within one run, in processor time of this process and of PostgreSQL together;
its ratio is what holds on any machine. "DRF" is benchmarks/drf_pair, "the hash" one Argon2id hash as a login computes
it. DATABASE_URL names the server (as a superuser); the rows go into a test database beside the named one.
"""

import argparse
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django
import orjson

django.setup()

from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.core.handlers.base import BaseHandler
from django.core.management.color import no_style
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings

from benchmarks.clock import Call, Meter, Ratio, same_host_only
from benchmarks.poll import poll_rows, tell_crowd
from benchmarks.report_100k import own_database, person
from benchmarks.report_rows import fill
from portal_backend.repairs.models import Repair, RepairPart
from portal_backend.workflow.models import Request, StatusChange
from tests import bodies, factories
from tests.factories import Person

ARGON2ID = "portal_backend.accounts.passwords.Argon2id"
ACTIVE, CLOSED = "/api/v1/repairing/fetch-by-criteria/active", "/api/v1/repairing/fetch-by-criteria/closed"
ORDERING = {"clientUsername": "created_by__username", "status": "status", "createdAt": "created_at"}
ORDERING |= {"updatedAt": "updated_at", "completedAt": "completed_at"}


@dataclass(frozen=True)
class Pair:
    """A row of the table: what is measured, beside what, and the ratio that it may have."""

    name: str
    ours: Call
    theirs: Call
    beside: str
    limit: float | None


class Server:
    """A stack of middleware called in this process, without sockets."""

    def __init__(self, **settings: Any) -> None:
        self._handler = BaseHandler()
        with override_settings(**settings):
            self._handler.load_middleware()
        self._requests = RequestFactory()

    def __call__(self, verb: str, path: str, actor: Person | None, body: object = None, **query: object) -> Any:
        """One call, which must go well; what its JSON says."""
        headers = {"Lang": "en", **({"Authorization": actor.token} if actor else {})}
        raw = orjson.dumps(body) if body is not None else b""
        request = self._requests.generic(verb, path, raw, "application/json", query_params=query, headers=headers)
        response = self._handler.get_response(request)
        assert response.status_code == 200, f"{verb} {path} {query}: {response.status_code} {response.content[:500]!r}"
        return response.content


def drf_urls(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the pair's addresses instead of the portal's."""

    def called(request: HttpRequest) -> HttpResponse:
        request.urlconf = "benchmarks.drf_pair.urls"
        return get_response(request)

    return called


portal = Server()
drf = Server(MIDDLEWARE=["django.middleware.common.CommonMiddleware", "benchmarks.portal_100k.drf_urls"])


def list_pairs(admin: Person, client: Person) -> Iterator[Pair]:
    """A page of each list by each sort, deep pages, and the same as a client."""
    for label, ours, theirs, sorts, limit in (
        ("active", ACTIVE, "/active/", ("createdAt", "updatedAt", "clientUsername", "status"), 0.25),
        ("closed", CLOSED, "/closed/", ("createdAt", "completedAt", "status"), 0.5),
    ):
        for sort in sorts:
            yield Pair(
                f"{label} by {sort}",
                partial(portal, "GET", ours, admin, size=10, sort=f"{sort},DESC"),
                partial(drf, "GET", theirs, admin, ordering=f"-{ORDERING[sort]}"),
                "DRF",
                limit,
            )
    yield Pair(
        "active as a client",
        partial(portal, "GET", ACTIVE, client, size=10),
        partial(drf, "GET", "/active/", client),
        "DRF",
        0.25,
    )
    rows = Request.objects.filter(completed_at__isnull=False).count()
    deep = rows // 20
    yield Pair(
        f"closed, page {deep}",
        partial(portal, "GET", CLOSED, admin, size=10, page=deep),
        partial(drf, "GET", "/closed/", admin, page=deep + 1, ordering="-completed_at"),
        "DRF",
        1.0,
    )
    one = Request.objects.filter(completed_at__isnull=False).order_by("pk")[rows // 2].number
    yield Pair(
        "search, one hit",
        partial(portal, "GET", CLOSED, admin, size=10, keyword=one.split("-")[-1]),
        partial(drf, "GET", "/closed/", admin, search=one.split("-")[-1]),
        "DRF",
        0.05,
    )


def login_pair() -> Pair:
    """A login, which must cost little more than its hash."""

    def login() -> Any:
        cache.clear()
        return portal("POST", "/api/v1/contacts/login", None, {"username": "client", "password": factories.PASSWORD})

    return Pair("login", login, hashed, "the hash", 1.1)


def hashed() -> str:
    """The yardstick of what has no pair."""
    return make_password(factories.PASSWORD)


def request_pairs(world: factories.World) -> Iterator[Pair]:
    """What is done to one request of one unit: at most half of what it cost at first, in hashes."""
    opened = factories.repair(world, "IN_DIAGNOSTICS")
    path = "/api/v1/repairing/fetch/repair"
    yield Pair("open", partial(portal, "GET", path, world.supervisor, repairId=opened.pk), hashed, "the hash", 0.44)

    moving = factories.repair(world, "NEW")
    targets = itertools.cycle(("IN_DIAGNOSTICS", "NEW"))
    path = "/api/v1/repairing/change/repair/status"
    yield Pair(
        "move",
        lambda: portal("POST", path, world.admin, repairId=moving.pk, status=next(targets)),
        hashed,
        "the hash",
        0.43,
    )
    decided = factories.repair(world, "NEW")
    unit = RepairPart.objects.get(repair_id=decided.pk).pk
    decisions = itertools.cycle(("APPROVED", "REJECTED"))
    yield Pair(
        "save a decision",
        lambda: portal(
            "POST",
            "/api/v1/repairing/change/initial/status/all",
            world.supervisor,
            [{"id": unit, "status": next(decisions)}],
            repairId=decided.pk,
        ),
        hashed,
        "the hash",
        0.47,
    )
    body = [bodies.unit(world.part.pk, "SN-1")]
    yield Pair(
        "create", lambda: portal("POST", "/api/v1/repairing/create", world.client, body), hashed, "the hash", 0.5
    )


def everybody() -> factories.World:
    """The people of the filled database, signed in."""
    names = [each.name for each in fields(factories.World) if each.name != "parts"]
    return factories.World(**{name: person(name) for name in names})


def fill_once(requests: int, clients: int) -> None:
    """So many repairs in an empty database; new ones come after them."""
    if Request.objects.exists():
        return
    begun = time.perf_counter()
    fill(requests, clients)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Request, Repair, RepairPart, StatusChange]):
            cursor.execute(statement)
    print(f"{requests} repairs filled in {time.perf_counter() - begun:.0f} s", flush=True)


def tell(pair: Pair, ratio: Ratio) -> bool:
    """One row; whether it is within its limit."""
    within = pair.limit is None or ratio.value <= pair.limit
    limit = "" if pair.limit is None else f"{pair.limit:8.2f}"
    spread = f"{ratio.low:.2f}-{ratio.high:.2f}"
    figures = f"{ratio.ours:9.2f}{ratio.theirs:9.2f}  {pair.beside:10}{ratio.value:8.2f}  {spread:14}{limit:8}"
    print(f"{pair.name:34}{figures}{'' if within else '  over'}", flush=True)
    return within


def main(asked: argparse.Namespace) -> int:
    """Fill, measure, tell; the number of rows over their limit."""
    fill_once(asked.requests, asked.clients)
    world, meter = everybody(), Meter()
    pairs = [*list_pairs(world.admin, world.client), login_pair(), *request_pairs(world)]
    print(f"{'processor ms a call':34}{'portal':>9}{'plain':>9}  {'':10}{'ratio':>8}  {'middle 80 %':14}{'limit':>8}")
    over = 0
    for pair in pairs:
        if asked.only and asked.only not in pair.name:
            continue
        over += not tell(pair, Ratio.of(*meter.alternate([pair.ours, pair.theirs], asked.rounds)))
    for name, ratio, limit in poll_rows(asked.rounds, asked.only):
        over += not tell(Pair(name, hashed, hashed, "plaintext", limit), ratio)
    if not asked.only or asked.only == "polls":
        tell_crowd()
    print(f"\n{over} over their limit")
    return over


if __name__ == "__main__":
    if connection.vendor != "postgresql":
        sys.exit("DATABASE_URL must name a PostgreSQL server; scripts/bench starts one.")
    same_host_only()
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", help="rows whose name holds this text")
    parser.add_argument("--keep", action="store_true", help="leave the database for the next run")
    arguments = parser.parse_args()
    with override_settings(PASSWORD_HASHERS=[ARGON2ID]), own_database(arguments.keep):
        sys.exit(1 if main(arguments) else 0)
