"""Saving of the diagnostics table (contract 4.2)."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from portal_backend.catalogue.models import Part, PredefinedService
from portal_backend.core.actor import Actor
from portal_backend.core.bulk_save import bulk_save
from portal_backend.core.errors import invalid
from portal_backend.core.translations import LazyMessage
from portal_backend.repairs.context import get_selected_services, get_units_by_id, is_approved, is_received
from portal_backend.repairs.instrument_identity import (
    get_replacement_keys,
    link_instruments,
    refresh_last_sent,
    sync_replacements,
)
from portal_backend.repairs.models import RepairUnit, SelectedService
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.schemas import CostsIn, DiagnosedPartIn, DiagnosticInfoIn
from portal_backend.workflow.models import Approval, ServiceRequest
from portal_backend.workflow.row_saves import (
    CHANGE_FIELDS,
    find_changed_rows,
    get_values_by_id,
    locked_edit_rows,
)

SERVICE_KINDS_BY_LIST = {"diagnosticTypes": "DIAGNOSTICS", "repairTypes": "REPAIRS", "partsTypes": "PARTS"}
IDENTITY_FIELDS = ("serial_number", "service_tag")
DIAGNOSTIC_FIELDS = (
    *IDENTITY_FIELDS,
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
ServicesByPart = dict[int, dict[int, PredefinedService]]


def save_diagnostics(
    repair_id: int, rows: Sequence[DiagnosedPartIn], *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Save rows of the diagnostics table.

    Raises 400 by row and field, 404 for a unit of another repair and 409 for rows that changed since. Services selected
    earlier stay valid when the part no longer offers them, so that the rest of the row can be saved. Changed diagnostic
    data reset the repair approval and the repair status of a unit.
    """
    with locked_edit_rows(REPAIR, "save_diagnostics", repair_id, actor=actor, version=version) as (
        request,
        context,
        changes,
    ):
        existing_ids = {unit.pk for unit in context.units}
        changes.skip_missing(row.id for row in rows if row.id not in existing_ids)
        existing_rows = [(position, row) for position, row in enumerate(rows) if row.id in existing_ids]
        by_id = get_units_by_id(context, [row.id for _, row in existing_rows])
        services_by_part = _load_services_by_part({unit.part_id for unit in by_id.values()})
        errors: dict[str, LazyMessage] = {}
        services_by_unit: dict[int, list[PredefinedService]] = {}
        for position, row in existing_rows:
            unit = by_id[row.id]
            allowed = services_by_part.get(unit.part_id, {}) | {
                each.service_id: each.service for each in get_selected_services(unit)
            }
            if row.diagnostic_info.with_predefined_types and not (allowed or unit.with_predefined_types):
                errors[f"{position}.diagnosticInfo.withPredefinedTypes"] = LazyMessage("errors.field.no_types")
            services_by_unit[unit.pk] = _resolve_services(position, row.diagnostic_info, allowed, errors)
            if not is_received(unit):
                errors[f"{position}.id"] = LazyMessage(
                    "errors.field.not_received" if is_approved(unit) else "errors.field.not_approved"
                )
        if errors or not rows:
            raise invalid(errors)
        old_replacements = get_replacement_keys(by_id.values())
        old_identities = get_values_by_id(by_id.values(), IDENTITY_FIELDS)
        old_instruments = {pk: unit.instrument_id for pk, unit in by_id.items()}
        diagnosed = {row.id for _, row in existing_rows if _apply_row(by_id[row.id], row, services_by_unit[row.id])}
        relabeled = {unit.pk for unit in find_changed_rows(old_identities, by_id.values(), IDENTITY_FIELDS)}
        claimed = changes.claim(unit for pk, unit in by_id.items() if pk in diagnosed | relabeled)
        renamed = [unit for unit in claimed if unit.serial_number != old_identities[unit.pk][0]]
        if renamed:
            link_instruments(renamed, request.client_id, request.created_at)
        bulk_save(claimed, (*DIAGNOSTIC_FIELDS, *CHANGE_FIELDS))
        sync_replacements(request, claimed, old_replacements)
        changed = [unit for unit in claimed if unit.pk in diagnosed]
        SelectedService.objects.filter(unit__in=changed).delete()
        SelectedService.objects.bulk_create(
            SelectedService(unit=unit, service=service, value=service.value)
            for unit in changed
            for service in services_by_unit[unit.pk]
        )
        del context.units  # loaded again with the selected services
        if renamed:
            refresh_last_sent(pk for unit in renamed for pk in (old_instruments[unit.pk], unit.instrument_id))
    return request


