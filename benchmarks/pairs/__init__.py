"""Pairs of calls to compare.

A new pair is a function here or in a separate file, and a line in PAIR_GENERATORS.
"""

from collections.abc import Callable, Iterator

from benchmarks.pairs.exports import generate_export_pairs
from benchmarks.pairs.instruments import generate_instrument_pairs
from benchmarks.pairs.lists import generate_list_pairs, generate_search_pairs
from benchmarks.pairs.pair import Pair
from benchmarks.pairs.polls import generate_poll_pairs
from benchmarks.pairs.reports import generate_report_pairs
from benchmarks.pairs.requests import generate_login_pairs, generate_request_pairs, generate_unit_pairs
from tests.factories import World

PAIR_GENERATORS: tuple[Callable[[World], Iterator[Pair]], ...] = (
    generate_list_pairs,
    generate_search_pairs,
    generate_login_pairs,
    generate_request_pairs,
    generate_unit_pairs,
    generate_instrument_pairs,
    generate_poll_pairs,
    generate_report_pairs,
    generate_export_pairs,
)


def iter_pairs(world: World, only: str = "") -> Iterator[Pair]:
    """Return the pairs whose name contains a text."""
    return (pair for pairs in PAIR_GENERATORS for pair in pairs(world) if only in pair.name)
