"""Metrics: HTTP requests, queues and states, protected by a token."""

import logging
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from portal_backend.core.logs import RequestIdFilter
from portal_backend.notifications.models import Mail, MailEvent, MailState
from tests import factories
from tests.api_client import ApiClient
from tests.smtp_server import delete_mails

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-the-monitor"
Labels = dict[str, str]


@pytest.fixture(autouse=True)
def _token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def read_metric(name: str, **labels: str) -> float:
    """Return the sum of the samples with these labels."""
    response = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert response.status_code == 200
    samples = [each for family in text_string_to_metric_families(response.content.decode()) for each in family.samples]
    return sum(each.value for each in samples if each.name == name and labels.items() <= each.labels.items())


def create_mail(state: MailState, *, minutes: int = 0) -> Mail:
    """Create an email that became due a number of minutes ago."""
    due_at = timezone.now() - timedelta(minutes=minutes)
    return Mail.objects.create(
        to="a@example.org",
        language="en",
        template="move",
        category="REPAIR",
        created_at=due_at,
        next_attempt_at=due_at,
        state=state,
    )


@pytest.mark.split
def test_counts_requests_by_route_and_status(caller: ApiClient) -> None:
    world = factories.world()
    route = "api/v1/repairing/fetch/repair"
    before = (
        read_metric("portal_http_requests_total", route=route),
        read_metric("portal_http_request_seconds_count", route=route),
    )
    caller.get("/repairing/fetch/repair?repairId=999999", actor=world.client)
    caller.get("/repairing/fetch/repair?repairId=999999")
    assert read_metric("portal_http_requests_total", route=route) == before[0] + 2
    assert read_metric("portal_http_request_seconds_count", route=route) == before[1] + 2
    assert read_metric("portal_http_requests_total", route=route, status="404", method="GET") > 0


COUNTING_SCRIPT = """
from prometheus_client import Counter
Counter("portal_http_requests", "Calls", ["method", "route", "status"]).labels("GET", "elsewhere", "200").inc(3)
"""


def test_metrics_include_all_web_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    for _ in range(2):
        subprocess.run([sys.executable, "-c", COUNTING_SCRIPT], check=True)
    assert read_metric("portal_http_requests_total", route="elsewhere") == 6
    create_mail(MailState.WAITING)
    assert read_metric("portal_mails", state="WAITING") == 1, "what the database knows comes with it"


@pytest.mark.split
def test_unknown_paths_share_one_time_series() -> None:
    before = read_metric("portal_http_requests_total", route="unknown")
    for each in ("/nothing-here", "/api/v1/nor/here"):
        Client().get(each)
    assert read_metric("portal_http_requests_total", route="unknown") == before + 2


def test_counts_mails_and_requests_by_state() -> None:
    world = factories.world()
    factories.repair(world, "IN_DIAGNOSTICS")
    delete_mails()
    create_mail(MailState.SENT, minutes=90)
    create_mail(MailState.WAITING, minutes=10)
    create_mail(MailState.WAITING, minutes=-10)
    assert read_metric("portal_mails", state="WAITING") == 2
    assert read_metric("portal_mails", state="SENT") == 1
    assert read_metric("portal_service_requests", kind="REPAIR", status="IN_DIAGNOSTICS") == 1
    assert 600 <= read_metric("portal_oldest_due_mail_seconds") < 660
    factories.repair(world)
    MailEvent.objects.update(created_at=timezone.now() - timedelta(minutes=20))  # not processed by a worker yet
    assert 1200 <= read_metric("portal_oldest_due_mail_seconds") < 1260


@pytest.mark.split
def test_metrics_ignore_allowed_hosts_and_https_redirect(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["portal.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    monitor = Client(HTTP_HOST="172.18.0.7:8000")
    assert monitor.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_request_metrics_during_database_outage(error: type[Exception]) -> None:
    assert read_metric("portal_database_up") == 1

    def fail(*_: Any) -> None:
        raise error("the connection is closed")

    with connection.execute_wrapper(fail):
        assert read_metric("portal_http_requests_total", route="metrics") > 0
        text = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    assert "portal_database_up 0.0" in text
    assert "portal_mails" not in text, "unknown values are not reported as zero"


@pytest.mark.split
@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer "}])
def test_metrics_require_token(header: dict[str, str]) -> None:
    assert Client().get("/metrics", headers=header).status_code == 404


@pytest.mark.split
def test_metrics_are_available_in_openmetrics_format() -> None:
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept": "application/openmetrics-text; version=1.0.0"}
    response = Client().get("/metrics", headers=headers)
    assert response["Content-Type"].startswith("application/openmetrics-text")
    assert "portal_database_up 1.0" in response.content.decode()


@pytest.mark.split
def test_metrics_are_disabled_without_token(settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


@pytest.mark.split
def test_log_lines_contain_request_id(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(RequestIdFilter())
    with caplog.at_level(logging.INFO, "portal.access"):
        response = Client().post(
            "/api/v1/contacts/login", {"username": "nobody", "password": "x"}, content_type="application/json"
        )
    request_ids = {getattr(each, "request_id", "") for each in caplog.records if each.name.startswith("portal.")}
    assert response["X-Request-Id"] in request_ids
