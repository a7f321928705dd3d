"""Pages of growing lists are read in index order, without sorting all rows."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from django.db import connection

from portal_backend.part_requests.lists import PART_REQUESTS
from portal_backend.repairs.lists import ACTIVE_REPAIRS, CLOSED_REPAIRS
from portal_backend.resources.query import ListQuery, build_ordered_queryset
from portal_backend.resources.resource import Resource
from portal_backend.workflow.lists import ACTION_REQUIRED_LIST
from tests import factories
from tests.resources.repair_rows import create_repairs

pytestmark = pytest.mark.django_db


def explain(rows: Any) -> str:
    """Return the query plan of a page.

    PostgreSQL is configured to avoid sorting, as it would with many rows.
    """
    steps: AbstractContextManager[Any] = connection.cursor() if connection.vendor == "postgresql" else nullcontext()
    with steps as cursor:
        for each in ("seqscan", "bitmapscan", "sort", "incremental_sort") if cursor else ():
            cursor.execute(f"SET LOCAL enable_{each} = off")
    return str(rows.values("pk")[:10].explain())


@pytest.mark.parametrize("direction", ["ASC", "DESC"])
@pytest.mark.parametrize(
    ("resource", "column", "index"),
    [
        # open_... or live_..., which cost the same while a table is nearly empty
        (ACTIVE_REPAIRS, "createdAt", "by_creation"),
        (ACTIVE_REPAIRS, "updatedAt", "by_change"),
        (ACTIVE_REPAIRS, "status", "by_place"),
        (CLOSED_REPAIRS, "createdAt", "live_by_creation"),
        (CLOSED_REPAIRS, "completedAt", "ended_by_end"),
        (CLOSED_REPAIRS, "status", "live_by_place"),
        (CLOSED_REPAIRS, "requestId", "live_by_number"),
        (PART_REQUESTS, "createdAt", "live_by_creation"),
        (PART_REQUESTS, "updatedAt", "live_by_change"),
        (ACTION_REQUIRED_LIST, "createdAt", "waiting_by_creation"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_page_is_read_from_index(resource: Resource, column: str, index: str, direction: str) -> None:
    world = factories.world()
    create_repairs(world, 4, ["NEW", "COMPLETED"])
    query = ListQuery(0, 10, (column, direction), "", {}, None)
    query_plan = explain(build_ordered_queryset(resource, world.supervisor.actor, query))
    assert index in query_plan
    assert "SORT" not in query_plan.upper().replace("INDEX", "")
    assert "TEMP B-TREE" not in query_plan.upper()
