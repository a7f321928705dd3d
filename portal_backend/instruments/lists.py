"""List of instruments with a summary of their repairs (docs/decisions/0024)."""

from datetime import timedelta
from typing import Any

from django.db.models import (
    Case,
    CharField,
    Count,
    DateTimeField,
    DurationField,
    ExpressionWrapper,
    F,
    Max,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Greatest, Least

from portal_backend.accounts.selectors import find_parties
from portal_backend.catalogue.models import Part
from portal_backend.catalogue.selectors import get_part_ids, list_category_choices
from portal_backend.core.actor import ALL_ROLES, Actor, Roles
from portal_backend.core.clock import now
from portal_backend.core.normalization import normalize_key
from portal_backend.core.text_search import contains_any
from portal_backend.core.translations import translate
from portal_backend.repairs.instrument_identity import filter_replaced_units, select_replacement_ids
from portal_backend.repairs.models import HAS_BEEN_SENT, ArrivalState, Instrument, RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.resources.query import parse_keyword
from portal_backend.resources.resource import Column, Filter, Resource, Row
from portal_backend.workflow import lists as shared
from portal_backend.workflow.models import Approval
from portal_backend.workflow.scope import scope
from portal_backend.workflow.search import NAME_SEARCHERS

READERS: Roles = ALL_ROLES
YEAR = timedelta(days=365)
# a rejected unit stays with its client, and a missing one never came to the service
IS_SENT_IN = ~Q(initial_approval=Approval.REJECTED) & ~Q(receipt_line__condition=ArrivalState.MISSING)
NOT_RECEIVED = "NOT_RECEIVED"
REJECTED = "REJECTED"
# a unit that was rejected or is missing does not share the status of its request
VISIT_STATUS = Case(
    When(initial_approval=Approval.REJECTED, then=Value(REJECTED)),
    When(receipt_line__condition=ArrivalState.MISSING, then=Value(NOT_RECEIVED)),
    default=F("repair__request__status"),
    output_field=CharField(),
)


def get_visits(actor: Actor) -> QuerySet[RepairUnit]:
    """Return the units that the actor may see; each is a visit of its instrument."""
    return RepairUnit.objects.filter(scope(actor, "repair__request__"))


def get_instruments(actor: Actor) -> QuerySet[Any]:
    """Return the instruments that the actor may see.

    A service sees those that it received or gave as a replacement. The annotations are the creation time of the last
    request and the serial number as entered there; for a service, both come from its own requests.
    """
    rows = Instrument.objects.filter(HAS_BEEN_SENT)
    if actor.service_ids:
        own = get_visits(actor)
        received, replaced = own.filter(instrument=OuterRef("pk")), filter_replaced_units(own)
        received_ids = own.filter(instrument__isnull=False).order_by().values("instrument")
        latest_received, latest_replaced = map(_order_latest_first, (received, replaced))
        # the list is sorted by this one: the maximum is cheaper than the first of sorted rows
        received_at = received.order_by().values("instrument").annotate(at=Max("repair__request__created_at"))
        return rows.filter(pk__in=received_ids.union(select_replacement_ids(own))).annotate(
            sent_at=Coalesce(
                Subquery(received_at.values("at")), Subquery(latest_replaced.values("repair__request__created_at")[:1])
            ),
            display_serial=Coalesce(
                Subquery(latest_received.values("serial_number")[:1]),
                Subquery(latest_replaced.values("replacement_serial")[:1]),
            ),
        )
    if actor.client_ids is not None:
        rows = rows.filter(client_id__in=actor.client_ids)
    return rows.annotate(sent_at=F("last_sent_at"), display_serial=F("serial_number"))


def _order_latest_first(units: QuerySet[RepairUnit]) -> QuerySet[RepairUnit]:
    return units.order_by("-repair__request__created_at", "-pk")


def count_whole_days(span: timedelta | None) -> int:
    """Return the number of whole days in a time span, from 1 to 365; 0 without one."""
    return min(max(span // timedelta(days=1), 1), YEAR.days) if span else 0


def annotate_visits(rows: QuerySet[Instrument], actor: Actor) -> QuerySet[Any]:
    """Annotate instruments with visit count, last status and time away in a year."""
    own = get_visits(actor).filter(instrument=OuterRef("pk")).order_by()
    moment = now()
    away = ExpressionWrapper(
        Least(Coalesce(F("repair__request__completed_at"), _build_time_value(moment)), _build_time_value(moment))
        - Greatest(F("repair__request__created_at"), _build_time_value(moment - YEAR)),
        output_field=DurationField(),
    )
    ended_before = Q(repair__request__completed_at__lt=moment - YEAR)
    return rows.annotate(
        visits=Coalesce(
            Subquery(own.values("instrument").annotate(total=Count("repair", distinct=True)).values("total")), 0
        ),
        last_status=Coalesce(
            *(
                Subquery(_order_latest_first(units).annotate(visit_status=VISIT_STATUS).values("visit_status")[:1])
                for units in (own, filter_replaced_units(get_visits(actor)))
            )
        ),
        away=Subquery(
            own.filter(IS_SENT_IN).exclude(ended_before).values("instrument").annotate(sum=Sum(away)).values("sum")
        ),
    )


def _build_time_value(moment: Any) -> Value:
    return Value(moment, output_field=DateTimeField())


def filter_by_keyword(rows: QuerySet[Instrument], keyword: str, actor: Actor) -> QuerySet[Instrument]:
    """Filter by serial number (ignoring spaces), model or, except for CLIENT, client."""
    # there are few parts, so listing their ids avoids a join
    parts = Part.objects.filter(contains_any(keyword, "model", "manufacturer")).values_list("pk", flat=True)
    condition = Q(part_id__in=list(parts))
    if key := normalize_key(keyword):
        condition |= Q(serial_key__contains=key)
    if actor.role in NAME_SEARCHERS:
        condition |= Q(client_id__in=find_parties(keyword).clients)
    return rows.filter(condition)


def _get_last_status_name(row: Row) -> str:
    if row["last_status"] == NOT_RECEIVED:
        return translate("outcome.NOT_RECEIVED")
    return translate(f"status.{REPAIR.kind}.{row['last_status']}")


def _serialize_last_status(row: Row, actor: Actor) -> dict[str, str]:
    return {"key": row["last_status"], "name": _get_last_status_name(row)}


def _count_days_away(row: Row, actor: Actor) -> int:
    return count_whole_days(row["away"])


INSTRUMENTS = Resource(
    name="instruments",
    columns=(
        shared.ID_COLUMN,
        # sorted by the normalized key, which is indexed and independent of the language
        Column("serialNumber", source="display_serial", sort_expression=F("serial_key")),
        Column("partName", source="part__model", heading_key="model"),
        Column("manufacturer", source="part__manufacturer", hidden_by_default=ALL_ROLES),
        Column("client", source="client__name", readers=shared.NOT_CLIENT),
        Column(
            "lastStatus",
            "choice",
            source="last_status",
            value=_serialize_last_status,
            export_text=_get_last_status_name,
            sort=None,
        ),
        Column("lastSentIn", "datetime", source="sent_at", not_null=True),
        Column("visits", "number", source="visits", sort=None),
        Column("daysAway", "number", value=_count_days_away, sort=None),
    ),
    rows=lambda actor, parent: annotate_visits(get_instruments(actor), actor),
    readers=READERS,
    default_sort=("lastSentIn", "DESC"),
    extra_sources=("away",),
    filters=(
        shared.CLIENT_FILTER,
        Filter(
            "categoryId",
            "choice",
            lambda values: parse_keyword(values[0]),
            # there are few parts, so listing their ids avoids a join
            lambda rows, value, actor: rows.filter(part_id__in=get_part_ids(value)),
            list_category_choices,
        ),
    ),
    search=filter_by_keyword,
    route="instruments",
    menu_group="lists",
    icon="sensors",
    detail_routes={"": "instrument/{id}"},
    export_name="instruments",
)
