"""Identification of the same instrument in several repairs (docs/decisions/0024).

The replacement serial number of a REPLACED unit identifies the replacement.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from portal_backend.core.normalization import is_placeholder_serial, normalize_key
from portal_backend.core.translations import LazyMessage
from portal_backend.repairs.models import HAS_REPLACEMENT, Instrument, RepairStatus, RepairUnit
from portal_backend.workflow.models import ServiceRequest

# Normalization can lengthen a text: one character becomes up to eighteen.
MAX_KEY_LENGTH = 255
InstrumentKey = tuple[int, str]
INSTRUMENT_KEY_FIELDS = ("client_id", "part_id", "serial_key")
# of a unit: the same for its replacement
REPLACEMENT_KEY_FIELDS = ("repair__request__client_id", "part_id", "replacement_key")


def build_serial_key(serial_number: str) -> str:
    """Normalize a serial number to the key of its instrument; "" for a placeholder."""
    return "" if is_placeholder_serial(serial_number) else normalize_key(serial_number)[:MAX_KEY_LENGTH]


def link_instruments(units: Sequence[RepairUnit], client_id: int, at: datetime) -> None:
    """Set the instruments of units that a client sent in. The caller saves the units."""
    unit_by_key = {(unit.part_id, key): unit for unit in units if (key := build_serial_key(unit.serial_number))}
    ids = _upsert_instruments(
        {instrument_key: unit.serial_number for instrument_key, unit in unit_by_key.items()}, client_id, at
    )
    for unit in units:
        unit.instrument_id = ids.get((unit.part_id, build_serial_key(unit.serial_number)))


def create_replacement_instruments(units: Iterable[RepairUnit], client_id: int, at: datetime) -> list[int]:
    """Create instruments for the replacements of units, and return their ids.

    The caller passes the ids to `refresh_last_sent`.
    """
    serial_by_key = {
        (unit.part_id, unit.replacement_key): unit.replacement_serial for unit in units if unit.replacement_key
    }
    return list(_upsert_instruments(serial_by_key, client_id, at).values())


def _upsert_instruments(
    serial_numbers: Mapping[InstrumentKey, str], client_id: int, at: datetime
) -> dict[InstrumentKey, int]:
    """Insert or update the instruments of a client, and return their ids by key."""
    rows = [
        Instrument(client_id=client_id, part_id=part_id, serial_key=key, serial_number=serial_number, last_sent_at=at)
        # sorted: concurrent requests lock rows in the same order and cannot deadlock
        for (part_id, key), serial_number in sorted(serial_numbers.items())
    ]
    saved = Instrument.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["client", "part", "serial_key"],
        update_fields=["serial_number", "last_sent_at"],
    )
    return {(instrument.part_id, instrument.serial_key): instrument.pk for instrument in saved}


def filter_replaced_units(units: QuerySet[RepairUnit]) -> QuerySet[RepairUnit]:
    """Filter units to those replaced by the instrument of the outer query."""
    return units.filter(
        # redundant, but lets PostgreSQL use the partial index instead of hashing all units
        HAS_REPLACEMENT,
        replacement_key=OuterRef("serial_key"),
        part_id=OuterRef("part_id"),
        repair__request__client_id=OuterRef("client_id"),
    )


def select_replacement_ids(units: QuerySet[RepairUnit]) -> QuerySet[Any]:
    """Select the ids of the replacements of units; null without an instrument."""
    replacement = Instrument.objects.filter(
        serial_key=OuterRef("replacement_key"),
        part_id=OuterRef("part_id"),
        client_id=OuterRef("repair__request__client_id"),
    )
    # from the few units with a replacement: a condition on each instrument reads all units of its model on SQLite
    return units.filter(HAS_REPLACEMENT).order_by().values(replacement_id=Subquery(replacement.values("pk")))


def refresh_last_sent(instruments: Iterable[int | None]) -> None:
    """Update `last_sent_at` of instruments; deleted requests do not count.

    An instrument that was never sent in gets the creation time of the newest request in which it was a replacement.
    """
    live_units = RepairUnit.objects.filter(repair__request__deleted_at__isnull=True).order_by()
    as_unit = live_units.filter(instrument=OuterRef("pk")).values("instrument")
    as_replacement = filter_replaced_units(live_units).values("replacement_key")
    last_sent, last_given = (
        rows.annotate(at=Max("repair__request__created_at")).values("at") for rows in (as_unit, as_replacement)
    )
    existing = Instrument.objects.filter(pk__in={pk for pk in instruments if pk})
    existing.update(last_sent_at=Coalesce(Subquery(last_sent), Subquery(last_given)))


def get_instrument_ids(client_id: int, keys: Collection[InstrumentKey]) -> dict[InstrumentKey, int]:
    """Return the ids of a client's instruments by part and serial key."""
    rows = Instrument.objects.filter(
        client_id=client_id, part_id__in={part for part, _ in keys}, serial_key__in={key for _, key in keys}
    )
    ids = {(part, key): pk for part, key, pk in rows.values_list("part_id", "serial_key", "pk")}
    return {instrument_key: ids[instrument_key] for instrument_key in keys if instrument_key in ids}


