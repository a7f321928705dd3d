"""Rows of the benchmark table."""

from dataclasses import dataclass

from benchmarks.clock import Call, Meter, Ratio
from benchmarks.server import hashed

AT_SCALE = 100_000
HEADING = f"{'processor ms a call':34}{'portal':>9}{'plain':>9}  {'':10}{'ratio':>8}  {'middle 80 %':14}{'limit':>8}"


@dataclass(frozen=True)
class Pair:
    """Call to measure, its baseline, and its limits."""

    name: str
    #: Call to measure.
    ours: Call
    #: Baseline to compare with.
    theirs: Call = hashed
    #: Name of the baseline in the table.
    beside: str = "the hash"
    #: Maximum ratio of `ours` to `theirs`.
    limit: float | None = None
    #: Smallest number of requests at which the limit applies.
    least: int = 0
    #: Largest number of requests at which the limit applies.
    most: float = float("inf")
    #: Maximum ratio of the cost at one size to that at the size before it.
    growth: float | None = None
    #: Maximum number of rounds, if fewer than usual are enough.
    rounds: int | None = None
    #: Number of rows that one call returns; printed costs are per row.
    per: int = 1
    #: Meter for calls that are processed by another process.
    meter: Meter | None = None

    def limit_at(self, size: int) -> float | None:
        """Return the limit that applies at a size, or None."""
        return self.limit if self.least <= size <= self.most else None


@dataclass(frozen=True)
class Figure:
    """Measurement of a pair at one size.

    `hashes` is the cost of one row of ours in Argon2id hashes, which is comparable between sizes.
    """

    pair: Pair
    ratio: Ratio
    hashes: float
    limit: float | None

    @classmethod
    def measured(cls, pair: Pair, meter: Meter, rounds: int, seconds: float, limit: float | None) -> "Figure":
        """Measure both calls and the hash alternately."""
        rounds, both = min(rounds, pair.rounds or rounds), [pair.ours, pair.theirs]
        if pair.meter:
            columns = pair.meter.alternate(both, rounds, seconds)
            columns += meter.alternate([hashed], len(columns[0]))
        else:
            columns = meter.alternate([*both, *([] if pair.theirs is hashed else [hashed])], rounds, seconds)
        return cls(pair, Ratio.of(*columns[:2]), Ratio.of(columns[0], columns[-1]).value / pair.per, limit)

    @property
    def within(self) -> bool:
        """True if the ratio is within the limit."""
        return self.limit is None or self.ratio.value <= self.limit

    def __str__(self) -> str:
        ratio, per = self.ratio, self.pair.per
        limit = "" if self.limit is None else f"{self.limit:8.2f}"
        spread = f"{ratio.low:.2f}-{ratio.high:.2f}"
        costs = "".join(f"{cost:9.1f}" if per == 1 else f"{cost / per:9.3f}" for cost in (ratio.ours, ratio.theirs))
        figures = f"{costs}  {self.pair.beside:10}{ratio.value:8.2f}  {spread:14}{limit:8}"
        return f"{self.pair.name:34}{figures}{'' if self.within else '  over'}"
