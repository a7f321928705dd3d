"""Purge of old jobs, with the data of their handlers."""

import errno
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from portal_backend.core.actor import Actor
from portal_backend.jobs.models import Job
from portal_backend.jobs.queue import enqueue_job, register_job_handler
from portal_backend.jobs.worker import purge_old_jobs, run_pending_jobs
from tests.jobs.sample_jobs import do_nothing

pytestmark = pytest.mark.django_db


def test_purges_finished_jobs_after_a_day_with_cleanup(ana: Actor) -> None:
    cleaned_up: list[str] = []
    Job.objects.create(
        kind="of a former version",
        owner_id=ana.user_id,
        created_at=timezone.now(),
        finished_at=timezone.now() - timedelta(hours=25),
    )
    register_job_handler("made up", do_nothing, cleanup=lambda job: cleaned_up.append(job.pk))
    moment = timezone.now()
    with time_machine.travel(moment - timedelta(hours=25), tick=False):
        old = enqueue_job("made up", {}, actor=ana)
        run_pending_jobs()
        waiting = enqueue_job("made up", {}, actor=ana)
    with time_machine.travel(moment, tick=False):
        assert purge_old_jobs() == 2
        assert purge_old_jobs() == 0
    assert cleaned_up == [old.pk]
    assert Job.objects.get() == waiting


def test_failed_cleanup_does_not_stop_the_purge_of_other_jobs(ana: Actor, caplog: pytest.LogCaptureFixture) -> None:
    failing: list[Job] = []

    def cleanup(job: Job) -> None:
        if job in failing:
            raise OSError(errno.EIO, "bucket away")

    register_job_handler("made up", do_nothing, cleanup=cleanup)
    moment = timezone.now()
    with time_machine.travel(moment - timedelta(hours=25), tick=False):
        for _ in range(2):
            enqueue_job("made up", {}, actor=ana)
        run_pending_jobs()
    failing.append(Job.objects.order_by("pk")[0])
    with time_machine.travel(moment, tick=False):
        assert purge_old_jobs() == 1
        assert list(Job.objects.all()) == failing, "it is tried again"
        failing.clear()
        assert purge_old_jobs() == 1
    assert "bucket away" in caplog.text
