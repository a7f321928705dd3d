"""The general report over all repairs.

The limits are 0.3 s for the rows and 1 s for the charts where a hash takes 25 ms.
"""

from collections.abc import Iterator
from functools import partial

from benchmarks.in_process_server import portal
from benchmarks.pairs.pair import LARGE_SIZE, Pair
from tests.factories import World

# limits are a fifth above the ratios of a machine whose hash takes 23 ms
ALL_REPAIRS_FILTER = {"createdFrom": "2001-01-01T00:00:00"}


def generate_report_pairs(world: World) -> Iterator[Pair]:
    """Yield a page of the report's rows, and its charts."""
    for what, limit in (("search", 12.0), ("charts", 50.0)):
        call = partial(portal, "POST", f"/api/v1/reports/general/{what}", world.admin, ALL_REPAIRS_FILTER)
        yield Pair(
            f"report, {'rows' if what == 'search' else what}",
            call,
            limit=limit,
            min_size=LARGE_SIZE,
            max_size=LARGE_SIZE,
        )
