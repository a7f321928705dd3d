"""Replacements: the serial number that a REPLACED unit needs, and the instrument that it names."""

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


def set_result(part: RepairPart, status: str, replacement_serial: str | None) -> None:
    """Set the repair status of a unit. A serial number is published while the unit is REPLACED, and kept otherwise."""
    part.repair_status = status
    part.replacement_key = ""
    if status == RepairStatus.REPLACED:
        if replacement_serial is not None:
            part.replacement_serial = replacement_serial
        is_named = not is_placeholder_serial(part.replacement_serial)
        part.replacement_key = serial_key(part.replacement_serial) if is_named else ""


def replacement_errors(parts: Iterable[RepairPart], positions: Mapping[int, int]) -> dict[str, Word]:
    """Validate the serial numbers of replaced units; `positions` are the rows that were sent, by unit."""
    units = list(parts)
    own = {(unit.part_id, normalize_key(unit.serial_number)) for unit in units}
    given = Counter((unit.part_id, normalize_key(unit.replacement_serial)) for unit in units if unit.replacement_key)
    wrong: dict[str, Word] = {}
    for unit in units:
        if unit.pk not in positions or unit.repair_status != RepairStatus.REPLACED:
            continue
        name = (unit.part_id, normalize_key(unit.replacement_serial))
        reason = None
        if not unit.replacement_key:
            reason = Word("errors.field.replacement_needed")
        elif name == (unit.part_id, normalize_key(unit.serial_number)):
            reason = Word("errors.field.replacement_own")
        elif given[name] > 1 or name in own:
            reason = Word("errors.field.replacement_twice")
        if reason:
            wrong[f"{positions[unit.pk]}.replacementSerial"] = reason
    return wrong


def published(parts: Iterable[RepairPart]) -> set[Name]:
    """The names of the replacements that these units have."""
    return {(part.part_id, part.replacement_key) for part in parts if part.replacement_key}


def follow_replacements(request: Request, parts: Iterable[RepairPart], before: set[Name]) -> None:
    """Keep the instruments in step with the replacements of saved units, which had others before."""
    units = list(parts)
    if published(units) == before:
        return
    new = [unit for unit in units if (unit.part_id, unit.replacement_key) not in before]
    added = identify_replacements(new, request.client_id, request.created_at)
    gone = instruments_by_key(request.client_id, before - published(units))
    settle([*added, *gone.values()])
