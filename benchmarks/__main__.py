"""Compare common API requests with baselines: python -m benchmarks [--help].

Each row is a pair of calls measured alternately within one run, in processor time of this process and of PostgreSQL
together; its ratio is comparable between machines. "DRF" is benchmarks/drf_pair, "the hash" one Argon2id hash as a
login computes it. DATABASE_URL names the server (as a superuser), where each size gets a test database; without it the
embedded database is measured, without limits.
"""

import argparse
import logging
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from django.db import connection
from django.test import override_settings

from benchmarks import big_export, big_import
from benchmarks.cpu_meter import Meter, require_same_host
from benchmarks.databases import build_parser, filled_database, get_world
from benchmarks.pairs import iter_pairs
from benchmarks.pairs.pair import HEADING, LARGE_SIZE, Figure

ARGON2ID = "portal_backend.accounts.passwords.Argon2id"
DEFAULT_SIZES = {"postgresql": [1_000, 100_000], "sqlite": [1_000, 20_000]}
FiguresBySize = dict[int, list[Figure]]


def measure_pairs(size: int, asked: argparse.Namespace) -> Iterator[Figure]:
    """Measure the pairs in a database with `size` repairs."""
    meter, has_limits = Meter(), connection.vendor == "postgresql"
    for pair in iter_pairs(get_world(), asked.only):
        limited_pair = pair if has_limits else replace(pair, limit=None, max_growth=None)
        yield Figure.measure(limited_pair, meter, asked.rounds, asked.seconds, limited_pair.get_limit(size))


def check_growth(figures: FiguresBySize) -> Iterator[tuple[str, bool]]:
    """Yield the cost (in hashes) of each call by size, and whether it grows too much."""
    costs = {size: {each.pair.name: each for each in rows} for size, rows in figures.items()}
    for name, first in costs[min(costs)].items():
        if not all(name in by_name for by_name in costs.values()):
            continue
        hashes = [by_name[name].hashes for _, by_name in sorted(costs.items())]
        ratios = [after / before for before, after in pairwise(hashes)]
        limit = first.pair.max_growth
        within = limit is None or all(each <= limit for each in ratios)
        cells = "".join(f"{cost:11.{2 if cost >= 0.1 else 5}f}" for cost in hashes) + "".join(
            f"{each:7.2f} x" for each in ratios
        )
        yield f"{name:34}{cells}{'' if limit is None else f'{limit:8.2f}'}{'' if within else '  over'}", within


def print_lines(lines: Iterable[tuple[object, bool]]) -> int:
    """Print each line immediately; return the number of lines over their limit."""
    over = 0
    for line, within in lines:
        print(line, flush=True)
        over += not within
    return over


def main(asked: argparse.Namespace) -> int:
    """Fill and measure each size; return the number of rows over a limit."""
    figures: FiguresBySize = {}
    over = 0
    for size in sorted(asked.sizes):
        with filled_database(size, asked):
            print(f"\n{connection.vendor}, {size} repairs\n{HEADING}", flush=True)
            figures[size] = []
            for figure in measure_pairs(size, asked):
                figures[size].append(figure)
                over += print_lines([(figure, figure.is_within_limit)])
            if connection.vendor == "postgresql" and size >= LARGE_SIZE and asked.only in "export of every repair":
                over += print_lines(big_export.measure_exports())
            if size == max(asked.sizes) and asked.only in "import of parts":
                over += print_lines(big_import.measure_imports())
    if len(figures) > 1:
        sizes = "".join(f"{size:>11}" for size in sorted(figures))
        print(f"\n{'cost of each call by size, in hashes':34}{sizes}   growth", flush=True)
        over += print_lines(check_growth(figures))
    print(f"\n{over} over the limit", flush=True)
    return over


if __name__ == "__main__":
    require_same_host()
    parser = build_parser(__doc__, rounds=15)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=DEFAULT_SIZES[connection.vendor], help="numbers of repairs to create"
    )
    parser.add_argument("--seconds", type=float, default=60, help="time limit per row for starting another round")
    arguments = parser.parse_args()
    # logs are written, as in production, but not between the figures
    logging.getLogger().handlers = [logging.FileHandler(os.devnull)]
    with override_settings(PASSWORD_HASHERS=[ARGON2ID], LOGINS_PER_MINUTE=10**9):
        sys.exit(1 if main(arguments) else 0)
