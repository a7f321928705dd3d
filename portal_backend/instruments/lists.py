"""The list of instruments, each with what its requests tell of it (docs/decisions/0024)."""

from datetime import timedelta
from math import ceil
from typing import Any

from django.db.models import (
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
)
from django.db.models.functions import Coalesce, Greatest, Least

from portal_backend.accounts.lists import parties_named
from portal_backend.base.actor import EVERYBODY, Actor, Roles
from portal_backend.base.folding import matching_any
from portal_backend.base.newyork import now
from portal_backend.base.normalization import normalize_key
from portal_backend.base.words import word
from portal_backend.catalogue.models import Part
from portal_backend.repairs.models import SEEN, Instrument, RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.resources.resource import Column, Resource, Row
from portal_backend.workflow import lists as shared
from portal_backend.workflow.scope import scope
from portal_backend.workflow.searching import NAME_SEARCHERS

READERS: Roles = EVERYBODY
YEAR = timedelta(days=365)


def visits(actor: Actor) -> QuerySet[RepairPart]:
    """The units that the actor may see, each of which is one visit of its instrument."""
    return RepairPart.objects.filter(scope(actor, "repair__request__"))


def instruments(actor: Actor) -> QuerySet[Any]:
    """The instruments that the actor may see: a service those that it was sent, a Client its own.

    `sent_at` is when each was sent in last, `written` how its serial number was written then: a service is told of
    what it was sent itself.
    """
    rows = Instrument.objects.filter(SEEN)
    if actor.service_ids:
        sent = rows.filter(scope(actor, "units__repair__request__"))
        last = _last_of(visits(actor).filter(instrument=OuterRef("pk")))
        return sent.annotate(
            sent_at=Max("units__repair__request__created_at"), written=Subquery(last.values("serial_number")[:1])
        )
    if actor.client_ids is not None:
        rows = rows.filter(client_id__in=actor.client_ids)
    return rows.annotate(sent_at=F("last_at"), written=F("serial_number"))


def _last_of(units: QuerySet[RepairPart]) -> QuerySet[RepairPart]:
    return units.order_by("-repair__request__created_at", "-pk")


def days_of(spent: timedelta | None) -> int:
    """Days that began within a span of time, at most a year's."""
    return min(ceil((spent or timedelta()) / timedelta(days=1)), YEAR.days)


def with_visits(rows: QuerySet[Instrument], actor: Actor) -> QuerySet[Any]:
    """The same with the number of visits, what the last one is, and how long they were away within a year."""
    own = visits(actor).filter(instrument=OuterRef("pk")).order_by()
    moment = now()
    away = ExpressionWrapper(
        Least(Coalesce(F("repair__request__completed_at"), _time(moment)), _time(moment))
        - Greatest(F("repair__request__created_at"), _time(moment - YEAR)),
        output_field=DurationField(),
    )
    ended_before = Q(repair__request__completed_at__lt=moment - YEAR)
    return rows.annotate(
        visits=Subquery(own.values("instrument").annotate(total=Count("repair", distinct=True)).values("total")),
        last_status=Subquery(_last_of(own).values("repair__request__status")[:1]),
        away=Subquery(own.exclude(ended_before).values("instrument").annotate(sum=Sum(away)).values("sum")),
    )


def _time(moment: Any) -> Value:
    return Value(moment, output_field=DateTimeField())


def search(rows: QuerySet[Instrument], keyword: str, actor: Actor) -> QuerySet[Instrument]:
    """Instruments by serial number, however it is spaced, by model, and for others than CLIENT by the Client."""
    # parts are few: their ids spare a join
    parts = Part.objects.filter(matching_any(keyword, "model", "manufacturer")).values_list("pk", flat=True)
    found = Q(part_id__in=list(parts))
    if key := normalize_key(keyword):
        found |= Q(serial_key__contains=key)
    if actor.role in NAME_SEARCHERS:
        found |= Q(client_id__in=parties_named(keyword).clients)
    return rows.filter(found)


def _status_text(row: Row) -> str:
    return word(f"status.{REPAIR.kind}.{row['last_status']}")


def _last_status(row: Row, actor: Actor) -> dict[str, str]:
    return {"key": row["last_status"], "name": _status_text(row)}


def _days_away(row: Row, actor: Actor) -> int:
    return days_of(row["away"])


INSTRUMENTS = Resource(
    name="instruments",
    columns=(
        shared.ID,
        # by what it is known by, which has an index and is the same in any language
        Column("serialNumber", source="written", order=F("serial_key")),
        Column("partName", source="part__model", name="model"),
        Column("manufacturer", source="part__manufacturer", hidden=True),
        Column("client", source="client__name", readers=shared.NOT_CLIENT),
        Column("visits", "number", source="visits", sort=None),
        Column("lastStatus", "choice", source="last_status", value=_last_status, text=_status_text, sort=None),
        Column("lastSentIn", "datetime", source="sent_at", filled=True),
        Column("daysAway", "number", value=_days_away, sort=None),
    ),
    rows=lambda actor, parent: with_visits(instruments(actor), actor),
    readers=READERS,
    default_sort=("lastSentIn", "DESC"),
    carried=("away",),
    filters=(shared.BY_CLIENT,),
    search=search,
    route="instruments",
    group="lists",
    icon="sensors",
    records={"": "instrument/{id}"},
    export="instruments",
)
