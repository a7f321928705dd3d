"""What all tests of the server share: no way out of this machine, a fresh cache, and a caller of the API."""

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

from tests.caller import Caller

pytest_plugins = ["tests.figures"]

# programs that a test starts read the portal's own settings; the processes of xdist get ours by --ds
os.environ["DJANGO_SETTINGS_MODULE"] = "portal_backend.settings"
MADE_BY = os.getpid()
# Python's own would take a twentieth of the run
FEW_COLLECTIONS = (50_000, 20, 50)
HERE = frozenset({"localhost", "127.0.0.1", "::1", "", None})


def _stay_here(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse whatever leaves this machine (security.md, 23); an audit hook sees every socket of Python's."""
    if event == "socket.getaddrinfo":
        host = arguments[0]
    elif event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple):
        host = arguments[1][0]
    else:
        return
    name = host.decode() if isinstance(host, bytes) else host
    if name not in HERE and not str(name).startswith("127."):
        raise PermissionError(f"a test reached for {name}: nothing may leave this machine")


sys.addaudithook(_stay_here)


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long what is random goes on, and where it begins."""
    parser.addoption("--operations", type=int, default=2000, help="operations of the random walk, in all")
    parser.addoption("--changes", type=int, default=300, help="changes after which numbers are recounted")
    parser.addoption("--moves", type=int, default=1500, help="moves during which the processes of a drill are killed")
    parser.addoption("--kills", type=int, default=12, help="how often one of them is killed meanwhile")
    parser.addoption("--outage", type=float, default=15.0, help="seconds that each dependency is out of order")
    parser.addoption("--races", type=int, default=21, help="decisions that two people take at one moment")
    parser.addoption("--fuzz", type=int, default=2, help="calls made up from the document for each that it has")
    parser.addoption("--seed", type=int, default=None, help="seed of what is random; a new one unless given")
    parser.addoption("--half", choices=("first", "second"), help="of the tests marked dealt, only this half")
    parser.addoption("--write-query-counts", action="store_true", help="write query_counts.json anew")
    parser.addoption("--write-api-listing", action="store_true", help="write api.txt, the API's listing, anew")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is dealt is tried once in a whole run, on one database or the other.

    Of each test every other one: in an order by chance, lest each database get always the same of a parameter.
    """
    if (half := config.getoption("--half")) is None:
        return
    dealt = sorted((item for item in items if item.get_closest_marker("dealt")), key=_by_chance)
    left_out = set(dealt[1::2] if half == "first" else dealt[::2])
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]


def _by_chance(item: pytest.Item) -> tuple[str, int]:
    return item.nodeid.partition("[")[0], crc32(item.nodeid.encode())


def pytest_configure() -> None:
    """A run's own garbage collection, and its own folder of uploads.

    What the portal makes as it starts is gone with the data of the run before: mutmut has several in one process.
    """
    gc.set_threshold(*FEW_COLLECTIONS)
    Path(settings.FILE_UPLOAD_TEMP_DIR).mkdir(parents=True, exist_ok=True)


def pytest_unconfigure() -> None:
    """The data of a run go with the process that made them, and not with one that was forked from it."""
    if os.getpid() == MADE_BY:
        shutil.rmtree(settings.DATA_DIR, ignore_errors=True)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What the generated tests counted: cells of the matrix, operations of the walk."""
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()) if getattr(report, "when", "") == "call" else ():
                counted[name] = counted.get(name, 0) + value if isinstance(value, int) else value
    for name, value in sorted(counted.items()):
        terminalreporter.write_line(f"{name}: {value}")


counted: dict[str, Any] = {}


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings: None) -> Iterator[None]:
    """A process of scripts/test mutants takes a copy of the database that the first has made: there are thousands."""
    test = settings.DATABASES["default"]["TEST"]
    made = test["NAME"]
    if not os.environ.get("PORTAL_TESTS_DATABASE") or not Path(made).exists():
        yield
        return
    test["NAME"], test["MIGRATE"] = f"{made}.{os.getpid()}", False
    shutil.copyfile(made, test["NAME"])
    yield
    Path(test["NAME"]).unlink()
    test["NAME"] = made


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Tests begin without the categories that a migration brings: those with threads empty all tables anyway."""
    from portal_backend.catalogue.models import Category, ServiceCategory

    with django_db_blocker.unblock():
        Category.objects.all().delete()
        ServiceCategory.objects.all().delete()


@pytest.fixture(autouse=True)
def _fresh_cache() -> Iterator[None]:
    """Throttles of one test are none of the next."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _beats_in_sight(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job's beat has a connection of its own, which sees nothing of a test whose transaction is rolled back."""
    marker = request.node.get_closest_marker("django_db")
    if marker is not None and not marker.kwargs.get("transaction"):
        monkeypatch.setattr("portal_backend.jobs.running.SECONDS_BETWEEN_BEATS", 3_600)


@pytest.fixture(scope="session")
def caller() -> Caller:
    """A client of the API: `caller.get("/contacts/profile", actor=person).ok`."""
    return Caller()
