"""A row of the table, and how it is told."""

from dataclasses import dataclass

from benchmarks.clock import Call, Meter, Ratio
from benchmarks.server import hashed

AT_SCALE = 100_000
HEADING = f"{'processor ms a call':34}{'portal':>9}{'plain':>9}  {'':10}{'ratio':>8}  {'middle 80 %':14}{'limit':>8}"


@dataclass(frozen=True)
class Pair:
    """What is measured, beside what, and what it may cost.

    `limit` is of the ratio to `theirs`, from `least` requests on and up to `most`; `growth` of the cost at one size in
    terms of that at the size before it. `per` is how many rows one call brings: told is what one costs. `meter` is for
    what is done elsewhere than in this process.
    """

    name: str
    ours: Call
    theirs: Call = hashed
    beside: str = "the hash"
    limit: float | None = None
    least: int = 0
    most: float = float("inf")
    growth: float | None = None
    rounds: int | None = None
    per: int = 1
    meter: Meter | None = None

    def limit_at(self, size: int) -> float | None:
        """The limit that holds at a size."""
        return self.limit if self.least <= size <= self.most else None


@dataclass(frozen=True)
class Figure:
    """A pair as it was measured at one size; `hashes` is what one of ours cost in hashes, the same at any size."""

    pair: Pair
    ratio: Ratio
    hashes: float
    limit: float | None

    @classmethod
    def measured(cls, pair: Pair, meter: Meter, rounds: int, seconds: float, limit: float | None) -> "Figure":
        """Both and the hash in turn."""
        rounds, both = min(rounds, pair.rounds or rounds), [pair.ours, pair.theirs]
        if pair.meter:
            columns = pair.meter.alternate(both, rounds, seconds)
            columns += meter.alternate([hashed], len(columns[0]))
        else:
            columns = meter.alternate([*both, *([] if pair.theirs is hashed else [hashed])], rounds, seconds)
        return cls(pair, Ratio.of(*columns[:2]), Ratio.of(columns[0], columns[-1]).value / pair.per, limit)

    @property
    def within(self) -> bool:
        """Whether it costs no more than it may."""
        return self.limit is None or self.ratio.value <= self.limit

    def __str__(self) -> str:
        ratio, per = self.ratio, self.pair.per
        limit = "" if self.limit is None else f"{self.limit:8.2f}"
        spread = f"{ratio.low:.2f}-{ratio.high:.2f}"
        costs = "".join(f"{cost:9.1f}" if per == 1 else f"{cost / per:9.3f}" for cost in (ratio.ours, ratio.theirs))
        told = f"{costs}  {self.pair.beside:10}{ratio.value:8.2f}  {spread:14}{limit:8}"
        return f"{self.pair.name:34}{told}{'' if self.within else '  over'}"
