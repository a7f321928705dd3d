"""Replacement serial numbers of REPLACED units and the instruments they identify."""

from collections import Counter
from collections.abc import Iterable, Mapping

from portal_backend.base.normalization import is_placeholder_serial, normalize_key
from portal_backend.base.words import Word
from portal_backend.repairs.instruments import (
    Name,
    identify_replacements,
    instruments_by_key,
    serial_key,
    settle,
)
from portal_backend.repairs.models import RepairPart, RepairStatus
from portal_backend.workflow.models import Request


def set_result(unit: RepairPart, status: str, replacement_serial: str | None) -> None:
    """Set the repair status and the replacement serial number of a unit.

    The serial number is searchable while the unit is REPLACED; otherwise it is stored but has no key.
    """
    unit.repair_status = status
    unit.replacement_key = ""
    if status == RepairStatus.REPLACED:
        if replacement_serial is not None:
            unit.replacement_serial = replacement_serial
        is_named = not is_placeholder_serial(unit.replacement_serial)
        unit.replacement_key = serial_key(unit.replacement_serial) if is_named else ""


def replacement_errors(rows: Iterable[RepairPart], positions: Mapping[int, int]) -> dict[str, Word]:
    """Validate replacement serial numbers; `positions` maps unit ids to row numbers."""
    units = list(rows)
    own_keys = {(unit.part_id, normalize_key(unit.serial_number)) for unit in units}
    replacement_counts = Counter(
        (unit.part_id, normalize_key(unit.replacement_serial)) for unit in units if unit.replacement_key
    )
    errors: dict[str, Word] = {}
    for unit in units:
        if unit.pk not in positions or unit.repair_status != RepairStatus.REPLACED:
            continue
        instrument_key = (unit.part_id, normalize_key(unit.replacement_serial))
        reason = None
        if not unit.replacement_key:
            reason = Word("errors.field.replacement_needed")
        elif instrument_key == (unit.part_id, normalize_key(unit.serial_number)):
            reason = Word("errors.field.replacement_own")
        elif replacement_counts[instrument_key] > 1 or instrument_key in own_keys:
            reason = Word("errors.field.replacement_twice")
        if reason:
            errors[f"{positions[unit.pk]}.replacementSerial"] = reason
    return errors


def published(units: Iterable[RepairPart]) -> set[Name]:
    """Return the instrument keys of the replacements of these units."""
    return {(unit.part_id, unit.replacement_key) for unit in units if unit.replacement_key}


def follow_replacements(request: Request, rows: Iterable[RepairPart], before: set[Name]) -> None:
    """Update the instruments after the replacements of units changed from `before`."""
    units = list(rows)
    if published(units) == before:
        return
    new = [unit for unit in units if (unit.part_id, unit.replacement_key) not in before]
    added = identify_replacements(new, request.client_id, request.created_at)
    removed = instruments_by_key(request.client_id, before - published(units))
    settle([*added, *removed.values()])
