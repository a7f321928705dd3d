"""Programs that the tests need: a browser, PostgreSQL and Redis.

They are installed where possible and run in temporary folders.
"""

import os
import secrets
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

import processes
from environment import find_free_port
from install import run_quietly, run_step
from processes import Child, CommandError

# the headless shell renders the same with a sixth less processor time
BROWSER_PROGRAMS = ("chromium-headless-shell", "chromium")
# alternative programs, and the Debian packages that contain them
TEST_PROGRAMS: Mapping[tuple[str, ...], Sequence[str]] = {
    BROWSER_PROGRAMS: ["chromium-headless-shell", "fonts-liberation"],
    ("initdb",): ["postgresql"],
    ("redis-server",): ["redis-server"],
}
# additional programs of the deployment
DEPLOYMENT_PROGRAMS: Mapping[tuple[str, ...], Sequence[str]] = {("caddy",): ["caddy"], ("openssl",): ["openssl"]}
START_TIMEOUT = 30
POLICY_RC_D = Path("/usr/sbin/policy-rc.d")


def find_program(*names: str) -> str | None:
    """Return the path of the first of these programs that is installed.

    Debian's PostgreSQL folders are searched before the PATH.
    """
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name), reverse=True
    )
    path = os.pathsep.join([*map(str, versions), os.environ.get("PATH", os.defpath)])
    return next((found for name in names if (found := shutil.which(name, path=path))), None)


def install_programs(
    environment: dict[str, str], programs: Mapping[tuple[str, ...], Sequence[str]] = TEST_PROGRAMS
) -> None:
    """Install missing programs with apt; without root or apt only list them."""
    missing = [package for names, packages in programs.items() if not find_program(*names) for package in packages]
    if missing and (os.geteuid() != 0 or not shutil.which("apt-get")):
        print(
            f"  System packages missing: {' '.join(missing)} (as root: apt-get install {' '.join(missing)})", flush=True
        )
        return

    def install_them() -> None:
        apt = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
        apt_environment = {**environment, "DEBIAN_FRONTEND": "noninteractive"}
        with _prevent_service_start():
            for command in ([*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", *missing]):
                run_quietly(command, apt_environment, f"install {' '.join(missing)} by hand, then start again")

    run_step("System packages", f"installing {' '.join(missing)}", install_them if missing else None)


@contextmanager
def _prevent_service_start() -> Iterator[None]:
    # Debian starts a server when it is installed; here only the tests start servers
    created = not POLICY_RC_D.exists()
    if created:
        POLICY_RC_D.write_text("#!/bin/sh\nexit 101\n", encoding="utf-8")
        POLICY_RC_D.chmod(0o755)
    try:
        yield
    finally:
        if created:
            POLICY_RC_D.unlink()


@contextmanager
def run_postgres_and_redis(kept: Path | None = None) -> Iterator[dict[str, str]]:
    """Run both servers on free ports; yield the variables to reach them.

    With `kept`, the database files are in that folder and those of an earlier run are used again.
    """
    with (
        TemporaryDirectory(prefix="portal-") as folder,
        _run_postgres(kept or Path(folder)) as database,
        _run_redis(Path(folder)) as broker,
    ):
        yield {"DATABASE_URL": database, "REDIS_URL": broker, "SECRET_KEY": secrets.token_urlsafe(48)}


@contextmanager
def _run_postgres(folder: Path) -> Iterator[str]:
    initdb, createdb = map(find_program, ("initdb", "createdb"))
    if not (initdb and createdb):
        raise CommandError("PostgreSQL is missing: install it (Debian: postgresql).")
    # PostgreSQL refuses to run as root; Debian's package creates this user
    user = "postgres" if os.geteuid() == 0 else None
    data = folder / "pg"
    data.mkdir(mode=0o700, exist_ok=True)
    if user:
        folder.chmod(0o711)
        shutil.chown(data, user)
    with (folder / "postgres.log").open("w+b") as log:
        if not (data / "PG_VERSION").exists():
            initialization = processes.start(
                [initdb, "-D", data, "-U", "portal", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
                {"PATH": os.defpath},
                log,
                user,
                cwd=folder,
            )
            if processes.wait_for_exit(initialization):
                raise CommandError(f"PostgreSQL could not create its data folder: {_read_last_line(log)}")
        port = find_free_port()
        server = processes.start(build_postgres_command(data, port), {"PATH": os.defpath}, log, user, cwd=folder)
        try:
            # PostgreSQL is ready once createdb succeeds
            create_command = [createdb, "-h", "127.0.0.1", "-p", str(port), "-U", "portal", "portal"]
            wait_until_ready(server, "PostgreSQL", log, lambda: _create_database(create_command, log))
            yield f"postgres://portal@127.0.0.1:{port}/portal"
        finally:
            processes.stop(server, signal.SIGINT)


def build_postgres_command(data: Path, port: int) -> list[str]:
    """Return the command of PostgreSQL on a data folder, tuned for tests.

    Without durability it is as fast as possible.
    """
    # 100 connections (the default), since each thread of a web process keeps one; no autovacuum, since statistics
    # gathered while a test's rows are uncommitted show empty tables, and made a list of a hundred rows take a minute
    settings = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=100", "autovacuum=off")
    location = ("-D", str(data), "-k", str(data), "-h", "127.0.0.1", "-p", str(port))
    return [
        find_program("postgres") or "postgres",
        *location,
        *(part for setting in settings for part in ("-c", setting)),
    ]


def _create_database(make: Sequence[str], log: IO[bytes]) -> bool:
    result = subprocess.run(make, stderr=subprocess.PIPE, check=False)
    log.write(result.stderr)
    return result.returncode == 0 or b"already exists" in result.stderr


@contextmanager
def _run_redis(folder: Path) -> Iterator[str]:
    program = find_program("redis-server")
    if not program:
        raise CommandError("Redis is missing: install it (Debian: redis-server).")
    port = find_free_port()
    with (folder / "redis.log").open("w+b") as log:
        command = [
            program,
            "--port",
            str(port),
            "--bind",
            "127.0.0.1",
            "--save",
            "",
            "--appendonly",
            "no",
            "--dir",
            str(folder),
        ]
        server = processes.start(command, {"PATH": os.defpath}, log, cwd=folder)
        try:
            wait_until_ready(server, "Redis", log, lambda: is_listening(port))
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            processes.stop(server)


def wait_until_ready(server: Child, name: str, log: IO[bytes], is_ready: Callable[[], bool]) -> None:
    """Wait until a server that was started is ready.

    Raises CommandError with the last line of its log.
    """
    give_up = time.monotonic() + START_TIMEOUT
    while time.monotonic() < give_up and server.poll() is None:
        if is_ready():
            return
        time.sleep(0.1)
    raise CommandError(f"{name} did not start: {_read_last_line(log)}")


def is_listening(port: int) -> bool:
    """Check whether a process listens on a port of this machine."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True


def _read_last_line(log: IO[bytes]) -> str:
    log.seek(0)
    return (log.read().decode(errors="replace").strip().splitlines() or ["it said nothing"])[-1]
