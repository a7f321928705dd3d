"""A hundred thousand service requests of all kinds, inserted by SQL (PostgreSQL)."""

from collections.abc import Mapping
from datetime import UTC, datetime

from django.db import connection
from django.db.models import Model

from portal_backend.accounts.grants import set_followed_clients
from portal_backend.accounts.models import Client, Service
from portal_backend.remote_support.models import RemoteSupport
from portal_backend.repairs.models import Repair
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES, Process
from tests import factories

REQUEST_COUNT, CLIENT_COUNT, SERVICE_COUNT, FOLLOWED_COUNT = 100_000, 200, 20, 12
KIND_SHARES = {"REPAIR": (0, 6), "PARTS": (7, 8), "REMOTE_SUPPORT": (9, 9)}
START = datetime(2022, 1, 1, tzinfo=UTC)


def create_requests(world: factories.World) -> None:
    """Create the requests and vacuum the tables.

    Seven in ten are repairs; one in forty is open, mostly recent ones. Some clients have far more than others, and the
    manager follows some of the clients.
    """
    _create_organisations(world)
    with connection.cursor() as cursor:
        # VACUUM can mark rows as all-visible only once their commit is on disk
        cursor.execute("SET synchronous_commit = on")
        for process in PROCESSES.values():
            prototypes = {step.status: _create_prototype(process, step.status, world).pk for step in process.steps}
            opened = [pk for status, pk in prototypes.items() if not process.get_step(status).is_terminal]
            ended = [pk for status, pk in prototypes.items() if process.get_step(status).is_terminal]
            parameters = {
                "open": opened,
                "ended": ended,
                "begin": START,
                "number": REQUEST_COUNT,
                "clients": CLIENT_COUNT,
            }
            first, last = KIND_SHARES[process.kind]
            cursor.execute(
                _build_insert_sql(ServiceRequest, REQUEST_COLUMNS_SQL, REQUEST_SOURCE_SQL),
                {**parameters, "first": first, "last": last},
            )
        cursor.execute(_build_insert_sql(Repair, {"request_id": "r.id"}, DETAILS_SOURCE_SQL.format(kind="REPAIR")))
        factories.request("REMOTE_SUPPORT", world)
        details = {"request_id": "r.id", "title": "'Title ' || r.id", "last_name": "'Name ' || mod(r.id, 997)"}
        cursor.execute(_build_insert_sql(RemoteSupport, details, DETAILS_SOURCE_SQL.format(kind="REMOTE_SUPPORT")))
        cursor.execute("VACUUM ANALYZE")
        cursor.execute("RESET synchronous_commit")


def _create_organisations(world: factories.World) -> None:
    services = [*Service.objects.all()]
    services += Service.objects.bulk_create(Service(name=f"Service {n}") for n in range(SERVICE_COUNT - len(services)))
    missing_count = CLIENT_COUNT - Client.objects.count()
    Client.objects.bulk_create(
        Client(name=f"Client {n:03d}", service=services[n % SERVICE_COUNT]) for n in range(missing_count)
    )
    set_followed_clients(world.manager.user, list(Client.objects.order_by("pk")[CLIENT_COUNT // 2 :][:FOLLOWED_COUNT]))


def _create_prototype(process: Process[object], status: str, world: factories.World) -> ServiceRequest:
    """Create a request in a status, which the others are copies of."""
    step, client = process.get_step(status), world.client.user.client
    assert client
    return ServiceRequest.objects.create(
        kind=process.kind,
        number=f"{process.prefix}-{status}",
        client=client,
        service_id=client.service_id,
        created_by=world.client.user,
        updated_by=world.client.user,
        status=status,
        status_position=process.get_position(status),
        responsible_role=step.responsible_role,
        created_at=START,
        updated_at=START,
        completed_at=START if step.is_terminal else None,
    )


REQUEST_SOURCE_SQL = """
    FROM (SELECT n, n > 0.98 * %(number)s OR mod(n, 200) = 0 AS is_open FROM generate_series(1, %(number)s) n
          WHERE mod(n, 10) BETWEEN %(first)s AND %(last)s) AS numbered
    JOIN workflow_servicerequest p ON p.id = CASE
        WHEN is_open THEN (%(open)s::bigint[])[1 + mod(n / 10, cardinality(%(open)s))]
        ELSE (%(ended)s::bigint[])[1 + (mod(n, 17) = 0)::int] END
    JOIN (SELECT id, service_id, row_number() OVER (ORDER BY id) AS place FROM accounts_client) c
      ON c.place = 1 + floor(%(clients)s * power(mod(n * 0.6180339887, 1), 2))
    CROSS JOIN LATERAL (SELECT %(begin)s + n * interval '25 min' AS created,
                               %(begin)s + (n * 25 + mod(n * 7919, 50000)) * interval '1 min' AS changed) AS times
    CROSS JOIN LATERAL (
        SELECT split_part(p.number, '-', 1) || to_char(created, '-YYYY-') || lpad(n::text, 6, '0') AS shown) AS numbers
"""
DETAILS_SOURCE_SQL = """
    FROM workflow_servicerequest r CROSS JOIN (SELECT * FROM {{table}} LIMIT 1) p
    WHERE r.kind = '{kind}' AND NOT EXISTS (SELECT FROM {{table}} d WHERE d.request_id = r.id)
"""
REQUEST_COLUMNS_SQL = {
    "number": "shown",
    "client_id": "c.id",
    "service_id": "c.service_id",
    "created_at": "created",
    "updated_at": "changed",
    "status_since": "changed",
    "completed_at": "CASE WHEN p.completed_at IS NOT NULL THEN changed END",
    "deleted_at": "CASE WHEN mod(n, 97) = 0 THEN changed END",
    "search_text": "replace(lower(shown), '-', '') || E'\\nsn' || mod(n * 7919, 100003)",
    "search_display": "shown || E'\\nSN-' || mod(n * 7919, 100003)",
}


def _build_insert_sql(model: type[Model], values: Mapping[str, str], rows: str) -> str:
    """Build the SQL that inserts copies of a prototype `p`, with some values replaced."""
    table, key = model._meta.db_table, model._meta.pk
    columns = [each.column for each in model._meta.concrete_fields if each is not key or each.column in values]
    chosen = ", ".join(values.get(column, f"p.{column}") for column in columns)
    return f"INSERT INTO {table} ({', '.join(columns)}) SELECT {chosen} " + rows.replace("{table}", table)
