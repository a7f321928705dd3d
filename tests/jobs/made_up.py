"""Jobs of a sample kind."""

from collections.abc import Callable
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.jobs.models import Job
from portal_backend.jobs.work import Running, handles, start

Do = Callable[[Running], dict[str, Any] | None]


def begin(do: Do, actor: Actor, **arguments: Any) -> Job:
    """Register a handler and enqueue a job for it."""
    handles("made up")(do)
    return start("made up", arguments, actor=actor)


def ended(job: Job) -> tuple[str, str]:
    """Return state and error of a job."""
    job.refresh_from_db()
    return job.state, job.error


def nothing(running: Running) -> None:
    """Return no result."""
