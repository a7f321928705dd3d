"""Hints about instruments while they are sent in, approved or viewed.

Hints are informational and never block an action.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import (
    Avg,
    Count,
    DecimalField,
    F,
    OuterRef,
    Prefetch,
    Q,
    Subquery,
    Sum,
    Value,
    prefetch_related_objects,
)
from django.db.models.functions import Coalesce

from portal_backend.core.actor import Actor
from portal_backend.core.clock import now
from portal_backend.instruments.lists import YEAR, annotate_last_request, get_instruments, get_visits
from portal_backend.repairs.instrument_identity import INSTRUMENT_KEY_FIELDS, REPLACEMENT_KEY_FIELDS, build_serial_key
from portal_backend.repairs.models import (
    HAS_PRICE,
    HAS_REPLACEMENT,
    INCURRED_COST,
    PRICE_FIELDS,
    ArrivalState,
    Instrument,
    RepairUnit,
    SelectedService,
)
from portal_backend.repairs.presenter import compute_unit_cost
from portal_backend.repairs.process import PRICE_READERS, REPAIR
from portal_backend.workflow.models import Approval
from portal_backend.workflow.scope import get_readable

ClientInstrumentKey = tuple[int, int, str]
# a rejected unit stays with its client, and a missing one never came to the service
IS_SENT_IN = ~Q(initial_approval=Approval.REJECTED) & ~Q(receipt_line__condition=ArrivalState.MISSING)


def get_replacements(instruments: Iterable[Instrument], actor: Actor) -> dict[int, dict[str, Any]]:
    """Map each instrument to its replacements and to the instruments it replaces."""
    links_by_id: dict[int, dict[str, Any]] = defaultdict(lambda: {"replacedBy": [], "replaces": []})
    ids_by_key: dict[ClientInstrumentKey, int] = {
        (instrument.client_id, instrument.part_id, instrument.serial_key): instrument.pk for instrument in instruments
    }
    if not ids_by_key:
        return links_by_id
    units = get_visits(actor).filter(HAS_REPLACEMENT).order_by("pk")
    replacements = list(
        units.filter(instrument__in=ids_by_key.values()).values_list(
            "instrument_id", "replacement_serial", *REPLACEMENT_KEY_FIELDS
        )
    )
    known = get_instruments(actor).filter(serial_key__in={key for *_, key in replacements})
    known_ids_by_key = {
        (client, part, key): pk for pk, client, part, key in known.values_list("pk", *INSTRUMENT_KEY_FIELDS)
    }
    for pk, serial, client, part, key in replacements:
        _append_unique(links_by_id[pk]["replacedBy"], known_ids_by_key.get((client, part, key)), serial)
    replaced_units = units.filter(replacement_key__in={key for _, _, key in ids_by_key}, instrument__isnull=False)
    rows = [
        (pk, ids_by_key.get((client, part, key)))
        for pk, client, part, key in replaced_units.values_list("instrument_id", *REPLACEMENT_KEY_FIELDS)
    ]
    replaced = {pk for pk, new in rows if new}
    replaced_instruments = annotate_last_request(get_instruments(actor).filter(pk__in=replaced), actor)
    serials = dict(replaced_instruments.values_list("pk", "display_serial")) if replaced else {}
    for pk, new in rows:
        if new and pk != new and pk in serials:
            _append_unique(links_by_id[new]["replaces"], pk, serials[pk])
    return links_by_id


def _append_unique(others: list[dict[str, Any]], pk: int | None, serial: str) -> None:
    if all(each["id"] != pk or each["serialNumber"] != serial for each in others):
        others.append({"id": pk, "serialNumber": serial})


# only the newest units reflect current prices, and the limit bounds the cost of the query
MAX_SAMPLE_UNITS = 200
AMOUNT_FIELD: "DecimalField[Decimal, Decimal]" = DecimalField(max_digits=12, decimal_places=2)
ZERO_AMOUNT = Value(Decimal(), output_field=AMOUNT_FIELD)


class ModelCost(NamedTuple):
    """Mean cost of a model's units."""

    #: in USD
    mean: Decimal
    #: number of units
    sample_size: int


def get_model_costs(
    part_ids: Iterable[int], actor: Actor, *, exclude_request_id: int | None = None
) -> dict[int, ModelCost]:
    """Return the mean cost of each of these models whose units had costs.

    Returns nothing for roles that may not read prices. Units of the request `exclude_request_id`, the one on screen,
    are left out so that a quote is not compared with itself.
    """
    if actor.role not in PRICE_READERS:
        return {}
    types = SelectedService.objects.filter(unit=OuterRef("pk")).order_by().values("unit")
    chosen = Subquery(types.annotate(sum=Sum("value")).values("sum"), output_field=AMOUNT_FIELD)
    spent = (
        get_visits(actor)
        .filter(HAS_PRICE, INCURRED_COST, part_id__in=set(part_ids))
        .exclude(repair_id=exclude_request_id)
    )
    latest = spent.order_by("-pk")[:MAX_SAMPLE_UNITS]
    cost = Coalesce(chosen, ZERO_AMOUNT)
    for price in PRICE_FIELDS:
        cost = cost + Coalesce(F(price), ZERO_AMOUNT)  # type: ignore[assignment]
    rows = get_visits(actor).filter(pk__in=latest.values("pk")).order_by().annotate(cost=cost).values("part_id")
    means = rows.annotate(mean=Avg("cost"), cases=Count("pk")).values_list("part_id", "mean", "cases")
    return {part: ModelCost(round(mean, 2), cases) for part, mean, cases in means}


