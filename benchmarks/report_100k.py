"""The general report on 100,000 repairs: python -m benchmarks.report_100k --help.

DATABASE_URL names the PostgreSQL server (as a superuser); the rows go into a test database. Figures are milliseconds of
processor time of the whole call, the server's and the database's together, and for a page the slowest of all sorts: the
minimum of some rounds, which is least disturbed by other load, and their median. Ratios are to counting the table.
"""

import argparse
import sys
from functools import partial
from statistics import median
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from benchmarks.cpu_meter import Call, Meter, require_same_host
from benchmarks.databases import build_parser, filled_database, get_person
from portal_backend.accounts.models import User
from portal_backend.catalogue.models import Part
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.workflow.models import ServiceRequest
from tests.api_client import ApiClient
from tests.factories import Person

PAGE_LIMIT_MS, CHARTS_LIMIT_MS = 300, 1000
caller = ApiClient()


def build_filters() -> dict[str, tuple[Person, dict[str, Any]]]:
    """Return narrow and broad filters, with the user of each."""
    admin, manager = get_person("admin"), get_person("manager")
    client = User.objects.get(username="client").client
    assert client
    return {
        "everything, by date": (admin, {"createdFrom": "2001-01-01T00:00:00"}),
        "one month": (admin, {"createdFrom": "2025-03-01T00:00:00", "createdTo": "2025-03-31T23:59:59"}),
        "one status, most": (admin, {"status": "COMPLETED"}),
        "one status, few": (admin, {"status": "IN_TRANSIT"}),
        "one client": (admin, {"clientId": client.pk}),
        "one service": (admin, {"serviceId": client.service_id}),
        "one category, most": (admin, {"categoryId": "HANDHELD"}),
        "one part": (admin, {"partId": Part.objects.order_by("pk")[7].pk}),
        "number, everything": (admin, {"requestNumber": "r-"}),
        "number, one": (admin, {"requestNumber": "2025-050000"}),
        "serial, everything, short": (admin, {"serialNumber": "s"}),
        "serial, everything, long": (admin, {"serialNumber": "sn-"}),
        "serial, one in ten": (admin, {"serialNumber": "sn-7"}),
        "serial, one": (admin, {"serialNumber": "sn-050000-1"}),
        "serial, none": (admin, {"serialNumber": "zzzz"}),
        "tag, everything": (admin, {"serviceTag": "tag"}),
        "four at once": (
            admin,
            {
                "categoryId": "HANDHELD",
                "status": "COMPLETED",
                "serialNumber": "sn",
                "createdFrom": "2001-01-01T00:00:00",
            },
        ),
        "manager, everything": (manager, {"createdFrom": "2001-01-01T00:00:00"}),
    }


def post_report(what: str, reader: Person, body: dict[str, Any], **query: str) -> Any:
    """Send one request of the report."""
    return caller.post(f"/reports/general/{what}", body, actor=reader, **query).ok


def print_plans(call: Call) -> None:
    """Print the query plans of the three slowest statements of a call."""
    with CaptureQueriesContext(connection) as captured:
        call()
    for query in sorted(captured.captured_queries, key=lambda each: -float(each["time"]))[:3]:
        with connection.cursor() as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) {query['sql']}".replace("%", "%%"), [])
            print(query["sql"][:2000])
            print("\n".join(row[0] for row in cursor.fetchall()), "\n")


def main(asked: argparse.Namespace) -> int:
    """Measure and print each filter; return the number of figures over the limit."""
    meter = Meter()
    [counting] = meter.measure_alternating([ServiceRequest.objects.count], asked.rounds)
    control = min(counting)
    print(f"counting the table: {control:.1f} ms = 1\n")
    headings = "".join(f"{head:>9}" for head in ("page ms", "median", "charts", "median"))
    print(f"{f'least of {asked.rounds}, median':28}{'rows':>8}{headings}{'page x':>8}{'charts x':>8}  slowest sort")
    slow = 0
    for name, (reader, body) in build_filters().items():
        if asked.only and asked.only not in name:
            continue
        search, charts = partial(post_report, "search", reader, body), partial(post_report, "charts", reader, body)
        sorts = [
            f"{column},{order}"
            for column in GENERAL_REPORT.get_sortable_columns(reader.actor)
            for order in ("ASC", "DESC")
        ]
        chart_costs, *spent = meter.measure_alternating(
            [charts, *(partial(search, sort=sort) for sort in sorts)], asked.rounds
        )
        pages = dict(zip(sorts, spent, strict=True))
        slowest = max(pages, key=lambda sort: min(pages[sort]))
        slow += (min(pages[slowest]) > PAGE_LIMIT_MS) + (min(chart_costs) > CHARTS_LIMIT_MS)
        cells = [f"{figure:9.0f}" for spent in (pages[slowest], chart_costs) for figure in (min(spent), median(spent))]
        ratios = [f"{min(spent) / control:8.1f}" for spent in (pages[slowest], chart_costs)]
        print(f"{name:28}{search()['totalElements']:8}{''.join(cells + ratios)}  {slowest}", flush=True)
        if asked.plans:
            print_plans(partial(search, sort=slowest))
            print_plans(charts)
    print(f"\n{slow} over the limit ({PAGE_LIMIT_MS} ms per page, {CHARTS_LIMIT_MS} ms for the charts)")
    return slow


if __name__ == "__main__":
    if connection.vendor != "postgresql":
        sys.exit("DATABASE_URL must name a PostgreSQL server.")
    parser = build_parser(__doc__, rounds=5)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--plans", action="store_true", help="print the query plans of the slowest statements")
    arguments = parser.parse_args()
    require_same_host()
    with filled_database(arguments.requests, arguments):
        sys.exit(1 if main(arguments) else 0)
