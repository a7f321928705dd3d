"""Celery tasks of the jobs.

They have a queue and workers of their own, so that emails do not wait for large exports.
"""

from portal_backend.celery import app, wake
from portal_backend.jobs.doing import do_waiting_jobs, forget_old_jobs

WORK = "jobs.work"

work = app.task(name=WORK, ignore_result=True)(do_waiting_jobs)
forget_jobs = app.task(name="jobs.forget", ignore_result=True)(forget_old_jobs)


def wake_worker() -> None:
    """Start a worker run now instead of at the next scheduled one."""
    wake(WORK)
