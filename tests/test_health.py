"""Whether the server is up and ready, and what it names when it is not (contract section 8)."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from portal_backend import health
from portal_backend.base import replica
from portal_backend.demo.models import DemoWorld
from tests import factories

pytestmark = pytest.mark.django_db
FILES = "django.core.files.storage.FileSystemStorage"


@pytest.fixture(autouse=True)
def _ready(settings: Settings, tmp_path: Path) -> None:
    settings.DEMO = False
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": FILES, "OPTIONS": {"location": tmp_path / "up"}}}


def told(host: str = "testserver") -> tuple[int, dict[str, Any]]:
    answer = Client(HTTP_HOST=host).get("/readyz")
    assert answer["Cache-Control"] == "no-store"
    return answer.status_code, answer.json()


def test_up() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "up"})
    assert answer["X-Content-Type-Options"] == "nosniff"


def test_ready() -> None:
    assert told() == (200, {"status": "ready", "missing": []})
    # probes name the host as they like, and speak before the proxy that adds https
    assert told("10.1.2.3")[0] == 200


def test_probes_are_not_sent_to_https(settings: Settings) -> None:
    settings.SECURE_SSL_REDIRECT = True
    assert told()[0] == 200
    assert Client().get("/healthz").status_code == 200
    assert Client().get("/api/v1/contacts/profile").status_code == 301


def test_a_migration_is_missing() -> None:
    [newest] = MigrationLoader(connection).graph.leaf_nodes("files")
    MigrationRecorder(connection).record_unapplied(*newest)
    assert told() == (503, {"status": "unavailable", "missing": ["migrations"]})


def test_the_demo_world_is_missing(settings: Settings) -> None:
    settings.DEMO = True
    assert told() == (503, {"status": "unavailable", "missing": ["demo"]})
    # a database that was in use before has no demo world, and needs none
    world = factories.world()
    world.client2.user.tokens.all().delete()
    assert told()[1]["missing"] == ["demo"]
    DemoWorld.objects.create()
    assert told()[0] == 200


def test_users_of_its_own_need_no_demo_world(settings: Settings) -> None:
    settings.DEMO = True
    factories.person("boss", factories.Role.ADMIN)
    assert told()[0] == 200


def test_the_broker_is_missing(settings: Settings) -> None:
    cache = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    settings.CACHES = {"default": cache}
    assert told() == (503, {"status": "unavailable", "missing": ["broker"]})


def test_the_storage_is_missing(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("where a folder should be")
    place = {"BACKEND": FILES, "OPTIONS": {"location": tmp_path / "file" / "uploads"}}
    settings.STORAGES = {**settings.STORAGES, "default": place}
    assert told() == (503, {"status": "unavailable", "missing": ["storage"]})


@pytest.mark.parametrize("is_reached", [True, False])
def test_without_its_replica_the_portal_is_ready_and_says_so(
    is_reached: bool, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.DATABASES, replica.REPLICA, settings.DATABASES["default"])
    monkeypatch.setattr(replica, "is_reached", lambda: is_reached)
    assert told() == (200, {"status": "ready", "missing": [], "degraded": [] if is_reached else ["replica"]})


def failing(error: Exception) -> Callable[[], bool]:
    def check() -> bool:
        raise error

    return check


def test_several_are_missing_and_nothing_of_the_inside_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("database", "broker"):
        monkeypatch.setitem(health.CHECKS, name, failing(OperationalError("host=10.0.0.1 password=secret")))
    assert told() == (503, {"status": "unavailable", "missing": ["database", "broker"]})
    assert Client().get("/healthz").status_code == 200
