"""When a request will end, as far as those tell that stood where it stands and have ended (docs/decisions/0025)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from portal_backend.base.newyork import NEW_YORK

LEAST_CASES = 5
Case = Sequence[int]


@dataclass(frozen=True)
class Forecast:
    """Days in New York: before `earliest` one in twenty ended, before `likely` half, after `latest` one in ten."""

    earliest: date
    likely: date
    latest: date
    cases: int


def forecast(cases: Sequence[Case], entered_at: datetime, at: datetime) -> Forecast | None:
    """What remains for a request that entered its status then and still stands there; None where too few tell.

    Only those count that had stood there as long: whoever left sooner tells nothing of one who has not. Requests that
    are still open are in no case (they are censored), so where things slow down the range lags behind; standing long,
    a request sheds the quick cases by itself.
    """
    spent = (at - entered_at).total_seconds()
    taken = sorted(taken for stayed, taken in cases if stayed > spent)
    if len(taken) < LEAST_CASES:
        return None
    places = (max(1, math.floor(0.05 * (len(taken) + 1))), math.ceil(0.5 * len(taken)), nine_in_ten(len(taken)))
    earliest, likely, latest = (day_after(entered_at, taken[place - 1]) for place in places)
    return Forecast(earliest, likely, latest, len(taken))


def nine_in_ten(number: int) -> int:
    """Up to which of so many, in order, nine in ten of those to come will lie; the last one where they are few."""
    return min(number, math.ceil(0.9 * (number + 1)))


def day_after(moment: datetime, seconds: int) -> date:
    """The day in New York so many seconds after a moment."""
    return (moment + timedelta(seconds=seconds)).astimezone(NEW_YORK).date()
