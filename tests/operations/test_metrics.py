"""What a monitor reads: calls, queues and states, for who knows the token alone."""

import asyncio
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

from portal_backend.base.logs import Named
from portal_backend.front.answering import Reply
from portal_backend.notifications.models import Mail, MailEvent, MailState
from portal_backend.operations.metrics import Counted
from tests import factories
from tests.caller import Caller
from tests.mailbox import forget_mails

pytestmark = pytest.mark.django_db
TOKEN = "a-token-of-the-monitor"
Labels = dict[str, str]


@pytest.fixture(autouse=True)
def _token(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN


def figure(name: str, **labels: str) -> float:
    """The sum of the samples with these labels."""
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    samples = [each for family in text_string_to_metric_families(answer.content.decode()) for each in family.samples]
    return sum(each.value for each in samples if each.name == name and labels.items() <= each.labels.items())


def mail(state: MailState, *, minutes: int = 0) -> Mail:
    """A mail that became due so many minutes ago."""
    then = timezone.now() - timedelta(minutes=minutes)
    return Mail.objects.create(
        to="a@example.org",
        language="en",
        template="move",
        category="REPAIR",
        created_at=then,
        next_try=then,
        state=state,
    )


def test_calls_are_counted_by_declared_address_and_status(caller: Caller) -> None:
    here = factories.world()
    route = "api/v1/repairing/fetch/repair"
    before = figure("portal_calls_total", route=route), figure("portal_call_seconds_count", route=route)
    caller.get("/repairing/fetch/repair?repairId=999999", actor=here.client)
    caller.get("/repairing/fetch/repair?repairId=999999")
    assert figure("portal_calls_total", route=route) == before[0] + 2
    assert figure("portal_call_seconds_count", route=route) == before[1] + 2
    assert figure("portal_calls_total", route=route, status="404", method="GET") > 0


def test_what_is_answered_before_django_is_counted_as_well() -> None:
    class Answers:
        """Answers what has a name, and leaves the rest to Django."""

        async def answer(self, scope: Any) -> Reply | None:
            return Reply(304, []) if scope["path"] else None

        def learn(self, scope: Any, reply: Reply) -> None:
            """Nothing."""

    counted = Counted(Answers(), "made/up")
    for path in ("/named", "/named", ""):
        asyncio.run(counted.answer({"method": "GET", "path": path}))
    assert figure("portal_calls_total", route="made/up", method="GET", status="304") == 2
    assert figure("portal_call_seconds_count", route="made/up") == 2


CALLED = """
from prometheus_client import Counter
Counter("portal_calls", "Calls", ["method", "route", "status"]).labels("GET", "elsewhere", "200").inc(3)
"""


def test_calls_of_every_web_process_are_told_by_whichever_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    for _ in range(2):
        subprocess.run([sys.executable, "-c", CALLED], check=True)
    assert figure("portal_calls_total", route="elsewhere") == 6
    mail(MailState.WAITING)
    assert figure("portal_mails", state="WAITING") == 1, "what the database knows comes with it"


def test_addresses_that_strangers_make_up_are_one_series() -> None:
    before = figure("portal_calls_total", route="unknown")
    for each in ("/nothing-here", "/api/v1/nor/here"):
        Client().get(each)
    assert figure("portal_calls_total", route="unknown") == before + 2


def test_mails_and_requests_are_counted_by_state() -> None:
    here = factories.world()
    factories.repair(here, "IN_DIAGNOSTICS")
    forget_mails()
    mail(MailState.SENT, minutes=90)
    mail(MailState.WAITING, minutes=10)
    mail(MailState.WAITING, minutes=-10)
    assert figure("portal_mails", state="WAITING") == 2
    assert figure("portal_mails", state="SENT") == 1
    assert figure("portal_requests", kind="REPAIR", status="IN_DIAGNOSTICS") == 1
    assert 600 <= figure("portal_oldest_due_mail_seconds") < 660
    factories.repair(here)
    MailEvent.objects.update(created_at=timezone.now() - timedelta(minutes=20))  # no worker has looked
    assert 1200 <= figure("portal_oldest_due_mail_seconds") < 1260


def test_each_container_is_asked_by_its_own_address(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["portal.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    asking = Client(HTTP_HOST="172.18.0.7:8000")
    assert asking.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_calls_are_told_while_the_database_is_away(error: type[Exception]) -> None:
    assert figure("portal_database_up") == 1

    def away(*_: Any) -> None:
        raise error("the connection is closed")

    with connection.execute_wrapper(away):
        assert figure("portal_calls_total", route="metrics") > 0
        text = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    assert "portal_database_up 0.0" in text
    assert "portal_mails" not in text, "what is not known is not told as none"


@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "Bearer "}])
def test_nobody_else_reads_them(header: dict[str, str]) -> None:
    assert Client().get("/metrics", headers=header).status_code == 404


def test_without_a_token_there_is_no_such_page(settings: Settings) -> None:
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_each_line_of_the_log_names_its_call(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(Named())
    with caplog.at_level(logging.INFO, "portal.calls"):
        answer = Client().post(
            "/api/v1/contacts/login", {"username": "nobody", "password": "x"}, content_type="application/json"
        )
    named = {getattr(each, "request_id", "") for each in caplog.records if each.name.startswith("portal.")}
    assert answer["X-Request-Id"] in named
