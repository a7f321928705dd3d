"""Who keeps account of moves above the kernel: it knows none of them, they register here and are told of each move."""

from collections.abc import Callable
from datetime import datetime

from portal_backend.workflow.models import StatusChange

Tracker = Callable[[StatusChange, datetime], None]
TRACKERS: list[Tracker] = []


def register_tracker(tracker: Tracker) -> None:
    """Let `tracker` be told of each new row of history, and since when the old status had lasted."""
    TRACKERS.append(tracker)


def track(change: StatusChange, since: datetime) -> None:
    """Tell all of a row of history, inside the transaction that writes it: their accounts stand or fall with it."""
    for tracker in TRACKERS:
        tracker(change, since)
