"""Knowing an instrument again: units of several repairs that are the same thing (docs/decisions/0024)."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Max, OuterRef, Subquery

from portal_backend.repairs.models import Instrument, RepairPart
from portal_backend.workflow.models import Request

SEPARATORS = re.compile(r"[\s\u00ad\u2010-\u2015\u2212-]+")
NO_SERIAL = ("", "n/a")


def serial_key(serial_number: str) -> str:
    """A serial number without case, spaces and hyphens; "" for what stands for none."""
    key = SEPARATORS.sub("", unicodedata.normalize("NFKC", serial_number)).casefold()
    return "" if key in NO_SERIAL else key


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
