"""Parsing of datetime filters."""

from datetime import datetime, timedelta

from django.utils.dateparse import parse_datetime

from portal_backend.core.clock import NEW_YORK
from portal_backend.core.errors import invalid_field


def parse_datetime_filter(key: str, values: list[str]) -> datetime:
    """Parse a datetime, in New York time without an offset, or raise 400."""
    try:
        value = parse_datetime(values[0])
    except ValueError:
        value = None
    if value is None or not 1990 <= value.year <= 2200:
        raise invalid_field(key, "date")
    return value if value.tzinfo else value.replace(tzinfo=NEW_YORK)


def get_end_of_second(value: datetime) -> datetime:
    """Return the start of the next second.

    An event within the last second of a day belongs to that day.
    """
    return value.replace(microsecond=0) + timedelta(seconds=1)
