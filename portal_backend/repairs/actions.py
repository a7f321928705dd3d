"""What can be done with a repair beside moving it: each action is one row of the table's edits (contract 4.2)."""

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
    """A new repair of the actor's Client. Raises 400 by unit and field, 404 for a foreign file, 409 SERVICE_MISSING.

    `origin_id` is the request that it is made out of, if it is out of any (404), `path` where the units are in the
    body.
    """
    if not 1 <= len(units) <= settings.REPAIR_UNITS:
        raise invalid_field("parts", "units", value=settings.REPAIR_UNITS)
    known = orderable({unit.part_id for unit in units}, REPAIR.kind)
    unknown = [i for i, unit in enumerate(units) if unit.part_id not in known]
    if wrong := {f"{path}{i}.partId": Word("errors.field.part") for i in unknown}:
        raise invalid(wrong)
    client, service_id = client_and_service(actor)
    origin = origin_of(origin_id, client.pk, actor=actor)
    files = [received(unit.attachments, f"{path}{i}.attachments", actor=actor) for i, unit in enumerate(units)]
    with transaction.atomic(savepoint=False):
        request = open_request(REPAIR, actor=actor, client_id=client.pk, service_id=service_id)
        link(request, origin)
        repair = Repair.objects.create(request=request)
        sent = [
            RepairPart(
                repair=repair,
                part=known[unit.part_id],
                serial_number=unit.serial_number,
                service_tag=unit.service_tag,
                problem_description=unit.problem_description,
            )
            for unit in units
        ]
        identify(sent, client.pk, request.created_at)
        parts = RepairPart.objects.bulk_create(sent)
        attach(request, [(part, file) for part, own in zip(parts, files, strict=True) for file in own])
        facts = Facts(request)
        facts.parts = parts  # as they were just written
        number_request(REPAIR, request, actor=actor, subject=facts)
    return request


def attach(request: Request, pairs: Sequence[tuple[RepairPart, StoredFile]]) -> None:
    """Give units their files, which belong to the request from now on."""
    claim([file for _, file in pairs], request)
    link = RepairPart.files.through
    link.objects.bulk_create(link(repairpart_id=part.pk, storedfile_id=file.pk) for part, file in pairs)


def decide_initially(
    repair_id: int, decisions: Sequence[DecisionIn], *, actor: Actor, version: int | None = None
) -> Request:
    """Set the initial approval of parts; the request does not move."""
    with edit_rows(REPAIR, "initial_approval", repair_id, actor=actor, version=version) as (request, facts, rows):
        decide_rows(rows, facts.parts, decisions, "initial_approval")
    return request


def decide_repairs(
    repair_id: int, decisions: Sequence[DecisionIn], *, actor: Actor, version: int | None = None
) -> Request:
    """Set the repair approval of parts that need one; the request does not move."""
    with edit_rows(REPAIR, "repair_approval", repair_id, actor=actor, version=version) as (request, facts, rows):
        decide_rows(rows, filter(needs_approval, facts.parts), decisions, "repair_approval")
    return request


def save_shipping(repair_id: int, data: ShippingIn, *, actor: Actor, version: int | None = None) -> Request:
    """Store contact, address and packages, and how units are sent in these."""
    with edit_rows(REPAIR, "save_shipping", repair_id, actor=actor, version=version) as (request, facts, rows):
        rows.refuse_changed_head(
            lambda: (
                is_same_shipment(request, data.contact, data.address)
                and is_same_packages(facts.packages, data.packages)
            )
        )
        save_contact_and_address(request, data.contact, data.address)
        packages = replace_packages(request, data.packages)
        if data.units:
            pack(facts, data.units, packages, rows)
    return request


def delete_package(package_id: int, *, actor: Actor, version: int | None = None) -> Request:
    """Remove a saved package. Raises 404 outside the actor's scope."""
    package = Package.objects.filter(scope(actor, "request__"), pk=package_id).first()
    if package is None:
        raise not_found()
    with edit(REPAIR, "delete_package", package.request_id, actor=actor, version=version) as (request, _):
        package.delete()
    return request


def save_pick_up(repair_id: int, data: PickUpIn, *, actor: Actor, version: int | None = None) -> Request:
    """Store the courier's journey to the service."""
    with edit(REPAIR, "save_pick_up", repair_id, actor=actor, version=version) as (request, _):
        save_leg(request, "THERE", data)
    return request


