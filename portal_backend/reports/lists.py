"""General report: a filtered search over repairs (spec 2, 2.2)."""

from datetime import timedelta
from functools import partial
from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.accounts.selectors import get_selectable_clients, get_services
from portal_backend.catalogue.selectors import build_category_filter, get_part_ids
from portal_backend.core.actor import Role, Roles
from portal_backend.core.clock import now, today
from portal_backend.core.errors import invalid_field
from portal_backend.core.text_search import contains_any
from portal_backend.core.translations import translate
from portal_backend.repairs.models import HAS_REPLACEMENT, RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.models import StatusPeriod
from portal_backend.resources.field import list_row_choices
from portal_backend.resources.filters import build_choices_parser, build_id_parser, parse_text
from portal_backend.resources.query import get_end_of_second, parse_datetime_filter
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


FILTERS = (
    Filter(
        "clientId",
        "choice",
        build_id_parser("clientId"),
        lambda rows, value, actor: rows.filter(client_id=value),
        lambda actor: list_row_choices(get_selectable_clients(actor)),
    ),
    Filter(
        "serviceId",
        "choice",
        build_id_parser("serviceId"),
        lambda rows, value, actor: rows.filter(service_id=value),
        lambda actor: list_row_choices(get_services()),
    ),
    Filter(
        "status",
        "choice",
        build_choices_parser("status", lambda: REPAIR_STATUSES),
        lambda rows, value, actor: rows.filter(status__in=value),
        lambda actor: shared.list_status_choices(REPAIR, REPAIR_STATUSES),
    ),
    # there are few parts, so listing their ids avoids joining every unit
    build_category_filter(lambda rows, value, actor: _filter_by_unit(rows, part_id__in=get_part_ids(value))),
    Filter(
        "partId",
        "part",
        build_id_parser("partId"),
        lambda rows, value, actor: _filter_by_unit(rows, part_id=value),
        related_filter="categoryId",
    ),
    Filter("requestNumber", "text", parse_text, lambda rows, value, actor: _filter_by_number(rows, value)),
    Filter(
        "serialNumber",
        "text",
        parse_text,
        lambda rows, value, actor: _filter_by_serial(rows, value),
    ),
    Filter(
        "serviceTag",
        "text",
        parse_text,
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
        build_choices_parser("leftStep", lambda: NON_TERMINAL_STATUSES),
        lambda rows, value, actor: rows.filter(pk__in=get_ended_periods(value[0]).values("request_id")),
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
