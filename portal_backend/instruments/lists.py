"""List of instruments with a summary of their repairs (docs/decisions/0024)."""

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
    """Return the units that the actor may see; each is a visit of its instrument."""
    return RepairPart.objects.filter(scope(actor, "repair__request__"))


def instruments(actor: Actor) -> QuerySet[Any]:
    """Return the instruments that the actor may see.

    A service sees those that it received or gave as a replacement. The annotations are the creation time of the last
    request and the serial number as entered there; for a service, both come from its own requests.
    """
    rows = Instrument.objects.filter(SEEN)
    if actor.service_ids:
        own = visits(actor)
        received, replaced = _last_of(own.filter(instrument=OuterRef("pk"))), _last_of(replaced_units(own))
        # filtering by key first avoids the subquery for most instruments
        replacing = Q(Exists(replaced), serial_key__in=own.filter(REPLACED).order_by().values("replacement_key"))
        ids = own.filter(instrument__isnull=False).order_by().values("instrument")
        return rows.filter(Q(pk__in=ids) | replacing).annotate(
            sent_at=_first_of("repair__request__created_at", received, replaced),
            written=Coalesce(
                Subquery(received.values("serial_number")[:1]), Subquery(replaced.values("replacement_serial")[:1])
            ),
        )
    if actor.client_ids is not None:
        rows = rows.filter(client_id__in=actor.client_ids)
    return rows.annotate(sent_at=F("last_at"), written=F("serial_number"))


def _last_of(units: QuerySet[RepairPart]) -> QuerySet[RepairPart]:
    return units.order_by("-repair__request__created_at", "-pk")


def _first_of(column: str, *units: QuerySet[RepairPart]) -> Coalesce:
    """Return a column of the first unit that exists in the given querysets."""
    return Coalesce(*(Subquery(each.values(column)[:1]) for each in units))


def days_of(span: timedelta | None) -> int:
    """Return the number of started days in a time span, at most 365."""
    return min(ceil((span or timedelta()) / timedelta(days=1)), YEAR.days)


def with_visits(rows: QuerySet[Instrument], actor: Actor) -> QuerySet[Any]:
    """Annotate instruments with visit count, last status and time away in a year."""
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
    """Filter by serial number (ignoring spaces), model or, except for CLIENT, client."""
    # there are few parts, so listing their ids avoids a join
    parts = Part.objects.filter(matching_any(keyword, "model", "manufacturer")).values_list("pk", flat=True)
    condition = Q(part_id__in=list(parts))
    if key := normalize_key(keyword):
        condition |= Q(serial_key__contains=key)
    if actor.role in NAME_SEARCHERS:
        condition |= Q(client_id__in=parties_named(keyword).clients)
    return rows.filter(condition)


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
        # sorted by the normalized key, which is indexed and independent of the language
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