def save_transit(repair_id: int, data: TransitIn, *, actor: Actor, version: int | None = None) -> Request:
    """Store when the courier is expected, and a note."""
    with edit(REPAIR, "save_transit", repair_id, actor=actor, version=version) as (request, facts):
        facts.repair.courier_arriving_time = data.courier_arriving_time
        facts.repair.transit_note = data.note
        facts.repair.save()
    return request


def save_diagnostic_date(repair_id: int, day: date, *, actor: Actor, version: int | None = None) -> Request:
    """Store the day on which diagnostics start."""
    with edit(REPAIR, "save_diagnostic_date", repair_id, actor=actor, version=version) as (request, facts):
        facts.repair.diagnostic_start_date = day
        facts.repair.save()
    return request


@forgotten_if_refused()
def add_part(repair_id: int, unit: UnitIn, *, actor: Actor, version: int | None = None) -> tuple[Request, RepairPart]:
    """Add a unit that was found in the parcel; it starts initially approved."""
    if unit.part_id not in orderable({unit.part_id}, REPAIR.kind):
        raise invalid_field("partId", "part")
    files = received(unit.attachments, "attachments", actor=actor)
    with edit_rows(REPAIR, "add_part", repair_id, actor=actor, version=version) as (request, facts, _):
        if len(facts.parts) >= settings.REPAIR_UNITS:
            raise invalid_field("partId", "units", value=settings.REPAIR_UNITS)
        part = RepairPart(
            repair=facts.repair,
            part_id=unit.part_id,
            serial_number=unit.serial_number,
            service_tag=unit.service_tag,
            problem_description=unit.problem_description,
            initial_approval=Approval.APPROVED,
            added_in_diagnostics=True,
        )
        identify([part], request.client_id, request.created_at)
        part.save()
        settle([part.instrument_id])  # another request may have sent it in since
        attach(request, [(part, file) for file in files])
    return request, part


def delete_part(part_id: int, *, actor: Actor, version: int | None = None) -> Request:
    """Remove a unit that was added in diagnostics. Raises 404, or 403 for one that the client sent."""
    found = RepairPart.objects.filter(scope(actor, "repair__request__"), pk=part_id).first()
    if found is None:
        raise not_found()
    with edit_rows(REPAIR, "delete_part", found.repair_id, actor=actor, version=version) as (request, facts, rows):
        part = parts_by_id(facts, [part_id])[part_id]
        if not part.added_in_diagnostics:
            raise forbidden()
        for claimed in rows.claim([part]):
            claimed.delete()
            settle([claimed.instrument_id])
    return request


def save_repairs(
    repair_id: int, rows: Sequence[RepairedPartIn], *, actor: Actor, version: int | None = None
) -> Request:
    """Store the results of parts that are repaired. Raises 400 for others and by field, 404 for foreign ones.

    A row without status takes the result back: what was set for many units at once can be undone.
    """
    with edit_rows(REPAIR, "save_repairs", repair_id, actor=actor, version=version) as (request, facts, changes):
        by_id = parts_by_id(facts, [row.repair_part_id for row in rows])
        before, results = published(by_id.values()), values_by_id(by_id.values(), RESULT)
        wrong: dict[str, Any] = {}
        for position, row in enumerate(rows):
            part = by_id[row.repair_part_id]
            if not to_repair(part):
                wrong[f"{position}.repairPartId"] = Word("errors.field.not_to_repair")
            set_result(part, row.status or "", row.replacement_serial)
            part.repair_comment = row.comment
        wrong |= replacement_errors(facts.parts, {row.repair_part_id: place for place, row in enumerate(rows)})
        if wrong or not rows:
            raise invalid(wrong)
        claimed = changes.claim(changed_since(results, by_id.values(), RESULT))
        bulk_save(claimed, [*RESULT, *CHANGE_FIELDS])
        follow_replacements(request, claimed, before)
    return request


def save_transit_back(repair_id: int, data: CompleteLegIn, *, actor: Actor, version: int | None = None) -> Request:
    """Store the courier's journey back; it sets the delivery confirmation window."""
    with edit(REPAIR, "save_transit_back", repair_id, actor=actor, version=version) as (request, _):
        save_leg(request, "BACK", data)
        request.deliver_by = end_of_window(data)
    return request
