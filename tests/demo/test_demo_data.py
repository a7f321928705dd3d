"""Demo data keeps the contract (section 8): users, catalog, requests."""

import json
import logging
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client as Browser
from pytest_django import DjangoDbBlocker

from portal_backend.accounts.models import Client, User
from portal_backend.catalogue.models import Category, Part, PredefinedService
from portal_backend.core.text_search import build_sort_key
from portal_backend.demo.loader import SCRIPTS_BY_FILE, is_complete, load_demo, read_fixture
from portal_backend.demo.models import DemoWorld
from portal_backend.notifications.models import Mail
from portal_backend.repairs.instrument_identity import build_serial_key
from portal_backend.reports.models import StatusPeriod
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.process import PROCESSES
from tests.api_client import ApiClient
from tests.reports.forecast_accuracy import check_forecasts, collect_samples, compute_percentage

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]
PASSWORD = "Portal-demo-1"
ROLES = {
    "admin": "ADMIN",
    "supervisor": "SUPERVISOR",
    "manager": "SUSTAINABILITY_MANAGER",
    "client": "CLIENT",
    "service": "SERVICE",
    "client2": "CLIENT",
    "service2": "SERVICE",
}


@pytest.fixture(scope="module", autouse=True)
def _load_demo(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Load the demo data once for all tests of this file, and roll it back afterwards."""
    with django_db_blocker.unblock(), transaction.atomic():
        assert load_demo()
        yield
        transaction.set_rollback(True)


def log_in(caller: ApiClient, username: str) -> str:
    response = caller.post("/contacts/login", {"username": username, "password": PASSWORD}).ok
    assert response["permissions"] == [ROLES[username]]
    return str(response["token"])


def fetch_list(caller: ApiClient, token: str, path: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = caller.get(path, actor=token, size=1000).ok["content"]
    return rows


def test_published_users_can_log_in(caller: ApiClient) -> None:
    for username, role in ROLES.items():
        profile = caller.get("/contacts/profile", actor=log_in(caller, username)).ok
        assert profile["contact"]["firstName"]
        if role in ("CLIENT", "SERVICE"):
            assert profile["address"]["country"]
    assert set(ROLES) <= set(User.objects.values_list("username", flat=True))


def test_tenants_match_the_contract(caller: ApiClient) -> None:
    client, other = User.objects.get(username="client"), User.objects.get(username="client2")
    assert client.client is not None
    assert other.client is not None
    assert client.client.service == User.objects.get(username="service").service
    assert other.client.service == User.objects.get(username="service2").service
    assert client.client != other.client
    manager = caller.get("/contacts/profile", actor=log_in(caller, "manager")).ok
    assert [row["id"] for row in manager["managerForAdmin"]["clients"]] == [client.client_id]


@pytest.mark.parametrize("path", ["/repairing/fetch-by-criteria/active", "/repairing/fetch-by-criteria/closed"])
def test_requests_of_first_client_are_out_of_scope_for_others(caller: ApiClient, path: str) -> None:
    rows = {name: {row["id"] for row in fetch_list(caller, log_in(caller, name), path)} for name in ROLES}
    assert rows["client"]
    assert rows["client2"]
    assert rows["client"] == rows["manager"] <= rows["service"]
    assert rows["client2"] <= rows["service2"]
    assert not rows["service"] & rows["service2"]
    assert rows["admin"] == rows["supervisor"] >= rows["client"] | rows["client2"]


def test_catalog_is_complete(caller: ApiClient) -> None:
    assert Part.objects.filter(enabled=True).count() >= 40
    assert set(Category.objects.values_list("key", flat=True)) == {"HANDHELD", "RPM", "UTILITY_COMM", "OTHER"}
    token = log_in(caller, "client")
    for lang in ("en", "es"):
        rows = caller.call("GET", "/parts/fetch/all/enabled/categories", token, lang=lang).ok
        assert len({row["name"] for row in rows}) == 4
    for category in Category.objects.all():
        for kind in ("REPAIR", "PARTS"):
            query = {"category": category.key, "serviceCategories": kind}
            parts = caller.get("/parts/fetch/by/category", actor=token, **query).ok
            assert parts, query
            assert all(part["imageUrl"] for part in parts)
            assert Browser().get(parts[0]["imageUrl"]).status_code == 200
    for row in PredefinedService.objects.all():
        assert row.text_en  # type: ignore[attr-defined]
        assert row.text_es  # type: ignore[attr-defined]
        assert row.text_en != row.text_es  # type: ignore[attr-defined]
        assert row.value > 0


def test_loading_sends_no_mails() -> None:
    assert Mail.objects.count() == 0


def test_requests_of_each_kind_cover_every_status() -> None:
    client = Client.objects.get(users__username="client")
    for kind, process in PROCESSES.items():
        statuses = {step.status for step in process.steps}
        assert set(ServiceRequest.objects.filter(kind=kind).values_list("status", flat=True)) == statuses
        assert set(ServiceRequest.objects.filter(kind=kind, client=client).values_list("status", flat=True)) == statuses


def test_history_is_in_chronological_order() -> None:
    now = datetime.now(UTC)
    for request in ServiceRequest.objects.prefetch_related("history"):
        rows = sorted(request.history.all(), key=lambda row: row.pk)
        assert rows[0].old_status == "NONE"
        assert rows[-1].new_status == request.status
        assert all(earlier.new_status == later.old_status for earlier, later in pairwise(rows))
        assert all(earlier.created_at < later.created_at for earlier, later in pairwise(rows))
        assert request.created_at == rows[0].created_at
        assert rows[-1].created_at <= request.updated_at <= now
        step = PROCESSES[request.kind].get_step(request.status)
        assert request.responsible_role == step.responsible_role
        assert (request.completed_at is not None) == step.is_terminal
    for kind in PROCESSES:
        by_time = list(ServiceRequest.objects.filter(kind=kind).order_by("created_at").values_list("number", flat=True))
        assert by_time == sorted(by_time)
        assert max(Counter(by_time).values()) == 1
    assert not StatusChange.objects.filter(created_at__gt=now).exists()


def get_sort_key(name: str, column: dict[str, Any]) -> Callable[[Any], Any]:
    """Return the Python sort key of a column."""
    if (name, column["key"]) == ("instruments", "serialNumber"):
        return build_serial_key  # ignores spacing
    return partial(build_sort_key, language="en") if column["type"] in ("text", "longText") else lambda value: value


@pytest.mark.parametrize("username", ["admin", "client", "service", "supervisor", "manager"])
def test_lists_sort_like_python_by_every_column(caller: ApiClient, username: str) -> None:
    token = log_in(caller, username)
    lists = [each for each in caller.get("/api/rest/meta", actor=token).ok["resources"] if not each["parent"]]
    assert len(lists) >= 4
    compared = 0
    for each in lists:
        path = f"/api/rest/{each['name']}"
        # the report requires a filter
        params = {"filter": '{"createdFrom": "2000-01-01T00:00:00"}'} if each["name"] == "general-report" else {}
        all_rows = caller.get(path, actor=token, range="[0,999]", **params).ok
        if not all_rows:
            assert each["name"] in ("account-requests", "audit", "feedback", "imports", "mails"), (
                "only what nobody has written yet is empty"
            )
            continue
        for column in each["columns"]:
            # choices have their own order (tests/resources/test_sorting.py); days are sorted by their start
            if (
                not column["sort"]
                or column["type"] in ("status", "role", "choice")
                or column["key"] in ("clientUsername", "heldDays")
            ):
                continue
            key = get_sort_key(each["name"], column)
            for direction in ("ASC", "DESC"):
                sort = json.dumps([column["sort"], direction])
                rows = caller.get(path, actor=token, range="[0,999]", sort=sort, **params).ok
                shown = [(each[column["key"]], each["id"]) for each in all_rows if each[column["key"]] is not None]
                filled = [(key(value), pk) for value, pk in shown]
                expected = [pk for _, pk in sorted(filled, reverse=direction == "DESC")]
                assert [row["id"] for row in rows][: len(filled)] == expected, (path, sort)
                compared += len(rows)
    assert compared > 100


def test_every_scenario_ends_in_its_status() -> None:
    expected = Counter(
        (script.process.kind, each["status"]) for name, script in SCRIPTS_BY_FILE.items() for each in read_fixture(name)
    )
    assert Counter(ServiceRequest.objects.values_list("kind", "status")) == expected


def test_demo_data_is_loaded_once() -> None:
    assert is_complete()
    before = ServiceRequest.objects.count()
    # later changes are logged as before
    assert logging.getLogger("portal.workflow").isEnabledFor(logging.INFO)
    assert load_demo() is False
    call_command("load_demo", verbosity=0)
    assert (ServiceRequest.objects.count(), DemoWorld.objects.count()) == (before, 1)
    assert logging.getLogger("portal.workflow").isEnabledFor(logging.INFO)


def test_forecast_range_is_accurate_on_demo_history() -> None:
    done = ServiceRequest.objects.filter(kind="REPAIR", status="COMPLETED")
    periods = StatusPeriod.objects.filter(request__in=done, left_at__isnull=False).order_by("entered_at")
    histories: dict[int, list[tuple[str, float]]] = {}
    for period in periods:
        assert period.left_at
        days = (period.left_at - period.entered_at).total_seconds() / 86_400
        histories.setdefault(period.request_id, []).append((period.status, days))
    hits, rng = [], random.Random(1)
    for held_out, durations in histories.items():
        others = collect_samples(each for pk, each in histories.items() if pk != held_out)
        hits += [hit for _ in range(10) for hit in check_forecasts(others, durations, rng)]
    rate = compute_percentage(hits)
    sys.stdout.write(f"the demo: the end lies in the range in {rate:.1f} of 100 cases held out\n")
    assert 80 <= rate <= 95
