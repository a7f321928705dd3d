"""Hooks that apps above the workflow register for events of service requests.

Transition hooks run for each new row of the history, visibility hooks for each request that is deleted or restored. The
workflow does not import the apps that register them.
"""

from collections.abc import Callable
from datetime import datetime

from portal_backend.workflow.models import Request, StatusChange

Tracker = Callable[[StatusChange, datetime], None]
Follower = Callable[[Request], None]
TRACKERS: list[Tracker] = []
FOLLOWERS: dict[str, list[Follower]] = {}


def register_tracker(tracker: Tracker) -> None:
    """Register a hook for all transitions.

    It gets the new row of the history and the time since which the old status had lasted.
    """
    TRACKERS.append(tracker)


def track(change: StatusChange, since: datetime) -> None:
    """Call the transition hooks within the caller's transaction.

    An exception in a hook rolls the transition back.
    """
    for tracker in TRACKERS:
        tracker(change, since)


def register_follower(kind: str, follower: Follower) -> None:
    """Register a hook for requests of a kind that are deleted or restored."""
    FOLLOWERS.setdefault(kind, []).append(follower)


def came_or_went(request: Request) -> None:
    """Call the visibility hooks for a deleted or restored request, in its transaction."""
    for follower in FOLLOWERS.get(request.kind, ()):
        follower(request)
