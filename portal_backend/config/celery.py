"""Celery application for background work.

Its broker is Redis, or without Redis a folder (`core.folder_broker`). Tasks carry no data but look for pending work in
the database, so a message that is lost or doubled does no harm: beat runs each task again at its next schedule.
"""

import logging
import os
import signal
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from celery import Celery, Task
from celery.beat import PersistentScheduler
from celery.platforms import SecurityWarning
from celery.signals import (
    after_task_publish,
    beat_embedded_init,
    beat_init,
    heartbeat_sent,
    worker_ready,
    worker_shutting_down,
)
from django.conf import settings
from django.db import InterfaceError, OperationalError
from kombu.connection import Connection
from kombu.exceptions import ChannelError
from kombu.exceptions import OperationalError as BrokerError
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
# process kind that serves a queue; of all other queues it is "worker"
PROCESS_BY_QUEUE: dict[str, BackgroundProcess] = {"mails": "mails", "jobs": "jobs"}
PARENT_PID = os.getppid()


class PortalTask(Task):  # type: ignore[misc]
    """Task that may find the database unavailable; beat runs it again."""

    # Celery then logs no traceback
    throws = (OperationalError, InterfaceError)

    def on_failure(self, exc: Exception, *details: Any) -> None:
        """Log that the database is unavailable."""
        del details
        if isinstance(exc, self.throws):
            log.error("%s: unavailable: %s", self.name, exc, extra=RECURRING)


class Scheduler(PersistentScheduler):  # type: ignore[misc]
    """Scheduler named in settings.CELERY_BEAT_SCHEDULER."""

    def setup_schedule(self) -> None:
        """Read the times of the last runs; a damaged file is replaced."""
        try:
            super().setup_schedule()
        except Exception as error:  # noqa: BLE001 - Celery itself detects only some of the errors of such a file
            log.warning("schedule file %s cannot be read and is created again: %r", self.schedule_filename, error)
            self._remove_db()
            super().setup_schedule()

    def sync(self) -> None:
        """Write the times of the last runs; beat goes on if the disk is full."""
        try:
            super().sync()
        except OSError as error:
            log.warning("schedule not saved: %s", error, extra=RECURRING)


# workers of root are a risk if messages contain code, but these are JSON
warnings.filterwarnings("ignore", category=SecurityWarning)
app = Celery("portal", task_cls=PortalTask)
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

    If the broker is unreachable, or its folder cannot be written, beat runs the task later.
    """
    try:
        with REDIS_BREAKER.protect(REDIS_TIMEOUT_ERRORS, BrokerError):
            _send_task(task)
    except (BrokerError, ChannelError, RedisError, OSError) as error:
        log.warning("broker unreachable, the task runs at its next scheduled time: %s", error, extra=RECURRING)


def _send_task(task: str) -> None:
    with producers[_get_broker_connection()].acquire(block=True) as producer:
        try:
            app.send_task(task, producer=producer, retry=False, ignore_result=True, expires=TASK_EXPIRES)
        except BrokerError as error:  # Celery wraps the error of Redis
            if isinstance(error.__cause__, RedisError):
                raise error.__cause__ from None
            raise


def _list_consumed_queues() -> list[str]:
    """List the queues that this worker serves."""
    return list(app.amqp.queues.consume_from)


def start_pending_work(sender: Any, **signal_arguments: Any) -> None:
    """Run the tasks of this worker's own queues (signal `worker_ready`).

    They would otherwise wait for their next schedule after a restart.
    """
    del signal_arguments
    queues = _list_consumed_queues()
    for task, route in app.conf.task_routes.items():
        if route["queue"] in queues:
            trigger_task(task)
    # beat inside this worker, or None
    beat = sender.controller.beat
    heartbeat_sent.connect(lambda **_: stop_if_abandoned(beat), weak=False, dispatch_uid="stop_if_abandoned")


def stop_if_abandoned(beat: Any) -> None:
    """Stop this worker if its supervisor or its beat process was killed.

    The supervisor, if there still is one, starts both again.
    """
    if shutdown.is_canceled():
        return
    if os.getppid() != PARENT_PID or (beat is not None and not beat.is_alive()):
        log.warning("worker stops: its supervisor or beat process was killed")
        os.kill(os.getpid(), signal.SIGTERM)


def record_worker_heartbeat(**signal_arguments: Any) -> None:
    """Record a heartbeat of this worker (signal `heartbeat_sent`).

    Celery sends the signal every two seconds while the worker is connected to its broker.
    """
    del signal_arguments
    for queue in _list_consumed_queues():
        record_heartbeat(PROCESS_BY_QUEUE.get(queue, "worker"))
    _touch_heartbeat_file()


def record_beat_heartbeat(**signal_arguments: Any) -> None:
    """Record a heartbeat of beat.

    Beat has no heartbeat signal, so the publication of its due tasks counts.
    """
    del signal_arguments
    record_heartbeat("beat")
    _touch_heartbeat_file()


def connect_beat_heartbeat(**signal_arguments: Any) -> None:
    """Record heartbeats of beat in this process from now on."""
    del signal_arguments
    after_task_publish.connect(record_beat_heartbeat, weak=False)


def _touch_heartbeat_file() -> None:
    """Touch HEARTBEAT_FILE, whose age a container health check inspects."""
    if settings.HEARTBEAT_FILE:
        Path(settings.HEARTBEAT_FILE).touch()


def cancel_running_tasks(**signal_arguments: Any) -> None:
    """Cancel running tasks when the worker is asked to shut down.

    They run in threads of the worker, which waits for them; a second signal ends it at once.
    """
    del signal_arguments
    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, signal.SIG_DFL)
    shutdown.cancel()


# beat as a process of its own, and inside a worker (`--beat`)
beat_init.connect(connect_beat_heartbeat, weak=False)
beat_embedded_init.connect(connect_beat_heartbeat, weak=False)
heartbeat_sent.connect(record_worker_heartbeat, weak=False)
worker_ready.connect(start_pending_work, weak=False)
worker_shutting_down.connect(cancel_running_tasks, weak=False)
