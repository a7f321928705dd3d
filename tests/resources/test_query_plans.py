"""Query plans with a hundred thousand requests: index-only reads (PostgreSQL)."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import orjson
import pytest
from django.db import connection
from django.db.models import Count
from django.test.utils import CaptureQueriesContext

from portal_backend.accounts.selectors import get_selectable_clients
from portal_backend.core.actor import Actor, Role
from portal_backend.part_requests.lists import PART_REQUESTS
from portal_backend.remote_support.lists import REMOTE_SUPPORT
from portal_backend.repairs.lists import ACTION_REQUIRED_REPAIRS, ACTIVE_REPAIRS, CLOSED_REPAIRS
from portal_backend.resources.query import ListQuery, get_page
from portal_backend.resources.resource import Resource
from portal_backend.workflow.lists import ACTION_REQUIRED_LIST
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.factories import Person
from tests.resources.large_dataset import REQUEST_COUNT, create_requests

PAGE_SIZE = 10
# lists of open requests only: rarely used sorts may read all of them from an index
OPEN_LISTS = (ACTIVE_REPAIRS, ACTION_REQUIRED_REPAIRS, ACTION_REQUIRED_LIST)
LISTS = (*OPEN_LISTS, CLOSED_REPAIRS, PART_REQUESTS, REMOTE_SUPPORT)
INDEXED_SORTS = ("createdAt", "updatedAt", "completedAt", "status", "requestId")
DURATION_SORTS = ("heldDays", "expectedOn")
CLIENT_SORTS = ("clientUsername", "clientAccessIdentification", "clientName")
Plan = dict[str, Any]


def get_plans(resource: Resource, actor: Actor, query: ListQuery) -> tuple[list[Plan], Plan, int]:
    """Return the plans of the count queries and the page query, and the total.

    The last page needs no count query.
    """
    with CaptureQueriesContext(connection) as captured:
        _, total = get_page(resource, actor, query)
    queries = [each["sql"] for each in captured.captured_queries if 'FROM "workflow_servicerequest"' in each["sql"]]
    counts = [explain(sql) for sql in queries if sql.startswith("SELECT COUNT")]
    (rows,) = (explain(sql) for sql in queries if not sql.startswith("SELECT COUNT"))
    return counts, rows, total


def explain(sql: str) -> Plan:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {sql}".replace("%", "%%"), [])
        output = cursor.fetchone()[0]
    plan: Plan = (orjson.loads(output) if isinstance(output, str) else output)[0]["Plan"]
    return plan


def iter_plan_nodes(plan: Plan) -> Iterator[Plan]:
    yield plan
    for each in plan.get("Plans", ()):
        yield from iter_plan_nodes(each)


def get_request_scans(plan: Plan) -> list[Plan]:
    return [each for each in iter_plan_nodes(plan) if each.get("Relation Name") == ServiceRequest._meta.db_table]


def count_rows_read(plan: Plan) -> int:
    """Return the number of request rows that a plan reads."""
    return sum(
        round((each["Actual Rows"] + each.get("Rows Removed by Filter", 0)) * each["Actual Loops"])
        for each in get_request_scans(plan)
    )


def count_buffers(plan: Plan) -> int:
    """Return the number of table and index pages that a plan reads, cached or not."""
    return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])


def find_violations(name: str, counts: list[Plan], rows: Plan, total: int, allowed: int) -> Iterator[str]:
    """Report plans that read too much.

    A page may read `allowed` requests in addition to those that it returns.
    """
    for count in counts:
        alone = all(each["Node Type"] == "Index Only Scan" for each in get_request_scans(count))
        if (
            not alone
            or count_rows_read(count) > max(total, allowed)
            or count_buffers(count) > 40 + max(total, allowed) / 50
        ):
            yield f"{name}: {total} counted by reading {count_rows_read(count)} rows in {count_buffers(count)} pages"
    if count_rows_read(rows) > allowed + PAGE_SIZE:
        yield f"{name}: {count_rows_read(rows)} of {total} rows read, {allowed} allowed"
    if count_buffers(rows) > 40 * PAGE_SIZE + allowed / 50:
        yield f"{name}: {count_buffers(rows)} pages read"


def iter_queries(resource: Resource, actor: Actor) -> Iterator[tuple[str, ListQuery]]:
    """Yield the first page by each common sort, and by one client."""
    for name in resource.get_sortable_columns(actor):
        if name in (*INDEXED_SORTS, *CLIENT_SORTS) or (resource in OPEN_LISTS and name in DURATION_SORTS):
            for way in ("ASC", "DESC"):
                yield name, ListQuery(0, PAGE_SIZE, (name, way), "", {}, None)
    client = get_selectable_clients(actor).order_by("pk")[0]
    yield "of one Client", ListQuery(0, PAGE_SIZE, resource.default_sort, "", {"clientId": client.pk}, None)


def find_all_violations(people: Iterable[Person]) -> list[str]:
    violations: list[str] = []
    open_count = ServiceRequest.objects.filter(completed_at=None).count()
    largest = ServiceRequest.objects.values("client").annotate(total=Count("pk")).order_by("-total")[0]["total"]
    for resource, person in product(LISTS, people):
        if person.role not in resource.readers:
            continue
        for name, query in iter_queries(resource, person.actor):
            counts, rows, total = get_plans(resource, person.actor, query)
            allowed = 2 * PAGE_SIZE
            if resource in OPEN_LISTS:
                allowed = open_count
            elif name in CLIENT_SORTS:
                allowed = largest
            elif person.role == Role.SUSTAINABILITY_MANAGER:
                allowed = total
            label = f"{resource.name} {person.role} {name} {query.sort}"
            violations.extend(find_violations(label, counts, rows, total, allowed))
    return violations


def check_late_page(reader: Actor) -> list[str]:
    """Check a page of closed repairs after 50,000 rows, which the index skips."""
    start = REQUEST_COUNT // 2
    late = ListQuery(start, start + PAGE_SIZE, CLOSED_REPAIRS.default_sort, "", {}, None)
    counts, rows, total = get_plans(CLOSED_REPAIRS, reader, late)
    return list(find_violations("late page", counts, rows, total, start + PAGE_SIZE))


def check_single_match(reader: Actor) -> list[str]:
    """Check a search for one number."""
    number = ServiceRequest.objects.filter(kind="REPAIR", completed_at__isnull=False, deleted_at=None)[
        REQUEST_COUNT // 3
    ].number
    query = ListQuery(0, PAGE_SIZE, CLOSED_REPAIRS.default_sort, number.split("-")[-1], {}, None)
    counts, rows, total = get_plans(replace(CLOSED_REPAIRS, highlight=None), reader, query)
    assert total == 1
    return list(find_violations("search", counts, rows, total, PAGE_SIZE))


@pytest.mark.django_db(transaction=True)
def test_pages_and_totals_are_read_from_indexes() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("these are plans of PostgreSQL: scripts/test postgres")
    world = factories.world()
    create_requests(world)
    assert find_all_violations(world.one_of_each_role.values()) == []
    assert check_late_page(world.admin.actor) == []
    assert check_single_match(world.admin.actor) == []
