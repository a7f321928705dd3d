"""Hooks that apps above the workflow register for events of service requests.

Transition hooks run for each new row of the history, visibility hooks for each request that is deleted or restored. The
workflow does not import the apps that register them.
"""

from collections.abc import Callable
from datetime import datetime

from portal_backend.workflow.models import ServiceRequest, StatusChange

TransitionHook = Callable[[StatusChange, datetime], None]
VisibilityHook = Callable[[ServiceRequest], None]
TRANSITION_HOOKS: list[TransitionHook] = []
VISIBILITY_HOOKS: dict[str, list[VisibilityHook]] = {}


def register_transition_hook(tracker: TransitionHook) -> None:
    """Register a hook for all transitions.

    It gets the new row of the history and the time since which the old status had lasted.
    """
    TRANSITION_HOOKS.append(tracker)


def run_transition_hooks(change: StatusChange, since: datetime) -> None:
    """Call the transition hooks within the caller's transaction.

    An exception in a hook rolls the transition back.
    """
    for tracker in TRANSITION_HOOKS:
        tracker(change, since)


def register_visibility_hook(kind: str, follower: VisibilityHook) -> None:
    """Register a hook for requests of a kind that are deleted or restored."""
    VISIBILITY_HOOKS.setdefault(kind, []).append(follower)


def run_visibility_hooks(request: ServiceRequest) -> None:
    """Call the visibility hooks for a deleted or restored request, in its transaction."""
    for follower in VISIBILITY_HOOKS.get(request.kind, ()):
        follower(request)
