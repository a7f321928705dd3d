"""Celery: what is done beside the calls. With Redis its workers do it, else the embedded worker (scripts/commands)."""

import logging
import os
from functools import cache
from pathlib import Path
from typing import Any

from celery import Celery
from celery.signals import (
    after_task_publish,
    beat_embedded_init,
    beat_init,
    heartbeat_sent,
    worker_shutting_down,
)
from django.conf import settings
from kombu.connection import Connection
from kombu.exceptions import OperationalError
from kombu.pools import producers
from redis.exceptions import RedisError

from portal_backend.base.cancellation import shutdown
from portal_backend.base.heartbeats import Process, report
from portal_backend.base.logs import RECURRING
from portal_backend.base.redis_client import REDIS, SILENT

log = logging.getLogger("portal.broker")
WAKE_TIMEOUT = 1
# a look that came too late is one too many: the clock starts another by then
WAKE_EXPIRES = 10
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.settings")
# a worker of one of these queues alone; any other does the rest
QUEUES: dict[str, Process] = {"mails": "mails", "jobs": "jobs"}
app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
# the process tables and the kinds of mail register themselves when they are imported, as the table of contents does
app.autodiscover_tasks(["portal_backend"], related_name="api")


@cache
def _broker() -> Connection:
    """The line by which workers are woken: workers themselves wait longer for their broker than a call may."""
    line: Connection = app.connection_for_write(transport_options={"socket_timeout": WAKE_TIMEOUT})
    return line


def wake(task: str) -> None:
    """Have a worker do a task at once. The embedded worker looks by itself, and so does beat where Redis is away."""
    if not settings.REDIS_URL:
        return
    try:
        with REDIS.guard(SILENT, OperationalError):
            _send(task)
    except (OperationalError, RedisError) as error:
        log.warning("the broker cannot be reached, a worker does it at the next look: %s", error, extra=RECURRING)


def _send(task: str) -> None:
    with producers[_broker()].acquire(block=True) as producer:
        try:
            app.send_task(task, producer=producer, retry=False, ignore_result=True, expires=WAKE_EXPIRES)
        except OperationalError as error:  # Celery's name for what Redis raised
            if isinstance(error.__cause__, RedisError):
                raise error.__cause__ from None
            raise


def report_worker(sender: Any = None, **signal: Any) -> None:
    """Report a worker that has its broker: every two seconds, or as often as its reports are taken."""
    consumed = list(sender.eventer.app.amqp.queues.consume_from) if sender is not None else []
    report(QUEUES.get(consumed[0], "worker") if len(consumed) == 1 else "worker")
    _touch_sign_of_life()


def report_clock(**signal: Any) -> None:
    """Report the clock, which has no heartbeat: it lives as long as it sends what is due."""
    report("beat")
    _touch_sign_of_life()


def watch_clock(**signal: Any) -> None:
    """Report the clock of this process from now on."""
    after_task_publish.connect(report_clock, weak=False)


def _touch_sign_of_life() -> None:
    """Touch a file, where one is named: its age shows a health check that this process works."""
    if settings.SIGN_OF_LIFE:
        Path(settings.SIGN_OF_LIFE).touch()


def end_what_is_at_work(**signal: Any) -> None:
    """Ask tasks to end, as the worker is: they run in its threads, and it waits for them."""
    shutdown.cancel()


# on its own, and within a worker (`--beat`)
beat_init.connect(watch_clock, weak=False)
beat_embedded_init.connect(watch_clock, weak=False)
heartbeat_sent.connect(report_worker, weak=False)
worker_shutting_down.connect(end_what_is_at_work, weak=False)
