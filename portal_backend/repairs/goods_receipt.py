"""Goods receipt: units recorded as received, missing or damaged, unexpected items."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from portal_backend.core.actor import Actor
from portal_backend.core.bulk_save import bulk_save
from portal_backend.core.clock import now
from portal_backend.core.errors import invalid, invalid_field
from portal_backend.core.translations import LazyMessage
from portal_backend.files.actions import check_files, claim, cleanup_on_error, resolve_files
from portal_backend.files.lists import serialize_attachment
from portal_backend.files.models import StoredFile
from portal_backend.files.schemas import FileIn
from portal_backend.repairs.context import RepairContext, get_units_by_id, is_approved
from portal_backend.repairs.models import ReceiptLine, Repair, RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.repairs.schemas import GoodsReceiptIn, ReceiptLineIn, UnexpectedItemIn
from portal_backend.workflow.models import ServiceRequest, VersionedRow
from portal_backend.workflow.row_saves import CHANGE_FIELDS, RowChanges, locked_edit_rows

# fields of a line with the names that the API has for them
RECEIPT_FIELDS = {"condition": "found", "serial_number": "serial_number", "package_number": "parcel", "note": "note"}
LinesWithPhotos = list[tuple[ReceiptLine, list[StoredFile]]]


@cleanup_on_error()
def save_goods_receipt(
    repair_id: int, data: GoodsReceiptIn, *, actor: Actor, version: int | None = None
) -> ServiceRequest:
    """Save the goods receipt.

    Raises 400 by row and field, and 404 for a unit of another repair or a file of another user. A stored line that is
    absent from the request is removed, unless another user changed it since `version`.
    """
    rows: list[ReceiptLineIn] = [*data.units, *data.unannounced]
    with locked_edit_rows(REPAIR, "save_arrivals", repair_id, actor=actor, version=version) as (
        request,
        context,
        changes,
    ):
        stored = list(ReceiptLine.objects.filter(repair_id=request.pk).prefetch_related("photos"))
        photos = _resolve_photos(data, stored, actor)
        lines = [*_get_unit_lines(context, data, stored), *_get_unexpected_lines(context, data, stored, changes)]
        updates = zip(lines, rows, photos, strict=True)
        changed = [(line, files) for line, row, files in updates if line and _apply_row(line, row, files)]
        units_by_id = {unit.pk: unit for unit in context.units}
        kept_ids = {line.pk for line in lines if line}
        removed = [
            each
            for each in stored
            if each.pk not in kept_ids and not changes.has_changed_since_read(_get_versioned_row(each, units_by_id))
        ]
        claimed = _claim_lines([*(line for line, _ in changed), *removed], units_by_id, changes)
        ReceiptLine.objects.filter(pk__in=[line.pk for line in removed]).delete()
        _write_lines(request, [(line, files) for line, files in changed if id(line) in claimed])
        Repair.objects.filter(pk=request.pk).update(receipt_checked_at=now())
        del context.units  # loaded again with the lines
    return request


def _get_versioned_row(line: ReceiptLine, units_by_id: Mapping[int, RepairUnit]) -> VersionedRow:
    """Return the row that versions a line: its unit, or an unexpected line itself."""
    return units_by_id[line.unit_id] if line.unit_id else line


def _claim_lines(lines: Iterable[ReceiptLine], units_by_id: Mapping[int, RepairUnit], changes: RowChanges) -> set[int]:
    """Mark the writable lines as changed, and return their object identities.

    New lines have no id yet.
    """
    by_unit = {line.unit_id: line for line in lines if line.unit_id}
    units = changes.claim((units_by_id[pk] for pk in by_unit), "units")
    bulk_save(units, CHANGE_FIELDS)
    extras = changes.claim((line for line in lines if not line.unit_id), "unannounced")
    return {id(line) for line in (*(by_unit[unit.pk] for unit in units), *extras)}


def _write_lines(request: ServiceRequest, pairs: LinesWithPhotos) -> None:
    """Write lines with their photos, and assign the photos to the request."""
    existing = [line for line, _ in pairs if line.pk]
    ReceiptLine.objects.bulk_create(line for line, _ in pairs if not line.pk)
    bulk_save(existing, (*RECEIPT_FIELDS, "recorded_at", *CHANGE_FIELDS))
    claim([file for _, files in pairs for file in files if file.request_id is None], request)
    link = ReceiptLine.photos.through
    link.objects.filter(receiptline__in=existing).delete()
    link.objects.bulk_create(
        link(receiptline_id=line.pk, storedfile_id=file.pk) for line, files in pairs for file in files
    )


def _get_unit_lines(context: RepairContext, data: GoodsReceiptIn, stored: Sequence[ReceiptLine]) -> list[ReceiptLine]:
    """Return the stored or new lines of the units in the request."""
    by_id = get_units_by_id(context, [row.id for row in data.units])
    if errors := {
        f"units.{i}.id": LazyMessage("errors.field.not_sent")
        for i, pk in enumerate(by_id)
        if not is_approved(by_id[pk])
    }:
        raise invalid(errors)
    line_by_unit = {line.unit_id: line for line in stored if line.unit_id}
    return [line_by_unit.get(pk) or ReceiptLine(repair=context.repair, unit=unit) for pk, unit in by_id.items()]


def _get_unexpected_lines(
    context: RepairContext, data: GoodsReceiptIn, stored: Sequence[ReceiptLine], changes: RowChanges
) -> list[ReceiptLine | None]:
    """Match unexpected items with stored lines; None for a line removed since.

    An item without an id is the line with its serial number that the client has not read yet, if there is one.
    """
    by_id = {line.pk: line for line in stored if not line.unit_id}
    ids = [row.id for row in data.unannounced if row.id is not None]
    changes.skip_missing((pk for pk in ids if pk not in by_id), "unannounced")
    if len(ids) != len(set(ids)):
        raise invalid_field("unannounced", "twice")
    count = len(context.packages)
    if errors := {
        f"unannounced.{i}.parcel": LazyMessage("errors.field.package")
        for i, row in enumerate(data.unannounced)
        if row.parcel is not None and row.parcel > count
    }:
        raise invalid(errors)
    # an item that is sent again after a lost response, or that another user has added meanwhile
    unread: dict[str, list[ReceiptLine]] = {}
    for line in by_id.values():
        if line.pk not in ids and changes.has_changed_since_read(line):
            unread.setdefault(line.serial_number, []).append(line)

    def get_line(row: UnexpectedItemIn) -> ReceiptLine | None:
        if row.id is not None:
            return by_id.get(row.id)
        same = unread.get(row.serial_number)
        return same.pop(0) if same else ReceiptLine(repair=context.repair)

    return [get_line(row) for row in data.unannounced]


def _apply_row(line: ReceiptLine, row: ReceiptLineIn, files: Sequence[StoredFile]) -> bool:
    """Apply a row to its line, and return whether anything changed."""
    values = {field: getattr(row, name) for field, name in RECEIPT_FIELDS.items()}
    is_same = all(getattr(line, name) == value for name, value in values.items())
    if is_same and line.pk and {file.pk for file in files} == {photo.pk for photo in line.photos.all()}:
        return False
    for name, value in values.items():
        setattr(line, name, value)
    if not is_same:
        line.recorded_at = now()
    return True


def _resolve_photos(data: GoodsReceiptIn, stored: Iterable[ReceiptLine], actor: Actor) -> list[list[StoredFile]]:
    """Resolve the photos of each row: stored ones, and new uploads of the actor."""
    photos_by_id = {photo.pk: photo for line in stored for photo in line.photos.all()}
    rows_by_path: list[tuple[str, ReceiptLineIn]] = [(f"units.{i}.photos", row) for i, row in enumerate(data.units)]
    rows_by_path += [(f"unannounced.{i}.photos", row) for i, row in enumerate(data.unannounced)]
    return [_resolve_row_photos(row.photos, path, photos_by_id, actor) for path, row in rows_by_path]


def _resolve_row_photos(
    files: Sequence[FileIn], path: str, photos_by_id: Mapping[str, StoredFile], actor: Actor
) -> list[StoredFile]:
    check_files(files, path)  # stored photos count toward the limit as well
    new = resolve_files([file for file in files if file.id not in photos_by_id], path, actor=actor)
    if any(not file.has_preview for file in new):
        raise invalid_field(path, "image")
    return [*(photos_by_id[file.id] for file in files if file.id in photos_by_id), *new]


def serialize_goods_receipt(repair: Repair) -> dict[str, Any] | None:
    """Serialize the goods receipt; None before it was first saved."""
    if repair.receipt_checked_at is None:
        return None
    rows = [(row, _serialize_line(row)) for row in repair.receipt_lines.order_by("pk").prefetch_related("photos")]
    return {
        "at": repair.receipt_checked_at,
        "units": [{"id": row.unit_id, **data} for row, data in rows if row.unit_id],
        "unannounced": [{"id": row.pk, **data} for row, data in rows if not row.unit_id],
    }


def _serialize_line(line: ReceiptLine) -> dict[str, Any]:
    data = {
        "found": line.condition,
        "note": line.note,
        "photos": [serialize_attachment(photo) for photo in line.photos.all()],
    }
    return data if line.unit_id else {**data, "serialNumber": line.serial_number, "parcel": line.package_number}
