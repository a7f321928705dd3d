"""compose.yml itself: upgrade under load, killed containers, backup and restore.

Run with `scripts/test compose`.
"""

import http.client
import json
import os
import ssl
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.measurements import ReportMeasurements

ROOT = Path(__file__).resolve().parents[2]
POLLER_COUNT = 6
READY_TIMEOUT = 600.0
PASSWORD = "Portal-demo-1"


@dataclass
class AvailabilityResults:
    """Statuses and errors of the requests during a test, and the longest duration."""

    outcomes: Counter[str] = field(default_factory=Counter)
    max_seconds: float = 0.0

    @property
    def failures(self) -> dict[str, int]:
        """All but 200."""
        return {name: number for name, number in self.outcomes.items() if name != "200"}


class ComposePortal:
    """The containers of the project that `scripts/test compose` started."""

    def __init__(self, port: int, authority: str) -> None:
        self._port = port
        self._context = ssl.create_default_context(cafile=authority)

    def send_request(self, verb: str, path: str, body: object = None, token: str = "") -> tuple[int, bytes]:
        """Send one request over HTTPS on a new connection."""
        connection = http.client.HTTPSConnection("localhost", self._port, context=self._context, timeout=60)
        try:
            headers = {"Host": "localhost", "Content-Type": "application/json", "Authorization": token}
            connection.request(verb, path, json.dumps(body) if body else None, headers)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def log_in(self) -> str:
        """Log in as a client and return the token."""
        status, response = self._send_login()
        assert status == 200, response
        return str(json.loads(response)["token"])

    def wait_until_login_works(self) -> None:
        """Wait while a login is answered with 502, 503 or not at all."""
        began = time.monotonic()
        while time.monotonic() - began < READY_TIMEOUT:
            with suppress(OSError, http.client.HTTPException):
                status, response = self._send_login()
                assert status in (200, 502, 503), response
                if status == 200:
                    return
            time.sleep(0.5)
        pytest.fail("no login succeeds")

    def _send_login(self) -> tuple[int, bytes]:
        return self.send_request("POST", "/api/v1/contacts/login", {"username": "client", "password": PASSWORD})

    def wait_until_ready(self, degraded: tuple[str, ...] = ()) -> float:
        """Wait until the portal is ready with this degradation; return the seconds."""
        began = time.monotonic()
        state: object = None
        while time.monotonic() - began < READY_TIMEOUT:
            try:
                status, response = self.send_request("GET", "/readyz")
                state = json.loads(response or b"{}")
                if status == 200 and tuple(state["degraded"]) == degraded:  # type: ignore[index]
                    return time.monotonic() - began
            except (OSError, ValueError, http.client.HTTPException) as error:
                state = error
            time.sleep(0.5)
        pytest.fail(f"not ready: {state}")

    @contextmanager
    def poll(self) -> Iterator[AvailabilityResults]:
        """Read and write in background threads; yield the results."""
        token, results, finished = self.log_in(), AvailabilityResults(), threading.Event()
        feedback = {"title": "A drill", "content": "while servers are replaced"}
        calls = [
            ("GET", "/api/rest/meta", None),
            ("GET", "/api/v1/repairing/fetch-by-criteria/active?size=5", None),
            ("PUT", "/api/v1/support/request/feedback", feedback),
        ]

        def poll(number: int) -> None:
            while not finished.wait(0.1):
                began = time.monotonic()
                try:
                    status, _ = self.send_request(*calls[number % len(calls)], token)
                    results.responses["200" if status == 429 else str(status)] += 1  # feedback is throttled
                except (OSError, http.client.HTTPException) as error:
                    results.responses[type(error).__name__] += 1
                results.max_seconds = max(results.max_seconds, time.monotonic() - began)

        threads = [threading.Thread(target=poll, args=(number,)) for number in range(POLLER_COUNT)]
        for each in threads:
            each.start()
        try:
            yield results
        finally:
            finished.set()
            for each in threads:
                each.join()


def build_project_environment() -> dict[str, str]:
    """Return the environment for docker compose and scripts/upgrade."""
    return {**os.environ, **json.loads(os.environ["PORTAL_COMPOSE"])}


