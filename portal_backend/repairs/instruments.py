"""Identification of the same instrument in several repairs (docs/decisions/0024)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from portal_backend.base.normalization import is_placeholder_serial, normalize_key
from portal_backend.repairs.models import Instrument, RepairPart
from portal_backend.workflow.models import Request

# Normalization can lengthen a text: one character becomes up to eighteen.
MAX_KEY_LENGTH = 255
Name = tuple[int, str]


def serial_key(serial_number: str) -> str:
    """Normalize a serial number to the key of its instrument; "" for a placeholder."""
    return "" if is_placeholder_serial(serial_number) else normalize_key(serial_number)[:MAX_KEY_LENGTH]


def identify(units: Sequence[RepairPart], client_id: int, at: datetime) -> None:
    """Set the instruments of units that a client sent in. The caller saves the units."""
    unit_by_key = {(unit.part_id, key): unit for unit in units if (key := serial_key(unit.serial_number))}
    ids = _save({instrument_key: unit.serial_number for instrument_key, unit in unit_by_key.items()}, client_id, at)
    for unit in units:
        unit.instrument_id = ids.get((unit.part_id, serial_key(unit.serial_number)))


def identify_replacements(units: Iterable[RepairPart], client_id: int, at: datetime) -> list[int]:
    """Create instruments for the replacements of units, and return their ids.

    The caller passes the ids to `refresh_last_sent`.
    """
    serial_by_key = {
        (unit.part_id, unit.replacement_key): unit.replacement_serial for unit in units if unit.replacement_key
    }
    return list(_save(serial_by_key, client_id, at).values())


def _save(serial_numbers: Mapping[Name, str], client_id: int, at: datetime) -> dict[Name, int]:
    """Insert or update the instruments of a client, and return their ids by key."""
    rows = [
        Instrument(client_id=client_id, part_id=part_id, serial_key=key, serial_number=serial_number, last_at=at)
        # sorted: concurrent requests lock rows in the same order and cannot deadlock
        for (part_id, key), serial_number in sorted(serial_numbers.items())
    ]
    saved = Instrument.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["client", "part", "serial_key"],
        update_fields=["serial_number", "last_at"],
    )
    return {(instrument.part_id, instrument.serial_key): instrument.pk for instrument in saved}


def replaced_units(units: QuerySet[RepairPart]) -> QuerySet[RepairPart]:
    """Filter units to those replaced by the instrument of the outer query."""
    return units.filter(
        replacement_key=OuterRef("serial_key"),
        part_id=OuterRef("part_id"),
        repair__request__client_id=OuterRef("client_id"),
    )


def settle(instruments: Iterable[int | None]) -> None:
    """Update `last_sent_at` of instruments; deleted requests do not count.

    An instrument that was never sent in gets the creation time of the newest request in which it was a replacement.
    """
    live_units = RepairPart.objects.filter(repair__request__deleted_at__isnull=True).order_by()
    as_unit = live_units.filter(instrument=OuterRef("pk")).values("instrument")
    as_replacement = replaced_units(live_units).values("replacement_key")
    last_sent, last_given = (
        rows.annotate(at=Max("repair__request__created_at")).values("at") for rows in (as_unit, as_replacement)
    )
    existing = Instrument.objects.filter(pk__in={pk for pk in instruments if pk})
    existing.update(last_at=Coalesce(Subquery(last_sent), Subquery(last_given)))


def instruments_by_key(client_id: int, keys: Collection[Name]) -> dict[Name, int]:
    """Return the ids of a client's instruments by part and serial key."""
    rows = Instrument.objects.filter(
        client_id=client_id, part_id__in={part for part, _ in keys}, serial_key__in={key for _, key in keys}
    )
    ids = {(part, key): pk for part, key, pk in rows.values_list("part_id", "serial_key", "pk")}
    return {instrument_key: ids[instrument_key] for instrument_key in keys if instrument_key in ids}


def follow(request: Request) -> None:
    """Refresh the instruments of a request that was deleted or restored."""
    units = RepairPart.objects.filter(repair_id=request.pk)
    replacements = set(units.exclude(replacement_key="").values_list("part_id", "replacement_key"))
    replacement_ids = instruments_by_key(request.client_id, replacements).values()
    settle([*units.values_list("instrument_id", flat=True), *replacement_ids])
