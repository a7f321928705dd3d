"""How often a request held out ends within the range that is told of it while it is under way."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from portal_backend.base.newyork import NEW_YORK
from portal_backend.reports.forecasts import Case, forecast
from tests.reports.histories import Lasted

BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)
DAY = 86_400
MOMENTS = 5


def cases_among(pasts: Iterable[Lasted]) -> Mapping[str, Sequence[Case]]:
    """What the pasts of others tell, by status."""
    cases: dict[str, list[Case]] = defaultdict(list)
    for lasted in pasts:
        left = sum(days for _, days in lasted)
        for status, days in lasted:
            cases[status].append((int(days * DAY), int(left * DAY)))
            left -= days
    return cases


def asked(cases: Mapping[str, Sequence[Case]], lasted: Lasted, chance: random.Random) -> list[bool]:
    """At some moments of one held out: whether it ends within what is told then; where nothing is told, nothing."""
    total, told = sum(days for _, days in lasted), []
    for at in (chance.uniform(0, total) for _ in range(MOMENTS)):
        passed, (status, stay), *rest = 0.0, *lasted
        while passed + stay < at and rest:
            passed += stay
            (status, stay), *rest = rest
        foreseen = forecast(cases.get(status, ()), BEGIN + timedelta(days=passed), BEGIN + timedelta(days=at))
        if foreseen:
            end = (BEGIN + timedelta(days=total)).astimezone(NEW_YORK).date()
            told.append(foreseen.earliest <= end <= foreseen.latest)
    return told


def hundredths(told: Sequence[bool]) -> float:
    """How many of a hundred were right."""
    return 100 * sum(told) / len(told)
