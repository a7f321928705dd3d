"""Run the portal on this machine as compose.yml deploys it.

For `scripts/test production`: PostgreSQL with a streaming replica, Redis, an S3 bucket, web servers and workers that
can write only to their data folder, and the HTTPS proxy in front of them.
"""

import os
import secrets
import shutil
import signal
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import processes
from backing_services import (
    START_TIMEOUT,
    build_postgres_command,
    find_program,
    is_listening,
    run_postgres_and_redis,
    wait_until_ready,
)
from environment import find_free_port
from install import get_tool_path, with_venv
from processes import Child, CommandError
from proxy import HOST_NAME, create_certificate, run_proxy

# the commands of the services in compose.yml
WEB_COMMAND = [
    "python",
    "scripts/commands/web_server.py",
    "--workers",
    "2",
    "--respawn-failed-workers",
]
PREPARE_COMMAND = ["python", "scripts/commands/prepare_data.py"]
BACKGROUND_COMMANDS = {
    "worker": ["python", "scripts/commands/worker.py"],
    "worker2": ["python", "scripts/commands/worker.py"],
    "mails": ["python", "scripts/commands/worker.py", "mails"],
    "jobs": ["python", "scripts/commands/worker.py", "jobs"],
    "beat": ["celery", "--app", "portal_backend.config", "beat", "--loglevel", "WARNING"],
}
WEB_SERVER_COUNT = 2
# a container's read-only file system without a container: all mounts are read-only except the given folders and
# shared memory, of which a container has its own
READ_ONLY_SCRIPT = """
mount -t tmpfs tmpfs /dev/shm
for folder in "$@"; do [ "$folder" = -- ] && break; mount --bind "$folder" "$folder"; done
while read -r _ place _; do
    case " /dev/shm $* " in *" $place "*) ;; *) mount -o remount,bind,ro "$place" 2>/dev/null;; esac
done < /proc/mounts
while [ "$1" != -- ]; do shift; done; shift
if touch "$PWD/.written" 2>/dev/null; then echo "the file system can be written" >&2; exit 1; fi
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
"""


def confine_command(command: Sequence[str], *folders: Path) -> list[str]:
    """Wrap a command so that it can write only to these folders.

    The wrapped command also has no capabilities. Without root the command is returned unchanged.
    """
    if os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "mount", "setpriv"))):
        print("  Not root: the portal's processes are not confined to their folders", flush=True)
        return list(command)
    return ["unshare", "--mount", "sh", "-c", READ_ONLY_SCRIPT, "sh", *map(str, folders), "--", *command]


