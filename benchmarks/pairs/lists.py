"""Lists and search compared with plain Django REST framework views.

The views are in benchmarks/drf_pair.
"""

from collections.abc import Iterator
from functools import partial

from benchmarks.pairs.pair import AT_SCALE, Pair
from benchmarks.server import drf, portal
from portal_backend.workflow.models import Request
from tests.factories import World

ACTIVE, CLOSED = "/api/v1/repairing/fetch-by-criteria/active", "/api/v1/repairing/fetch-by-criteria/closed"
ORDERING = {
    "clientUsername": "created_by__username",
    "status": "status",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "completedAt": "completed_at",
}
LISTS = (
    ("active", ACTIVE, "/active/", ("createdAt", "updatedAt", "clientUsername", "status"), 0.25),
    ("closed", CLOSED, "/closed/", ("createdAt", "completedAt", "status"), 0.5),
)
beside_drf = partial(Pair, beside="DRF", least=AT_SCALE)


def list_pairs(world: World) -> Iterator[Pair]:
    """Yield a page of each list by each sort, as a client, and far down."""
    for label, ours, theirs, sorts, limit in LISTS:
        for sort in sorts:
            yield beside_drf(
                f"{label} by {sort}",
                partial(portal, "GET", ours, world.admin, size=10, sort=f"{sort},DESC"),
                partial(drf, "GET", theirs, world.admin, ordering=f"-{ORDERING[sort]}"),
                limit=limit,
            )
    yield beside_drf(
        "active as a client",
        partial(portal, "GET", ACTIVE, world.client, size=10),
        partial(drf, "GET", "/active/", world.client),
        limit=0.25,
    )
    page = Request.objects.filter(completed_at__isnull=False).count() // 20
    yield beside_drf(
        "closed, a page half way down",
        partial(portal, "GET", CLOSED, world.admin, size=10, page=page),
        partial(drf, "GET", "/closed/", world.admin, page=page + 1, ordering="-completed_at"),
        limit=1.0,
    )


def search_pairs(world: World) -> Iterator[Pair]:
    """Yield a search for a text that only one request has."""
    closed = Request.objects.filter(completed_at__isnull=False).order_by("pk")
    text = closed[closed.count() // 2].number.split("-")[-1]
    yield beside_drf(
        "search, one hit",
        partial(portal, "GET", CLOSED, world.admin, size=10, keyword=text),
        partial(drf, "GET", "/closed/", world.admin, search=text),
        limit=0.05,
        growth=2.0,
    )
