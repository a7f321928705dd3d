"""General report: a filtered search over repairs (spec 2, 2.2)."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.accounts.selectors import get_selectable_clients, get_service_choices
from portal_backend.catalogue.selectors import get_part_ids, list_category_choices
from portal_backend.core.actor import Actor, Role, Roles
from portal_backend.core.clock import now, today
from portal_backend.core.errors import invalid_field
from portal_backend.core.text_search import contains_any
from portal_backend.core.translations import translate
from portal_backend.core.types import MAX_ID
from portal_backend.repairs.models import HAS_REPLACEMENT, RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.models import StatusPeriod
from portal_backend.resources.query import get_end_of_second, parse_datetime_filter, parse_integer, parse_keyword
from portal_backend.resources.resource import Column, Filter, Resource
from portal_backend.workflow import lists as shared
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.scope import in_scope
from portal_backend.workflow.search import build_keyword_filter

READERS: Roles = frozenset({Role.ADMIN, Role.SUPERVISOR, Role.SUSTAINABILITY_MANAGER})
REPAIR_STATUSES = [step.status for step in REPAIR.steps]
NON_TERMINAL_STATUSES = [step.status for step in REPAIR.steps if not step.is_terminal]
RequestQuerySet = QuerySet[ServiceRequest]
LONG_WAIT_DAYS = 14


def _parse_id(key: str, values: list[str]) -> int:
    return parse_integer(key, values[0], 1, MAX_ID)


def _parse_statuses(values: list[str]) -> list[str]:
    if not set(values) <= set(REPAIR_STATUSES):
        raise invalid_field("status", "choice")
    return values


def _parse_left_step(values: list[str]) -> str:
    if values[0] not in NON_TERMINAL_STATUSES:
        raise invalid_field("leftStep", "choice")
    return values[0]


def _parse_waiting_days(values: list[str]) -> int:
    if values[0] != str(LONG_WAIT_DAYS):
        raise invalid_field("waiting", "choice")
    return LONG_WAIT_DAYS


def get_ended_periods(status: str) -> QuerySet[StatusPeriod]:
    """Return the status periods of requests that have left a status at least once."""
    return StatusPeriod.objects.filter(status=status, seconds__isnull=False)


def build_waiting_filter(days: int) -> Q:
    """Build the filter for repairs that wait for a role for longer than some days.

    Only the time in the current status counts.
    """
    return Q(responsible_role__isnull=False, status_since__lt=now() - timedelta(days=days))


def _get_default_start() -> str:
    """Return the first day of the twelve months ending with this one, in New York."""
    month = today().replace(day=1)
    return str(
        month.replace(year=month.year - 1, month=month.month + 1) if month.month < 12 else month.replace(month=1)
    )


def _parse_keyword(values: list[str]) -> str:
    return parse_keyword(values[0])


def _filter_by_unit(rows: RequestQuerySet, *conditions: Q, **lookups: Any) -> RequestQuerySet:
    """Filter repairs to those with a unit that matches the conditions."""
    return rows.filter(pk__in=RepairUnit.objects.filter(*conditions, **lookups).values("repair_id"))


def _filter_by_number(rows: RequestQuerySet, keyword: str) -> RequestQuerySet:
    """Filter requests by a part of their number.

    The condition on the search index comes first because it narrows the rows.
    """
    return rows.filter(build_keyword_filter(keyword), contains_any(keyword, "number")) if keyword else rows


def _filter_by_unit_text(rows: RequestQuerySet, attribute: str, keyword: str) -> RequestQuerySet:
    """Filter repairs to those with a unit whose attribute contains a keyword."""
    return _filter_by_unit(rows, contains_any(keyword, attribute)) if keyword else rows


def _filter_by_serial(rows: RequestQuerySet, keyword: str) -> RequestQuerySet:
    """Filter repairs by the serial number of a unit or of its replacement."""
    replaced = HAS_REPLACEMENT & contains_any(keyword, "replacement_serial")
    return _filter_by_unit(rows, contains_any(keyword, "serial_number") | replaced) if keyword else rows


def _build_choices(choices: Callable[[Actor], list[tuple[Any, str]]]) -> Callable[[Actor], list[dict[str, Any]]]:
    return lambda actor: [{"key": str(key), "name": name} for key, name in choices(actor)]


FILTERS = (
    Filter(
        "clientId",
        "choice",
        partial(_parse_id, "clientId"),
        lambda rows, value, actor: rows.filter(client_id=value),
        _build_choices(lambda actor: list(get_selectable_clients(actor).values_list("pk", "name"))),
    ),
    Filter(
        "serviceId",
        "choice",
        partial(_parse_id, "serviceId"),
        lambda rows, value, actor: rows.filter(service_id=value),
        _build_choices(lambda actor: [(row["id"], row["name"]) for row in get_service_choices()]),
    ),
    Filter(
        "status",
        "choice",
        _parse_statuses,
        lambda rows, value, actor: rows.filter(status__in=value),
        lambda actor: shared.list_status_choices(REPAIR, REPAIR_STATUSES),
    ),
    Filter(
        "categoryId",
        "choice",
        lambda values: parse_keyword(values[0]),
        # there are few parts, so listing their ids avoids joining every unit
        lambda rows, value, actor: _filter_by_unit(rows, part_id__in=get_part_ids(value)),
        list_category_choices,
    ),
    Filter(
        "partId",
        "part",
        partial(_parse_id, "partId"),
        lambda rows, value, actor: _filter_by_unit(rows, part_id=value),
        related_filter="categoryId",
    ),
    Filter("requestNumber", "text", _parse_keyword, lambda rows, value, actor: _filter_by_number(rows, value)),
    Filter(
        "serialNumber",
        "text",
        _parse_keyword,
        lambda rows, value, actor: _filter_by_serial(rows, value),
    ),
    Filter(
        "serviceTag",
        "text",
        _parse_keyword,
        lambda rows, value, actor: _filter_by_unit_text(rows, "service_tag", value),
    ),
    Filter(
        "createdFrom",
        "date",
        partial(parse_datetime_filter, "createdFrom"),
        lambda rows, value, actor: rows.filter(created_at__gte=value),
        related_filter="createdTo",
        range_end="from",
        get_default=_get_default_start,
    ),
    Filter(
        "createdTo",
        "date",
        partial(parse_datetime_filter, "createdTo"),
        lambda rows, value, actor: rows.filter(created_at__lt=get_end_of_second(value)),
        related_filter="createdFrom",
        range_end="to",
    ),
    Filter(
        "leftStep",
        "given",
        _parse_left_step,
        lambda rows, value, actor: rows.filter(pk__in=get_ended_periods(value).values("request_id")),
        lambda actor: shared.list_status_choices(REPAIR, NON_TERMINAL_STATUSES),
    ),
    Filter(
        "waiting",
        "given",
        _parse_waiting_days,
        lambda rows, value, actor: rows.filter(build_waiting_filter(value)),
        lambda actor: [{"key": str(LONG_WAIT_DAYS), "name": translate("waits.longer", days=LONG_WAIT_DAYS)}],
    ),
)
GENERAL_REPORT = Resource(
    name="general-report",
    columns=(
        shared.ID_COLUMN,
        shared.NUMBER_COLUMN,
        Column("client", source="client__name"),
        Column("service", source="service__name"),
        shared.STATUS_COLUMN,
        shared.CREATED_COLUMN,
        shared.UPDATED_COLUMN,
    ),
    rows=lambda actor, parent: in_scope(actor, REPAIR.kind),
    readers=READERS,
    extra_sources=shared.EXTRA_SOURCES,
    filters=FILTERS,
    filter_required=True,
    route="reports/general",
    menu_group="reports",
    icon="assessment",
    detail_routes={REPAIR.kind: "process-repair/{id}"},
    opens_in_new_tab=True,
    export_name="general-report",
)