@contextmanager
def run_deployed_stack(environment: Mapping[str, str], runtime: Path) -> Iterator[dict[str, str]]:
    """Start the whole deployment on free ports; yield the environment for the tests.

    Its processes run in the virtual environment `runtime`, which has the packages of the image. The environment is used
    by tests/production/conftest.py.
    """
    with TemporaryDirectory(prefix="portal-", ignore_cleanup_errors=True) as temporary_folder, ExitStack() as stack:
        folder = Path(temporary_folder)
        folder.chmod(0o711)
        addresses = stack.enter_context(run_postgres_and_redis())
        replica, replica_data = stack.enter_context(_run_replica(folder, addresses["DATABASE_URL"]))
        bucket = stack.enter_context(_run_bucket(folder))
        url = f"https://{HOST_NAME}:{find_free_port()}"
        certificate = create_certificate(folder)
        data, temporary = folder / "data", folder / "tmp"
        data.mkdir(mode=0o700)
        temporary.mkdir(mode=0o700)
        portal_environment = {
            **with_venv(dict(environment), runtime),
            **addresses,
            "DATABASE_REPLICA_URL": replica,
            "STORAGE_URL": bucket,
            "EMAIL_URL": "",
            "PORTAL_HOST": "127.0.0.1",
            "PORTAL_PUBLIC_URL": url,
            "PORTAL_BEHIND_PROXY": "1",
            "PORTAL_DEMO": "1",
            "PORTAL_DATA_DIR": str(data),
            "PORTAL_LOG_FORMAT": "json",
            # the tests log in many users from one address
            "PORTAL_LOGINS_PER_MINUTE": "10000",
            "PORTAL_MAILS_PER_HOUR": "1000000",
            "PORTAL_CREATIONS_PER_HOUR": "1000000",
            "TMPDIR": str(temporary),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        if processes.wait_for_exit(_start_confined("prepare", PREPARE_COMMAND, portal_environment, folder)):
            raise CommandError(f"The database could not be prepared: {(folder / 'prepare.log').read_text()[-500:]}")
        ports = [find_free_port() for _ in range(WEB_SERVER_COUNT)]
        for port in ports:
            _start_until_exit(
                stack, f"web-{port}", WEB_COMMAND, {**portal_environment, "PORTAL_PORT": str(port)}, folder
            )
        for name, command in BACKGROUND_COMMANDS.items():
            _start_until_exit(
                stack,
                name,
                command,
                {**portal_environment, "PORTAL_HEARTBEAT_FILE": str(temporary / f"{name}.alive")},
                folder,
            )
        stack.enter_context(run_proxy(folder, url, ports, certificate))
        _wait_until_ready(url, certificate.authority, folder)
        test_environment = with_venv(dict(environment))
        yield {
            **portal_environment,
            **{name: test_environment[name] for name in ("PATH", "VIRTUAL_ENV")},
            "PORTAL_URL": url,
            "PORTAL_MAIL_DIR": str(data / "mails"),
            "PORTAL_CA_FILE": str(certificate.authority),
            "PORTAL_SPKI_HASH": certificate.spki_hash,
            "PORTAL_WEB_PORTS": " ".join(map(str, ports)),
            "PORTAL_REPLICA_DATA": str(replica_data),
            "PORTAL_LOG_DIR": str(folder),
            "NODE_EXTRA_CA_CERTS": str(certificate.authority),
        }


def _start_confined(name: str, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> Child:
    with (folder / f"{name}.log").open("ab") as log:
        confined_command = confine_command(command, folder / "data", folder / "tmp")
        return processes.start(confined_command, environment, log)


def _start_until_exit(
    stack: ExitStack, name: str, command: Sequence[str], own: Mapping[str, str], folder: Path
) -> None:
    stack.callback(processes.stop, _start_confined(name, command, own, folder))


@contextmanager
def _run_replica(folder: Path, primary: str) -> Iterator[tuple[str, Path]]:
    """Run a streaming replica; yield its URL and data folder."""
    program = find_program("pg_basebackup")
    if not program:
        raise CommandError("pg_basebackup is missing: install PostgreSQL (Debian: postgresql).")
    user = "postgres" if os.geteuid() == 0 else None
    data = folder / "replica"
    data.mkdir(mode=0o700)
    if user:
        shutil.chown(data, user)
    port = find_free_port()
    primary_url = urlsplit(primary)
    copy = [
        program,
        "-h",
        str(primary_url.hostname),
        "-p",
        str(primary_url.port),
        "-U",
        "portal",
        "-D",
        data,
        "-R",
        "-X",
        "stream",
    ]
    with (folder / "replica.log").open("w+b") as log:
        base_backup = processes.start([*map(str, copy), "-c", "fast"], {"PATH": os.defpath}, log, user, cwd=folder)
        if processes.wait_for_exit(base_backup):
            raise CommandError("The replica could not be created: see pg_basebackup above.")
        server = processes.start(build_postgres_command(data, port), {"PATH": os.defpath}, log, user, cwd=folder)
        try:
            wait_until_ready(server, "The replica", log, lambda: is_listening(port))
            yield f"postgres://portal@127.0.0.1:{port}/portal", data
        finally:
            processes.stop(server, signal.SIGINT)


@contextmanager
def _run_bucket(folder: Path) -> Iterator[str]:
    """Run an S3 server; prepare_data creates its bucket."""
    port = find_free_port()
    with (folder / "bucket.log").open("w+b") as log:
        server = processes.start([get_tool_path("moto_server"), "-H", "127.0.0.1", "-p", str(port)], None, log)
        try:
            wait_until_ready(server, "The object storage", log, lambda: is_listening(port))
            yield f"s3+http://portal:{secrets.token_urlsafe(8)}@127.0.0.1:{port}/uploads"
        finally:
            processes.stop(server)


def _wait_until_ready(url: str, authority: Path, folder: Path) -> None:
    https_handler = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=str(authority)))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), https_handler)
    give_up = time.monotonic() + 2 * START_TIMEOUT
    last_error = ""
    while time.monotonic() < give_up:
        try:
            with opener.open(f"{url}/readyz", timeout=5):
                return
        except urllib.error.HTTPError as error:
            last_error = f"{error.code} {error.read(300).decode(errors='replace')}"
        except OSError as error:
            last_error = str(error)
        time.sleep(0.2)
    logs = "".join(path.read_text(errors="replace")[-600:] for path in sorted(folder.glob("web-*.log")))
    raise CommandError(f"The portal did not become ready: {last_error}\n{logs}")
