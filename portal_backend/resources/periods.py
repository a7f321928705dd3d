"""The ends of a period that a list is filtered by."""

from datetime import datetime, timedelta

from django.utils.dateparse import parse_datetime

from portal_backend.base.errors import invalid_field
from portal_backend.base.newyork import NEW_YORK


def moment_of(key: str, values: list[str]) -> datetime:
    """Parse a time; one without an offset is New York's."""
    try:
        moment = parse_datetime(values[0])
    except ValueError:
        moment = None
    if moment is None or not 1990 <= moment.year <= 2200:
        raise invalid_field(key, "date")
    return moment if moment.tzinfo else moment.replace(tzinfo=NEW_YORK)


def end_of_second(moment: datetime) -> datetime:
    """The first moment after the second: what happened within the last second of a day belongs to that day."""
    return moment.replace(microsecond=0) + timedelta(seconds=1)
