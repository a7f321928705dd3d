"""The portal as compose.yml deploys it, on this machine: for `scripts/test production`.

PostgreSQL with a streaming replica, Redis, a bucket, web servers and workers that can write nowhere but into their data
folder, and the proxy that speaks https before them.
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

# what the services of compose.yml run, and how many of each are started here
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
# a container's read-only file system, without a container: all that is mounted is, but for the folders named and
# shared memory, which a container has of its own
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
    """A command that can write into these folders alone and has no capabilities; as it is, for who is not root."""
    if os.geteuid() != 0 or not all(map(shutil.which, ("unshare", "mount", "setpriv"))):
        print("  Not root: the portal's processes can write where you can", flush=True)
        return list(command)
    return ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh", *map(str, folders), "--", *command]


@contextmanager
def deployed(environment: Mapping[str, str], runtime: Path) -> Iterator[dict[str, str]]:
    """All of it on free ports, its processes in the environment `runtime`, which holds what the image does.

    Gives the environment of those who use it (tests/production/conftest.py).
    """
    with TemporaryDirectory(prefix="portal-", ignore_cleanup_errors=True) as made, ExitStack() as stack:
        folder = Path(made)
        folder.chmod(0o711)
        addresses = stack.enter_context(postgres_and_redis())
        replica, its_data = stack.enter_context(_replica(folder, addresses["DATABASE_URL"]))
        bucket = stack.enter_context(_bucket(folder))
        url = f"https://{NAME}:{free_port()}"
        certificate = make_certificate(folder)
        data, temporary = folder / "data", folder / "tmp"
        data.mkdir(mode=0o700)
        temporary.mkdir(mode=0o700)
        own = {
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
            # many users log in from one address here
            "PORTAL_LOGINS_PER_MINUTE": "10000",
            "PORTAL_MAILS_PER_HOUR": "1000000",
            "PORTAL_CREATIONS_PER_HOUR": "1000000",
            "TMPDIR": str(temporary),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        if children.finish(_start("prepare", PREPARE, own, folder)):
            raise Problem(f"The database could not be prepared: {(folder / 'prepare.log').read_text()[-500:]}")
        ports = [free_port() for _ in range(WEB_SERVERS)]
        for port in ports:
            _started(stack, f"web-{port}", WEB, {**own, "PORTAL_PORT": str(port)}, folder)
        for name, command in BESIDE.items():
            _started(stack, name, command, {**own, "PORTAL_SIGN_OF_LIFE": str(temporary / f"{name}.alive")}, folder)
        stack.enter_context(proxied(folder, url, ports, certificate))
        _wait_until_ready(url, certificate.authority, folder)
        tests = with_venv(dict(environment))
        yield {
            **own,
            **{name: tests[name] for name in ("PATH", "VIRTUAL_ENV")},
            "PORTAL_URL": url,
            "PORTAL_MAILS": str(data / "mails"),
            "PORTAL_AUTHORITY": str(certificate.authority),
            "PORTAL_KEY_PIN": certificate.pin,
            "PORTAL_WEB_PORTS": " ".join(map(str, ports)),
            "PORTAL_REPLICA_DATA": str(its_data),
            "PORTAL_LOGS": str(folder),
            "NODE_EXTRA_CA_CERTS": str(certificate.authority),
        }


def _start(name: str, command: Sequence[str], environment: Mapping[str, str], folder: Path) -> Child:
    with (folder / f"{name}.log").open("ab") as log:
        words = confined(command, folder / "data", folder / "tmp")
        return children.start(words, environment, log)


def _started(stack: ExitStack, name: str, command: Sequence[str], own: Mapping[str, str], folder: Path) -> None:
    stack.callback(children.stop, _start(name, command, own, folder))


@contextmanager
def _replica(folder: Path, primary: str) -> Iterator[tuple[str, Path]]:
    """A streaming replica: its address and where its files are."""
    program = find_program("pg_basebackup")
    if not program:
        raise Problem("pg_basebackup is missing: install PostgreSQL (Debian: postgresql).")
    user = "postgres" if os.geteuid() == 0 else None
    data = folder / "replica"
    data.mkdir(mode=0o700)
    if user:
        shutil.chown(data, user)
    port = free_port()
    place = urlsplit(primary)
    copy = [program, "-h", str(place.hostname), "-p", str(place.port), "-U", "portal", "-D", data, "-R", "-X", "stream"]
    with (folder / "replica.log").open("w+b") as log:
        copied = children.start([*map(str, copy), "-c", "fast"], {"PATH": os.defpath}, log, user, cwd=folder)
        if children.finish(copied):
            raise Problem("The replica could not be made: see pg_basebackup above.")
        server = children.start(postgres_command(data, port), {"PATH": os.defpath}, log, user, cwd=folder)
        try:
            wait_for(server, "The replica", log, lambda: answers(port))
            yield f"postgres://portal@127.0.0.1:{port}/portal", data
        finally:
            children.stop(server, signal.SIGINT)


@contextmanager
def _bucket(folder: Path) -> Iterator[str]:
    """A server that speaks S3; its bucket is made when the data are prepared."""
    port = free_port()
    with (folder / "bucket.log").open("w+b") as log:
        server = children.start([tool("moto_server"), "-H", "127.0.0.1", "-p", str(port)], None, log)
        try:
            wait_for(server, "The object storage", log, lambda: answers(port))
            yield f"s3+http://portal:{secrets.token_urlsafe(8)}@127.0.0.1:{port}/uploads"
        finally:
            children.stop(server)


def _wait_until_ready(url: str, authority: Path, folder: Path) -> None:
    trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=str(authority)))
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), trusting)
    give_up = time.monotonic() + 2 * SECONDS_TO_START
    told = ""
    while time.monotonic() < give_up:
        try:
            with opener.open(f"{url}/readyz", timeout=5):
                return
        except urllib.error.HTTPError as error:
            told = f"{error.code} {error.read(300).decode(errors='replace')}"
        except OSError as error:
            told = str(error)
        time.sleep(0.2)
    logs = "".join(path.read_text(errors="replace")[-600:] for path in sorted(folder.glob("web-*.log")))
    raise Problem(f"The portal did not get ready: {told}\n{logs}")
