"""Runs the background workers for scripts/run and the image, and keeps them running: reminders, clean-up, mails, jobs.

With REDIS_URL that is an ordinary Celery worker (and with `--beat` the one clock of all workers), else the embedded
worker. `mails` sends the mails, `jobs` does the long work that people wait for: each has a queue and a worker of its
own, so that neither a slow mail server nor a large file keeps the rest waiting.
Run with .venv/bin/python.
"""

import os
import sys
from pathlib import Path

from keeper import Keeper

ROOT = Path(__file__).resolve().parents[2]
# of the queues with a worker of their own
CONCURRENCY = {"mails": "2", "jobs": "1"}


def command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """The program that does it."""
    queue = next((each for each in CONCURRENCY if each in arguments), None)
    if not environment.get("REDIS_URL"):
        return [sys.executable, "-m", "portal_backend.worker", *([queue] if queue else [])]
    celery = str(Path(sys.executable).with_name("celery"))
    # in threads, which see that the worker is asked to end; processes of a pool do not
    words = [celery, "--app", "portal_backend", "worker", "--loglevel", "WARNING", "--pool", "threads"]
    if queue:
        return [*words, "--concurrency", CONCURRENCY[queue], "--queues", queue, "--hostname", f"{queue}@%h"]
    return [*words, "--concurrency", "2", *arguments]


def main(arguments: list[str]) -> int:
    """Work until told to stop."""
    os.chdir(ROOT)
    return Keeper(command(arguments, dict(os.environ)), "The worker", patient=True).until_told()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
