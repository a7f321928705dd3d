"""The list of instruments, each with what its requests tell of it (docs/decisions/0024)."""

from datetime import timedelta
from math import ceil
from typing import Any

from django.db.models import (
    Count,
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
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
from portal_backend.repairs.instruments import replaced_units
from portal_backend.repairs.models import REPLACED, SEEN, Instrument, RepairPart
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
    """The instruments that the actor may see: a service those that it was sent or gave in return.

    `sent_at` is when the last request of each was made, `written` how its serial number was written then: a service
    reads both of its own requests.
    """
    rows = Instrument.objects.filter(SEEN)
    if actor.service_ids:
        own = visits(actor)
        sent, given = _last_of(own.filter(instrument=OuterRef("pk"))), _last_of(replaced_units(own))
        # the keys narrow it down before each instrument is looked at
        replacing = Q(Exists(given), serial_key__in=own.filter(REPLACED).order_by().values("replacement_key"))
        ids = own.filter(instrument__isnull=False).order_by().values("instrument")
        return rows.filter(Q(pk__in=ids) | replacing).annotate(
            sent_at=_first_of("repair__request__created_at", sent, given),
            written=Coalesce(
                Subquery(sent.values("serial_number")[:1]), Subquery(given.values("replacement_serial")[:1])
            ),
        )
    if actor.client_ids is not None:
        rows = rows.filter(client_id__in=actor.client_ids)
    return rows.annotate(sent_at=F("last_at"), written=F("serial_number"))


def _last_of(units: QuerySet[RepairPart]) -> QuerySet[RepairPart]:
    return units.order_by("-repair__request__created_at", "-pk")


def _first_of(column: str, *units: QuerySet[RepairPart]) -> Coalesce:
    """A column of the first unit that there is."""
    return Coalesce(*(Subquery(each.values(column)[:1]) for each in units))


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
        visits=Coalesce(
            Subquery(own.values("instrument").annotate(total=Count("repair", distinct=True)).values("total")), 0
        ),
        last_status=_first_of("repair__request__status", _last_of(own), _last_of(replaced_units(visits(actor)))),
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
