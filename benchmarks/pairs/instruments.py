"""Instrument pages and lists compared with a request page and DRF lists."""

from collections.abc import Iterator
from functools import partial

from django.db.models import Count

from benchmarks.cpu_meter import Call
from benchmarks.in_process_server import drf, portal
from benchmarks.pairs.lists import pair_with_drf
from benchmarks.pairs.pair import Pair
from portal_backend.repairs.models import Instrument, RepairUnit
from tests.factories import Person, World

LIST_PATH, SORTS = "/api/rest/instruments", ("lastSentIn", "serialNumber", "partName")
MAX_GROWTH = 1.25


def generate_instrument_pairs(world: World) -> Iterator[Pair]:
    """Yield the history of the most frequent instrument and the lists.

    The history is read by each role that works with it.
    """
    # only units of the sample history, not those that other pairs create
    units = RepairUnit.objects.exclude(part__in=world.parts)
    times = units.values("instrument").annotate(times=Count("repair", distinct=True))
    instrument_id = times.order_by("-times", "-instrument")[0]["instrument"]
    newest = RepairUnit.objects.filter(instrument=instrument_id).order_by("-pk").values_list("repair_id", flat=True)[0]
    for role, reader in (("supervisor", world.supervisor), ("manager", world.manager)):
        read = partial(portal, "GET", "/api/v1/repairing/fetch/repair", world.supervisor, repairId=newest)
        history = partial(portal, "GET", "/api/v1/instruments/fetch", reader, instrumentId=instrument_id)
        yield Pair(f"passport as a {role}", history, read, "open", limit=3.0, max_growth=MAX_GROWTH)

    def closed(reader: Person, **search: str) -> Call:
        return partial(drf, "GET", "/closed/", reader, ordering="-completed_at", **search)

    for sort in SORTS:
        page = partial(portal, "GET", LIST_PATH, world.admin, sort=f'["{sort}","ASC"]', range="[0,9]")
        yield pair_with_drf(f"instruments by {sort}", page, closed(world.admin), limit=0.5)
    page = partial(portal, "GET", LIST_PATH, world.service, range="[0,9]")
    yield pair_with_drf("instruments as a service", page, closed(world.service), limit=0.5)

    serial = Instrument.objects.values_list("serial_number", flat=True).get(pk=instrument_id)
    search = partial(portal, "GET", "/api/v1/instruments/search", world.admin, word=serial)
    yield pair_with_drf("instruments, one hit", search, closed(world.admin, search=serial), limit=0.05, max_growth=2.0)
