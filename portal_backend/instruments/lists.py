"""List of instruments with a summary of their repairs (docs/decisions/0024)."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from portal_backend.accounts.selectors import find_parties
from portal_backend.catalogue.models import Part
from portal_backend.catalogue.selectors import build_category_filter, get_part_ids
from portal_backend.core.actor import ALL_ROLES, Actor, Roles
from portal_backend.core.clock import now
from portal_backend.core.normalization import normalize_key
from portal_backend.core.text_search import contains_any
from portal_backend.core.translations import translate
from portal_backend.repairs.instrument_identity import (
    INSTRUMENT_KEY_FIELDS,
    REPLACEMENT_KEY_FIELDS,
    filter_replaced_units,
    select_replacement_ids,
)
from portal_backend.repairs.models import HAS_BEEN_SENT, HAS_REPLACEMENT, ArrivalState, Instrument, RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.resources.resource import Column, Resource, Row
from portal_backend.workflow import lists as shared
from portal_backend.workflow.models import Approval
from portal_backend.workflow.scope import scope
from portal_backend.workflow.search import NAME_SEARCHERS

READERS: Roles = ALL_ROLES
YEAR = timedelta(days=365)
NOT_RECEIVED = "NOT_RECEIVED"
REJECTED = "REJECTED"


def get_visits(actor: Actor) -> QuerySet[RepairUnit]:
    """Return the units that the actor may see; each is a visit of its instrument."""
    return RepairUnit.objects.filter(scope(actor, "repair__request__"))


def get_instruments(actor: Actor) -> QuerySet[Instrument]:
    """Return the instruments that the actor may see.

    A service sees those that it received or gave as a replacement.
    """
    rows = Instrument.objects.filter(HAS_BEEN_SENT)
    if actor.service_ids:
        own = get_visits(actor)
        received_ids = own.filter(instrument__isnull=False).order_by().values("instrument")
        return rows.filter(pk__in=received_ids.union(select_replacement_ids(own)))
    return rows if actor.client_ids is None else rows.filter(client_id__in=actor.client_ids)


def annotate_last_request(rows: QuerySet[Instrument], actor: Actor) -> QuerySet[Any]:
    """Annotate instruments with the time and serial number of their last request.

    For a service, both come from its own requests.
    """
    if not actor.service_ids:
        return rows.annotate(sent_at=F("last_sent_at"), display_serial=F("serial_number"))
    received, replaced = get_visits(actor).filter(instrument=OuterRef("pk")), filter_replaced_units(get_visits(actor))
    latest_received, latest_replaced = map(_order_latest_first, (received, replaced))
    # the list is sorted by this one: the maximum is cheaper than the first of sorted rows
    received_at = received.order_by().values("instrument").annotate(at=Max("repair__request__created_at"))
    return rows.annotate(
        sent_at=Coalesce(
            Subquery(received_at.values("at")), Subquery(latest_replaced.values("repair__request__created_at")[:1])
        ),
        display_serial=Coalesce(
            Subquery(latest_received.values("serial_number")[:1]),
            Subquery(latest_replaced.values("replacement_serial")[:1]),
        ),
    )


def _order_latest_first(units: QuerySet[RepairUnit]) -> QuerySet[RepairUnit]:
    return units.order_by("-repair__request__created_at", "-pk")


def count_whole_days(span: timedelta) -> int:
    """Return the number of whole days in a time span, from 1 to 365; 0 for none."""
    return min(max(span // timedelta(days=1), 1), YEAR.days) if span else 0


@dataclass
class VisitSummary:
    """Summary of the visits of an instrument that an actor may see."""

    #: Ids of the repairs.
    repair_ids: set[int] = field(default_factory=set)
    #: Status of the last visit, "" without one.
    last_status: str = ""
    #: Time that the instrument was away from its client within the last year.
    away: timedelta = timedelta()


def summarize_visits(ids: Collection[int], actor: Actor) -> defaultdict[int, VisitSummary]:
    """Summarize the visits of instruments by id, in one query for all of them."""
    summaries: defaultdict[int, VisitSummary] = defaultdict(VisitSummary)
    end = now()
    visits = _order_latest_first(get_visits(actor).filter(instrument__in=ids)).values_list(
        *("instrument_id", "repair_id", "initial_approval", "receipt_line__condition"),
        *(f"repair__request__{each}" for each in ("status", "created_at", "completed_at")),
    )
    for pk, repair_id, approval, condition, status, created_at, completed_at in visits:
        summary, outcome = summaries[pk], _get_outcome(approval, condition)
        summary.repair_ids.add(repair_id)
        summary.last_status = summary.last_status or outcome or status
        if not outcome:
            away = min(completed_at or end, end) - max(created_at, end - YEAR)
            summary.away += max(away, timedelta())  # negative if it ended more than a year ago
    return summaries


def _get_outcome(approval: str, condition: str | None) -> str:
    """Return the outcome of a unit that was rejected or is missing, "" for others.

    It does not share the status of its request, and is not away: a rejected unit stays with its client, and a missing
    one never came to the service.
    """
    if approval == Approval.REJECTED:
        return REJECTED
    return NOT_RECEIVED if condition == ArrivalState.MISSING else ""


def _get_replaced_statuses(rows: Collection[Row], actor: Actor) -> dict[int, str]:
    """Map the ids of instruments to the statuses of the last units that they replaced."""
    ids_by_key = {tuple(row[name] for name in INSTRUMENT_KEY_FIELDS): row["id"] for row in rows}
    # the keys are narrowed one by one, because a short one occurs at many clients
    values = zip(REPLACEMENT_KEY_FIELDS, zip(*ids_by_key, strict=True), strict=False)
    units = get_visits(actor).filter(HAS_REPLACEMENT, **{f"{name}__in": set(keys) for name, keys in values})
    statuses: dict[int, str] = {}
    for *key, approval, condition, status in _order_latest_first(units).values_list(
        *REPLACEMENT_KEY_FIELDS, "initial_approval", "receipt_line__condition", "repair__request__status"
    ):
        if pk := ids_by_key.get(tuple(key)):
            statuses.setdefault(pk, _get_outcome(approval, condition) or status)
    return statuses


def _add_visit_summaries(rows: list[Row], actor: Actor) -> None:
    """Add visit summaries to a page of instruments.

    One query takes half the time of a subquery for each column. Replacements that were never sent in have the status of
    the unit that they replaced, read by a second query. A visit may have been deleted since the page was read.
    """
    summaries = summarize_visits([row["id"] for row in rows], actor)
    never_sent_in = [row for row in rows if not summaries[row["id"]].repair_ids]
    replaced_statuses = _get_replaced_statuses(never_sent_in, actor) if never_sent_in else {}
    for row in rows:
        summary = summaries[row["id"]]
        row["visits"], row["away"] = len(summary.repair_ids), summary.away
        row["last_status"] = summary.last_status or replaced_statuses.get(row["id"], "")


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
    if not row["last_status"]:
        return ""
    if row["last_status"] == NOT_RECEIVED:
        return translate("outcome.NOT_RECEIVED")
    return translate(f"status.{REPAIR.kind}.{row['last_status']}")


def _serialize_last_status(row: Row, actor: Actor) -> dict[str, str]:
    return {"key": row["last_status"], "name": _get_last_status_name(row)}


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
            value=_serialize_last_status,
            export_text=_get_last_status_name,
        ),
        Column("lastSentIn", "datetime", source="sent_at", not_null=True),
        Column("visits", "number", value=lambda row, actor: row["visits"]),
        Column("daysAway", "number", value=lambda row, actor: count_whole_days(row["away"])),
    ),
    rows=lambda actor, parent: annotate_last_request(get_instruments(actor), actor),
    readers=READERS,
    default_sort=("lastSentIn", "DESC"),
    extra_sources=("id", *INSTRUMENT_KEY_FIELDS),
    prefetch=_add_visit_summaries,
    filters=(
        shared.CLIENT_FILTER,
        # there are few parts, so listing their ids avoids a join
        build_category_filter(lambda rows, value, actor: rows.filter(part_id__in=get_part_ids(value))),
    ),
    search=filter_by_keyword,
    route="instruments",
    menu_group="lists",
    icon="sensors",
    detail_routes={"": "instrument/{id}"},
    export_name="instruments",
)
