"""History of one instrument, limited to what the actor may see."""

from typing import Any

from django.db.models import BooleanField, Case, Prefetch, Q, QuerySet, When, prefetch_related_objects

from portal_backend.catalogue.selectors import serialize_category
from portal_backend.core.actor import Actor, Role
from portal_backend.core.clock import now
from portal_backend.core.errors import get_or_404
from portal_backend.files.previews import get_image_url
from portal_backend.instruments.hints import compute_model_visits, get_model_costs, get_replacements, sum_unit_costs
from portal_backend.instruments.lists import (
    annotate_last_request,
    count_whole_days,
    filter_by_keyword,
    get_instruments,
    get_visits,
    summarize_visits,
)
from portal_backend.repairs.models import INCURRED_COST, SelectedService
from portal_backend.repairs.presenter import serialize_unit
from portal_backend.repairs.process import REPAIR, TOTAL_READERS
from portal_backend.workflow.models import Approval, ServiceRequest
from portal_backend.workflow.presenter import serialize_status
from portal_backend.workflow.process import HISTORY_TAB, PROCESSES
from portal_backend.workflow.scope import in_scope

MAX_ENTRIES = 100
MAX_SEARCH_RESULTS = 5
# shorter serial numbers occur in texts by chance
MIN_SERIAL_LENGTH = 4
VISIT_KEYS = (
    "serviceTag",
    "problemDescription",
    "attachments",
    "initialApproval",
    "diagnosticInfo",
    "repairStatus",
    "repairComment",
    "replacementSerial",
    "isMissing",
)


def get_instrument_history(instrument_id: int, *, actor: Actor) -> dict[str, Any]:
    """Return an instrument with its newest 100 visits.

    Raises 404 if the actor may not see it.
    """
    rows = annotate_last_request(get_instruments(actor), actor)
    instrument = get_or_404(rows.select_related("part__category", "client"), pk=instrument_id)
    summary = summarize_visits([instrument.pk], actor)[instrument.pk]
    part = instrument.part
    units = list(_get_units(instrument, actor))
    result: dict[str, Any] = {
        "id": instrument.pk,
        "serialNumber": instrument.display_serial,
        "partId": part.pk,
        "partName": part.model,
        "manufacturer": part.manufacturer,
        "category": serialize_category(part.category),
        "imageUrl": get_image_url(part.image_id),
        "times": len(summary.repair_ids),
        "modelTimes": compute_model_visits(part.pk, actor),
        "daysAway": count_whole_days(summary.away),
        "visits": [_serialize_visit(unit, actor.role) for unit in units],
        "namedIn": _find_mentions(instrument, actor),
        **get_replacements([instrument], actor)[instrument.pk],
    }
    if actor.role != Role.CLIENT:
        result["clientName"] = instrument.client.name
    if actor.role in TOTAL_READERS:
        result["totalCost"] = sum_unit_costs([unit for unit in units if unit.is_spent])
    if model := get_model_costs([part.pk], actor).get(part.pk):
        result |= {"modelCost": model.mean, "modelCases": model.sample_size}
    return result


def _get_units(instrument: Any, actor: Actor) -> list[Any]:
    rows = (
        get_visits(actor)
        .filter(instrument=instrument)
        .select_related("repair__request__service", "part__category", "receipt_line")
    )
    spent = Case(When(INCURRED_COST, then=True), default=False, output_field=BooleanField())
    units = list(rows.annotate(is_spent=spent).order_by("-repair__request__created_at", "-pk")[:MAX_ENTRIES])
    prefetch_related_objects(
        units, "files", Prefetch("selected_services", SelectedService.objects.select_related("service"))
    )
    return units


def _serialize_visit(unit: Any, role: Role) -> dict[str, Any]:
    request = unit.repair.request
    described = serialize_unit(unit, role)
    tabs = [tab for tab in REPAIR.tabs if tab != HISTORY_TAB]
    tab = REPAIR.get_tab(request.status, role)
    undecided = described["needsApproval"] and unit.repair_approval == Approval.WAITING_APPROVAL
    return {
        "request": {"id": request.pk, "number": request.number},
        "status": serialize_status(REPAIR, request.status),
        "statusSince": request.status_since,
        "step": tabs.index(tab) + 1 if tab in tabs and request.completed_at is None else None,
        "stepCount": len(tabs),
        "serviceName": request.service.name,
        "createdAt": request.created_at,
        "completedAt": request.completed_at,
        "days": count_whole_days((request.completed_at or now()) - request.created_at),
        **{key: described[key] for key in VISIT_KEYS if key in described},
        "isSpent": unit.is_spent,
        "isAwaitingApproval": undecided and request.completed_at is None,
    }


def _find_mentions(instrument: Any, actor: Actor) -> list[dict[str, Any]]:
    """Return other requests of the same client that mention the serial number."""
    if len(instrument.serial_key) < MIN_SERIAL_LENGTH:
        return []
    key = instrument.serial_key
    mentions = Q(search_text__contains=key) | Q(remote_support__description__normalized__contains=key)
    # the kinds are listed rather than excluded, so that an index can skip repairs
    others = [kind for kind in PROCESSES if kind != REPAIR.kind]
    rows = in_scope(actor).filter(mentions, client_id=instrument.client_id, kind__in=others)
    return [
        _serialize_mention(request) for request in _select_titles(rows.order_by("-created_at", "-pk"))[:MAX_ENTRIES]
    ]


def _select_titles(rows: QuerySet[ServiceRequest]) -> QuerySet[ServiceRequest]:
    return rows.select_related("remote_support").only(
        "number", "kind", "status", "created_at", "search_display", "remote_support__title"
    )


def _serialize_mention(request: ServiceRequest) -> dict[str, Any]:
    """Serialize a request that mentions an instrument.

    The title is that of a remote support request, otherwise the first requested item.
    """
    support = getattr(request, "remote_support", None)
    lines = request.search_display.split("\n")
    return {
        "request": {"id": request.pk, "number": request.number},
        "kind": request.kind,
        "title": support.title if support else next(iter(lines[1:]), ""),
        "status": serialize_status(PROCESSES[request.kind], request.status),
        "createdAt": request.created_at,
    }


def search_instruments(keyword: str, *, actor: Actor) -> list[dict[str, Any]]:
    """Find at most five instruments that match a keyword, last sent in first."""
    rows: QuerySet[Any] = filter_by_keyword(annotate_last_request(get_instruments(actor), actor), keyword, actor)
    columns = ("pk", "display_serial", "part__model", "client__name")
    found = list(rows.order_by("-sent_at", "-pk").values_list(*columns)[:MAX_SEARCH_RESULTS])
    summaries = summarize_visits([pk for pk, *_ in found], actor)
    return [
        {
            "id": pk,
            "serialNumber": serial,
            "partName": model,
            "times": len(summaries[pk].repair_ids),
            **({} if actor.role == Role.CLIENT else {"clientName": client}),
        }
        for pk, serial, model, client in found
    ]
