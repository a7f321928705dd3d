"""Sample repairs with plausible histories, the same in each run.

Written with COPY on PostgreSQL.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.models import Model

from portal_backend.accounts.grants import set_followed_clients
from portal_backend.accounts.models import Client, Service, User
from portal_backend.catalogue.models import Part
from portal_backend.core.normalization import normalize_key
from portal_backend.repairs.instrument_identity import build_serial_key
from portal_backend.repairs.models import Instrument, Repair, RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.models import StatusPeriod
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.process import NO_STATUS
from tests import factories

FIRST_CREATED, LAST_CHANGED = datetime(2022, 1, 1, tzinfo=UTC), datetime(2026, 11, 20, tzinfo=UTC)
SKIPPED_STATUSES = ("SETTING_TRACKING_NUMBER", "REJECTED")
STATUSES = tuple(step.status for step in REPAIR.steps if step.status not in SKIPPED_STATUSES)
CATEGORIES = ("HANDHELD", "HANDHELD", "HANDHELD", "RPM", "UTILITY_COMM", "OTHER")
MODEL_COUNT, SERVICE_COUNT = 60, 20
RETURN_PROBABILITY = 0.3
FILLED_MODELS: tuple[type[Model], ...] = (ServiceRequest, Repair, Instrument, RepairUnit, StatusChange, StatusPeriod)
# tables referenced by others, whose ids are therefore assigned here
MODELS_WITH_OWN_IDS = (ServiceRequest, Repair, Instrument)
UnitRow = tuple[int, str, str]
HistoryStep = tuple[str, str, datetime]


@transaction.atomic
def fill_database(requests: int, clients: int) -> None:
    """Fill an empty database with Clients, Services, parts and repairs.

    The manager follows half of the Clients.
    """
    world = factories.world()
    services = list(Service.objects.all())
    services += [Service.objects.create(name=f"Service {number}") for number in range(SERVICE_COUNT - len(services))]
    for number in range(clients - 2):
        Client.objects.create(name=f"Client {number:03d}", service=services[number % SERVICE_COUNT])
    for number in range(MODEL_COUNT):
        factories.part(f"Model {number}", category=CATEGORIES[number % len(CATEGORIES)], types=0)
    set_followed_clients(world.manager.user, list(Client.objects.order_by("pk")[: clients // 2]))
    tables = RowBuffer(world.client.user)
    with disable_constraint_checks(), recreate_indexes():
        for number in range(requests):
            tables.add(number, FIRST_CREATED + (LAST_CHANGED - FIRST_CREATED) * (number / requests))
            if number % 10_000 == 9_999:
                tables.write()
        tables.write()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [ServiceRequest, Instrument]):
            cursor.execute(statement)


@contextmanager
def disable_constraint_checks() -> Iterator[None]:
    """Disable foreign key checks while rows are inserted.

    The rows are valid by construction, and the checks would take most of the time.
    """
    if connection.vendor != "postgresql":
        with connection.constraint_checks_disabled():
            yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        cursor.execute("SET LOCAL session_replication_role = origin")


@contextmanager
def recreate_indexes() -> Iterator[None]:
    """Drop the non-unique indexes and create them afterwards.

    PostgreSQL builds an index of existing rows much faster than row by row.
    """
    if connection.vendor != "postgresql":
        yield
        return
    tables = [model._meta.db_table for model in FILLED_MODELS]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index"
            " WHERE indrelid = ANY(%s::regclass[]) AND NOT indisunique",
            [tables],
        )
        indexes = cursor.fetchall()
        for name, _ in indexes:
            cursor.execute(f"DROP INDEX {name}")
        yield
        cursor.execute("SET LOCAL maintenance_work_mem = '512MB'")
        for _, definition in indexes:
            cursor.execute(definition)


@dataclass
class RowBuffer:
    """Buffer of rows for the tables of repairs."""

    user: User
    random_source: random.Random = field(default_factory=lambda: random.Random(100_000))  # noqa: S311 - rows, no secrets
    request_ids: Iterator[int] = field(default_factory=lambda: count(1))
    instrument_ids: Iterator[int] = field(default_factory=lambda: count(1))
    rows: dict[type[Model], list[dict[str, Any]]] = field(default_factory=dict)
    # unwritten instruments by Client; a separate random generator keeps all other rows unchanged
    unwritten_instruments: dict[int, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    instrument_random: random.Random = field(default_factory=lambda: random.Random(24))  # noqa: S311

    def __post_init__(self) -> None:
        self.clients = list(Client.objects.values_list("pk", "service_id"))
        self.parts = list(Part.objects.values_list("pk", flat=True))

    def add(self, number: int, at: datetime) -> None:
        """Add one repair with one to five units and its history.

        Each step takes some hours or weeks; recent repairs are still in progress.
        """
        key = next(self.request_ids)
        steps = list(self._generate_history(at))
        status, moved = (steps[-1][1], steps[-1][2]) if steps else ("NEW", at)
        step = REPAIR.get_step(status)
        client, service = self.clients[int(len(self.clients) * self.random_source.random() ** 2)]
        units = [self._assign_instrument(unit, client, at) for unit in self._generate_units(number)]
        lines = [f"R-{at.year}-{number:06d}", *(text for unit in units for text in unit[1:3] if text)]
        parties = {"client_id": client, "service_id": service, "created_by_id": self.user.pk}
        self._add_row(
            ServiceRequest,
            id=key,
            kind="REPAIR",
            number=lines[0],
            **parties,
            updated_by_id=self.user.pk,
            status=status,
            status_position=REPAIR.get_position(status),
            responsible_role=step.responsible_role,
            created_at=at,
            updated_at=moved,
            status_since=moved,
            completed_at=moved if step.is_terminal else None,
            version=len(steps) + 1,
            search_text="\n".join(map(normalize_key, lines)),
            search_display="\n".join(lines),
        )
        self._add_row(Repair, request_id=key)
        for part, serial, tag, instrument in units:
            unit = {"part_id": part, "serial_number": serial, "service_tag": tag, "instrument_id": instrument}
            price = self.instrument_random.randint(50, 900) if step.is_terminal else None
            self._add_row(RepairUnit, repair_id=key, repair_price=price, **unit)
        for old, new, moment in [(NO_STATUS, "NEW", at), *steps]:
            self._add_row(
                StatusChange,
                request_id=key,
                created_at=moment,
                user_id=self.user.pk,
                role="ADMIN",
                old_status=old,
                new_status=new,
            )
        for stayed, stay in _build_status_periods(at, steps).items():
            self._add_row(StatusPeriod, request_id=key, status=stayed, **stay)

    def _generate_units(self, number: int) -> Iterator[UnitRow]:
        usual = self.random_source.choice(self.parts)
        for unit in range(self.random_source.choice((1, 1, 2, 2, 3, 3, 4, 5))):
            part = usual if self.random_source.random() < 0.6 else self.random_source.choice(self.parts)
            yield (
                part,
                f"SN-{number:06d}-{unit + 1}",
                f"TAG-{number % 977}" if self.random_source.random() < 0.5 else "",
            )

    def _assign_instrument(self, unit: UnitRow, client: int, at: datetime) -> tuple[int, str, str, int]:
        """Assign an instrument to a unit: a new one, or a recent one that returns."""
        part, serial, tag = unit
        sent_in = self.unwritten_instruments[client]
        if sent_in and self.instrument_random.random() < RETURN_PROBABILITY:
            row = self.instrument_random.choice(sent_in)
            row["last_sent_at"] = at
        else:
            row = {
                "id": next(self.instrument_ids),
                "client_id": client,
                "part_id": part,
                "serial_number": serial,
                "serial_key": build_serial_key(serial),
                "last_sent_at": at,
            }
            sent_in.append(row)
            self.rows.setdefault(Instrument, []).append(row)
        return row["part_id"], row["serial_number"], tag, row["id"]

    def _generate_history(self, at: datetime) -> Iterator[HistoryStep]:
        """Generate old status, new status and time; some go back two steps."""
        position = 0
        while STATUSES[position] != STATUSES[-1]:
            at += timedelta(seconds=int(86_400 * self.random_source.lognormvariate(0.8, 1.0)))
            if at > LAST_CHANGED:
                return
            old = STATUSES[position]
            if not position and self.random_source.random() < 0.06:
                yield old, "REJECTED", at
                return
            position = max(0, position - 2) if self.random_source.random() < 0.01 else position + 1
            yield old, STATUSES[position], at

    def _add_row(self, model: type[Model], **values: Any) -> None:
        self.rows.setdefault(model, []).append(values)

    def write(self) -> None:
        """Write the buffered rows."""
        for model in FILLED_MODELS:
            copy_rows(model, self.rows.pop(model, []))
        self.unwritten_instruments.clear()


def _build_status_periods(at: datetime, steps: list[HistoryStep]) -> dict[str, dict[str, Any]]:
    """Build the status periods that the report stores, by status."""
    stays: dict[str, dict[str, Any]] = {"NEW": {"entered_at": at}}
    for old, new, moment in steps:
        stay = stays[old]
        spent = int((moment - stay["entered_at"]).total_seconds())
        stay |= {"left_at": moment, "seconds": stay.get("seconds", 0) + spent}
        stays[new] = {**stays.get(new, {}), "entered_at": moment, "left_at": None}
    return stays


def copy_rows(model: type[Model], rows: Iterable[dict[str, Any]]) -> None:
    """Insert rows of one table by COPY, with defaults for missing fields."""
    if connection.vendor != "postgresql":
        model._default_manager.bulk_create(model(**row) for row in rows)
        return
    fields = [each for each in model._meta.concrete_fields if not each.primary_key or model in MODELS_WITH_OWN_IDS]
    names = ", ".join(f'"{each.column}"' for each in fields)
    defaults = {each.attname: each.get_default for each in fields}
    with connection.cursor() as cursor, cursor.copy(f"COPY {model._meta.db_table} ({names}) FROM STDIN") as target:
        for row in rows:
            target.write_row([row[name] if name in row else default() for name, default in defaults.items()])
