"""Who keeps account of moves above the kernel: it knows none of them, they register here and are told of each move."""

from collections.abc import Callable
from datetime import datetime

from portal_backend.workflow.models import Request, StatusChange

Tracker = Callable[[StatusChange, datetime], None]
Follower = Callable[[Request], None]
TRACKERS: list[Tracker] = []
FOLLOWERS: dict[str, list[Follower]] = {}


def register_tracker(tracker: Tracker) -> None:
    """Let `tracker` be told of each new row of history, and since when the old status had lasted."""
    TRACKERS.append(tracker)


def track(change: StatusChange, since: datetime) -> None:
    """Tell all of a row of history, inside the transaction that writes it: their accounts stand or fall with it."""
    for tracker in TRACKERS:
        tracker(change, since)


def register_follower(kind: str, follower: Follower) -> None:
    """Let `follower` be told of each request of a kind that is deleted or brought back."""
    FOLLOWERS.setdefault(kind, []).append(follower)


def came_or_went(request: Request) -> None:
    """Tell of a request that was deleted or brought back, inside the transaction that does it."""
    for follower in FOLLOWERS.get(request.kind, ()):
        follower(request)
