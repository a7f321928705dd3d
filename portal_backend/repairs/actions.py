"""Edits of a repair other than transitions (contract 4.2).

Each action is one row of the edits in the process table.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.selectors import get_client_and_service
from portal_backend.catalogue.selectors import get_orderable_parts
from portal_backend.core.actor import Actor
from portal_backend.core.bulk_save import bulk_save
from portal_backend.core.errors import forbidden, get_or_404, invalid, invalid_field
from portal_backend.core.translations import LazyMessage
from portal_backend.files.actions import claim, cleanup_on_error, resolve_files
from portal_backend.files.models import StoredFile
from portal_backend.repairs.context import (
    RepairContext,
    get_packing,
    get_units_by_id,
    is_approved,
    needs_approval,
    needs_repair,
)
from portal_backend.repairs.instrument_identity import (
    get_replacement_keys,
    link_instruments,
    refresh_last_sent,
    set_result,
    sync_replacements,
    validate_replacements,
)
from portal_backend.repairs.models import Repair, RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.schemas import REQUEST_FIELDS, RepairedPartIn, RepairIn, TransitIn, UnitIn
from portal_backend.shipping.actions import (
    compute_confirmation_deadline,
    has_same_packages,
    has_same_shipment,
    replace_packages,
    save_contact_and_address,
    save_leg,
)
from portal_backend.shipping.models import Package
from portal_backend.shipping.packing import CUSTOMS_FIELDS, save_packing_rows
from portal_backend.shipping.schemas import CompleteLegIn, PackedUnitIn, PickUpIn, ShippingIn
from portal_backend.workflow.approvals import save_decisions
from portal_backend.workflow.models import Approval, ServiceRequest
from portal_backend.workflow.related_requests import get_origin, link_origin
from portal_backend.workflow.row_saves import (
    CHANGE_FIELDS,
    RowChanges,
    find_changed_rows,
    get_values_by_id,
    locked_edit_rows,
)
from portal_backend.workflow.schemas import DecisionIn
from portal_backend.workflow.scope import scope
from portal_backend.workflow.transitions import create_request, locked_edit, number_request

PACKING_FIELDS = (*CUSTOMS_FIELDS, "battery", "check_source")


def save_packing(
    context: RepairContext, rows: Sequence[PackedUnitIn], packages: Sequence[Package], changes: RowChanges
) -> None:
    """Save the packing of units.

    Raises 400 for a unit or package that is not sent, and 404 for a unit of another repair.
    """
    by_id = get_units_by_id(context, [row.id for row in rows])
    save_packing_rows(
        *(
            rows,
            packages,
            lambda pk: get_packing(by_id[pk]),
            lambda pk: is_approved(by_id[pk]),
            "units",
            PACKING_FIELDS,
        ),
        owner=by_id.__getitem__,
        changes=changes,
    )


def serialize_packing(unit: RepairUnit) -> dict[str, Any]:
    """Serialize the packing of a unit."""
    packing = get_packing(unit)
    return {
        "packageId": packing.package_id,
        "customsValue": packing.customs_value,
        "hsCode": packing.hs_code,
        "origin": packing.origin,
        "catalogueHsCode": unit.part.hs_code,
        "catalogueOrigin": unit.part.origin,
        "battery": packing.battery,
        "checkSource": packing.check_source,
    }


RESULT_FIELDS = ("repair_status", "repair_comment", "replacement_serial", "replacement_key")


@cleanup_on_error()
def create_repair(data: RepairIn, *, actor: Actor, path: str = "") -> ServiceRequest:
    """Create a repair of the actor's client.

    Raises 400 by unit and field, 404 for an unreadable origin or a file of another user, and 409 SERVICE_MISSING.
    `path` prefixes the field names of units in errors.
    """
    units = data.units
    if not 1 <= len(units) <= settings.MAX_REPAIR_UNITS:
        raise invalid_field("parts", "units", value=settings.MAX_REPAIR_UNITS)
    orderable_parts = get_orderable_parts({unit.part_id for unit in units}, REPAIR.kind)
    unavailable = [i for i, unit in enumerate(units) if unit.part_id not in orderable_parts]
    if errors := {f"{path}{i}.partId": LazyMessage("errors.field.part") for i in unavailable}:
        raise invalid(errors)
    client, service_id = get_client_and_service(actor)
    origin = get_origin(data.origin_id, client.pk, actor=actor)
    files = [resolve_files(unit.attachments, f"{path}{i}.attachments", actor=actor) for i, unit in enumerate(units)]
    with transaction.atomic(savepoint=False):
        request = create_request(REPAIR, actor=actor, client_id=client.pk, service_id=service_id)
        link_origin(request, origin)
        repair = Repair.objects.create(request=request, **data.model_dump(include=set(REQUEST_FIELDS)))
        new_units = [
            RepairUnit(
                repair=repair,
                part=orderable_parts[unit.part_id],
                serial_number=unit.serial_number,
                service_tag=unit.service_tag,
                problem_description=unit.problem_description,
            )
            for unit in units
        ]
        link_instruments(new_units, client.pk, request.created_at)
        saved = RepairUnit.objects.bulk_create(new_units)
        attach_files(request, [(row, file) for row, row_files in zip(saved, files, strict=True) for file in row_files])
        REPAIR.get_context(request).units = saved  # just written: no query needed
        number_request(REPAIR, request, actor=actor)
    return request


def attach_files(request: ServiceRequest, pairs: Sequence[tuple[RepairUnit, StoredFile]]) -> None:
    """Attach files to units and assign them to the request."""
    claim([file for _, file in pairs], request)
    link = RepairUnit.files.through
    link.objects.bulk_create(link(repairunit_id=unit.pk, storedfile_id=file.pk) for unit, file in pairs)


def decide_initially(
    repair_id: int, decisions: Sequence[DecisionIn], *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Set the initial approval of units without a transition."""
    with locked_edit_rows(REPAIR, "initial_approval", repair_id, actor=actor, version=version) as (
        request,
        context,
        rows,
    ):
        save_decisions(rows, context.units, decisions, "initial_approval")
    return request


