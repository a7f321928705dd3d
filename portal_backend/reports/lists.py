"""General report: a filtered search over repairs (spec 2, 2.2)."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.accounts.autocomplete import services
from portal_backend.accounts.lists import clients
from portal_backend.base.actor import Actor, Role, Roles
from portal_backend.base.errors import invalid_field
from portal_backend.base.fields import MAX_ID
from portal_backend.base.folding import matching_any
from portal_backend.base.newyork import now, today
from portal_backend.base.words import word
from portal_backend.catalogue.models import Category, Part
from portal_backend.repairs.models import REPLACED, RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.models import Stay
from portal_backend.resources.periods import end_of_second, moment_of
from portal_backend.resources.query import keyword_of, whole_number
from portal_backend.resources.resource import Column, Filter, Resource
from portal_backend.workflow import lists as shared
from portal_backend.workflow.models import Request
from portal_backend.workflow.scope import in_scope
from portal_backend.workflow.searching import holding

READERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SUSTAINABILITY_MANAGER})
STATUSES = [step.status for step in REPAIR.steps]
LEFT = [step.status for step in REPAIR.steps if not step.terminal]
Rows = QuerySet[Request]
LONG_WAIT = 14


def _id(key: str, values: list[str]) -> int:
    return whole_number(key, values[0], 1, MAX_ID)


def _status(values: list[str]) -> list[str]:
    if not set(values) <= set(STATUSES):
        raise invalid_field("status", "choice")
    return values


def _left(values: list[str]) -> str:
    if values[0] not in LEFT:
        raise invalid_field("leftStep", "choice")
    return values[0]


def _waited(values: list[str]) -> int:
    if values[0] != str(LONG_WAIT):
        raise invalid_field("waiting", "choice")
    return LONG_WAIT


def left_step(status: str) -> QuerySet[Stay]:
    """Return the status periods of requests that have left a status at least once."""
    return Stay.objects.filter(status=status, seconds__isnull=False)


def waiting_since(days: int) -> Q:
    """Build the filter for repairs that wait for a role for longer than some days.

    Only the time in the current status counts.
    """
    return Q(waits_for__isnull=False, entered_at__lt=now() - timedelta(days=days))


def _year_ago() -> str:
    """Return the first day of the twelve months ending with this one, in New York."""
    month = today().replace(day=1)
    return str(
        month.replace(year=month.year - 1, month=month.month + 1) if month.month < 12 else month.replace(month=1)
    )


def _text(values: list[str]) -> str:
    return keyword_of(values[0])


def _parts_in(category: str) -> list[int]:
    """Return the ids of the parts of a category, by its key."""
    return list(Part.objects.filter(category__key=category).values_list("pk", flat=True))


def _with_unit(rows: Rows, *conditions: Q, **lookups: Any) -> Rows:
    """Filter repairs to those with a unit that matches the conditions."""
    return rows.filter(pk__in=RepairPart.objects.filter(*conditions, **lookups).values("repair_id"))


def _with_number(rows: Rows, keyword: str) -> Rows:
    """Filter requests by a part of their number.

    The condition on the search index comes first because it narrows the rows.
    """
    return rows.filter(holding(keyword), matching_any(keyword, "number")) if keyword else rows


def _with_unit_named(rows: Rows, attribute: str, keyword: str) -> Rows:
    """Filter repairs to those with a unit whose attribute contains a keyword."""
    return _with_unit(rows, matching_any(keyword, attribute)) if keyword else rows


def _with_serial(rows: Rows, keyword: str) -> Rows:
    """Filter repairs by the serial number of a unit or of its replacement."""
    replaced = REPLACED & matching_any(keyword, "replacement_serial")
    return _with_unit(rows, matching_any(keyword, "serial_number") | replaced) if keyword else rows


def _named(choices: Callable[[Actor], list[tuple[Any, str]]]) -> Callable[[Actor], list[dict[str, Any]]]:
    return lambda actor: [{"key": str(key), "name": name} for key, name in choices(actor)]


FILTERS = (
    Filter(
        "clientId",
        "choice",
        partial(_id, "clientId"),
        lambda rows, value, actor: rows.filter(client_id=value),
        _named(lambda actor: list(clients(actor).values_list("pk", "name"))),
    ),
    Filter(
        "status",
        "choice",
        _status,
        lambda rows, value, actor: rows.filter(status__in=value),
        lambda actor: shared.status_choices(REPAIR, STATUSES),
    ),
    Filter(
        "serviceId",
        "choice",
        partial(_id, "serviceId"),
        lambda rows, value, actor: rows.filter(service_id=value),
        _named(lambda actor: [(row["id"], row["name"]) for row in services()]),
    ),
    Filter(
        "categoryId",
        "choice",
        lambda values: keyword_of(values[0]),
        # there are few parts, so listing their ids avoids joining every unit
        lambda rows, value, actor: _with_unit(rows, part_id__in=_parts_in(value)),
        _named(lambda actor: [(row.key, row.name) for row in Category.objects.order_by("position", "pk")]),
    ),
    Filter(
        "partId",
        "part",
        partial(_id, "partId"),
        lambda rows, value, actor: _with_unit(rows, part_id=value),
        other="categoryId",
    ),
    Filter("requestNumber", "text", _text, lambda rows, value, actor: _with_number(rows, value)),
    Filter(
        "serialNumber",
        "text",
        _text,
        lambda rows, value, actor: _with_serial(rows, value),
    ),
    Filter(
        "serviceTag",
        "text",
        _text,
        lambda rows, value, actor: _with_unit_named(rows, "service_tag", value),
    ),
    Filter(
        "createdFrom",
        "date",
        partial(moment_of, "createdFrom"),
        lambda rows, value, actor: rows.filter(created_at__gte=value),
        other="createdTo",
        bound="from",
        opening=_year_ago,
    ),
    Filter(
        "createdTo",
        "date",
        partial(moment_of, "createdTo"),
        lambda rows, value, actor: rows.filter(created_at__lt=end_of_second(value)),
        other="createdFrom",
        bound="to",
    ),
    Filter(
        "leftStep",
        "given",
        _left,
        lambda rows, value, actor: rows.filter(pk__in=left_step(value).values("request_id")),
        lambda actor: shared.status_choices(REPAIR, LEFT),
    ),
    Filter(
        "waiting",
        "given",
        _waited,
        lambda rows, value, actor: rows.filter(waiting_since(value)),
        lambda actor: [{"key": str(LONG_WAIT), "name": word("waits.longer", days=LONG_WAIT)}],
    ),
)
GENERAL_REPORT = Resource(
    name="general-report",
    columns=(
        shared.ID,
        shared.NUMBER,
        Column("client", source="client__name"),
        Column("service", source="service__name"),
        shared.STATUS,
        shared.CREATED,
        shared.UPDATED,
    ),
    rows=lambda actor, parent: in_scope(actor, REPAIR.kind),
    readers=READERS,
    carried=shared.CARRIED,
    filters=FILTERS,
    filter_required=True,
    route="reports/general",
    group="reports",
    icon="assessment",
    records={REPAIR.kind: "process-repair/{id}"},
    opens_in_new_tab=True,
    export="general-report",
)
