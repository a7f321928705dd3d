"""Prepare the data, and start the web server and the workers."""

import http.client
import json
import os
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO

import processes
from environment import LaunchConfig
from install import VENV, run_step, with_venv
from processes import ROOT, Child, CommandError

READY_TIMEOUT = 60


def build_environment(config: LaunchConfig, environment: dict[str, str], venv: Path = VENV) -> dict[str, str]:
    """Build the environment of the portal's own processes.

    Every default is set explicitly, so that all processes use the same values.
    """
    return {
        **with_venv(environment, venv),
        "PORTAL_HOST": config.host,
        "PORTAL_PORT": str(config.port),
        "PORTAL_DATA_DIR": str(config.data_dir),
        "PORTAL_PUBLIC_URL": config.public_url,
        "PORTAL_DEMO": "1" if config.demo else "0",
    }


def prepare_data(config: LaunchConfig, environment: dict[str, str], venv: Path = VENV) -> None:
    """Migrate the database and load the demo data into an empty one."""

    def prepare() -> None:
        child = processes.start(
            [venv / "bin" / "python", ROOT / "scripts/commands/prepare_data.py"],
            build_environment(config, environment, venv),
        )
        if processes.wait_for_exit(child):
            raise CommandError("The portal could not be prepared: see above.")

    try:
        config.data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(
            f"{config.data_dir} cannot be created ({error.strerror}): set PORTAL_DATA_DIR to another folder."
        ) from error
    if not os.access(config.data_dir, os.W_OK):
        raise CommandError(f"{config.data_dir} is not writable: set PORTAL_DATA_DIR to another folder.")
    run_step("Database", "migrating and loading demo data where needed", prepare)


def print_setup_link(config: LaunchConfig, environment: dict[str, str], venv: Path = VENV) -> None:
    """Print how to create the first administrator, if there is no user."""
    child = processes.start(
        [venv / "bin" / "python", ROOT / "manage.py", "print_setup_link"], build_environment(config, environment, venv)
    )
    processes.wait_for_exit(child)


def start_web_server(
    config: LaunchConfig, environment: dict[str, str], log: IO[bytes] | None = None, venv: Path = VENV
) -> Child:
    """Start the web server and return once it is ready.

    Its output goes to `log`, or to the terminal.
    """
    child = processes.start(
        [
            *(venv / "bin" / "python", ROOT / "scripts/commands/web_server.py"),
            *("--workers", "1", "--log-level", "error"),
        ],
        build_environment(config, environment, venv),
        log,
    )

    def wait() -> None:
        give_up = time.monotonic() + READY_TIMEOUT
        message = ""
        while time.monotonic() < give_up:
            if child.poll() is not None:
                raise CommandError("The web server exited unexpectedly: see above.")
            ready, message = _check_ready(config)
            if ready:
                return
            time.sleep(0.1)
        raise CommandError(f"The portal did not become ready within {READY_TIMEOUT} s. /readyz returned: {message}")

    run_step("Web server", "starting", wait)
    return child


def get_worker_arguments(environment: dict[str, str]) -> tuple[str, ...]:
    """Return the argument of each worker to start with the web server.

    Without Redis, one process serves all queues except that of the jobs.
    """
    return ("--beat", "mails", "jobs") if environment.get("REDIS_URL") else ("--beat", "jobs")


def start_worker(
    what: str, config: LaunchConfig, environment: dict[str, str], log: IO[bytes] | None = None, venv: Path = VENV
) -> Child:
    """Start one worker.

    Several of the same kind are safe: a task is taken by one worker only.
    """
    worker_environment = build_environment(config, environment, venv)
    return processes.start(
        [venv / "bin" / "python", ROOT / "scripts/commands/worker.py", what], worker_environment, log
    )


def _check_ready(config: LaunchConfig) -> tuple[bool, str]:
    # a proxy configured in the environment must not be used for our own server
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{config.probe_url}/readyz", timeout=5) as response:
            return response.status == http.client.OK, ""
    except urllib.error.HTTPError as error:
        return False, f"{error.code} {json.dumps(error.read(500).decode(errors='replace'))}"
    except (OSError, http.client.HTTPException) as error:
        return False, str(error)
