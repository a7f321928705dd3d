"""History of one instrument, limited to what the actor may see."""

from typing import Any

from django.db.models import BooleanField, Case, Prefetch, Q, QuerySet, When, prefetch_related_objects

from portal_backend.base.actor import Actor, Role
from portal_backend.base.errors import not_found
from portal_backend.base.newyork import now
from portal_backend.catalogue.lists import described_category
from portal_backend.files.images import image_url
from portal_backend.instruments.costs import model_costs
from portal_backend.instruments.hints import cost_of
from portal_backend.instruments.lists import days_of, instruments, search, visits, with_visits
from portal_backend.instruments.replacements import replacements_of
from portal_backend.repairs.models import SPENT, ChosenType
from portal_backend.repairs.process import REPAIR, TOTAL_READERS
from portal_backend.repairs.reading import described_unit
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.reading import status_of
from portal_backend.workflow.scope import in_scope

MOST = 100
FOUND = 5
# shorter serial numbers occur in texts by chance
TELLING = 4
SHOWN = (
    "problemDescription",
    "attachments",
    "initialApproval",
    "diagnosticInfo",
    "repairStatus",
    "repairComment",
    "replacementSerial",
    "isMissing",
)


def read_passport(instrument_id: int, *, actor: Actor) -> dict[str, Any]:
    """Return an instrument with its newest 100 visits.

    Raises 404 if the actor may not see it.
    """
    rows = instruments(actor).filter(pk=instrument_id)
    instrument = rows.select_related("part__category", "client").first()
    if instrument is None:
        raise not_found()
    [(visit_count, away)] = with_visits(rows, actor).values_list("visits", "away")
    part = instrument.part
    units = list(_units(instrument, actor))
    result: dict[str, Any] = {
        "id": instrument.pk,
        "serialNumber": instrument.written,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "category": described_category(part.category),
        "imageUrl": image_url(part.image_id),
        "times": visit_count,
        "daysAway": days_of(away),
        "visits": [_visit(unit, actor.role) for unit in units],
        "namedIn": _named_in(instrument, actor),
        **replacements_of([instrument.pk], actor)[instrument.pk],
    }
    if actor.role != Role.CLIENT:
        result["clientName"] = instrument.client.name
    if actor.role in TOTAL_READERS:
        result["totalCost"] = cost_of([unit for unit in units if unit.is_spent])
    if model := model_costs([part.pk], actor).get(part.pk):
        result |= {"modelCost": model.mean, "modelCases": model.cases}
    return result


def _units(instrument: Any, actor: Actor) -> list[Any]:
    rows = visits(actor).filter(instrument=instrument).select_related("repair__request", "part__category", "arrival")
    spent = Case(When(SPENT, then=True), default=False, output_field=BooleanField())
    units = list(rows.annotate(is_spent=spent).order_by("-repair__request__created_at", "-pk")[:MOST])
    prefetch_related_objects(units, "files", Prefetch("types", ChosenType.objects.select_related("service")))
    return units


def _visit(unit: Any, role: Role) -> dict[str, Any]:
    request = unit.repair.request
    described = described_unit(unit, role)
    return {
        "request": {"id": request.pk, "number": request.number},
        "status": status_of(REPAIR, request.status),
        "createdAt": request.created_at,
        "completedAt": request.completed_at,
        "days": days_of((request.completed_at or now()) - request.created_at),
        **{key: described[key] for key in SHOWN if key in described},
        "isSpent": unit.is_spent,
    }


def _named_in(instrument: Any, actor: Actor) -> list[dict[str, Any]]:
    """Return other requests of the same client that mention the serial number."""
    if len(instrument.serial_key) < TELLING:
        return []
    key = instrument.serial_key
    mentions = Q(search_text__contains=key) | Q(remote_support__description__normalized__contains=key)
    # the kinds are listed rather than excluded, so that an index can skip repairs
    others = [kind for kind in PROCESSES if kind != REPAIR.kind]
    rows = in_scope(actor).filter(mentions, client_id=instrument.client_id, kind__in=others)
    return [_naming(request) for request in _with_title(rows.order_by("-created_at", "-pk"))[:MOST]]


def _with_title(rows: QuerySet[Request]) -> QuerySet[Request]:
    return rows.select_related("remote_support").only(
        "number", "kind", "status", "created_at", "search_lines", "remote_support__title"
    )


def _naming(request: Request) -> dict[str, Any]:
    """Serialize a request that mentions an instrument.

    The title is that of a remote support request, otherwise the first requested item.
    """
    support = getattr(request, "remote_support", None)
    lines = request.search_lines.split("\n")
    return {
        "request": {"id": request.pk, "number": request.number},
        "kind": request.kind,
        "title": support.title if support else next(iter(lines[1:]), ""),
        "status": status_of(PROCESSES[request.kind], request.status),
        "createdAt": request.created_at,
    }


def found_instruments(keyword: str, *, actor: Actor) -> list[dict[str, Any]]:
    """Find at most five instruments that match a keyword, last sent in first."""
    rows: QuerySet[Any] = search(with_visits(instruments(actor), actor), keyword, actor)
    columns = ("pk", "written", "part__model", "client__name", "visits")
    return [
        {
            "id": pk,
            "serialNumber": serial,
            "partName": model,
            "times": visit_count,
            **({} if actor.role == Role.CLIENT else {"clientName": client}),
        }
        for pk, serial, model, client, visit_count in rows.order_by("-sent_at", "-pk").values_list(*columns)[:FOUND]
    ]
