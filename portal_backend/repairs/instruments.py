"""Knowing an instrument again: units of several repairs that are the same thing (docs/decisions/0024)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from portal_backend.base.normalization import is_placeholder_serial, normalize_key
from portal_backend.repairs.models import Instrument, RepairPart
from portal_backend.workflow.models import Request

# folding may lengthen a text: one letter becomes up to eighteen
MAX_KEY_LENGTH = 255
Name = tuple[int, str]


def serial_key(serial_number: str) -> str:
    """Fold a serial number to what its instrument is known by; "" for a placeholder."""
    return "" if is_placeholder_serial(serial_number) else normalize_key(serial_number)[:MAX_KEY_LENGTH]


def identify(parts: Sequence[RepairPart], client_id: int, at: datetime) -> None:
    """Set which instrument each of these units is, which a Client sent in at that time. The caller saves them."""
    named = {(part.part_id, key): part for part in parts if (key := serial_key(part.serial_number))}
    ids = _save({name: part.serial_number for name, part in named.items()}, client_id, at)
    for part in parts:
        part.instrument_id = ids.get((part.part_id, serial_key(part.serial_number)))


def identify_replacements(parts: Iterable[RepairPart], client_id: int, at: datetime) -> list[int]:
    """Make instruments of the replacements of these units, which go to a Client; their ids, to be settled."""
    given = {(part.part_id, part.replacement_key): part.replacement_serial for part in parts if part.replacement_key}
    return list(_save(given, client_id, at).values())


def _save(serial_numbers: Mapping[Name, str], client_id: int, at: datetime) -> dict[Name, int]:
    """Create or rename the instruments of a Client that are known by these names; their ids."""
    rows = [
        Instrument(client_id=client_id, part_id=part, serial_key=key, serial_number=serial_number, last_at=at)
        # in one order always, or two who send in the same ones could wait for each other
        for (part, key), serial_number in sorted(serial_numbers.items())
    ]
    known = Instrument.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["client", "part", "serial_key"],
        update_fields=["serial_number", "last_at"],
    )
    return {(each.part_id, each.serial_key): each.pk for each in known}


def replaced_units(units: QuerySet[RepairPart]) -> QuerySet[RepairPart]:
    """Filter units to those that the instrument of an outer query replaced."""
    return units.filter(
        replacement_key=OuterRef("serial_key"),
        part_id=OuterRef("part_id"),
        repair__request__client_id=OuterRef("client_id"),
    )


def settle(instruments: Iterable[int | None]) -> None:
    """Update the time of the last request of these instruments: requests and units that are gone do not count.

    One that was never sent in has that of the request in which it went back as a replacement, if there is any.
    """
    live = RepairPart.objects.filter(repair__request__deleted_at__isnull=True).order_by()
    sent = live.filter(instrument=OuterRef("pk")).values("instrument")
    given = replaced_units(live).values("replacement_key")
    last, first = (rows.annotate(at=Max("repair__request__created_at")).values("at") for rows in (sent, given))
    known = Instrument.objects.filter(pk__in={each for each in instruments if each})
    known.update(last_at=Coalesce(Subquery(last), Subquery(first)))


def instruments_by_key(client_id: int, names: Collection[Name]) -> dict[Name, int]:
    """The ids of a Client's instruments by part and serial key."""
    rows = Instrument.objects.filter(
        client_id=client_id, part_id__in={part for part, _ in names}, serial_key__in={key for _, key in names}
    )
    ids = {(part, key): pk for part, key, pk in rows.values_list("part_id", "serial_key", "pk")}
    return {name: ids[name] for name in names if name in ids}


def follow(request: Request) -> None:
    """Settle the instruments of a request that was deleted or brought back."""
    units = RepairPart.objects.filter(repair_id=request.pk)
    replacements = set(units.exclude(replacement_key="").values_list("part_id", "replacement_key"))
    given = instruments_by_key(request.client_id, replacements).values()
    settle([*units.values_list("instrument_id", flat=True), *given])
