"""Edits of a repair other than transitions (contract 4.2).

Each action is one row of the edits in the process table.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.db import transaction

from portal_backend.accounts.lists import client_and_service
from portal_backend.base.actor import Actor
from portal_backend.base.bulk_save import bulk_save
from portal_backend.base.errors import forbidden, invalid, invalid_field, not_found
from portal_backend.base.words import Word
from portal_backend.catalogue.lists import orderable
from portal_backend.files.actions import claim, forgotten_if_refused, received
from portal_backend.files.models import StoredFile
from portal_backend.repairs.facts import Facts, needs_approval, parts_by_id, to_repair
from portal_backend.repairs.instruments import identify, settle
from portal_backend.repairs.models import Repair, RepairPart
from portal_backend.repairs.packing import pack
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.replacements import follow_replacements, published, replacement_errors, set_result
from portal_backend.repairs.schemas import RepairedPartIn, TransitIn, UnitIn
from portal_backend.shipping.actions import (
    end_of_window,
    is_same_packages,
    is_same_shipment,
    replace_packages,
    save_contact_and_address,
    save_leg,
)
from portal_backend.shipping.models import Package
from portal_backend.shipping.schemas import CompleteLegIn, PickUpIn, ShippingIn
from portal_backend.workflow.approving import decide_rows
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.moves import edit, number_request, open_request
from portal_backend.workflow.origins import link, origin_of
from portal_backend.workflow.row_saves import CHANGE_FIELDS, changed_since, edit_rows, values_by_id
from portal_backend.workflow.schemas import DecisionIn
from portal_backend.workflow.scope import scope

RESULT = ("repair_status", "repair_comment", "replacement_serial", "replacement_key")


@forgotten_if_refused()
def create_repair(units: Sequence[UnitIn], *, actor: Actor, origin_id: int | None = None, path: str = "") -> Request:
    """Create a repair of the actor's client.

    Raises 400 by unit and field, 404 for a file of another user and 409 SERVICE_MISSING. `origin_id` is the request
    that this one follows (404 if not readable); `path` prefixes the field names in errors.
    """
    if not 1 <= len(units) <= settings.REPAIR_UNITS:
        raise invalid_field("parts", "units", value=settings.REPAIR_UNITS)
    orderable_parts = orderable({unit.part_id for unit in units}, REPAIR.kind)
    unavailable = [i for i, unit in enumerate(units) if unit.part_id not in orderable_parts]
    if errors := {f"{path}{i}.partId": Word("errors.field.part") for i in unavailable}:
        raise invalid(errors)
    client, service_id = client_and_service(actor)
    origin = origin_of(origin_id, client.pk, actor=actor)
    files = [received(unit.attachments, f"{path}{i}.attachments", actor=actor) for i, unit in enumerate(units)]
    with transaction.atomic(savepoint=False):
        request = open_request(REPAIR, actor=actor, client_id=client.pk, service_id=service_id)
        link(request, origin)
        repair = Repair.objects.create(request=request)
        new_units = [
            RepairPart(
                repair=repair,
                part=orderable_parts[unit.part_id],
                serial_number=unit.serial_number,
                service_tag=unit.service_tag,
                problem_description=unit.problem_description,
            )
            for unit in units
        ]
        identify(new_units, client.pk, request.created_at)
        saved = RepairPart.objects.bulk_create(new_units)
        attach(request, [(row, file) for row, row_files in zip(saved, files, strict=True) for file in row_files])
        context = Facts(request)
        context.parts = saved  # just written: no query needed
        number_request(REPAIR, request, actor=actor, subject=context)
    return request


def attach(request: Request, pairs: Sequence[tuple[RepairPart, StoredFile]]) -> None:
    """Attach files to units and assign them to the request."""
    claim([file for _, file in pairs], request)
    link = RepairPart.files.through
    link.objects.bulk_create(link(repairpart_id=unit.pk, storedfile_id=file.pk) for unit, file in pairs)


def decide_initially(
    repair_id: int, decisions: Sequence[DecisionIn], *, actor: Actor, version: int | None = None
) -> Request:
    """Set the initial approval of units without a transition."""
    with edit_rows(REPAIR, "initial_approval", repair_id, actor=actor, version=version) as (request, context, rows):
        decide_rows(rows, context.parts, decisions, "initial_approval")
    return request


def decide_repairs(
    repair_id: int, decisions: Sequence[DecisionIn], *, actor: Actor, version: int | None = None
) -> Request:
    """Set the repair approval of units that need one, without a transition."""
    with edit_rows(REPAIR, "repair_approval", repair_id, actor=actor, version=version) as (request, context, rows):
        decide_rows(rows, filter(needs_approval, context.parts), decisions, "repair_approval")
    return request


def save_shipping(repair_id: int, data: ShippingIn, *, actor: Actor, version: int | None = None) -> Request:
    """Save contact, address, packages and the packing of units."""
    with edit_rows(REPAIR, "save_shipping", repair_id, actor=actor, version=version) as (request, context, rows):
        rows.refuse_changed_head(
            lambda: (
                is_same_shipment(request, data.contact, data.address)
                and is_same_packages(context.packages, data.packages)
            )
        )
        save_contact_and_address(request, data.contact, data.address)
        packages = replace_packages(request, data.packages)
        if data.units:
            pack(context, data.units, packages, rows)
    return request


def delete_package(package_id: int, *, actor: Actor, version: int | None = None) -> Request:
    """Delete a saved package. Raises 404 outside the actor's scope."""
    package = Package.objects.filter(scope(actor, "request__"), pk=package_id).first()
    if package is None:
        raise not_found()
    with edit(REPAIR, "delete_package", package.request_id, actor=actor, version=version) as (request, _):
        package.delete()
    return request


