"""Jobs of a sample kind."""

from collections.abc import Callable
from typing import Any

from portal_backend.core.actor import Actor
from portal_backend.jobs.models import Job
from portal_backend.jobs.queue import JobContext, enqueue_job, register_job_handler

SampleHandler = Callable[[JobContext], dict[str, Any] | None]


def enqueue_sample_job(do: SampleHandler, actor: Actor, **arguments: Any) -> Job:
    """Register a handler and enqueue a job for it."""
    register_job_handler("made up", do)
    return enqueue_job("made up", arguments, actor=actor)


def get_outcome(job: Job) -> tuple[str, str]:
    """Return state and error of a job."""
    job.refresh_from_db()
    return job.state, job.error


def do_nothing(running: JobContext) -> None:
    """Return no result."""
