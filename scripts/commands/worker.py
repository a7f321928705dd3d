"""Run the background workers for scripts/run and the image.

A supervisor restarts them. With REDIS_URL that is an ordinary Celery worker (and with `--beat` the one scheduler of all
workers), else the embedded worker. `mails` sends the emails, `jobs` runs the long tasks that users wait for: each has a
queue and a worker of its own, so that neither a slow mail server nor a large file delays the rest.
Run with .venv/bin/python.
"""

import os
import sys
from pathlib import Path

from supervisor import Supervisor

ROOT = Path(__file__).resolve().parents[2]
# of the queues with a dedicated worker
CONCURRENCY_BY_QUEUE = {"mails": "2", "jobs": "1"}


def build_command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """Build the worker's command line."""
    queue = next((each for each in CONCURRENCY_BY_QUEUE if each in arguments), None)
    if not environment.get("REDIS_URL"):
        return [sys.executable, "-m", "portal_backend.config.worker", *([queue] if queue else [])]
    celery = str(Path(sys.executable).with_name("celery"))
    # threads, since processes of a pool do not see that the worker is shutting down
    celery_command = [celery, "--app", "portal_backend.config", "worker", "--loglevel", "WARNING", "--pool", "threads"]
    if queue:
        return [
            *celery_command,
            "--concurrency",
            CONCURRENCY_BY_QUEUE[queue],
            "--queues",
            queue,
            "--hostname",
            f"{queue}@%h",
        ]
    return [*celery_command, "--concurrency", "2", *arguments]


def main(arguments: list[str]) -> int:
    """Work until a signal stops the worker."""
    os.chdir(ROOT)
    return Supervisor(
        build_command(arguments, dict(os.environ)), "The worker", retries_forever=True
    ).run_until_signaled()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
