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

import children
from children import Child, Problem
from environment import free_port
from install import tool, with_venv
from proxy import NAME, make_certificate, proxied
from services import SECONDS_TO_START, answers, find_program, postgres_and_redis, postgres_command, wait_for

# the commands of the services in compose.yml
WEB = [
    "python",
    "scripts/commands/web_server.py",
    "--workers",
    "2",
    "--workers-kill-timeout",
    "20",
    "--respawn-failed-workers",
]
PREPARE = ["python", "scripts/commands/prepare_data.py"]
BESIDE = {
    "worker": ["python", "scripts/commands/worker.py"],
    "worker2": ["python", "scripts/commands/worker.py"],
    "mails": ["python", "scripts/commands/worker.py", "mails"],
    "jobs": ["python", "scripts/commands/worker.py", "jobs"],
    "beat": ["celery", "--app", "portal_backend", "beat", "--loglevel", "WARNING"],
}
WEB_SERVERS = 2
# a container's read-only file system without a container: all mounts are read-only except the given folders and
# shared memory, of which a container has its own
READ_ONLY = """
mount -t tmpfs tmpfs /dev/shm
for folder in "$@"; do [ "$folder" = -- ] && break; mount --bind "$folder" "$folder"; done
while read -r _ place _; do
    case " /dev/shm $* " in *" $place "*) ;; *) mount -o remount,bind,ro "$place" 2>/dev/null;; esac
done < /proc/mounts
while [ "$1" != -- ]; do shift; done; shift
if touch "$PWD/.written" 2>/dev/null; then echo "the file system can be written" >&2; exit 1; fi
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
"""


def confined(command: Sequence[str], *folders: Path) -> list[str]:
    """Wrap a command so that it can write only to these folders.

    The wrapped command also has no capabilities. Without root the command is returned unchanged.
    """
    if os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "mount", "setpriv"))):
        print("  Not root: the portal's processes can write where you can", flush=True)
        return list(command)
    return ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", *map(str, folders), "--", *command]


@contextmanager
def deployed(environment: Mapping[str, str], runtime: Path) -> Iterator[dict[str, str]]:
    """Start the whole deployment on free ports; yield the environment for the tests.

    Its processes run in the virtual environment `runtime`, which has the packages of the image. The environment is used
    by tests/production/conftest.py.
    """
    with TemporaryDirectory(prefix="portal-", ignore_cleanup_errors=True) as temporary_folder, ExitStack() as stack:
        folder = Path(temporary_folder)
        folder.chmod(0o711)
        addresses = stack.enter_context(postgres_and_redis())
        replica, replica_data = stack.enter_context(_replica(folder, addresses["DATABASE_URL"]))
        bucket = stack.enter_context(_bucket(folder))
        url = f"https://{NAME}:{free_port()}"
        certificate = make_certificate(folder)
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
        if children.finish(_start("prepare", PREPARE, portal_environment, folder)):
            raise Problem(f"The database could not be prepared: {(folder / 'prepare.log').read_text()[-500:]}")
        ports = [free_port() for _ in range(WEB_SERVERS)]
        for port in ports:
            _started(stack, f"web-{port}", WEB, {**portal_environment, "PORTAL_PORT": str(port)}, folder)
        for name, command in BESIDE.items():
            _started(
                stack,
                name,
                command,
                {**portal_environment, "PORTAL_SIGN_OF_LIFE": str(temporary / f"{name}.alive")},
                folder,
            )
        stack.enter_context(proxied(folder, url, ports, certificate))
        _wait_until_ready(url, certificate.authority, folder)
        test_environment = with_venv(dict(environment))
        yield {
            **portal_environment,
            **{name: test_environment[name] for name in ("PATH", "VIRTUAL_ENV")},
            "PORTAL_URL": url,
            "PORTAL_MAILS": str(data / "mails"),
            "PORTAL_AUTHORITY": str(certificate.authority),
            "PORTAL_KEY_PIN": certificate.pin,
            "PORTAL_WEB_PORTS": " ".join(map(str, ports)),
            "PORTAL_REPLICA_DATA": str(replica_data),
            "PORTAL_LOGS": str(folder),
            "NODE_EXTRA_CA_CERTS": str(certificate.authority),
        }


def _start(name: str, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> Child:
    with (folder / f"{name}.log").open("ab") as log:
        confined_command = confined(command, folder / "data", folder / "tmp")
        return children.start(confined_command, environment, log)


def _started(stack: ExitStack, name: str, command: Sequence[str], own: Mapping[str, str], folder: Path) -> None:
    stack.callback(children.stop, _start(name, command, own, folder))


@contextmanager
def _replica(folder: Path, primary: str) -> Iterator[tuple[str, Path]]:
    """Run a streaming replica; yield its URL and data folder."""
    program = find_program("pg_basebackup")
    if not program:
        raise Problem("pg_basebackup is missing: install PostgreSQL (Debian: postgresql).")
    user = "postgres" if os.geteuid() == 0 else None
    data = folder / "replica"
    data.mkdir(mode=0o700)
    if user:
        shutil.chown(data, user)
    port = free_port()
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
        base_backup = children.start([*map(str, copy), "-c", "fast"], {"PATH": os.defpath}, log, user, cwd=folder)
        if children.finish(base_backup):
            raise Problem("The replica could not be made: see pg_basebackup above.")
        server = children.start(postgres_command(data, port), {"PATH": os.defpath}, log, user, cwd=folder)
        try:
            wait_for(server, "The replica", log, lambda: answers(port))
            yield f"postgres://portal@127.0.0.1:{port}/portal", data
        finally:
            children.stop(server, signal.SIGINT)


@contextmanager
def _bucket(folder: Path) -> Iterator[str]:
    """Run an S3 server; prepare_data creates its bucket."""
    port = free_port()
    with (folder / "bucket.log").open("w+b") as log:
        server = children.start([tool("moto_server"), "-H", "127.0.0.1", "-p", str(port)], None, log)
        try:
            wait_for(server, "The object storage", log, lambda: answers(port))
            yield f"s3+http://portal:{secrets.token_urlsafe(8)}@127.0.0.1:{port}/uploads"
        finally:
            children.stop(server)


def _wait_until_ready(url: str, authority: Path, folder: Path) -> None:
    https_handler = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=str(authority)))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), https_handler)
    give_up = time.monotonic() + 2 * SECONDS_TO_START
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
    raise Problem(f"The portal did not get ready: {last_error}\n{logs}")
