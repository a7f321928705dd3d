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
from benchmarks.clock import Meter, same_host_only
from benchmarks.filled import everybody, filled_database, parser_of
from benchmarks.pairs import every_pair
from benchmarks.pairs.pair import AT_SCALE, HEADING, Figure

ARGON2ID = "portal_backend.accounts.passwords.Argon2id"
SIZES = {"postgresql": [1_000, 100_000], "sqlite": [1_000, 20_000]}
Figures = dict[int, list[Figure]]


def measured(size: int, asked: argparse.Namespace) -> Iterator[Figure]:
    """Measure the pairs in a database with `size` repairs."""
    meter, has_limits = Meter(), connection.vendor == "postgresql"
    for pair in every_pair(everybody(), asked.only):
        limited_pair = pair if has_limits else replace(pair, limit=None, growth=None)
        yield Figure.measured(limited_pair, meter, asked.rounds, asked.seconds, limited_pair.limit_at(size))


def growth(figures: Figures) -> Iterator[tuple[str, bool]]:
    """Yield each call's cost in hashes by size, and if its growth is in limits."""
    costs = {size: {each.pair.name: each for each in rows} for size, rows in figures.items()}
    for name, first in costs[min(costs)].items():
        if not all(name in by_name for by_name in costs.values()):
            continue
        hashes = [by_name[name].hashes for _, by_name in sorted(costs.items())]
        ratios = [after / before for before, after in pairwise(hashes)]
        limit = first.pair.growth
        within = limit is None or all(each <= limit for each in ratios)
        cells = "".join(f"{cost:11.{2 if cost >= 0.1 else 5}f}" for cost in hashes) + "".join(
            f"{each:7.2f} x" for each in ratios
        )
        yield f"{name:34}{cells}{'' if limit is None else f'{limit:8.2f}'}{'' if within else '  over'}", within


def told(lines: Iterable[tuple[object, bool]]) -> int:
    """Print each line as it comes; return how many were over their limit."""
    over = 0
    for line, within in lines:
        print(line, flush=True)
        over += not within
    return over


def main(asked: argparse.Namespace) -> int:
    """Fill and measure each size; return the number of rows over a limit."""
    figures: Figures = {}
    over = 0
    for size in sorted(asked.sizes):
        with filled_database(size, asked):
            print(f"\n{connection.vendor}, {size} repairs\n{HEADING}", flush=True)
            figures[size] = []
            for figure in measured(size, asked):
                figures[size].append(figure)
                over += told([(figure, figure.within)])
            if connection.vendor == "postgresql" and size >= AT_SCALE and asked.only in "export of every repair":
                over += told(big_export.measured())
            if size == max(asked.sizes) and asked.only in "import of parts":
                over += told(big_import.measured())
    if len(figures) > 1:
        sizes = "".join(f"{size:>11}" for size in sorted(figures))
        print(f"\n{'the same call at each size, hashes':34}{sizes}   growth", flush=True)
        over += told(growth(figures))
    print(f"\n{over} over their limit", flush=True)
    return over


if __name__ == "__main__":
    same_host_only()
    parser = parser_of(__doc__, rounds=15)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES[connection.vendor], help="repairs to fill in")
    parser.add_argument("--seconds", type=float, default=60, help="after which no row begins another round")
    arguments = parser.parse_args()
    # logs are written, as in production, but not between the figures
    logging.getLogger().handlers = [logging.FileHandler(os.devnull)]
    with override_settings(PASSWORD_HASHERS=[ARGON2ID], LOGINS_PER_MINUTE=10**9):
        sys.exit(1 if main(arguments) else 0)
