"""Counts and channel energies of spectra: decompression, calibration, rebinning."""

import math
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

MAX_CHANNELS = 65_536
MAX_PLOTTED_POINTS = 2048
MAX_COUNTS_PER_CHANNEL = 1e15
MIN_VALUES = 2
MAX_NUMBER_LENGTH = 100
SEPARATORS = ",;"
NUMBER_PATTERN = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
HAS_COUNTED_ZEROES_BY_CODE = {"": False, "none": False, "countedzeroes": True}


def parse_number(text: str) -> float:
    """Parse one number in XML notation.

    Raises ValueError for all else, such as a decimal comma.
    """
    if not NUMBER_PATTERN.fullmatch(text):
        raise ValueError
    return float(text)


def parse_numbers(text: str, take: Callable[[int], None], max_count: int = MAX_CHANNELS) -> list[float]:
    """Parse a list of numbers, separated by spaces, or by commas or semicolons.

    `take` is charged before any number is parsed, as an invalid one may be the last. Raises ValueError if an item is
    not a number, if there are more than `max_count`, or if commas may be decimal ones: commas mixed with other
    separators, or a single comma.
    """
    separators = [sign for sign in SEPARATORS if sign in text]
    if len(separators) > 1 or len(text) > max_count * MAX_NUMBER_LENGTH:
        raise ValueError
    if separators:
        items = [each.strip() for each in text.strip().rstrip(",;").split(separators.pop(), max_count)]
        if len(items) == MIN_VALUES and not re.search(r"[,;]\s", text):
            raise ValueError
    else:
        items = text.split(maxsplit=max_count)
    if len(items) > max_count:
        raise ValueError
    take(len(items))
    parsed = [parse_number(item) for item in items]
    if not all(map(math.isfinite, parsed)):
        raise ValueError
    return parsed


def parse_counts(text: str, compression: str, take: Callable[[int], None]) -> list[float] | None:
    """Return the counts by channel, or None if there are none, as in a template.

    `take` is charged for the numbers that are parsed.
    """
    try:
        parsed = parse_numbers(text, take, 2 * MAX_CHANNELS)
        if not all(0 <= each <= MAX_COUNTS_PER_CHANNEL for each in parsed):
            return None
        expanded = _expand_zeroes(parsed) if HAS_COUNTED_ZEROES_BY_CODE[compression.lower()] else parsed
    except (ValueError, KeyError):
        return None
    return expanded if MIN_VALUES <= len(expanded) <= MAX_CHANNELS else None


def _expand_zeroes(packed: Sequence[float]) -> list[float]:
    """Expand counted zeroes.

    Each zero is followed by the number of channels it represents. The total is checked first, as a few bytes may
    represent all possible channels. Raises ValueError.
    """
    runs: list[tuple[float, int]] = []
    rest = iter(packed)
    for each in rest:
        times = 1.0 if each else next(rest, 1.0)
        if times < 1 or times != int(times):
            raise ValueError
        runs.append((each, int(times)))
    if sum(times for _, times in runs) > MAX_CHANNELS:
        raise ValueError
    return [value for value, times in runs for _ in range(times)]


def compute_edges_from_polynomial(coefficients: Sequence[float], channels: int) -> list[float] | None:
    """Compute channel edges from the coefficients of a polynomial.

    An edge is the energy at which a channel begins; the last edge is the end of the last channel. None if they do not
    rise.
    """
    return _reject_falling([_evaluate_polynomial(coefficients, channel) for channel in range(channels + 1)])


def _evaluate_polynomial(coefficients: Sequence[float], channel: int) -> float:
    value = 0.0
    for each in reversed(coefficients):
        value = value * channel + each
    return value


def compute_edges_from_bounds(bounds: Sequence[float], channels: int) -> list[float] | None:
    """Compute channel edges from listed energies.

    The end of the last channel may be missing; it is extrapolated. None if the number of energies is wrong.
    """
    if len(bounds) == channels and channels >= MIN_VALUES:
        bounds = [*bounds, 2 * bounds[-1] - bounds[-2]]
    return _reject_falling(list(bounds)) if len(bounds) == channels + 1 else None


def compute_edges_from_points(points: Sequence[tuple[float, float]], channels: int) -> list[float] | None:
    """Compute channel edges by linear interpolation between calibration points.

    Each point is a channel and its energy. None if there are too few points, or two of the same channel.
    """
    known = sorted(points)
    if len(known) < MIN_VALUES or any(left[0] == right[0] for left, right in pairwise(known)):
        return None
    edges: list[float] = []
    position = 0
    for channel in range(channels + 1):
        while position < len(known) - 2 and channel > known[position + 1][0]:
            position += 1
        (start, low), (end, high) = known[position], known[position + 1]
        edges.append(low + (high - low) * (channel - start) / (end - start))
    return _reject_falling(edges)


def _reject_falling(edges: list[float]) -> list[float] | None:
    """Return edges if they are finite and never fall, otherwise None."""
    rises = all(left <= right for left, right in pairwise(edges))
    return edges if rises and edges[0] < edges[-1] and all(map(math.isfinite, edges)) else None


def rebin(values: Sequence[float], edges: Sequence[float] | None) -> tuple[list[float], list[float] | None, int]:
    """Sum neighboring channels until the spectrum is small enough to plot.

    Returns the counts, the edges, and the number of channels per point.
    """
    width = math.ceil(len(values) / MAX_PLOTTED_POINTS)
    if width == 1:
        return list(values), list(edges) if edges else None, 1
    starts = range(0, len(values), width)
    sums = [sum(values[start : start + width]) for start in starts]
    rebinned_edges = [*(edges[start] for start in starts), edges[-1]] if edges else None
    return sums, rebinned_edges, width
