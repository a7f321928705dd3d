"""Pairs of calls to compare.

A new pair is a function here or in a file of its own, and a line in PAIR_GENERATORS.
"""

from collections.abc import Callable, Iterator

from benchmarks.pairs.exports import export_pairs
from benchmarks.pairs.instruments import instrument_pairs
from benchmarks.pairs.lists import list_pairs, search_pairs
from benchmarks.pairs.pair import Pair
from benchmarks.pairs.polls import poll_pairs
from benchmarks.pairs.reports import report_pairs
from benchmarks.pairs.requests import login_pairs, request_pairs, units_pairs
from tests.factories import World

PAIRS: tuple[Callable[[World], Iterator[Pair]], ...] = (
    list_pairs,
    search_pairs,
    login_pairs,
    request_pairs,
    units_pairs,
    instrument_pairs,
    poll_pairs,
    report_pairs,
    export_pairs,
)


def every_pair(world: World, only: str = "") -> Iterator[Pair]:
    """Return the pairs whose name contains a text."""
    return (pair for pairs in PAIRS for pair in pairs(world) if only in pair.name)
