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

from portal_backend.accounts.lists import clients
from portal_backend.base.actor import Actor, Role
from portal_backend.part_requests.lists import PART_REQUESTS
from portal_backend.remote_support.lists import REMOTE_SUPPORT
from portal_backend.repairs.lists import ACTIVE_REPAIRS, CLOSED_REPAIRS, WAITING_REPAIRS
from portal_backend.resources.query import ListQuery, page
from portal_backend.resources.resource import Resource
from portal_backend.workflow.lists import ACTION_REQUIRED_LIST
from portal_backend.workflow.models import Request
from tests import factories
from tests.factories import Person
from tests.resources.hundred_thousand import NUMBER, fill

PAGE = 10
# lists of open requests only: rarely used sorts may read all of them from an index
OPEN_LISTS = (ACTIVE_REPAIRS, WAITING_REPAIRS, ACTION_REQUIRED_LIST)
LISTS = (*OPEN_LISTS, CLOSED_REPAIRS, PART_REQUESTS, REMOTE_SUPPORT)
IN_ORDER = ("createdAt", "updatedAt", "completedAt", "status", "requestId")
STANDING = ("heldDays", "expectedOn")
BY_CLIENT = ("clientUsername", "clientAccessIdentification", "clientName")
Plan = dict[str, Any]


def planned(resource: Resource, actor: Actor, query: ListQuery) -> tuple[list[Plan], Plan, int]:
    """Return the plans of the count queries and the page query, and the total.

    The last page needs no count query.
    """
    with CaptureQueriesContext(connection) as captured:
        _, total = page(resource, actor, query)
    queries = [each["sql"] for each in captured.captured_queries if 'FROM "workflow_request"' in each["sql"]]
    counts = [explained(sql) for sql in queries if sql.startswith("SELECT COUNT")]
    (rows,) = (explained(sql) for sql in queries if not sql.startswith("SELECT COUNT"))
    return counts, rows, total


def explained(sql: str) -> Plan:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {sql}".replace("%", "%%"), [])
        output = cursor.fetchone()[0]
    plan: Plan = (orjson.loads(output) if isinstance(output, str) else output)[0]["Plan"]
    return plan


def steps(plan: Plan) -> Iterator[Plan]:
    yield plan
    for each in plan.get("Plans", ()):
        yield from steps(each)


def request_scans(plan: Plan) -> list[Plan]:
    return [each for each in steps(plan) if each.get("Relation Name") == Request._meta.db_table]


def read(plan: Plan) -> int:
    """Return the number of request rows that a plan reads."""
    return sum(
        round((each["Actual Rows"] + each.get("Rows Removed by Filter", 0)) * each["Actual Loops"])
        for each in request_scans(plan)
    )


def buffers(plan: Plan) -> int:
    """Return the number of table and index pages that a plan reads, cached or not."""
    return int(plan["Shared Hit Blocks"] + plan["Shared Read Blocks"])


def offences(name: str, counts: list[Plan], rows: Plan, total: int, allowed: int) -> Iterator[str]:
    """Report plans that read too much.

    A page may read `allowed` requests in addition to those that it returns.
    """
    for count in counts:
        alone = all(each["Node Type"] == "Index Only Scan" for each in request_scans(count))
        if not alone or read(count) > max(total, allowed) or buffers(count) > 40 + max(total, allowed) / 50:
            yield f"{name}: {total} counted by reading {read(count)} rows in {buffers(count)} pages"
    if read(rows) > allowed + PAGE:
        yield f"{name}: {read(rows)} of {total} rows read, {allowed} allowed"
    if buffers(rows) > 40 * PAGE + allowed / 50:
        yield f"{name}: {buffers(rows)} pages read"


def questions(resource: Resource, actor: Actor) -> Iterator[tuple[str, ListQuery]]:
    """Yield the first page by each common sort, and by one client."""
    for name in resource.sortable(actor):
        if name in (*IN_ORDER, *BY_CLIENT) or (resource in OPEN_LISTS and name in STANDING):
            for way in ("ASC", "DESC"):
                yield name, ListQuery(0, PAGE, (name, way), "", {}, None)
    client = clients(actor).order_by("pk")[0]
    yield "of one Client", ListQuery(0, PAGE, resource.default_sort, "", {"clientId": client.pk}, None)


def all_offences(people: Iterable[Person]) -> list[str]:
    violations: list[str] = []
    open_count = Request.objects.filter(completed_at=None).count()
    largest = Request.objects.values("client").annotate(total=Count("pk")).order_by("-total")[0]["total"]
    for resource, person in product(LISTS, people):
        if person.role not in resource.readers:
            continue
        for name, query in questions(resource, person.actor):
            counts, rows, total = planned(resource, person.actor, query)
            allowed = 2 * PAGE
            if resource in OPEN_LISTS:
                allowed = open_count
            elif name in BY_CLIENT:
                allowed = largest
            elif person.role == Role.SUSTAINABILITY_MANAGER:
                allowed = total
            label = f"{resource.name} {person.role} {name} {query.sort}"
            violations.extend(offences(label, counts, rows, total, allowed))
    return violations


def late_page(reader: Actor) -> list[str]:
    """Check a page of closed repairs after 50,000 rows, which the index skips."""
    start = NUMBER // 2
    late = ListQuery(start, start + PAGE, CLOSED_REPAIRS.default_sort, "", {}, None)
    counts, rows, total = planned(CLOSED_REPAIRS, reader, late)
    return list(offences("late page", counts, rows, total, start + PAGE))


def one_hit(reader: Actor) -> list[str]:
    """Check a search for one number."""
    number = Request.objects.filter(kind="REPAIR", completed_at__isnull=False, deleted_at=None)[NUMBER // 3].number
    wanted = ListQuery(0, PAGE, CLOSED_REPAIRS.default_sort, number.split("-")[-1], {}, None)
    counts, rows, total = planned(replace(CLOSED_REPAIRS, matched=None), reader, wanted)
    assert total == 1
    return list(offences("search", counts, rows, total, PAGE))


@pytest.mark.django_db(transaction=True)
def test_pages_and_totals_are_read_from_indexes() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("these are plans of PostgreSQL: scripts/test postgres")
    world = factories.world()
    fill(world)
    assert all_offences(world.one_of_each_role.values()) == []
    assert late_page(world.admin.actor) == []
    assert one_hit(world.admin.actor) == []
