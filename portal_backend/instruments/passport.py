"""The whole story of one instrument, for those who may see it."""

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
# a shorter serial number stands in any text by chance
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
    """An instrument with its newest 100 visits. Raises 404."""
    rows = instruments(actor).filter(pk=instrument_id)
    instrument = rows.select_related("part__category", "client").first()
    if instrument is None:
        raise not_found()
    [(times, away)] = with_visits(rows, actor).values_list("visits", "away")
    part = instrument.part
    units = list(_units(instrument, actor))
    answer: dict[str, Any] = {
        "id": instrument.pk,
        "serialNumber": instrument.written,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "category": described_category(part.category),
        "imageUrl": image_url(part.image_id),
        "times": times,
        "daysAway": days_of(away),
        "visits": [_visit(unit, actor.role) for unit in units],
        "namedIn": _named_in(instrument, actor),
        **replacements_of([instrument.pk], actor)[instrument.pk],
    }
    if actor.role != Role.CLIENT:
        answer["clientName"] = instrument.client.name
    if actor.role in TOTAL_READERS:
        answer["totalCost"] = cost_of([unit for unit in units if unit.is_spent])
    if model := model_costs([part.pk], actor).get(part.pk):
        answer |= {"modelCost": model.mean, "modelCases": model.cases}
    return answer


def _units(instrument: Any, actor: Actor) -> list[Any]:
    rows = visits(actor).filter(instrument=instrument).select_related("repair__request", "part__category", "arrival")
    spent = Case(When(SPENT, then=True), default=False, output_field=BooleanField())
    units = list(rows.annotate(is_spent=spent).order_by("-repair__request__created_at", "-pk")[:MOST])
    prefetch_related_objects(units, "files", Prefetch("types", ChosenType.objects.select_related("service")))
    return units


def _visit(unit: Any, role: Role) -> dict[str, Any]:
    request = unit.repair.request
    told = described_unit(unit, role)
    return {
        "request": {"id": request.pk, "number": request.number},
        "status": status_of(REPAIR, request.status),
        "createdAt": request.created_at,
        "completedAt": request.completed_at,
        "days": days_of((request.completed_at or now()) - request.created_at),
        **{key: told[key] for key in SHOWN if key in told},
        "isSpent": unit.is_spent,
    }


def _named_in(instrument: Any, actor: Actor) -> list[dict[str, Any]]:
    """Remote support and part requests of the same Client that name the serial number."""
    if len(instrument.serial_key) < TELLING:
        return []
    key = instrument.serial_key
    named = Q(search_text__contains=key) | Q(remote_support__description__normalized__contains=key)
    # told by name, so that an index leads past the repairs
    others = [kind for kind in PROCESSES if kind != REPAIR.kind]
    rows = in_scope(actor).filter(named, client_id=instrument.client_id, kind__in=others)
    return [_naming(request) for request in _with_title(rows.order_by("-created_at", "-pk"))[:MOST]]


def _with_title(rows: QuerySet[Request]) -> QuerySet[Request]:
    return rows.select_related("remote_support").only(
        "number", "kind", "status", "created_at", "search_lines", "remote_support__title"
    )


def _naming(request: Request) -> dict[str, Any]:
    """A request by what it is called: the title of a remote support, else the first thing that was asked for."""
    support = getattr(request, "remote_support", None)
    lines = request.search_lines.split("\n")
    return {
        "request": {"id": request.pk, "number": request.number},
        "kind": request.kind,
        "title": support.title if support else next(iter(lines[1:]), ""),
        "status": status_of(PROCESSES[request.kind], request.status),
        "createdAt": request.created_at,
    }


def found_instruments(word: str, *, actor: Actor) -> list[dict[str, Any]]:
    """At most five instruments that a word is found in, those that were sent in last first."""
    rows: QuerySet[Any] = search(with_visits(instruments(actor), actor), word, actor)
    columns = ("pk", "written", "part__model", "client__name", "visits")
    return [
        {
            "id": pk,
            "serialNumber": serial,
            "partName": model,
            "times": times,
            **({} if actor.role == Role.CLIENT else {"clientName": client}),
        }
        for pk, serial, model, client, times in rows.order_by("-sent_at", "-pk").values_list(*columns)[:FOUND]
    ]
