"""Embedded worker, which replaces Celery's beat and workers without Redis.

It runs the same tasks by the same schedule. The process for the `jobs` queue only runs jobs, so that other tasks do
not wait for them; emails have a thread of their own, so that other tasks do not wait for a slow mail server. All
pending work is in the database, so the worker can be killed and restarted at any time.
"""

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import django
from django.db import DatabaseError, InterfaceError, close_old_connections

from portal_backend.core.cancellation import shutdown
from portal_backend.core.databases import is_unavailable
from portal_backend.core.heartbeats import BackgroundProcess, start_heartbeat_thread
from portal_backend.core.logs import RECURRING

log = logging.getLogger("portal.worker")
TaskFunction = Callable[[], object]
DEFAULT_QUEUE, MAILS_QUEUE, JOBS_QUEUE = "celery", "mails", "jobs"
# processes whose heartbeats the worker of a queue records
PROCESSES_BY_QUEUE: dict[str, tuple[BackgroundProcess, ...]] = {
    DEFAULT_QUEUE: ("worker", "mails", "beat"),
    MAILS_QUEUE: ("mails",),
    JOBS_QUEUE: ("jobs",),
}
NICENESS = 5


class Worker:
    """Loop that runs tasks periodically, one at a time.

    `schedule` has each task by name, with its interval in seconds.
    """

    def __init__(
        self, schedule: Mapping[str, tuple[TaskFunction, float]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._schedule = schedule
        self._clock = clock
        self._due_at = dict.fromkeys(schedule, clock())
        self._stopping = threading.Event()

    def stop(self) -> None:
        """Start no further tasks."""
        self._stopping.set()

    def run(self) -> None:
        """Run tasks until stopped, or until the parent process ends."""
        parent = os.getppid()
        while not self._stopping.is_set() and os.getppid() == parent:
            self.run_due_tasks()
            self._stopping.wait(max(0.0, min(self._due_at.values()) - self._clock()))

    def run_due_tasks(self) -> None:
        """Run all due tasks.

        A task that fails because the database is unavailable runs again at its next interval.
        """
        for name, (task, seconds) in self._schedule.items():
            if self._due_at[name] > self._clock() or self._stopping.is_set():
                continue
            close_old_connections()
            try:
                task()
            except (DatabaseError, InterfaceError) as error:
                if not is_unavailable(error):
                    raise
                log.error("%s: unavailable: %s", name, error, extra=RECURRING)  # noqa: TRY400 - the message has the error
            self._due_at[name] = self._clock() + seconds


def get_schedule(app: Any, queue: str = DEFAULT_QUEUE) -> dict[str, tuple[TaskFunction, float]]:
    """Return the tasks of beat's schedule for a queue, by name."""
    app.loader.import_default_modules()
    routes = app.conf.task_routes
    return {
        name: (app.tasks[each["task"]], each["schedule"])
        for name, each in app.conf.beat_schedule.items()
        if routes.get(each["task"], {}).get("queue", DEFAULT_QUEUE) == queue
    }


def stop_workers(workers: Iterable[Worker], signalled: int | None = None) -> None:
    """Cancel running tasks and start no others; a second signal ends the process."""
    if signalled is not None:
        signal.signal(signalled, signal.SIG_DFL)
    shutdown.cancel()
    for each in workers:
        each.stop()


def main(queue: str = DEFAULT_QUEUE) -> None:
    """Run the tasks of a queue until SIGTERM or Ctrl-C."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal_backend.config.settings")
    django.setup()
    from portal_backend.config.celery import app

    start_heartbeat_thread(PROCESSES_BY_QUEUE[queue], threading.Event())
    if queue == JOBS_QUEUE:
        os.nice(NICENESS)
    workers = [Worker(get_schedule(app, each)) for each in (DEFAULT_QUEUE, MAILS_QUEUE)]
    if queue != DEFAULT_QUEUE:
        workers = [Worker(get_schedule(app, queue))]

    def run(worker: Worker) -> None:
        try:
            worker.run()
        finally:  # an unexpected error ends the process, which is then restarted
            stop_workers(workers)

    for each in (signal.SIGTERM, signal.SIGINT):
        signal.signal(each, lambda number, frame: stop_workers(workers, number))
    first, *others = workers
    with ThreadPoolExecutor(max(1, len(others))) as pool:
        running = [pool.submit(run, other) for other in others]
        run(first)
        for done in running:
            done.result()


if __name__ == "__main__":
    main(*sys.argv[1:])