def compute_model_visits(part_id: int, actor: Actor) -> float | None:
    """Return the mean number of repairs of a model's newest instruments.

    Returns None if the actor sees only one instrument of the model.
    """
    instruments = get_instruments(actor).filter(part_id=part_id).order_by("-pk").values("pk")[:MAX_SAMPLE_UNITS]
    visits = get_visits(actor).filter(instrument__in=instruments).order_by().values("instrument")
    counted = visits.annotate(repairs=Count("repair", distinct=True))
    totals = counted.aggregate(mean=Avg("repairs"), instruments=Count("instrument"))
    return round(totals["mean"], 1) if totals["instruments"] > 1 else None


COMPLETED_STATUS = "COMPLETED"


class RepairVisit(NamedTuple):
    """Repair of an instrument."""

    instrument_id: int
    id: int
    number: str
    status: str
    created_at: datetime
    completed_at: datetime | None


def get_serial_hint(part_id: int, serial_number: str, *, actor: Actor) -> dict[str, Any]:
    """Return hints about a serial number that is being entered."""
    key = build_serial_key(serial_number)
    instrument = get_instruments(actor).filter(part_id=part_id, serial_key=key).order_by("pk").first() if key else None
    repair_visits = _get_repair_visits([instrument.pk], actor)[instrument.pk] if instrument else []
    hint = {"instrumentId": instrument.pk if instrument else None, **_build_visit_hint(repair_visits, now())}
    return hint | get_replacements([instrument] if instrument else [], actor)[instrument.pk if instrument else 0]


def get_repair_hints(repair_id: int, *, actor: Actor) -> list[dict[str, Any]]:
    """Return hints about each unit of a repair that is an instrument.

    They are as of the time when the repair was created. Raises 404.
    """
    request = get_readable(actor, REPAIR.kind, repair_id)
    units = list(get_visits(actor).filter(repair_id=request.pk, instrument__isnull=False).order_by("pk"))
    ids = {unit.instrument_id for unit in units if unit.instrument_id}
    repair_visits = _get_repair_visits(ids, actor)
    priced = actor.role in PRICE_READERS
    costs_by_instrument = _sum_costs_by_instrument(ids, actor, exclude_request_id=request.pk) if priced else {}
    mean_costs = get_model_costs((unit.part_id for unit in units), actor, exclude_request_id=request.pk)
    replacements = get_replacements(get_instruments(actor).filter(pk__in=ids), actor)
    result = []
    for unit in units:
        pk = unit.instrument_id or 0
        others = [visit for visit in repair_visits[pk] if visit.id != request.pk]
        hint = {
            "unitId": unit.pk,
            "instrumentId": pk,
            **_build_visit_hint(others, request.created_at),
            **replacements[pk],
        }
        if priced:
            hint["totalCost"] = costs_by_instrument.get(pk, Decimal())
        if model := mean_costs.get(unit.part_id):
            hint |= {"modelCost": model.mean, "modelCases": model.sample_size}
        result.append(hint)
    return result


def _get_repair_visits(ids: Iterable[int], actor: Actor) -> dict[int, list[RepairVisit]]:
    rows = get_visits(actor).filter(IS_SENT_IN, instrument__in=ids).order_by("-repair__request__created_at")
    columns = ("number", "status", "created_at", "completed_at")
    visits_by_instrument: dict[int, list[RepairVisit]] = defaultdict(list)
    for row in rows.values_list("instrument_id", "repair_id", *(f"repair__request__{each}" for each in columns)):
        visit = RepairVisit(*row)
        if visit.id not in {each.id for each in visits_by_instrument[visit.instrument_id]}:
            visits_by_instrument[visit.instrument_id].append(visit)
    return visits_by_instrument


def _build_visit_hint(others: list[RepairVisit], moment: datetime) -> dict[str, Any]:
    """Summarize the other repairs of an instrument sent in at `moment`."""
    earlier = [visit for visit in others if visit.created_at <= moment]
    completed = [visit.completed_at for visit in earlier if visit.status == COMPLETED_STATUS and visit.completed_at]
    last_completed = max((at for at in completed if at <= moment), default=None)
    return {
        "open": [{"id": visit.id, "number": visit.number} for visit in others if visit.completed_at is None],
        "times": sum(1 for visit in earlier if visit.created_at > moment - YEAR),
        "backDaysAgo": (moment - last_completed).days if last_completed else None,
    }


def _sum_costs_by_instrument(ids: Iterable[int], actor: Actor, *, exclude_request_id: int) -> dict[int, Decimal]:
    """Sum the cost of each instrument in requests other than the given one, in USD."""
    units = list(get_visits(actor).filter(INCURRED_COST, instrument__in=ids).exclude(repair_id=exclude_request_id))
    return {pk: sum_unit_costs(own) for pk, own in _group_by_instrument(units).items()}


def _group_by_instrument(units: Iterable[RepairUnit]) -> dict[int, list[RepairUnit]]:
    units_by_instrument: dict[int, list[RepairUnit]] = defaultdict(list)
    for unit in units:
        units_by_instrument[unit.instrument_id or 0].append(unit)
    return units_by_instrument


def sum_unit_costs(units: list[RepairUnit]) -> Decimal:
    """Return the total cost of units, in USD."""
    by_type = [unit for unit in units if unit.with_predefined_types]
    prefetch_related_objects(by_type, Prefetch("selected_services", SelectedService.objects.select_related("service")))
    return sum((compute_unit_cost(unit) for unit in units), Decimal())
