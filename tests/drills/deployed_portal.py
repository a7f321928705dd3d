"""The portal as compose.yml deploys it, whose processes can be killed.

PostgreSQL and Redis are started for each drill.
"""

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from backing_services import run_postgres_and_redis
from environment import LaunchConfig, find_free_port
from redis import Redis

from tests.drills.conftest import Server, get_child_pids

ROOT = Path(__file__).resolve().parents[2]
RECOVERY_TIMEOUT = 60.0
WEB_COMMAND = (
    "scripts/commands/web_server.py",
    "--workers",
    "2",
    "--respawn-failed-workers",
)
WORKER_SCRIPT = "scripts/commands/worker.py"
WORKER_COMMANDS = ((WORKER_SCRIPT, "mails"), (WORKER_SCRIPT, "jobs"), (WORKER_SCRIPT, "--beat"))
# the portal's own processes use the deployed packages, without those of the tests
RUNTIME_PYTHON = os.environ.get("RUNTIME_PYTHON", sys.executable)
Program = subprocess.Popen[bytes]


@dataclass
class BackingService:
    """PostgreSQL or Redis, which can be killed and started with the same command."""

    pid: int
    port: int
    command: list[str]
    processes: list[Program] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._owner = Path(f"/proc/{self.pid}").stat().st_uid

    def kill(self) -> None:
        """Kill it and its children."""
        for each in (self.pid, *get_child_pids(self.pid)):
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGKILL)
        # a zombie counts as running for the process that replaces it
        with contextlib.suppress(ChildProcessError):
            os.waitpid(self.pid, 0)

    def start(self) -> None:
        """Start it again once its port is free."""
        config = LaunchConfig("127.0.0.1", self.port, Path(), "", embedded=False, demo=False)
        give_up = time.monotonic() + RECOVERY_TIMEOUT
        while True:
            with contextlib.suppress(Exception):
                config.check_port_is_free()
                break
            assert time.monotonic() < give_up, f"port {self.port} stays busy"
            time.sleep(0.05)
        quiet = subprocess.DEVNULL
        owner = self._owner or None
        self.processes.append(
            subprocess.Popen(self.command, stdout=quiet, stderr=quiet, cwd="/", user=owner, start_new_session=True)
        )
        self.pid = self.processes[-1].pid

    def stop(self) -> None:
        """Stop the processes that were started here."""
        for each in self.processes:
            each.terminate()
        for each in self.processes:
            with contextlib.suppress(subprocess.TimeoutExpired):
                each.wait(20)
            each.kill()


