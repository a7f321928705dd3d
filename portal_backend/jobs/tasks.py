"""Who does the jobs: workers of a queue of their own, so that no mail waits behind a large file."""

import logging

from django.conf import settings
from kombu.exceptions import OperationalError

from portal_backend.celery import app
from portal_backend.jobs.doing import do_waiting_jobs, forget_old_jobs

log = logging.getLogger("portal.jobs")

work = app.task(name="jobs.work", ignore_result=True)(do_waiting_jobs)
forget_jobs = app.task(name="jobs.forget", ignore_result=True)(forget_old_jobs)


def wake_worker() -> None:
    """Have a worker look at once. The embedded one looks by itself, and so does beat where Redis is away."""
    if not settings.REDIS_URL:
        return
    try:
        work.apply_async(retry=False)
    except OperationalError as error:
        log.warning("the broker cannot be reached, jobs wait for the next look: %s", error)
