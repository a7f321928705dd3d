"""The counts of a spectrum and the energies of its channels: unpacked, calibrated, and few enough to draw."""

import math
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

MAX_CHANNELS = 65_536
MOST_DRAWN = 2048
MOST_COUNTS = 1e15
FEWEST = 2
MAX_NUMBER_LENGTH = 100
SIGNS = ",;"
NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
PACKINGS = {"": False, "none": False, "countedzeroes": True}


def number(text: str) -> float:
    """Read one number as XML writes it. Raises ValueError for all else, such as a decimal comma."""
    if not NUMBER.fullmatch(text):
        raise ValueError
    return float(text)


def numbers(text: str, take: Callable[[int], None], most: int = MAX_CHANNELS) -> list[float]:
    """The numbers of a text. Raises ValueError where something else is among them, or there are more than `most`.

    `take` counts them as work before the first is read, since one that is none may be the last.

    They stand between spaces, or between commas or semicolons. Commas with spaces as well may be decimal ones, and so
    may a single one: such a text is not understood.
    """
    between = [sign for sign in SIGNS if sign in text]
    if len(between) > 1 or len(text) > most * MAX_NUMBER_LENGTH:
        raise ValueError
    if between:
        words = [each.strip() for each in text.strip().rstrip(",;").split(between.pop(), most)]
        if len(words) == FEWEST and not re.search(r"[,;]\s", text):
            raise ValueError
    else:
        words = text.split(maxsplit=most)
    if len(words) > most:
        raise ValueError
    take(len(words))
    found = [number(word) for word in words]
    if not all(map(math.isfinite, found)):
        raise ValueError
    return found


def counts(text: str, compression: str, take: Callable[[int], None]) -> list[float] | None:
    """The counts by channel; None where they are none, as in a template. `take` counts them as work."""
    try:
        packed = numbers(text, take, 2 * MAX_CHANNELS)
        if not all(0 <= each <= MOST_COUNTS for each in packed):
            return None
        found = _with_zeroes(packed) if PACKINGS[compression.lower()] else packed
    except (ValueError, KeyError):
        return None
    return found if FEWEST <= len(found) <= MAX_CHANNELS else None


def _with_zeroes(packed: Sequence[float]) -> list[float]:
    """Expand counted zeroes: each zero is followed by the number of channels that it stands for. Raises ValueError.

    They are counted before any of them is made: a few bytes may stand for all the channels there can be.
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


def edges_by_polynomial(coefficients: Sequence[float], channels: int) -> list[float] | None:
    """The energies at which the channels begin, and where the last one ends."""
    return _rising([_value(coefficients, channel) for channel in range(channels + 1)])


def _value(coefficients: Sequence[float], channel: int) -> float:
    value = 0.0
    for each in reversed(coefficients):
        value = value * channel + each
    return value


def edges_by_bounds(bounds: Sequence[float], channels: int) -> list[float] | None:
    """The same where they are listed; the end of the last channel may be left out."""
    if len(bounds) == channels and channels >= FEWEST:
        bounds = [*bounds, 2 * bounds[-1] - bounds[-2]]
    return _rising(list(bounds)) if len(bounds) == channels + 1 else None


def edges_by_points(points: Sequence[tuple[float, float]], channels: int) -> list[float] | None:
    """The same by straight lines between known pairs of a channel and its energy."""
    known = sorted(points)
    if len(known) < FEWEST or any(left[0] == right[0] for left, right in pairwise(known)):
        return None
    found: list[float] = []
    place = 0
    for channel in range(channels + 1):
        while place < len(known) - 2 and channel > known[place + 1][0]:
            place += 1
        (start, low), (end, high) = known[place], known[place + 1]
        found.append(low + (high - low) * (channel - start) / (end - start))
    return _rising(found)


def _rising(edges: list[float]) -> list[float] | None:
    """The edges where each is finite and none is below the one before; else none are better than these."""
    rises = all(left <= right for left, right in pairwise(edges))
    return edges if rises and edges[0] < edges[-1] and all(map(math.isfinite, edges)) else None


def drawn(values: Sequence[float], edges: Sequence[float] | None) -> tuple[list[float], list[float] | None, int]:
    """Neighbours added up until there are few enough to draw, and how many channels each then is."""
    width = math.ceil(len(values) / MOST_DRAWN)
    if width == 1:
        return list(values), list(edges) if edges else None, 1
    starts = range(0, len(values), width)
    sums = [sum(values[start : start + width]) for start in starts]
    kept = [*(edges[start] for start in starts), edges[-1]] if edges else None
    return sums, kept, width