def refresh_instruments_of_request(request: ServiceRequest) -> None:
    """Refresh the instruments of a request that was deleted or restored."""
    units = RepairUnit.objects.filter(repair_id=request.pk)
    replacements = set(units.exclude(replacement_key="").values_list("part_id", "replacement_key"))
    replacement_ids = get_instrument_ids(request.client_id, replacements).values()
    refresh_last_sent([*units.values_list("instrument_id", flat=True), *replacement_ids])


def set_result(unit: RepairUnit, status: str, replacement_serial: str | None) -> None:
    """Set the repair status and the replacement serial number of a unit.

    The serial number is searchable while the unit is REPLACED; otherwise it is stored but has no key.
    """
    unit.repair_status = status
    unit.replacement_key = ""
    if status == RepairStatus.REPLACED:
        if replacement_serial is not None:
            unit.replacement_serial = replacement_serial
        is_named = not is_placeholder_serial(unit.replacement_serial)
        unit.replacement_key = build_serial_key(unit.replacement_serial) if is_named else ""


def validate_replacements(rows: Iterable[RepairUnit], positions: Mapping[int, int]) -> dict[str, LazyMessage]:
    """Validate replacement serial numbers; `positions` maps unit ids to row numbers."""
    units = list(rows)
    own_keys = {(unit.part_id, normalize_key(unit.serial_number)) for unit in units}
    replacement_counts = Counter(
        (unit.part_id, normalize_key(unit.replacement_serial)) for unit in units if unit.replacement_key
    )
    errors: dict[str, LazyMessage] = {}
    for unit in units:
        if unit.pk not in positions or unit.repair_status != RepairStatus.REPLACED:
            continue
        instrument_key = (unit.part_id, normalize_key(unit.replacement_serial))
        reason = None
        if not unit.replacement_key:
            reason = LazyMessage("errors.field.replacement_needed")
        elif instrument_key == (unit.part_id, normalize_key(unit.serial_number)):
            reason = LazyMessage("errors.field.replacement_own")
        elif replacement_counts[instrument_key] > 1 or instrument_key in own_keys:
            reason = LazyMessage("errors.field.replacement_twice")
        if reason:
            errors[f"{positions[unit.pk]}.replacementSerial"] = reason
    return errors


def get_replacement_keys(units: Iterable[RepairUnit]) -> set[InstrumentKey]:
    """Return the instrument keys of the replacements of these units."""
    return {(unit.part_id, unit.replacement_key) for unit in units if unit.replacement_key}


def sync_replacements(request: ServiceRequest, rows: Iterable[RepairUnit], before: set[InstrumentKey]) -> None:
    """Update the instruments after the replacements of units changed from `before`."""
    units = list(rows)
    if get_replacement_keys(units) == before:
        return
    new = [unit for unit in units if (unit.part_id, unit.replacement_key) not in before]
    added = create_replacement_instruments(new, request.client_id, request.created_at)
    removed = get_instrument_ids(request.client_id, before - get_replacement_keys(units))
    refresh_last_sent([*added, *removed.values()])