def decide_repairs(
    repair_id: int, decisions: Sequence[DecisionIn], *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Set the repair approval of units that need one, without a transition."""
    with locked_edit_rows(REPAIR, "repair_approval", repair_id, actor=actor, version=version) as (
        request,
        context,
        rows,
    ):
        save_decisions(rows, filter(needs_approval, context.units), decisions, "repair_approval")
    return request


def save_shipping(repair_id: int, data: ShippingIn, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Save contact, address, packages and the packing of units."""
    with locked_edit_rows(REPAIR, "save_shipping", repair_id, actor=actor, version=version) as (request, context, rows):
        rows.check_header_version(
            lambda: (
                has_same_shipment(request, data.contact, data.address)
                and has_same_packages(context.packages, data.packages)
            )
        )
        save_contact_and_address(request, data.contact, data.address)
        context.packages = replace_packages(request, data.packages)
        if data.units:
            save_packing(context, data.units, context.packages, rows)
    return request


def delete_package(package_id: int, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Delete a saved package. Raises 404 outside the actor's scope."""
    package = get_or_404(Package.objects.filter(scope(actor, "request__")), pk=package_id)
    with locked_edit(REPAIR, "delete_package", package.request_id, actor=actor, version=version) as (request, _):
        package.delete()
    return request


def save_pick_up(repair_id: int, data: PickUpIn, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Save the outbound leg."""
    with locked_edit(REPAIR, "save_pick_up", repair_id, actor=actor, version=version) as (request, _):
        save_leg(request, "THERE", data)
    return request


def save_transit(repair_id: int, data: TransitIn, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Save the expected arrival of the courier and a note."""
    with locked_edit(REPAIR, "save_transit", repair_id, actor=actor, version=version) as (request, context):
        context.repair.courier_arriving_time = data.courier_arriving_time
        context.repair.transit_note = data.note
        context.repair.save()
    return request


def save_diagnostic_date(repair_id: int, day: date, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Save the start date of diagnostics."""
    with locked_edit(REPAIR, "save_diagnostic_date", repair_id, actor=actor, version=version) as (request, context):
        context.repair.diagnostic_start_date = day
        context.repair.save()
    return request


@cleanup_on_error()
def add_part(
    repair_id: int, unit: UnitIn, *, actor: Actor, version: int | None = None
) -> tuple[ServiceRequest, RepairUnit]:
    """Add a unit that diagnostics found in a package; it is approved initially."""
    part = get_orderable_parts({unit.part_id}, REPAIR.kind).get(unit.part_id)
    if part is None:
        raise invalid_field("partId", "part")
    files = resolve_files(unit.attachments, "attachments", actor=actor)
    with locked_edit_rows(REPAIR, "add_part", repair_id, actor=actor, version=version) as (request, context, _):
        if len(context.units) >= settings.MAX_REPAIR_UNITS:
            raise invalid_field("partId", "units", value=settings.MAX_REPAIR_UNITS)
        row = RepairUnit(
            repair=context.repair,
            part=part,
            serial_number=unit.serial_number,
            service_tag=unit.service_tag,
            problem_description=unit.problem_description,
            initial_approval=Approval.APPROVED,
            added_in_diagnostics=True,
        )
        link_instruments([row], request.client_id, request.created_at)
        row.save()
        refresh_last_sent([row.instrument_id])  # a newer request may contain the same instrument
        attach_files(request, [(row, file) for file in files])
        context.units.append(row)
    return request, row


def delete_part(part_id: int, *, actor: Actor, version: int | None = None) -> ServiceRequest:
    """Delete a unit that was added in diagnostics.

    Raises 404, and 403 for a unit that the client sent.
    """
    existing = get_or_404(RepairUnit.objects.filter(scope(actor, "repair__request__")), pk=part_id)
    with locked_edit_rows(REPAIR, "delete_part", existing.repair_id, actor=actor, version=version) as (
        request,
        context,
        rows,
    ):
        unit = get_units_by_id(context, [part_id])[part_id]
        if not unit.added_in_diagnostics:
            raise forbidden()
        for claimed in rows.claim([unit]):
            context.units.remove(claimed)
            claimed.delete()
            refresh_last_sent([claimed.instrument_id])
    return request


def save_repairs(
    repair_id: int, rows: Sequence[RepairedPartIn], *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Save the repair results of units.

    Raises 400 by row and field, and 404 for a unit of another repair. A row without status resets the result, so that a
    bulk change can be undone.
    """
    with locked_edit_rows(REPAIR, "save_repairs", repair_id, actor=actor, version=version) as (
        request,
        context,
        changes,
    ):
        by_id = get_units_by_id(context, [row.repair_part_id for row in rows])
        before, results = get_replacement_keys(by_id.values()), get_values_by_id(by_id.values(), RESULT_FIELDS)
        errors: dict[str, Any] = {}
        for position, row in enumerate(rows):
            unit = by_id[row.repair_part_id]
            if not needs_repair(unit):
                errors[f"{position}.repairPartId"] = LazyMessage("errors.field.not_to_repair")
            set_result(unit, row.status or "", row.replacement_serial)
            unit.repair_comment = row.comment
        errors |= validate_replacements(
            context.units, {row.repair_part_id: position for position, row in enumerate(rows)}
        )
        if errors or not rows:
            raise invalid(errors)
        claimed = changes.claim(find_changed_rows(results, by_id.values(), RESULT_FIELDS))
        bulk_save(claimed, [*RESULT_FIELDS, *CHANGE_FIELDS])
        sync_replacements(request, claimed, before)
    return request


def save_transit_back(
    repair_id: int, data: CompleteLegIn, *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Save the inbound leg, which sets the deadline for the delivery confirmation."""
    with locked_edit(REPAIR, "save_transit_back", repair_id, actor=actor, version=version) as (request, _):
        save_leg(request, "BACK", data)
        request.confirm_delivery_by = compute_confirmation_deadline(data)
    return request