def _load_services_by_part(part_ids: set[int]) -> ServicesByPart:
    """Load the predefined services of catalogue parts, by part and service id."""
    parts = Part.objects.filter(pk__in=part_ids).prefetch_related("predefined_services")
    return {part.pk: {service.pk: service for service in part.predefined_services.all()} for part in parts}


def _resolve_services(
    position: int, info: DiagnosticInfoIn, allowed: dict[int, PredefinedService], errors: dict[str, LazyMessage]
) -> list[PredefinedService]:
    """Resolve the services selected in a row, and add its errors to `errors`."""
    costs = info.prices_or_predefined_types
    path = f"{position}.diagnosticInfo"
    ids_by_list = _collect_service_ids(costs)
    prices = (costs.diagnostic_price, costs.repair_price, costs.parts_price)
    has_prices = any(price is not None for price in prices)
    is_mixed = has_prices if info.with_predefined_types else any(ids_by_list.values())
    if is_mixed:
        errors[f"{path}.pricesOrPredefinedTypes"] = LazyMessage("errors.field.prices_or_types")
        return []
    services: dict[int, PredefinedService] = {}
    for name, ids in ids_by_list.items():
        for each in ids:
            service = allowed.get(each)
            if service is None or service.kind != SERVICE_KINDS_BY_LIST[name] or each in services:
                errors[f"{path}.pricesOrPredefinedTypes.{name}"] = LazyMessage("errors.field.choice")
            else:
                services[each] = service
    return list(services.values())


def _collect_service_ids(costs: CostsIn) -> dict[str, list[int]]:
    return {
        "diagnosticTypes": [each.id for each in costs.diagnostic_types],
        "repairTypes": [each.id for each in costs.repair_types],
        "partsTypes": [each.id for each in costs.parts_types],
    }


def _get_diagnostic_data(unit: RepairUnit, services: set[int]) -> tuple[Any, ...]:
    prices: tuple[Decimal | None, ...] = (unit.diagnostic_price, unit.repair_price, unit.parts_price)
    return (unit.diagnostic_status, unit.diagnostic_comment, unit.with_predefined_types, prices, services)


def _apply_row(unit: RepairUnit, row: DiagnosedPartIn, services: list[PredefinedService]) -> bool:
    """Apply a row to its unit, and return whether the diagnostic data changed."""
    before = _get_diagnostic_data(unit, {selected.service_id for selected in get_selected_services(unit)})
    info, costs = row.diagnostic_info, row.diagnostic_info.prices_or_predefined_types
    unit.serial_number = row.serial_number
    unit.service_tag = row.service_tag
    unit.diagnostic_status = info.status or ""
    unit.diagnostic_comment = info.comment
    unit.with_predefined_types = info.with_predefined_types
    with_services = info.with_predefined_types
    unit.diagnostic_price = None if with_services else costs.diagnostic_price
    unit.repair_price = None if with_services else costs.repair_price
    unit.parts_price = None if with_services else costs.parts_price
    if before == _get_diagnostic_data(unit, {service.pk for service in services}):
        return False
    unit.repair_approval = Approval.WAITING_APPROVAL
    unit.repair_status = unit.replacement_key = ""
    return True
