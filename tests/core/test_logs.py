"""Log format and audit messages: no log injection (security.md, 25)."""

import logging

import pytest

from portal_backend.config import settings
from portal_backend.core.logs import (
    RECURRING,
    RECURRING_INTERVAL,
    RecurringFilter,
    RequestIdFilter,
    SingleLineFormatter,
    escape_unprintable,
)
from tests import factories, request_builders
from tests.api_client import ApiClient

LINE = settings.LOGGING["formatters"]["line"]


def format_message(message: str, *arguments: object, error: BaseException | None = None) -> str:
    """Return a message as the log formats it."""
    record = logging.LogRecord("portal", logging.INFO, "x.py", 1, message, arguments, None)
    if error is not None:
        record.exc_info = (type(error), error, error.__traceback__)
    return SingleLineFormatter(str(LINE["format"]), defaults=LINE["defaults"]).format(record)


def test_settings_use_the_single_line_formatter() -> None:
    assert LINE["()"] == f"{SingleLineFormatter.__module__}.{SingleLineFormatter.__qualname__}"


@pytest.mark.parametrize(
    ("sent", "escaped"),
    [
        (
            "/a\n2026-11-22 INFO portal.sessions login user=admin",
            r"/a\n2026-11-22 INFO portal.sessions login user=admin",
        ),
        ("/a\r\x1b[2J", r"/a\r\x1b[2J"),
        ("/\u2028\u202e\x85", r"/\u2028\u202e\x85"),
        ("/ñ Київ \U0001f4e1", "/ñ Київ \U0001f4e1"),
    ],
)
def test_escapes_line_breaks_and_control_characters(sent: str, escaped: str) -> None:
    assert escape_unprintable(sent) == escaped
    line = format_message("denied %s", sent)
    assert line.splitlines() == [line]
    assert line.endswith(f"denied {escaped}")


def test_indents_traceback_lines() -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011 - any
        int("x\n2026-11-22 10:00:00,000 INFO portal.sessions login user=admin\x1b[2J\u202e")
    lines = format_message("fault", error=raised.value).split("\n")
    assert len(lines) > 2
    assert all(line.startswith("    ") for line in lines[1:])
    assert "\x1b" not in "".join(lines)


@pytest.mark.django_db
def test_url_with_line_break_is_logged_in_one_line(caller: ApiClient, caplog: pytest.LogCaptureFixture) -> None:
    caller.call("GET", "/api/v1/x%0a2026%20ERROR%20forged%1b[2J")
    assert all(len(format_message(record.getMessage()).splitlines()) == 1 for record in caplog.records)


@pytest.mark.django_db
def test_logs_user_and_action(caller: ApiClient, caplog: pytest.LogCaptureFixture) -> None:
    world = factories.world()
    caplog.set_level(logging.INFO, "portal")
    client, manager = world.client.user.client, world.manager.username
    assert client is not None

    caller.get("/files/export/active-repairs/xlsx", actor=world.admin)
    request = request_builders.create_repair(world, world.client)
    request_builders.complete_repair_step(world, request, "APPROVED")
    row = caller.get(f"/api/rest/clients/{client.pk}", actor=world.admin).ok
    caller.call("PUT", f"/api/rest/clients/{client.pk}", world.admin, body={**row, "name": "New name"}).ok  # noqa: B018
    caller.post("/sustainability-manager/save/clients", [client.pk], actor=world.admin, specifiedUsername=manager).ok  # noqa: B018

    messages = [record.getMessage() for record in caplog.records]
    for start in (
        "export active-repairs user=admin role=ADMIN rows=",
        f"decision {request.number} initial_approval user=",
        f"client {client.pk} edited by=admin",
        f"row saved list=clients id={client.pk} user=admin fields=",
        f"clients of manager {manager} set by=admin clients=[{client.pk}]",
    ):
        assert any(line.startswith(start) for line in messages), (start, messages)
    assert world.admin.token not in caplog.text


def test_logs_recurring_message_once_a_minute() -> None:
    now = [0.0]
    recurring_filter = RecurringFilter(clock=lambda: now[0])

    def build_record(message: str, level: int = logging.ERROR, **attributes: object) -> logging.LogRecord:
        record = logging.LogRecord("portal.api", level, "x.py", 1, message, ("away",), None)
        vars(record).update(attributes)
        return record

    logged = [recurring_filter.filter(build_record("unavailable: %s", **RECURRING)) for _ in range(3)]
    assert logged == [True, False, False]
    assert recurring_filter.filter(build_record("kept for up to a second: %s", **RECURRING)), "another kind"
    assert all(recurring_filter.filter(build_record("denied %s")) for _ in range(3)), (
        "what says who did what is never left out"
    )
    assert [recurring_filter.filter(build_record("%s", status_code=503)) for _ in range(2)] == [True, False], (
        "as Django logs each of them"
    )
    assert [recurring_filter.filter(build_record("Message Error: %s", name="celery.beat")) for _ in range(2)] == [
        True,
        False,
    ], "beat logs each task that it cannot publish"
    now[0] = RECURRING_INTERVAL
    again = build_record("unavailable: %s", **RECURRING)
    assert recurring_filter.filter(again)
    assert again.getMessage() == "unavailable: away (2 more since the last such line)"


def test_settings_use_the_recurring_filter() -> None:
    filter_class = settings.LOGGING["filters"]["recurring"]["()"]
    assert filter_class == f"{RecurringFilter.__module__}.{RecurringFilter.__qualname__}"
    assert "recurring" in settings.LOGGING["handlers"]["console"]["filters"]


@pytest.mark.django_db
def test_django_log_records_have_the_request_id(caller: ApiClient, caplog: pytest.LogCaptureFixture) -> None:
    response = caller.get("/contacts/profile")
    records = [record for record in caplog.records if record.name == "django.request"]
    assert records
    for record in records:
        assert RequestIdFilter().filter(record)
        assert record.request_id == response.headers["X-Request-Id"]  # type: ignore[attr-defined]
