"""Rows of the benchmark table."""

from dataclasses import dataclass

from benchmarks.cpu_meter import Call, Meter, Ratio
from benchmarks.in_process_server import compute_hash

LARGE_SIZE = 100_000
HEADING = f"{'processor ms a call':34}{'portal':>9}{'plain':>9}  {'':10}{'ratio':>8}  {'middle 80 %':14}{'limit':>8}"


@dataclass(frozen=True)
class Pair:
    """Call to measure, its baseline, and its limits."""

    name: str
    #: Call to measure.
    ours: Call
    #: Baseline to compare with.
    theirs: Call = compute_hash
    #: Name of the baseline in the table.
    baseline_name: str = "the hash"
    #: Maximum ratio of `ours` to `theirs`.
    limit: float | None = None
    #: Smallest number of requests at which the limit applies.
    min_size: int = 0
    #: Largest number of requests at which the limit applies.
    max_size: float = float("inf")
    #: Maximum ratio of the cost at one size to that at the size before it.
    max_growth: float | None = None
    #: Maximum number of rounds, if fewer than usual are enough.
    rounds: int | None = None
    #: Number of rows that one call returns; printed costs are per row.
    rows_per_call: int = 1
    #: Meter for calls that are processed by another process.
    meter: Meter | None = None

    def get_limit(self, size: int) -> float | None:
        """Return the limit that applies at a size, or None."""
        return self.limit if self.min_size <= size <= self.max_size else None


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
    def measure(cls, pair: Pair, meter: Meter, rounds: int, seconds: float, limit: float | None) -> "Figure":
        """Measure both calls and the hash alternately."""
        rounds, both = min(rounds, pair.rounds or rounds), [pair.ours, pair.theirs]
        if pair.meter:
            columns = pair.meter.measure_alternating(both, rounds, seconds)
            columns += meter.measure_alternating([compute_hash], len(columns[0]))
        else:
            columns = meter.measure_alternating(
                [*both, *([] if pair.theirs is compute_hash else [compute_hash])], rounds, seconds
            )
        return cls(
            pair,
            Ratio.from_costs(*columns[:2]),
            Ratio.from_costs(columns[0], columns[-1]).value / pair.rows_per_call,
            limit,
        )

    @property
    def is_within_limit(self) -> bool:
        """True if the ratio is within the limit."""
        return self.limit is None or self.ratio.value <= self.limit

    def __str__(self) -> str:
        ratio, per = self.ratio, self.pair.rows_per_call
        limit = "" if self.limit is None else f"{self.limit:8.2f}"
        spread = f"{ratio.low:.2f}-{ratio.high:.2f}"
        costs = "".join(f"{cost:9.1f}" if per == 1 else f"{cost / per:9.3f}" for cost in (ratio.ours, ratio.theirs))
        figures = f"{costs}  {self.pair.baseline_name:10}{ratio.value:8.2f}  {spread:14}{limit:8}"
        return f"{self.pair.name:34}{figures}{'' if self.is_within_limit else '  over'}"