class DeployedPortal:
    """Web server with two worker processes, background workers and scheduler.

    All of them get `environment` and run the sources in `root`, which for an upgrade are those of another version.
    """

    def __init__(self, environment: dict[str, str], log: Path, root: Path = ROOT) -> None:
        self.environment, self.log, self.root = environment, log, root
        self.postgres = _find_postgres(environment["DATABASE_URL"])
        self.redis = _find_redis(environment["REDIS_URL"])
        self.web_servers = self.workers = list[Program]()

    @property
    def server(self) -> Server:
        """The first web server."""
        return Server("127.0.0.1", int(self.environment["PORTAL_PORT"]), self.web_servers[0].pid)

    def execute_sql(self, *statements: str) -> None:
        """Execute SQL statements as the database's owner."""
        with psycopg.connect(self.environment["DATABASE_URL"], autocommit=True) as connection:
            for each in statements:
                connection.execute(each.encode())

    def run_drill_program(self, *words: str) -> Any:
        """Run tests/drills/counted.py with these settings; return its output."""
        return json.loads(self.run_program("tests/drills/counted.py", *words) or "null")

    def prepare_data(self) -> str:
        """Migrate the database; return the output."""
        return self.run_program("scripts/commands/prepare_data.py")

    def run_program(self, *words: str) -> str:
        """Run a program to its end and return its output."""
        python = RUNTIME_PYTHON if words[0].startswith("scripts/") else sys.executable
        command, pipe = [python, *words], subprocess.PIPE
        return subprocess.run(command, cwd=self.root, env=self.environment, stdout=pipe, text=True, check=True).stdout

    def start_web_server(self, *arguments: str) -> Program:
        """Start a supervised web server, as deployed."""
        return self._start(*WEB_COMMAND, "--log-level", "error", *arguments)

    def start(self, *, ready: bool = True) -> None:
        """Start all processes; with `ready`, wait until all dependencies are reachable."""
        LaunchConfig("127.0.0.1", self.server_port, Path(), "", embedded=False, demo=False).check_port_is_free()
        self.web_servers = [self.start_web_server()]
        self.workers = self.start_workers()
        if ready:
            self.wait_until_ready()

    def start_workers(self) -> list[Program]:
        """Start the workers of emails and jobs, and the one with the scheduler."""
        # in older versions the worker with the scheduler also sent the emails
        has_mail_queue = '"mails"' in (self.root / WORKER_SCRIPT).read_text()
        return [self._start(*words) for words in WORKER_COMMANDS if has_mail_queue or words[-1] != "mails"]

    def start_mail_worker(self) -> Program:
        """Start the worker that sends emails."""
        return self._start(*WORKER_COMMANDS[0])

    @property
    def server_port(self) -> int:
        """The port of the first web server."""
        return int(self.environment["PORTAL_PORT"])

    def _start(self, *words: str) -> Program:
        with self.log.open("ab") as log:
            return subprocess.Popen(
                [RUNTIME_PYTHON, *words],
                cwd=self.root,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def wait_until_ready(self) -> float:
        """Wait until /readyz responds with 200; return the seconds it took."""
        began = time.monotonic()
        while True:
            with contextlib.suppress(OSError):
                if self.server.send_request("GET", "/readyz", timeout=5)[0] == 200:
                    return time.monotonic() - began
            assert time.monotonic() - began < RECOVERY_TIMEOUT, f"it does not come back: {self.log.read_text()[-500:]}"
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop all processes."""
        programs = [*self.web_servers, *self.workers]
        for each in programs:
            each.terminate()
        for each in programs:
            with contextlib.suppress(subprocess.TimeoutExpired):
                each.wait(30)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(each.pid, signal.SIGKILL)
        self.postgres.stop()
        self.redis.stop()


@contextlib.contextmanager
def run_deployed_portal(folder: Path, root: Path = ROOT, **settings: str) -> Iterator[DeployedPortal]:
    """Prepare a portal with an empty database; yield it before it is started.

    Everything is stopped afterwards.
    """
    # PostgreSQL runs as another user, who needs access to the folder of this run
    shared = Path(tempfile.gettempdir())
    shared.chmod(shared.stat().st_mode | 0o011)
    port = find_free_port()
    with run_postgres_and_redis() as addresses:
        environment = {
            **os.environ,
            "STORAGE_URL": "",
            "EMAIL_URL": "",
            "PORTAL_DEMO": "0",
            "PORTAL_DATA_DIR": str(folder),
            "PORTAL_HOST": "127.0.0.1",
            "PORTAL_PORT": str(port),
            "PORTAL_PUBLIC_URL": f"http://127.0.0.1:{port}",
            "PORTAL_MAIL_LEASE_SECONDS": "5",
            "PORTAL_UNUSED_UPLOAD_RETENTION_DAYS": "1",
            "PORTAL_UPLOADS_PER_HOUR": "100000",
            "SECRET_KEY": secrets.token_urlsafe(48),
            "PORTAL_LOGINS_PER_MINUTE": "10000",
            "PORTAL_MAILS_PER_HOUR": "1000000",
            "PORTAL_CREATIONS_PER_HOUR": "1000000",
            **addresses,
            **settings,
        }
        portal = DeployedPortal(environment, folder / "log.txt", root)
        # the tests' servers acknowledge before writing, so that a kill would lose acknowledged changes
        portal.execute_sql("ALTER ROLE portal SET synchronous_commit = on")
        portal.prepare_data()
        try:
            yield portal
        finally:
            portal.stop()


def _get_port(address: str) -> int:
    return urlsplit(address).port or 0


def _find_postgres(address: str) -> BackingService:
    with psycopg.connect(address) as connection:
        [(folder,)] = connection.execute("SHOW data_directory").fetchall()
    pid = int((Path(str(folder)) / "postmaster.pid").read_text().splitlines()[0])
    command = [word.decode() for word in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0") if word]
    return BackingService(pid, _get_port(address), command)


def _find_redis(address: str) -> BackingService:
    info: Any = Redis.from_url(address).info("server")
    command = [info["executable"], "--port", str(info["tcp_port"]), "--bind", "127.0.0.1", "--save", ""]
    return BackingService(int(info["process_id"]), int(info["tcp_port"]), command)
