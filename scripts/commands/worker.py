"""Run the background workers for scripts/run and the image.

A supervisor restarts them. Each is a Celery worker (with `--beat` also the one scheduler of all workers). `mails` sends
the emails, `jobs` runs the long tasks that users wait for: each has a separate queue and worker, so that neither a
slow mail server nor a large file delays the rest. Without Redis one worker serves all queues but that of the jobs.
Run with .venv/bin/python.
"""

import os
import sys
from pathlib import Path

from supervisor import Supervisor

ROOT = Path(__file__).resolve().parents[2]
# threads of the queues with a dedicated worker
# (one of the threads for jobs runs only short ones: portal_backend/jobs/worker.py)
CONCURRENCY_BY_QUEUE = {"mails": "2", "jobs": "2"}
# two threads more than emails may occupy (portal_backend/notifications/tasks.py)
EMBEDDED_OPTIONS = ("--queues", "celery,mails", "--concurrency", "4")
# without Redis all processes share one machine, where requests have priority over long jobs
NICENESS = "5"


def build_command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """Build the worker's command line."""
    embedded = not environment.get("REDIS_URL")
    celery = str(Path(sys.executable).with_name("celery"))
    command = [celery, "--quiet", "--app", "portal_backend.config", "worker", "--loglevel", "WARNING"]
    # threads, since processes of a pool do not see that the worker is shutting down
    command += ["--pool", "threads"]
    if queue := next((each for each in CONCURRENCY_BY_QUEUE if each in arguments), None):
        command += ["--concurrency", CONCURRENCY_BY_QUEUE[queue], "--queues", queue, "--hostname", f"{queue}@%h"]
        return ["nice", "-n", NICENESS, *command] if embedded and queue == "jobs" else command
    return [*command, *(EMBEDDED_OPTIONS if embedded else ("--concurrency", "2")), *arguments]


def main(arguments: list[str]) -> int:
    """Work until a signal stops the worker."""
    os.chdir(ROOT)
    return Supervisor(
        build_command(arguments, dict(os.environ)), "The worker", retries_forever=True
    ).run_until_signaled()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
