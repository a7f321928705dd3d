"""The lists that grow read a page in its order from an index: they need not sort all that there is."""

from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from django.db import connection

from portal_backend.repairs.lists import ACTIVE_REPAIRS, CLOSED_REPAIRS
from portal_backend.resources.query import ListQuery, ordered
from portal_backend.resources.resource import Resource
from tests import factories
from tests.resources.rows import many

pytestmark = pytest.mark.django_db


def plan(rows: Any) -> str:
    """How the database reads a page; PostgreSQL is told that sorting costs more than an index, as with many rows."""
    steps: AbstractContextManager[Any] = connection.cursor() if connection.vendor == "postgresql" else nullcontext()
    with steps as cursor:
        for each in ("seqscan", "bitmapscan", "sort", "incremental_sort") if cursor else ():
            cursor.execute(f"SET LOCAL enable_{each} = off")
    return str(rows[:10].explain())


@pytest.mark.parametrize("direction", ["ASC", "DESC"])
@pytest.mark.parametrize(
    ("resource", "column"),
    [
        (ACTIVE_REPAIRS, "createdAt"),
        (ACTIVE_REPAIRS, "updatedAt"),
        (ACTIVE_REPAIRS, "status"),
        (CLOSED_REPAIRS, "createdAt"),
        (CLOSED_REPAIRS, "completedAt"),
        (CLOSED_REPAIRS, "status"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_the_order_comes_from_an_index(resource: Resource, column: str, direction: str) -> None:
    world = factories.world()
    many(world, 4, ["NEW", "COMPLETED"])
    question = ListQuery(0, 10, (column, direction), "", {}, None)
    told = plan(ordered(resource, world.admin.actor, question))
    index = "open_by" if resource is ACTIVE_REPAIRS else "ended_by"
    assert index in told
    assert "SORT" not in told.upper().replace("INDEX", "")
    assert "TEMP B-TREE" not in told.upper()
