"""Runs what is done beside the calls for scripts/run and the image, and keeps it running: mails, reminders, clean-up.

With REDIS_URL that is an ordinary Celery worker (and with `--beat` the one clock of all workers), else the embedded
worker. Run with .venv/bin/python.
"""

import os
import sys
from pathlib import Path

from keeper import Keeper

ROOT = Path(__file__).resolve().parents[2]


def command(arguments: list[str], environment: dict[str, str]) -> list[str]:
    """The program that does it."""
    if not environment.get("REDIS_URL"):
        return [sys.executable, "-m", "portal_backend.worker"]
    celery = str(Path(sys.executable).with_name("celery"))
    return [celery, "--app", "portal_backend", "worker", "--loglevel", "WARNING", "--concurrency", "2", *arguments]


def main(arguments: list[str]) -> int:
    """Work until told to stop."""
    os.chdir(ROOT)
    return Keeper(command(arguments, dict(os.environ)), "The worker", patient=True).until_told()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
