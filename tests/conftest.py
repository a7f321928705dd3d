"""Fixtures and hooks of all server tests.

Tests cannot reach other machines, start with an empty cache, and use a client of the API.
"""

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from django.conf import settings
from django.core.cache import cache
from pytest_django import DjangoDbBlocker

from tests.api_client import ApiClient

pytest_plugins = ["tests.measurements"]

# Subprocesses use the portal's settings; xdist workers get the test settings through --ds.
os.environ["DJANGO_SETTINGS_MODULE"] = "portal_backend.config.settings"
OWNER_PID = os.getpid()
# Python's default thresholds would take 5 % of the run time.
GC_THRESHOLDS = (50_000, 20, 50)
DATABASE_FIXTURES = frozenset({"db", "transactional_db"})
LOCAL_HOSTS = frozenset({"localhost", "127.0.0.1", "::1", "", None})


def _block_network(event: str, arguments: tuple[Any, ...]) -> None:
    """Reject connections to other machines (docs/security.md, 23).

    An audit hook sees every socket that Python opens.
    """
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    else:
        return
    name = host.decode() if isinstance(host, bytes) else host
    if name not in LOCAL_HOSTS and not str(name).startswith("127."):
        raise PermissionError(f"a test reached for {name}: nothing may leave this machine")


sys.addaudithook(_block_network)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options for the length and the seed of randomized tests."""
    parser.addoption("--operations", type=int, default=2000, help="operations of the random walk, in all")
    parser.addoption("--changes", type=int, default=300, help="changes after which numbers are recounted")
    parser.addoption(
        "--transitions", type=int, default=1500, help="transitions during which the processes of a drill are killed"
    )
    parser.addoption("--kills", type=int, default=12, help="number of times that one of them is killed")
    parser.addoption("--outage", type=float, default=15.0, help="seconds of the outage of each dependency")
    parser.addoption("--races", type=int, default=21, help="concurrent decisions of two users")
    parser.addoption("--fuzz", type=int, default=2, help="generated requests per documented operation")
    parser.addoption("--seed", type=int, default=None, help="random seed; a new one by default")
    parser.addoption("--half", choices=("first", "second"), help="of the tests marked split, only this half")
    parser.addoption("--write-query-counts", action="store_true", help="rewrite query_counts.json")
    parser.addoption("--write-api-listing", action="store_true", help="rewrite api.txt, the listing of the API")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select half of the tests that are marked `split` or use no database.

    A full run splits them by database.
    Every other item is taken, in a pseudo-random order: otherwise each database would always run the same parameters.
    """
    if (half := config.getoption("--half")) is None:
        return
    split = sorted(filter(_is_split, items), key=_shuffle_key)
    deselected = set(split[1::2] if half == "first" else split[::2])
    config.hook.pytest_deselected(items=list(deselected))
    items[:] = [item for item in items if item not in deselected]


def _is_split(item: Any) -> bool:
    uses_database = item.get_closest_marker("django_db") or DATABASE_FIXTURES.intersection(item.fixturenames)
    return bool(item.get_closest_marker("split")) or not uses_database


def _shuffle_key(item: pytest.Item) -> tuple[str, int]:
    return item.nodeid.partition("[")[0], crc32(item.nodeid.encode())


def pytest_configure() -> None:
    """Set the garbage collection thresholds, and create the directory of uploads.

    The data directory may have been removed by an earlier run: mutmut runs several in one process.
    """
    gc.set_threshold(*GC_THRESHOLDS)
    Path(settings.FILE_UPLOAD_TEMP_DIR).mkdir(parents=True, exist_ok=True)


def pytest_unconfigure() -> None:
    """Remove the test data in the process that created them, not in a forked one."""
    if os.getpid() == OWNER_PID:
        shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the counts of generated tests: matrix cells, random operations."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()) if getattr(report, "when", "") == "call" else ():
                counted[name] = counted.get(name, 0) + value if isinstance(value, int) else value
    for name, value in sorted(counted.items()):
        terminalreporter.write_line(f"{name}: {value}")


counted: dict[str, Any] = {}


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[None]:
    """Copy the database of the first process, for scripts/test mutants.

    Thousands of processes would otherwise run the migrations.
    """
    test = settings.DATABASES["default"]["TEST"]
    template = test["NAME"]
    if not os.environ.get("PORTAL_MUTANT_DATABASE") or not Path(template).exists():
        yield
        return
    test["NAME"], test["MIGRATE"] = f"{template}.{os.getpid()}", False
    shutil.copyfile(template, test["NAME"])
    yield
    Path(test["NAME"]).unlink()
    test["NAME"] = template


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Remove the categories that migrations add.

    Tests with transactions empty all tables anyway, so that every test starts with the same data.
    """
    from portal_backend.catalogue.models import Category, ServiceCategory

    with django_db_blocker.unblock():
        Category.objects.all().delete()
        ServiceCategory.objects.all().delete()


@pytest.fixture(autouse=True)
def _clear_cache() -> Iterator[None]:
    """Clear the cache, so that rate limits do not carry over between tests."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _disable_job_heartbeats(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable heartbeats of jobs in tests that roll back their transaction.

    A heartbeat uses a connection of its own, which cannot see uncommitted data.
    """
    marker = request.node.get_closest_marker("django_db")
    if marker is not None and not marker.kwargs.get("transaction"):
        monkeypatch.setattr("portal_backend.jobs.context.JOB_HEARTBEAT_INTERVAL", 3_600)


@pytest.fixture(scope="session")
def caller() -> ApiClient:
    """Return a client of the API: `caller.get("/contacts/profile", actor=person).ok`."""
    return ApiClient()
