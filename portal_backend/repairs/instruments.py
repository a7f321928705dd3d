"""Knowing an instrument again: units of several repairs that are the same thing (docs/decisions/0024)."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Max, OuterRef, Subquery

from portal_backend.base.normalization import is_placeholder_serial, normalize_key
from portal_backend.repairs.models import Instrument, RepairPart
from portal_backend.workflow.models import Request

# folding may lengthen a text: one letter becomes up to eighteen
MAX_KEY_LENGTH = 255


def serial_key(serial_number: str) -> str:
    """Fold a serial number to what its instrument is known by; "" for a placeholder."""
    return "" if is_placeholder_serial(serial_number) else normalize_key(serial_number)[:MAX_KEY_LENGTH]


def identify(parts: Sequence[RepairPart], client_id: int, at: datetime) -> None:
    """Set which instrument each of these units is, which a Client sent in at that time. The caller saves them."""
    # in one order always, or two who send in the same ones could wait for each other
    named = {(part.part_id, key): part for part in parts if (key := serial_key(part.serial_number))}
    rows = [
        Instrument(client_id=client_id, part_id=pk, serial_key=key, serial_number=part.serial_number, last_at=at)
        for (pk, key), part in sorted(named.items(), key=lambda pair: pair[0])
    ]
    known = Instrument.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["client", "part", "serial_key"],
        update_fields=["serial_number", "last_at"],
    )
    ids = {(each.part_id, each.serial_key): each.pk for each in known}
    for part in parts:
        part.instrument_id = ids.get((part.part_id, serial_key(part.serial_number)))


def settle(instruments: Iterable[int | None]) -> None:
    """Note anew when these were sent in last: requests and units that are gone do not count."""
    units = RepairPart.objects.filter(instrument=OuterRef("pk"), repair__request__deleted_at__isnull=True).order_by()
    last = units.values("instrument").annotate(at=Max("repair__request__created_at")).values("at")
    Instrument.objects.filter(pk__in={each for each in instruments if each}).update(last_at=Subquery(last))


def follow(request: Request) -> None:
    """A request was deleted, or brought back: its instruments are as the other requests have left them."""
    settle(RepairPart.objects.filter(repair_id=request.pk).values_list("instrument_id", flat=True))