def run_compose(*words: str) -> bytes:
    """Run `docker compose`, which must succeed; return its output."""
    words = ("docker", "compose", *words)
    process = subprocess.run(
        words, cwd=ROOT, env=build_project_environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    assert process.returncode == 0, process.stderr.decode(errors="replace")[-1000:]
    return process.stdout


def get_container_ids(service: str) -> set[str]:
    """Return the ids of a service's containers."""
    return set(run_compose("ps", "--quiet", service).decode().split())


def get_process_id(container: str) -> str:
    """Return the id of a container's first process, 0 if it does not run."""
    command = ["docker", "inspect", "--format", "{{.State.Pid}}", container]
    return subprocess.check_output(command, text=True).strip()


@pytest.fixture(scope="module")
def portal() -> ComposePortal:
    """Return the portal that `scripts/test compose` started, once it is ready."""
    if not os.environ.get("PORTAL_COMPOSE_PORT"):
        pytest.skip("requires the containers of scripts/test compose")
    made = ComposePortal(int(os.environ["PORTAL_COMPOSE_PORT"]), os.environ["PORTAL_CA_FILE"])
    made.wait_until_ready()
    return made


def test_upgrade_replaces_servers_without_downtime(portal: ComposePortal, figures: ReportMeasurements) -> None:
    """At most one 503 per server and no broken connection; the proxy is kept."""
    proxy, before = get_container_ids("proxy"), get_container_ids("web")
    with portal.poll() as results:
        began = time.monotonic()
        subprocess.run([ROOT / "scripts/upgrade", "--no-build"], env=build_project_environment(), check=True)
        seconds = time.monotonic() - began
    assert get_container_ids("proxy") == proxy
    assert len(get_container_ids("web")) == len(before)
    assert get_container_ids("web").isdisjoint(before)
    figures(seconds=round(seconds), longest=round(results.max_seconds, 1), **results.responses)
    assert results.failures.keys() <= {"503"}, results.failures
    assert results.failures.get("503", 0) <= len(before)
    portal.wait_until_ready()


def test_upgrade_with_invalid_setting_replaces_nothing(portal: ComposePortal) -> None:
    before = get_container_ids("web")
    environment = {**build_project_environment(), "PORTAL_DEMO": "maybe"}
    process = subprocess.run(
        [ROOT / "scripts/upgrade", "--no-build"], env=environment, capture_output=True, text=True, check=False
    )
    assert process.returncode == 1
    assert "PORTAL_DEMO is 'maybe'" in process.stdout + process.stderr
    assert get_container_ids("web") == before


@pytest.mark.parametrize("service", ["web", "mails", "worker", "jobs", "beat", "redis", "storage", "postgres"])
def test_recovers_from_killed_container(portal: ComposePortal, service: str, figures: ReportMeasurements) -> None:
    [container, *_] = get_container_ids(service)
    before = get_process_id(container)
    assert before != "0", "not running"
    # killed from outside the container, since Docker does not restart after `docker kill`
    subprocess.run(["kill", "-KILL", before], check=True)
    began = time.monotonic()
    # until then /readyz may return the result of a check before the kill
    while get_process_id(container) in ("0", before):
        assert time.monotonic() - began < READY_TIMEOUT, "not restarted"
        time.sleep(0.1)
    portal.wait_until_ready()
    portal.wait_until_login_works()
    figures(seconds=round(time.monotonic() - began, 1))


def test_missing_heartbeat_is_reported_as_degraded(portal: ComposePortal) -> None:
    run_compose("stop", "beat")
    try:
        portal.wait_until_ready(("clock",))
    finally:
        run_compose("start", "beat")
    portal.wait_until_ready()


def test_restores_backup(portal: ComposePortal) -> None:
    first = min(run_compose("ps", "--format", "{{.Name}}", "web").decode().split()).rpartition("-")[2]
    web = ("exec", "-T", "--index", first, "web")
    run_compose(*web, "python", "manage.py", "backup", "/data/drill.tar")
    run_compose("stop", "web", "mails", "worker", "jobs", "beat")
    run_compose(
        "run", "--rm", "--no-deps", "-T", "web", "python", "manage.py", "restore", "/data/drill.tar", "--replace"
    )
    run_compose("up", "-d", "--no-build")
    portal.wait_until_ready()
    portal.log_in()


def test_database_role_is_no_superuser_and_ports_are_private(portal: ComposePortal) -> None:
    del portal
    statement = "SELECT rolsuper FROM pg_roles WHERE rolname = 'portal'"
    assert run_compose("exec", "-T", "postgres", "psql", "-U", "postgres", "-tAc", statement).strip() == b"f"
    for service in ("postgres", "redis", "storage", "web"):
        assert run_compose("ps", "--format", "{{.Publishers}}", service).count(b"0.0.0.0") == 0
