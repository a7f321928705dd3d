"""compose.yml itself (scripts/test compose): upgrade under load, containers killed, backup and restore."""

import http.client
import json
import os
import ssl
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.figures import Figures

ROOT = Path(__file__).resolve().parents[2]
POLLERS = 6
SECONDS_TO_COME = 600.0
PASSWORD = "Portal-demo-1"


@dataclass
class Met:
    """What callers met: statuses, and the names of errors where there was no answer."""

    answers: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0

    @property
    def failed(self) -> dict[str, int]:
        """All but 200."""
        return {name: number for name, number in self.answers.items() if name != "200"}


class Portal:
    """The containers of the project that `scripts/test compose` started."""

    def __init__(self, port: int, authority: str) -> None:
        self._port = port
        self._context = ssl.create_default_context(cafile=authority)

    def ask(self, verb: str, path: str, body: object = None, token: str = "") -> tuple[int, bytes]:
        """One call over https on a connection of its own."""
        line = http.client.HTTPSConnection("localhost", self._port, context=self._context, timeout=60)
        try:
            headers = {"Host": "localhost", "Content-Type": "application/json", "Authorization": token}
            line.request(verb, path, json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def log_in(self) -> str:
        """A client's token."""
        status, answer = self.ask("POST", "/api/v1/contacts/login", {"username": "client", "password": PASSWORD})
        assert status == 200, answer
        return str(json.loads(answer)["token"])

    def wait_until_ready(self, degraded: tuple[str, ...] = ()) -> float:
        """Seconds until everything was reached and reported."""
        began = time.monotonic()
        told: object = None
        while time.monotonic() - began < SECONDS_TO_COME:
            try:
                status, answer = self.ask("GET", "/readyz")
                told = json.loads(answer or b"{}")
                if status == 200 and tuple(told["degraded"]) == degraded:  # type: ignore[index]
                    return time.monotonic() - began
            except (OSError, ValueError, http.client.HTTPException) as error:
                told = error
            time.sleep(0.5)
        pytest.fail(f"not ready: {told}")

    @contextmanager
    def polled(self) -> Iterator[Met]:
        """Meanwhile people read and write."""
        token, met, over = self.log_in(), Met(), threading.Event()
        feedback = {"title": "A drill", "content": "while servers are replaced"}
        calls = [
            ("GET", "/api/rest/meta", None),
            ("GET", "/api/v1/repairing/fetch-by-criteria/active?size=5", None),
            ("PUT", "/api/v1/support/request/feedback", feedback),
        ]

        def poll(number: int) -> None:
            while not over.wait(0.1):
                began = time.monotonic()
                try:
                    status, _ = self.ask(*calls[number % len(calls)], token)
                    met.answers["200" if status == 429 else str(status)] += 1  # feedback is throttled
                except (OSError, http.client.HTTPException) as error:
                    met.answers[type(error).__name__] += 1
                met.longest = max(met.longest, time.monotonic() - began)

        threads = [threading.Thread(target=poll, args=(number,)) for number in range(POLLERS)]
        for each in threads:
            each.start()
        try:
            yield met
        finally:
            over.set()
            for each in threads:
                each.join()


def of_project() -> dict[str, str]:
    """The environment of docker compose, and of scripts/upgrade."""
    return {**os.environ, **json.loads(os.environ["PORTAL_COMPOSE"])}


def compose(*words: str) -> bytes:
    """What `docker compose` wrote; it must end well."""
    words = ("docker", "compose", *words)
    done = subprocess.run(words, cwd=ROOT, env=of_project(), stdin=subprocess.DEVNULL, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode(errors="replace")[-1000:]
    return done.stdout


def containers(service: str) -> set[str]:
    """The ids of a service's containers."""
    return set(compose("ps", "--quiet", service).decode().split())


@pytest.fixture(scope="module")
def portal() -> Portal:
    """Started by `scripts/test compose`, and ready."""
    if not os.environ.get("PORTAL_COMPOSE_PORT"):
        pytest.skip("these want the containers of scripts/test compose")
    made = Portal(int(os.environ["PORTAL_COMPOSE_PORT"]), os.environ["PORTAL_AUTHORITY"])
    made.wait_until_ready()
    return made


def test_replaces_servers_without_refusing_a_call(portal: Portal, figures: Figures) -> None:
    """At most one 503 for each server, and no broken connection; the proxy is the same."""
    proxy, before = containers("proxy"), containers("web")
    with portal.polled() as met:
        began = time.monotonic()
        subprocess.run([ROOT / "scripts/upgrade", "--no-build"], env=of_project(), check=True)
        seconds = time.monotonic() - began
    assert containers("proxy") == proxy
    assert len(containers("web")) == len(before)
    assert containers("web").isdisjoint(before)
    figures(seconds=round(seconds), longest=round(met.longest, 1), **met.answers)
    assert met.failed.keys() <= {"503"}, met.failed
    assert met.failed.get("503", 0) <= len(before)
    portal.wait_until_ready()


def test_a_setting_that_is_not_valid_replaces_nothing(portal: Portal) -> None:
    before = containers("web")
    own = {**of_project(), "PORTAL_DEMO": "maybe"}
    done = subprocess.run(
        [ROOT / "scripts/upgrade", "--no-build"], env=own, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert "PORTAL_DEMO is 'maybe'" in done.stdout + done.stderr
    assert containers("web") == before


@pytest.mark.parametrize("service", ["web", "mails", "worker", "jobs", "beat", "redis", "storage", "postgres"])
def test_comes_back_by_itself_when_a_container_is_killed(portal: Portal, service: str) -> None:
    [process, *_] = containers(service)
    # from outside the container, as the kernel does: `docker kill` would count as a wish
    pid = subprocess.check_output(["docker", "inspect", "--format", "{{.State.Pid}}", process], text=True).strip()
    subprocess.run(["kill", "-KILL", pid], check=True)
    portal.wait_until_ready()
    portal.log_in()


def test_a_silent_worker_is_reported_and_no_reason_to_stop(portal: Portal) -> None:
    compose("stop", "beat")
    try:
        portal.wait_until_ready(("clock",))
    finally:
        compose("start", "beat")
    portal.wait_until_ready()


def test_a_backup_brings_back_what_was_there(portal: Portal) -> None:
    first = min(compose("ps", "--format", "{{.Name}}", "web").decode().split()).rpartition("-")[2]
    web = ("exec", "-T", "--index", first, "web")
    compose(*web, "python", "manage.py", "backup", "/data/drill.tar")
    compose("stop", "web", "mails", "worker", "jobs", "beat")
    compose("run", "--rm", "--no-deps", "-T", "web", "python", "manage.py", "restore", "/data/drill.tar", "--replace")
    compose("up", "-d", "--no-build")
    portal.wait_until_ready()
    portal.log_in()


def test_the_portals_role_is_no_superuser_and_no_address_is_published(portal: Portal) -> None:
    del portal
    asked = "SELECT rolsuper FROM pg_roles WHERE rolname = 'portal'"
    assert compose("exec", "-T", "postgres", "psql", "-U", "postgres", "-tAc", asked).strip() == b"f"
    for service in ("postgres", "redis", "storage", "web"):
        assert compose("ps", "--format", "{{.Publishers}}", service).count(b"0.0.0.0") == 0
