"""Saving the diagnostics table (contract 4.2)."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.bulk_save import bulk_save
from portal_backend.base.errors import invalid
from portal_backend.base.words import Word
from portal_backend.catalogue.models import Part, PredefinedService
from portal_backend.repairs.facts import approved, chosen_types, is_received, parts_by_id
from portal_backend.repairs.instruments import identify, settle
from portal_backend.repairs.models import ChosenType, RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.replacements import follow_replacements, published
from portal_backend.repairs.schemas import CostsIn, DiagnosedPartIn, DiagnosticInfoIn
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.row_saves import CHANGE_FIELDS, changed_since, edit_rows, values_by_id

TYPE_LISTS = {"diagnosticTypes": "DIAGNOSTICS", "repairTypes": "REPAIRS", "partsTypes": "PARTS"}
IDENTITY = ("serial_number", "service_tag")
WRITTEN = (
    *IDENTITY,
    "instrument",
    "diagnostic_status",
    "diagnostic_comment",
    "with_predefined_types",
    "diagnostic_price",
    "repair_price",
    "parts_price",
    "repair_approval",
    "repair_status",
    "repair_comment",
    "replacement_key",
)
Services = dict[int, dict[int, PredefinedService]]


def save_diagnostics(
    repair_id: int, rows: Sequence[DiagnosedPartIn], *, actor: Actor, version: int | None = None
) -> Request:
    """Store rows of the table. Raises 400 by row and field, 404 for another repair's part, 409 for rows that changed.

    What a unit has of services stays valid though its part no longer has them: the rest of the row can be saved.
    A part whose diagnostic data change waits for its approval again and loses its repair status.
    """
    with edit_rows(REPAIR, "save_diagnostics", repair_id, actor=actor, version=version) as (request, facts, changes):
        known = {part.pk for part in facts.parts}
        changes.pass_over_missing(row.id for row in rows if row.id not in known)
        sent = [(position, row) for position, row in enumerate(rows) if row.id in known]
        by_id = parts_by_id(facts, [row.id for _, row in sent])
        offered = _offered({part.part_id for part in by_id.values()})
        problems: dict[str, Word] = {}
        chosen: dict[int, list[PredefinedService]] = {}
        for position, row in sent:
            part = by_id[row.id]
            may_have = offered.get(part.part_id, {}) | {each.service_id: each.service for each in chosen_types(part)}
            if row.diagnostic_info.with_predefined_types and not (may_have or part.with_predefined_types):
                problems[f"{position}.diagnosticInfo.withPredefinedTypes"] = Word("errors.field.no_types")
            chosen[part.pk] = _chosen(position, row.diagnostic_info, may_have, problems)
            if not is_received(part):
                problems[f"{position}.id"] = Word(
                    "errors.field.not_received" if approved(part) else "errors.field.not_approved"
                )
        if problems or not rows:
            raise invalid(problems)
        replacements = published(by_id.values())
        identities = values_by_id(by_id.values(), IDENTITY)
        instruments = {pk: part.instrument_id for pk, part in by_id.items()}
        diagnosed = {row.id for _, row in sent if _fill(by_id[row.id], row, chosen[row.id])}
        relabeled = {part.pk for part in changed_since(identities, by_id.values(), IDENTITY)}
        claimed = changes.claim(part for pk, part in by_id.items() if pk in diagnosed | relabeled)
        renamed = [part for part in claimed if part.serial_number != identities[part.pk][0]]
        if renamed:
            identify(renamed, request.client_id, request.created_at)
        bulk_save(claimed, (*WRITTEN, *CHANGE_FIELDS))
        follow_replacements(request, claimed, replacements)
        changed = [part for part in claimed if part.pk in diagnosed]
        ChosenType.objects.filter(repair_part__in=changed).delete()
        ChosenType.objects.bulk_create(
            ChosenType(repair_part=part, service=service, value=service.value)
            for part in changed
            for service in chosen[part.pk]
        )
        if renamed:
            settle(pk for part in renamed for pk in (instruments[part.pk], part.instrument_id))
    return request


def _offered(part_ids: set[int]) -> Services:
    """The predefined services of each catalogue part, by id."""
    parts = Part.objects.filter(pk__in=part_ids).prefetch_related("predefined_services")
    return {part.pk: {service.pk: service for service in part.predefined_services.all()} for part in parts}


def _chosen(
    position: int, info: DiagnosticInfoIn, offered: dict[int, PredefinedService], problems: dict[str, Word]
) -> list[PredefinedService]:
    """The types of a row; what is wrong with them is added to `problems`."""
    costs = info.prices_or_predefined_types
    path = f"{position}.diagnosticInfo"
    lists = _type_lists(costs)
    prices = (costs.diagnostic_price, costs.repair_price, costs.parts_price)
    priced = any(price is not None for price in prices)
    wrong_kind = priced if info.with_predefined_types else any(lists.values())
    if wrong_kind:
        problems[f"{path}.pricesOrPredefinedTypes"] = Word("errors.field.prices_or_types")
        return []
    services: dict[int, PredefinedService] = {}
    for name, ids in lists.items():
        for each in ids:
            service = offered.get(each)
            if service is None or service.kind != TYPE_LISTS[name] or each in services:
                problems[f"{path}.pricesOrPredefinedTypes.{name}"] = Word("errors.field.choice")
            else:
                services[each] = service
    return list(services.values())


def _type_lists(costs: CostsIn) -> dict[str, list[int]]:
    return {
        "diagnosticTypes": [each.id for each in costs.diagnostic_types],
        "repairTypes": [each.id for each in costs.repair_types],
        "partsTypes": [each.id for each in costs.parts_types],
    }


def _diagnostic_data(part: RepairPart, services: set[int]) -> tuple[Any, ...]:
    prices: tuple[Decimal | None, ...] = (part.diagnostic_price, part.repair_price, part.parts_price)
    return (part.diagnostic_status, part.diagnostic_comment, part.with_predefined_types, prices, services)


def _fill(part: RepairPart, row: DiagnosedPartIn, services: list[PredefinedService]) -> bool:
    """Write a row to its part; whether the diagnostic data changed."""
    before = _diagnostic_data(part, {chosen.service_id for chosen in chosen_types(part)})
    info, costs = row.diagnostic_info, row.diagnostic_info.prices_or_predefined_types
    part.serial_number = row.serial_number
    part.service_tag = row.service_tag
    part.diagnostic_status = info.status or ""
    part.diagnostic_comment = info.comment
    part.with_predefined_types = info.with_predefined_types
    by_type = info.with_predefined_types
    part.diagnostic_price = None if by_type else costs.diagnostic_price
    part.repair_price = None if by_type else costs.repair_price
    part.parts_price = None if by_type else costs.parts_price
    if before == _diagnostic_data(part, {service.pk for service in services}):
        return False
    part.repair_approval = Approval.WAITING_APPROVAL
    part.repair_status = part.replacement_key = ""
    return True
