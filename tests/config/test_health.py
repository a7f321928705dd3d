"""Liveness and readiness checks (contract section 8)."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from portal_backend.config import health
from portal_backend.core import heartbeats, replica
from portal_backend.demo.models import DemoWorld
from tests import factories

pytestmark = pytest.mark.django_db
IN_FILES = {"BACKEND": "django.core.cache.backends.filebased.FileBasedCache"}
FILES = "django.core.files.storage.FileSystemStorage"


@pytest.fixture(autouse=True)
def _ready(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.DEMO = False
    settings.CACHES = {**settings.CACHES, "heartbeats": {**IN_FILES, "LOCATION": str(tmp_path / "heartbeats")}}
    monkeypatch.setattr(heartbeats, "_last_recorded", {})
    monkeypatch.setattr(health, "readiness", health.ReadinessChecker())
    for process in heartbeats.BACKGROUND_PROCESSES:
        heartbeats.record_heartbeat(process)
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": FILES, "OPTIONS": {"location": tmp_path / "up"}}}


def get_readiness(host: str = "testserver") -> tuple[int, dict[str, Any]]:
    health.readiness = health.ReadinessChecker()
    response = Client(HTTP_HOST=host).get("/readyz")
    assert response["Cache-Control"] == "no-store"
    return response.status_code, response.json()


def test_liveness() -> None:
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "up"})
    assert response["X-Content-Type-Options"] == "nosniff"


def test_readiness() -> None:
    assert get_readiness() == (200, {"status": "ready", "missing": [], "degraded": []})
    # probes may use any host name, and bypass the proxy that terminates TLS
    assert get_readiness("10.1.2.3")[0] == 200


def test_health_checks_are_not_redirected_to_https(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert get_readiness()[0] == 200
    assert Client().get("/healthz").status_code == 200
    assert Client().get("/api/v1/contacts/profile").status_code == 301


def test_missing_migration_is_not_ready() -> None:
    [newest] = MigrationLoader(connection).graph.leaf_nodes("files")
    MigrationRecorder(connection).record_unapplied(*newest)
    assert get_readiness() == (503, {"status": "unavailable", "missing": ["migrations"], "degraded": []})


def test_missing_demo_data_is_not_ready(settings: Settings) -> None:
    settings.DEMO = True
    assert get_readiness() == (503, {"status": "unavailable", "missing": ["demo"], "degraded": []})
    # a database with users of its own needs no demo data
    world = factories.world()
    world.client2.user.tokens.all().delete()
    assert get_readiness()[1]["missing"] == ["demo"]
    DemoWorld.objects.create()
    assert get_readiness()[0] == 200


def test_database_with_users_needs_no_demo_data(settings: Settings) -> None:
    settings.DEMO = True
    factories.person("boss", factories.Role.ADMIN)
    assert get_readiness()[0] == 200


def test_unreachable_broker_is_not_ready(settings: Settings) -> None:
    cache = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": cache, "heartbeats": cache}
    assert get_readiness() == (503, {"status": "unavailable", "missing": ["broker"], "degraded": []})


def test_unwritable_storage_is_not_ready(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("where a folder should be")
    storage = {"BACKEND": FILES, "OPTIONS": {"location": tmp_path / "file" / "uploads"}}
    settings.STORAGES = {**settings.STORAGES, "default": storage}
    assert get_readiness() == (503, {"status": "unavailable", "missing": ["storage"], "degraded": []})


@pytest.mark.parametrize("is_reached", [True, False])
def test_unreachable_replica_is_degraded(is_reached: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(settings.DATABASES, replica.REPLICA_ALIAS, settings.DATABASES["default"])
    monkeypatch.setattr(replica, "is_replica_reachable", lambda: is_reached)
    assert get_readiness() == (200, {"status": "ready", "missing": [], "degraded": [] if is_reached else ["replica"]})


def make_failing_check(error: Exception) -> Callable[[], bool]:
    def check() -> bool:
        raise error

    return check


def test_names_all_failed_checks_without_details(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("database", "broker"):
        monkeypatch.setitem(health.CHECKS, name, make_failing_check(OperationalError("host=10.0.0.1 password=secret")))
    assert get_readiness() == (503, {"status": "unavailable", "missing": ["database", "broker"], "degraded": []})
    assert Client().get("/healthz").status_code == 200


def time_after(seconds: float) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("missing", "degraded"),
    [("worker", ["workers"]), ("mails", ["workers"]), ("jobs", ["workers"]), ("beat", ["clock"])],
)
def test_missing_heartbeat_is_degraded(
    missing: heartbeats.BackgroundProcess, degraded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(time_after(59)):
        assert get_readiness()[1]["degraded"] == []
    monkeypatch.setattr(heartbeats, "_last_recorded", {})
    with time_machine.travel(time_after(30)):
        for process in heartbeats.BACKGROUND_PROCESSES:
            if process != missing:
                heartbeats.record_heartbeat(process)
    with time_machine.travel(time_after(61)):
        assert get_readiness() == (200, {"status": "ready", "missing": [], "degraded": degraded})


def test_background_processes_have_a_minute_to_start_with_the_web_server() -> None:
    with time_machine.travel(time_after(120)):
        assert get_readiness()[1]["degraded"] == ["workers", "clock"]
        heartbeats.grant_startup_grace()
        assert get_readiness()[1]["degraded"] == []
    with time_machine.travel(time_after(185)):
        assert get_readiness()[1]["degraded"] == ["workers", "clock"]


def test_readiness_is_cached_for_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    checks = list[str]()
    monkeypatch.setitem(health.CHECKS, "database", lambda: not checks.append("database"))
    monkeypatch.setattr(health, "readiness", health.ReadinessChecker())
    moment = 1000.0
    monkeypatch.setattr(health, "monotonic", lambda: moment)
    for _ in range(10):
        assert Client().get("/readyz").status_code == 200
    assert len(checks) == 1
    moment += 1.1
    assert Client().get("/readyz").status_code == 200
    assert len(checks) == 2


def test_hanging_storage_is_not_ready_and_blocks_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    is_released, attempts = threading.Event(), list[str]()

    def hang() -> bool:
        attempts.append("storage")
        return is_released.wait(60)

    # other dependencies may take longer than the timeout of this test
    monkeypatch.setitem(health.CHECKS, "storage", hang)
    monkeypatch.setitem(health.CHECKS, "broker", lambda: True)
    monkeypatch.setattr(health, "CHECK_TIMEOUT", 0.05)
    readiness = health.ReadinessChecker()
    monkeypatch.setattr(health, "CACHE_SECONDS", 0)
    try:
        for _ in range(3):
            assert readiness.get_report()["missing"] == ["storage"]
        assert len(attempts) == 1, "it is not asked again while it hangs"
    finally:
        is_released.set()
    readiness._running["storage"].result(60)
    monkeypatch.setattr(health, "CHECK_TIMEOUT", 60)
    assert readiness.get_report()["missing"] == []
