"""What arrived, as the bench ticks it off: there, missing, damaged, or not announced."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.bulk_save import bulk_save
from portal_backend.base.errors import invalid, invalid_field
from portal_backend.base.newyork import now
from portal_backend.base.words import Word
from portal_backend.files.actions import check_files, claim, forgotten_if_refused, received
from portal_backend.files.lists import attachment
from portal_backend.files.models import StoredFile
from portal_backend.files.schemas import FileIn
from portal_backend.repairs.arrival_schemas import ArrivalIn, ArrivalsIn
from portal_backend.repairs.facts import Facts, approved, parts_by_id
from portal_backend.repairs.models import Arrival, Repair, RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import Request, VersionedRow
from portal_backend.workflow.row_saves import CHANGE_FIELDS, RowChanges, edit_rows

TOLD = ("found", "serial_number", "parcel", "note")
Files = list[tuple[Arrival, list[StoredFile]]]


@forgotten_if_refused()
def save_arrivals(repair_id: int, data: ArrivalsIn, *, actor: Actor, version: int | None = None) -> Request:
    """Save the goods receipt. Raises 400 by row and field, 404 for a unit of another repair or a file of another user.

    A row that the caller does not name is removed, but for one that others changed since `version`.
    """
    rows: list[ArrivalIn] = [*data.units, *data.unannounced]
    with edit_rows(REPAIR, "save_arrivals", repair_id, actor=actor, version=version) as (request, facts, changes):
        known = list(Arrival.objects.filter(repair_id=request.pk).prefetch_related("photos"))
        photos = _photos(data, known, actor)
        named = [*_units(facts, data, known), *_unannounced(facts, data, known, changes)]
        sent = zip(named, rows, photos, strict=True)
        changed = [(arrival, files) for arrival, row, files in sent if arrival and _fill(arrival, row, files)]
        parts = {part.pk: part for part in facts.parts}
        kept = {arrival.pk for arrival in named if arrival}
        gone = [each for each in known if each.pk not in kept and not changes.is_overtaken(_row(each, parts))]
        claimed = _claim([*(arrival for arrival, _ in changed), *gone], parts, changes)
        Arrival.objects.filter(pk__in=[arrival.pk for arrival in gone]).delete()
        _write(request, [(arrival, files) for arrival, files in changed if id(arrival) in claimed])
        Repair.objects.filter(pk=request.pk).update(ticked_at=now())
    return request


def _row(arrival: Arrival, parts: Mapping[int, RepairPart]) -> VersionedRow:
    """Return the object that records the last change of a row: its unit, or the row itself for one not announced."""
    return parts[arrival.unit_id] if arrival.unit_id else arrival


def _claim(arrivals: Iterable[Arrival], parts: Mapping[int, RepairPart], changes: RowChanges) -> set[int]:
    """Stamp the rows that may be written, and return their identities: new ones have no id yet."""
    by_unit = {arrival.unit_id: arrival for arrival in arrivals if arrival.unit_id}
    units = changes.claim((parts[pk] for pk in by_unit), "units")
    bulk_save(units, CHANGE_FIELDS)
    extras = changes.claim((arrival for arrival in arrivals if not arrival.unit_id), "unannounced")
    return {id(arrival) for arrival in (*(by_unit[part.pk] for part in units), *extras)}


def _write(request: Request, pairs: Files) -> None:
    """Write rows with their photos, which belong to the request from now on."""
    there = [arrival for arrival, _ in pairs if arrival.pk]
    Arrival.objects.bulk_create(arrival for arrival, _ in pairs if not arrival.pk)
    bulk_save(there, (*TOLD, "at", *CHANGE_FIELDS))
    claim([file for _, files in pairs for file in files if file.request_id is None], request)
    link = Arrival.photos.through
    link.objects.filter(arrival__in=there).delete()
    link.objects.bulk_create(
        link(arrival_id=arrival.pk, storedfile_id=file.pk) for arrival, files in pairs for file in files
    )


def _units(facts: Facts, data: ArrivalsIn, known: Sequence[Arrival]) -> list[Arrival]:
    """The rows of announced units, as they are kept or new."""
    by_id = parts_by_id(facts, [row.id for row in data.units])
    if wrong := {
        f"units.{i}.id": Word("errors.field.not_sent") for i, pk in enumerate(by_id) if not approved(by_id[pk])
    }:
        raise invalid(wrong)
    kept = {arrival.unit_id: arrival for arrival in known if arrival.unit_id}
    return [kept.get(pk) or Arrival(repair=facts.repair, unit=part) for pk, part in by_id.items()]


def _unannounced(facts: Facts, data: ArrivalsIn, known: Sequence[Arrival], changes: RowChanges) -> list[Arrival | None]:
    """Match the rows of unannounced units with stored ones; None for one that was removed since."""
    by_id = {arrival.pk: arrival for arrival in known if not arrival.unit_id}
    named = [row.id for row in data.unannounced if row.id is not None]
    changes.pass_over_missing((pk for pk in named if pk not in by_id), "unannounced")
    if len(named) != len(set(named)):
        raise invalid_field("unannounced", "twice")
    count = len(facts.packages)
    if wrong := {
        f"unannounced.{i}.parcel": Word("errors.field.package")
        for i, row in enumerate(data.unannounced)
        if row.parcel is not None and row.parcel > count
    }:
        raise invalid(wrong)
    return [by_id.get(row.id) if row.id is not None else Arrival(repair=facts.repair) for row in data.unannounced]


def _fill(arrival: Arrival, row: ArrivalIn, files: Sequence[StoredFile]) -> bool:
    """Take over what was ticked; whether that is something new."""
    told = {name: getattr(row, name) for name in TOLD}
    is_same = all(getattr(arrival, name) == value for name, value in told.items())
    if is_same and arrival.pk and {file.pk for file in files} == {photo.pk for photo in arrival.photos.all()}:
        return False
    for name, value in told.items():
        setattr(arrival, name, value)
    if not is_same:
        arrival.at = now()
    return True


def _photos(data: ArrivalsIn, known: Iterable[Arrival], actor: Actor) -> list[list[StoredFile]]:
    """The photos of each row: those that it has already, and new ones of the actor's."""
    there = {photo.pk: photo for arrival in known for photo in arrival.photos.all()}
    places: list[tuple[str, ArrivalIn]] = [(f"units.{i}.photos", row) for i, row in enumerate(data.units)]
    places += [(f"unannounced.{i}.photos", row) for i, row in enumerate(data.unannounced)]
    return [_of_row(row.photos, path, there, actor) for path, row in places]


def _of_row(sent: Sequence[FileIn], path: str, there: Mapping[str, StoredFile], actor: Actor) -> list[StoredFile]:
    check_files(sent, path)  # those that the row has already count as well
    new = received([file for file in sent if file.id not in there], path, actor=actor)
    if any(not file.has_preview for file in new):
        raise invalid_field(path, "image")
    return [*(there[file.id] for file in sent if file.id in there), *new]


def described_arrivals(repair: Repair) -> dict[str, Any] | None:
    """What arrived, as answers tell it; None as long as nobody looked."""
    if repair.ticked_at is None:
        return None
    rows = [(row, _described(row)) for row in repair.arrivals.order_by("pk").prefetch_related("photos")]
    return {
        "at": repair.ticked_at,
        "units": [{"id": row.unit_id, **told} for row, told in rows if row.unit_id],
        "unannounced": [{"id": row.pk, **told} for row, told in rows if not row.unit_id],
    }


def _described(row: Arrival) -> dict[str, Any]:
    told = {"found": row.found, "note": row.note, "photos": [attachment(photo) for photo in row.photos.all()]}
    return told if row.unit_id else {**told, "serialNumber": row.serial_number, "parcel": row.parcel}
