"""Stored positions of statuses follow the process table without a migration."""

from dataclasses import replace

import prepare_data
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.status_positions import refresh_status_positions
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World

pytestmark = pytest.mark.django_db
STATUSES = ("IN_TRANSIT", "IN_SERVICE", "IN_DIAGNOSTICS", "COMPLETED")


@pytest.fixture
def here() -> World:
    world = factories.world()
    for status in STATUSES:
        factories.repair(world, status)
    factories.request("PARTS", world)
    return world


@pytest.fixture
def changed_table(monkeypatch: pytest.MonkeyPatch, here: World) -> None:
    """Insert a status after the first one, and move IN_SERVICE before IN_TRANSIT."""
    first, *others = (step for step in REPAIR.steps if step.status != "IN_SERVICE")
    inserted = replace(REPAIR.get_step("IN_SERVICE"), status="IN_TRIAGE")
    changed = replace(REPAIR, steps=(first, inserted, REPAIR.get_step("IN_SERVICE"), *others))
    monkeypatch.setitem(PROCESSES, "REPAIR", changed)


def get_positions() -> dict[str, int]:
    return dict(ServiceRequest.objects.values_list("status", "status_position"))


def get_sorted_statuses(caller: ApiClient, world: World) -> list[str]:
    rows = caller.get("/api/rest/active-repairs", actor=world.admin, sort='["status","ASC"]').ok
    return [row["status"] for row in rows]


@pytest.mark.usefixtures("changed_table")
def test_positions_of_a_changed_table_are_refreshed_once(caller: ApiClient, here: World) -> None:
    deleted = ServiceRequest.objects.filter(status="IN_DIAGNOSTICS")
    deleted.update(deleted_at="2026-01-01T00:00:00Z")
    before = ServiceRequest.objects.values().get(status="IN_SERVICE")
    assert get_sorted_statuses(caller, here) == ["IN_TRANSIT", "IN_SERVICE"]
    assert refresh_status_positions() == len(STATUSES)
    repairs = {status: PROCESSES["REPAIR"].get_position(status) for status in STATUSES}
    assert get_positions() == {**repairs, "INITIAL": 0}
    assert get_sorted_statuses(caller, here) == ["IN_SERVICE", "IN_TRANSIT"]
    after = ServiceRequest.objects.values().get(status="IN_SERVICE")
    assert after == {**before, "status_position": 2}, "an edit form that is open stays current"
    with CaptureQueriesContext(connection) as captured:
        assert refresh_status_positions() == 0
    assert [query["sql"][:6] for query in captured if "SAVEPOINT" not in query["sql"]] == ["SELECT"]


@pytest.mark.usefixtures("here")
def test_unchanged_table_and_unknown_statuses_keep_their_positions() -> None:
    ServiceRequest.objects.filter(status="IN_SERVICE").update(status="OF_A_LATER_VERSION", status_position=77)
    before = get_positions()
    assert refresh_status_positions() == 0
    assert get_positions() == before


@pytest.mark.usefixtures("changed_table")
def test_start_refreshes_positions(capsys: pytest.CaptureFixture[str], settings: Settings) -> None:
    settings.DEMO = False  # loading it disables the log of the process
    prepare_data.main()
    assert f"{len(STATUSES)} status positions refreshed\n" in capsys.readouterr().out
    assert get_positions()["IN_SERVICE"] == 2
    prepare_data.main()
    assert "refreshed" not in capsys.readouterr().out
