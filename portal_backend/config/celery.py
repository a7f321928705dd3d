"""Celery application for background work.

With Redis, Celery workers run the tasks; otherwise the embedded worker does (`portal_backend.config.worker`).
"""

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

from portal_backend.core.cancellation import shutdown
from portal_backend.core.heartbeats import BackgroundProcess, record_heartbeat
from portal_backend.core.logs import RECURRING
from portal_backend.core.redis_client import REDIS_BREAKER, REDIS_TIMEOUT_ERRORS

log = logging.getLogger("portal.celery")
BROKER_TIMEOUT = 1
# seconds; beat schedules the task again anyway, so a late trigger is useless
TASK_EXPIRES = 10
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.config.settings")
# process kind of a worker that serves only this queue; all other workers count as "worker"
PROCESS_BY_QUEUE: dict[str, BackgroundProcess] = {"mails": "mails", "jobs": "jobs"}
app = Celery("portal")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@cache
def _get_broker_connection() -> Connection:
    """Return the broker connection of web processes, with a short timeout.

    Workers wait for their broker longer than a web request may.
    """
    broker: Connection = app.connection_for_write(transport_options={"socket_timeout": BROKER_TIMEOUT})
    return broker


def trigger_task(task: str) -> None:
    """Request that a worker runs a task immediately.

    Does nothing without Redis, as the embedded worker polls. If the broker is unreachable, beat runs the task later.
    """
    if not settings.REDIS_URL:
        return
    try:
        with REDIS_BREAKER.protect(REDIS_TIMEOUT_ERRORS, OperationalError):
            _send_task(task)
    except (OperationalError, RedisError) as error:
        log.warning("the broker cannot be reached, the task runs at its next schedule: %s", error, extra=RECURRING)


def _send_task(task: str) -> None:
    with producers[_get_broker_connection()].acquire(block=True) as producer:
        try:
            app.send_task(task, producer=producer, retry=False, ignore_result=True, expires=TASK_EXPIRES)
        except OperationalError as error:  # Celery wraps the error of Redis
            if isinstance(error.__cause__, RedisError):
                raise error.__cause__ from None
            raise


def record_worker_heartbeat(sender: Any = None, **signal: Any) -> None:
    """Record a heartbeat of this worker (signal `heartbeat_sent`).

    Celery sends the signal every two seconds while the worker is connected to its broker.
    """
    consumed = list(sender.eventer.app.amqp.queues.consume_from) if sender is not None else []
    record_heartbeat(PROCESS_BY_QUEUE.get(consumed[0], "worker") if len(consumed) == 1 else "worker")
    _touch_heartbeat_file()


def record_beat_heartbeat(**signal: Any) -> None:
    """Record a heartbeat of beat.

    Beat has no heartbeat signal, so the publication of its due tasks counts.
    """
    record_heartbeat("beat")
    _touch_heartbeat_file()


def connect_beat_heartbeat(**signal: Any) -> None:
    """Record heartbeats of beat in this process from now on."""
    after_task_publish.connect(record_beat_heartbeat, weak=False)


def _touch_heartbeat_file() -> None:
    """Touch HEARTBEAT_FILE, whose age a container health check inspects."""
    if settings.HEARTBEAT_FILE:
        Path(settings.HEARTBEAT_FILE).touch()


def cancel_running_tasks(**signal: Any) -> None:
    """Cancel running tasks when the worker is asked to shut down.

    They run in threads of the worker, which waits for them.
    """
    shutdown.cancel()


# beat as a process of its own, and inside a worker (`--beat`)
beat_init.connect(connect_beat_heartbeat, weak=False)
beat_embedded_init.connect(connect_beat_heartbeat, weak=False)
heartbeat_sent.connect(record_worker_heartbeat, weak=False)
worker_shutting_down.connect(cancel_running_tasks, weak=False)