def save_pick_up(repair_id: int, data: PickUpIn, *, actor: Actor, version: int | None = None) -> Request:
    """Save the outbound leg."""
    with edit(REPAIR, "save_pick_up", repair_id, actor=actor, version=version) as (request, _):
        save_leg(request, "THERE", data)
    return request


def save_transit(repair_id: int, data: TransitIn, *, actor: Actor, version: int | None = None) -> Request:
    """Save the expected arrival of the courier and a note."""
    with edit(REPAIR, "save_transit", repair_id, actor=actor, version=version) as (request, context):
        context.repair.courier_arriving_time = data.courier_arriving_time
        context.repair.transit_note = data.note
        context.repair.save()
    return request


def save_diagnostic_date(repair_id: int, day: date, *, actor: Actor, version: int | None = None) -> Request:
    """Save the start date of diagnostics."""
    with edit(REPAIR, "save_diagnostic_date", repair_id, actor=actor, version=version) as (request, context):
        context.repair.diagnostic_start_date = day
        context.repair.save()
    return request


@forgotten_if_refused()
def add_part(repair_id: int, unit: UnitIn, *, actor: Actor, version: int | None = None) -> tuple[Request, RepairPart]:
    """Add a unit that diagnostics found in a package; it is approved initially."""
    if unit.part_id not in orderable({unit.part_id}, REPAIR.kind):
        raise invalid_field("partId", "part")
    files = received(unit.attachments, "attachments", actor=actor)
    with edit_rows(REPAIR, "add_part", repair_id, actor=actor, version=version) as (request, context, _):
        if len(context.parts) >= settings.REPAIR_UNITS:
            raise invalid_field("partId", "units", value=settings.REPAIR_UNITS)
        row = RepairPart(
            repair=context.repair,
            part_id=unit.part_id,
            serial_number=unit.serial_number,
            service_tag=unit.service_tag,
            problem_description=unit.problem_description,
            initial_approval=Approval.APPROVED,
            added_in_diagnostics=True,
        )
        identify([row], request.client_id, request.created_at)
        row.save()
        settle([row.instrument_id])  # a newer request may contain the same instrument
        attach(request, [(row, file) for file in files])
    return request, row


def delete_part(part_id: int, *, actor: Actor, version: int | None = None) -> Request:
    """Delete a unit that was added in diagnostics.

    Raises 404, and 403 for a unit that the client sent.
    """
    existing = RepairPart.objects.filter(scope(actor, "repair__request__"), pk=part_id).first()
    if existing is None:
        raise not_found()
    with edit_rows(REPAIR, "delete_part", existing.repair_id, actor=actor, version=version) as (request, context, rows):
        unit = parts_by_id(context, [part_id])[part_id]
        if not unit.added_in_diagnostics:
            raise forbidden()
        for claimed in rows.claim([unit]):
            claimed.delete()
            settle([claimed.instrument_id])
    return request


def save_repairs(
    repair_id: int, rows: Sequence[RepairedPartIn], *, actor: Actor, version: int | None = None
) -> Request:
    """Save the repair results of units.

    Raises 400 by row and field, and 404 for a unit of another repair. A row without status resets the result, so that a
    bulk change can be undone.
    """
    with edit_rows(REPAIR, "save_repairs", repair_id, actor=actor, version=version) as (request, context, changes):
        by_id = parts_by_id(context, [row.repair_part_id for row in rows])
        before, results = published(by_id.values()), values_by_id(by_id.values(), RESULT)
        errors: dict[str, Any] = {}
        for position, row in enumerate(rows):
            unit = by_id[row.repair_part_id]
            if not to_repair(unit):
                errors[f"{position}.repairPartId"] = Word("errors.field.not_to_repair")
            set_result(unit, row.status or "", row.replacement_serial)
            unit.repair_comment = row.comment
        errors |= replacement_errors(context.parts, {row.repair_part_id: place for place, row in enumerate(rows)})
        if errors or not rows:
            raise invalid(errors)
        claimed = changes.claim(changed_since(results, by_id.values(), RESULT))
        bulk_save(claimed, [*RESULT, *CHANGE_FIELDS])
        follow_replacements(request, claimed, before)
    return request


def save_transit_back(repair_id: int, data: CompleteLegIn, *, actor: Actor, version: int | None = None) -> Request:
    """Save the inbound leg, which sets the deadline for the delivery confirmation."""
    with edit(REPAIR, "save_transit_back", repair_id, actor=actor, version=version) as (request, _):
        save_leg(request, "BACK", data)
        request.deliver_by = end_of_window(data)
    return request
