"""Jobs of a made-up kind."""

from collections.abc import Callable
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.jobs.models import Job
from portal_backend.jobs.work import Running, handles, start

Do = Callable[[Running], dict[str, Any] | None]


def begin(do: Do, actor: Actor, **arguments: Any) -> Job:
    """A job of this handler, waiting."""
    handles("made up")(do)
    return start("made up", arguments, actor=actor)


def ended(job: Job) -> tuple[str, str]:
    """Its state and its error."""
    job.refresh_from_db()
    return job.state, job.error


def nothing(running: Running) -> None:
    """A handler that has nothing to tell."""
