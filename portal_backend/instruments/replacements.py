"""Which instruments went back in the place of others, as far as the reader sees their requests."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.instruments.lists import instruments, visits
from portal_backend.repairs.models import REPLACED

Name = tuple[int, int, str]
NAMED = ("client_id", "part_id", "serial_key")
GIVEN = ("repair__request__client_id", "part_id", "replacement_key")
TAKEN = ("instrument_id", *GIVEN)


def replacements_of(ids: Collection[int], actor: Actor) -> dict[int, dict[str, Any]]:
    """Map each instrument to its replacement and to the instrument that it replaces."""
    found: dict[int, dict[str, Any]] = defaultdict(lambda: {"replacedBy": [], "replaces": []})
    if not ids:
        return found
    names: dict[Name, int] = {
        (client, part, key): pk
        for pk, client, part, key in instruments(actor).filter(pk__in=ids).values_list("pk", *NAMED)
    }
    units = visits(actor).filter(REPLACED).order_by("pk")
    given = list(units.filter(instrument__in=ids).values_list("instrument_id", "replacement_serial", *GIVEN))
    known = instruments(actor).filter(serial_key__in={key for *_, key in given})
    ids_by_name = {(client, part, key): pk for pk, client, part, key in known.values_list("pk", *NAMED)}
    for pk, serial, client, part, key in given:
        _add(found[pk]["replacedBy"], ids_by_name.get((client, part, key)), serial)
    taken = units.filter(replacement_key__in={key for _, _, key in names}, instrument__isnull=False)
    rows = [
        (pk, names.get((client, part, key))) for pk, client, part, key in taken.values_list("instrument_id", *GIVEN)
    ]
    replaced = {pk for pk, new in rows if new}
    written = dict(instruments(actor).filter(pk__in=replaced).values_list("pk", "written"))
    for pk, new in rows:
        if new and pk != new and pk in written:
            _add(found[new]["replaces"], pk, written[pk])
    return found


def _add(others: list[dict[str, Any]], pk: int | None, serial: str) -> None:
    if all(each["id"] != pk or each["serialNumber"] != serial for each in others):
        others.append({"id": pk, "serialNumber": serial})
