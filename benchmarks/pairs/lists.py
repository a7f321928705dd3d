"""Lists and search compared with plain Django REST framework views.

The views are in benchmarks/drf_pair.
"""

from collections.abc import Iterator
from functools import partial

from benchmarks.in_process_server import drf, portal
from benchmarks.pairs.pair import LARGE_SIZE, Pair
from portal_backend.workflow.models import ServiceRequest
from tests.factories import World

ACTIVE_PATH, CLOSED_PATH = "/api/v1/repairing/fetch-by-criteria/active", "/api/v1/repairing/fetch-by-criteria/closed"
ORDERING = {
    "clientUsername": "created_by__username",
    "status": "status",
    "createdAt": "created_at",
    "updatedAt": "updated_at",
    "completedAt": "completed_at",
}
LISTS = (
    ("active", ACTIVE_PATH, "/active/", ("createdAt", "updatedAt", "clientUsername", "status"), 0.4),
    ("closed", CLOSED_PATH, "/closed/", ("createdAt", "completedAt", "status"), 0.5),
)
# limits are a fifth above the ratios of two cores with PostgreSQL 15 on the same machine
pair_with_drf = partial(Pair, baseline_name="DRF", min_size=LARGE_SIZE)


def generate_list_pairs(world: World) -> Iterator[Pair]:
    """Yield a page of each list by each sort, as a client, and far down."""
    for label, ours, theirs, sorts, limit in LISTS:
        for sort in sorts:
            yield pair_with_drf(
                f"{label} by {sort}",
                partial(portal, "GET", ours, world.admin, size=10, sort=f"{sort},DESC"),
                partial(drf, "GET", theirs, world.admin, ordering=f"-{ORDERING[sort]}"),
                limit=limit,
            )
    yield pair_with_drf(
        "active as a client",
        partial(portal, "GET", ACTIVE_PATH, world.client, size=10),
        partial(drf, "GET", "/active/", world.client),
        limit=0.65,
    )
    page = ServiceRequest.objects.filter(completed_at__isnull=False).count() // 20
    yield pair_with_drf(
        "closed, a page half way down",
        partial(portal, "GET", CLOSED_PATH, world.admin, size=10, page=page),
        partial(drf, "GET", "/closed/", world.admin, page=page + 1, ordering="-completed_at"),
        limit=1.0,
    )


def generate_search_pairs(world: World) -> Iterator[Pair]:
    """Yield a search for a text that only one request has."""
    closed = ServiceRequest.objects.filter(completed_at__isnull=False).order_by("pk")
    text = closed[closed.count() // 2].number.split("-")[-1]
    yield pair_with_drf(
        "search, one hit",
        partial(portal, "GET", CLOSED_PATH, world.admin, size=10, keyword=text),
        partial(drf, "GET", "/closed/", world.admin, search=text),
        limit=0.05,
        max_growth=2.0,
    )
