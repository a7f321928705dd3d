"""Runs what is done beside the calls for scripts/run and the image, and keeps it running: mails, reminders, clean-up.

With REDIS_URL that is an ordinary Celery worker (and with `--beat` the one clock of all workers), else the embedded
worker. Told `jobs`, it does the long work that people wait for, which has a queue and a worker of its own.
Run with .venv/bin/python.
"""

import os
import sys
from pathlib import Path

from keeper import Keeper

ROOT = Path(__file__).resolve().parents[2]


def command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """The program that does it."""
    jobs = "jobs" in arguments
    if not environment.get("REDIS_URL"):
        return [sys.executable, "-m", "portal_backend.worker", *(["jobs"] if jobs else [])]
    celery = str(Path(sys.executable).with_name("celery"))
    words = [celery, "--app", "portal_backend", "worker", "--loglevel", "WARNING"]
    if jobs:
        return [*words, "--concurrency", "1", "--queues", "jobs", "--hostname", "jobs@%h"]
    return [*words, "--concurrency", "2", *arguments]


def main(arguments: list[str]) -> int:
    """Work until told to stop."""
    os.chdir(ROOT)
    return Keeper(command(arguments, dict(os.environ)), "The worker", patient=True).until_told()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
