"""Instrument pages and lists compared with a request page and DRF lists."""

from collections.abc import Iterator
from functools import partial

from django.db.models import Count

from benchmarks.clock import Call
from benchmarks.pairs.lists import beside_drf
from benchmarks.pairs.pair import Pair
from benchmarks.server import drf, portal
from portal_backend.repairs.models import Instrument, RepairPart
from tests.factories import Person, World

LIST, SORTS = "/api/rest/instruments", ("lastSentIn", "serialNumber", "partName")
SAME = 1.25


def instrument_pairs(world: World) -> Iterator[Pair]:
    """Yield the history of the most frequent instrument and the lists.

    The history is read by each role that works with it.
    """
    # only units of the sample history, not those that other pairs create
    units = RepairPart.objects.exclude(part__in=world.parts)
    times = units.values("instrument").annotate(times=Count("repair", distinct=True))
    instrument_id = times.order_by("-times", "-instrument")[0]["instrument"]
    newest = RepairPart.objects.filter(instrument=instrument_id).order_by("-pk").values_list("repair_id", flat=True)[0]
    for role, reader in (("supervisor", world.supervisor), ("manager", world.manager)):
        read = partial(portal, "GET", "/api/v1/repairing/fetch/repair", world.supervisor, repairId=newest)
        history = partial(portal, "GET", "/api/v1/instruments/fetch", reader, instrumentId=instrument_id)
        yield Pair(f"passport as a {role}", history, read, "open", limit=3.0, growth=SAME)

    def closed(reader: Person, **search: str) -> Call:
        return partial(drf, "GET", "/closed/", reader, ordering="-completed_at", **search)

    for sort in SORTS:
        page = partial(portal, "GET", LIST, world.admin, sort=f'["{sort}","ASC"]', range="[0,9]")
        yield beside_drf(f"instruments by {sort}", page, closed(world.admin), limit=0.5)
    page = partial(portal, "GET", LIST, world.service, range="[0,9]")
    yield beside_drf("instruments as a service", page, closed(world.service), limit=0.5)

    serial = Instrument.objects.values_list("serial_number", flat=True).get(pk=instrument_id)
    search = partial(portal, "GET", "/api/v1/instruments/search", world.admin, word=serial)
    yield beside_drf("instruments, one hit", search, closed(world.admin, search=serial), limit=0.05, growth=2.0)
