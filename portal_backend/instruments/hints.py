"""What is worth knowing of an instrument while it is sent in, approved or looked at. It informs, and stops nobody."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Prefetch, prefetch_related_objects

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import now
from portal_backend.instruments.costs import model_costs
from portal_backend.instruments.lists import YEAR, instruments, visits
from portal_backend.instruments.replacements import replacements_of
from portal_backend.repairs.instruments import serial_key
from portal_backend.repairs.models import SPENT, ChosenType, RepairPart
from portal_backend.repairs.process import PRICE_READERS, REPAIR
from portal_backend.repairs.reading import total_cost
from portal_backend.workflow.scope import get_readable

BACK = "COMPLETED"


class Trip(NamedTuple):
    """One repair of an instrument."""

    instrument_id: int
    id: int
    number: str
    status: str
    created_at: datetime
    completed_at: datetime | None


def hint_while_typing(part_id: int, serial_number: str, *, actor: Actor) -> dict[str, Any]:
    """What is known of a serial number that is about to be sent in."""
    key = serial_key(serial_number)
    known = instruments(actor).filter(part_id=part_id, serial_key=key).order_by("pk").first() if key else None
    trips = _trips([known.pk], actor)[known.pk] if known else []
    hint = {"instrumentId": known.pk if known else None, **_told(trips, now())}
    return hint | replacements_of([known.pk] if known else [], actor)[known.pk if known else 0]


def hints_of_repair(repair_id: int, *, actor: Actor) -> list[dict[str, Any]]:
    """The same of each unit of a repair that is an instrument, as of when it was sent in. Raises 404."""
    request = get_readable(actor, REPAIR.kind, repair_id)
    units = list(visits(actor).filter(repair_id=request.pk, instrument__isnull=False).order_by("pk"))
    ids = {unit.instrument_id for unit in units if unit.instrument_id}
    trips = _trips(ids, actor)
    priced = actor.role in PRICE_READERS
    spent = _spent(ids, actor, besides=request.pk) if priced else {}
    costs = model_costs((unit.part_id for unit in units), actor, besides=request.pk)
    replacements = replacements_of(ids, actor)
    answer = []
    for unit in units:
        pk = unit.instrument_id or 0
        others = [trip for trip in trips[pk] if trip.id != request.pk]
        hint = {"unitId": unit.pk, "instrumentId": pk, **_told(others, request.created_at), **replacements[pk]}
        if priced:
            hint["totalCost"] = spent.get(pk, Decimal())
        if model := costs.get(unit.part_id):
            hint |= {"modelCost": model.mean, "modelCases": model.cases}
        answer.append(hint)
    return answer


def _trips(ids: Iterable[int], actor: Actor) -> dict[int, list[Trip]]:
    rows = visits(actor).filter(instrument__in=ids).order_by("-repair__request__created_at")
    columns = ("number", "status", "created_at", "completed_at")
    found: dict[int, list[Trip]] = defaultdict(list)
    for row in rows.values_list("instrument_id", "repair_id", *(f"repair__request__{each}" for each in columns)):
        trip = Trip(*row)
        if trip.id not in {each.id for each in found[trip.instrument_id]}:
            found[trip.instrument_id].append(trip)
    return found


def _told(others: list[Trip], moment: datetime) -> dict[str, Any]:
    """What the other repairs of an instrument tell of one that was sent in at a moment."""
    before = [trip for trip in others if trip.created_at <= moment]
    came_back = [trip.completed_at for trip in before if trip.status == BACK and trip.completed_at]
    back = max((at for at in came_back if at <= moment), default=None)
    return {
        "open": [{"id": trip.id, "number": trip.number} for trip in others if trip.completed_at is None],
        "times": 1 + sum(1 for trip in before if trip.created_at > moment - YEAR),
        "backDaysAgo": (moment - back).days if back else None,
    }


def _spent(ids: Iterable[int], actor: Actor, *, besides: int) -> dict[int, Decimal]:
    """Sum the cost of each instrument in requests other than the one on screen, in USD."""
    units = list(visits(actor).filter(SPENT, instrument__in=ids).exclude(repair_id=besides))
    return {pk: cost_of(own) for pk, own in _by_instrument(units).items()}


def _by_instrument(units: Iterable[RepairPart]) -> dict[int, list[RepairPart]]:
    found: dict[int, list[RepairPart]] = defaultdict(list)
    for unit in units:
        found[unit.instrument_id or 0].append(unit)
    return found


def cost_of(units: list[RepairPart]) -> Decimal:
    """What these units cost together, in USD."""
    by_type = [unit for unit in units if unit.with_predefined_types]
    prefetch_related_objects(by_type, Prefetch("types", ChosenType.objects.select_related("service")))
    return sum((total_cost(unit) for unit in units), Decimal())
