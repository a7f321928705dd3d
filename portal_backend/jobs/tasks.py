"""Celery tasks of the jobs.

They have a queue and workers of their own, so that emails do not wait for large exports.
"""

from portal_backend.config.celery import app, trigger_task
from portal_backend.jobs.worker import purge_old_jobs, run_pending_jobs

RUN_JOBS_TASK = "jobs.run"

run_jobs = app.task(name=RUN_JOBS_TASK, ignore_result=True)(run_pending_jobs)
purge_jobs = app.task(name="jobs.purge", ignore_result=True)(purge_old_jobs)


def wake_worker() -> None:
    """Start a worker run now instead of at the next scheduled one."""
    trigger_task(RUN_JOBS_TASK)
