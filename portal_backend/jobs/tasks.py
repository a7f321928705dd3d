"""Who does the jobs: workers of a queue of their own, so that no mail waits behind a large file."""

from portal_backend.celery import app, wake
from portal_backend.jobs.doing import do_waiting_jobs, forget_old_jobs

WORK = "jobs.work"

work = app.task(name=WORK, ignore_result=True)(do_waiting_jobs)
forget_jobs = app.task(name="jobs.forget", ignore_result=True)(forget_old_jobs)


def wake_worker() -> None:
    """Have a worker look at once."""
    wake(WORK)
