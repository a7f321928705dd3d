"""Run a command against a fresh portal with demo data.

For `scripts/with-server`: the portal listens on a free port and is stopped when the command ends.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import processes
from backing_services import BROWSER_PROGRAMS, find_program
from environment import LaunchConfig, find_free_port, read_environment
from install import VENV, build_interface, install, with_venv
from processes import CommandError, StopRequested
from server import get_worker_arguments, prepare_data, start_web_server, start_worker


@contextmanager
def run_fresh_server(
    environment: dict[str, str], log: IO[bytes] | None = None, venv: Path = VENV
) -> Iterator[dict[str, str]]:
    """Serve an embedded portal from a new folder; yield the environment.

    The environment has PORTAL_URL and the other variables that its clients need.
    """
    port = find_free_port()
    with TemporaryDirectory(prefix="portal-", ignore_cleanup_errors=True) as folder:
        config = LaunchConfig(
            "127.0.0.1", port, Path(folder) / "var", f"http://127.0.0.1:{port}", embedded=True, demo=True
        )
        # empty rather than unset: unset ones would be read from .env
        server_environment = {
            **environment,
            **dict.fromkeys(("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "STORAGE_URL", "SECRET_KEY"), ""),
        }
        # the tests log in many users from one address
        server_environment["PORTAL_LOGINS_PER_MINUTE"] = "10000"
        server_environment["PORTAL_MAILS_PER_HOUR"] = server_environment["PORTAL_CREATIONS_PER_HOUR"] = "1000000"
        prepare_data(config, server_environment, venv)
        server = start_web_server(config, server_environment, log, venv)
        workers = [
            start_worker(what, config, server_environment, log, venv)
            for what in get_worker_arguments(server_environment)
        ]
        try:
            # the temporary folder also removes a browser's profile
            client_variables = {
                "PORTAL_URL": config.public_url,
                "PORTAL_MAIL_DIR": str(config.data_dir / "mails"),
                "PORTAL_SERVER_PID": str(server.pid),
                "TMPDIR": folder,
            }
            yield {**with_venv(environment), **client_variables}
        finally:
            for child in (*workers, server):
                processes.stop(child)


def main(command: list[str]) -> int:
    """Serve, run the command with PORTAL_URL and stop the server.

    Without a command it serves until it is interrupted.
    """
    processes.raise_stop_on_signals()
    try:
        environment = read_environment()
        install(environment)
        build_interface(environment)
        browser = find_program(*BROWSER_PROGRAMS)
        with run_fresh_server({"CHROMIUM": browser, **environment} if browser else environment) as own:
            print(f"PORTAL_URL={own['PORTAL_URL']}", flush=True)
            child = processes.start(command or ["sleep", "1000000"], own, cwd=Path.cwd())
            try:
                return processes.wait_for_exit(child)
            finally:
                processes.stop(child)
    except CommandError as problem:
        print(f"scripts/with-server: {problem}", file=sys.stderr)
        return 1
    except StopRequested as stopped:
        return stopped.exit_code if command else 0
    finally:
        processes.stop_all()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
