"""Replacement links between instruments, within the actor's scope."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from portal_backend.core.actor import Actor
from portal_backend.instruments.lists import get_instruments, get_visits
from portal_backend.repairs.models import HAS_REPLACEMENT

ClientInstrumentKey = tuple[int, int, str]
INSTRUMENT_KEY_FIELDS = ("client_id", "part_id", "serial_key")
REPLACEMENT_KEY_FIELDS = ("repair__request__client_id", "part_id", "replacement_key")
REPLACED_UNIT_FIELDS = ("instrument_id", *REPLACEMENT_KEY_FIELDS)


def get_replacements(ids: Collection[int], actor: Actor) -> dict[int, dict[str, Any]]:
    """Map each instrument to its replacements and to the instruments it replaces."""
    links_by_id: dict[int, dict[str, Any]] = defaultdict(lambda: {"replacedBy": [], "replaces": []})
    if not ids:
        return links_by_id
    ids_by_key: dict[ClientInstrumentKey, int] = {
        (client, part, key): pk
        for pk, client, part, key in get_instruments(actor).filter(pk__in=ids).values_list("pk", *INSTRUMENT_KEY_FIELDS)
    }
    units = get_visits(actor).filter(HAS_REPLACEMENT).order_by("pk")
    replacements = list(
        units.filter(instrument__in=ids).values_list("instrument_id", "replacement_serial", *REPLACEMENT_KEY_FIELDS)
    )
    known = get_instruments(actor).filter(serial_key__in={key for *_, key in replacements})
    known_ids_by_key = {
        (client, part, key): pk for pk, client, part, key in known.values_list("pk", *INSTRUMENT_KEY_FIELDS)
    }
    for pk, serial, client, part, key in replacements:
        _append_unique(links_by_id[pk]["replacedBy"], known_ids_by_key.get((client, part, key)), serial)
    replaced_units = units.filter(replacement_key__in={key for _, _, key in ids_by_key}, instrument__isnull=False)
    rows = [
        (pk, ids_by_key.get((client, part, key)))
        for pk, client, part, key in replaced_units.values_list("instrument_id", *REPLACEMENT_KEY_FIELDS)
    ]
    replaced = {pk for pk, new in rows if new}
    serials = dict(get_instruments(actor).filter(pk__in=replaced).values_list("pk", "display_serial"))
    for pk, new in rows:
        if new and pk != new and pk in serials:
            _append_unique(links_by_id[new]["replaces"], pk, serials[pk])
    return links_by_id


def _append_unique(others: list[dict[str, Any]], pk: int | None, serial: str) -> None:
    if all(each["id"] != pk or each["serialNumber"] != serial for each in others):
        others.append({"id": pk, "serialNumber": serial})
