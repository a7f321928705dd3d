"""The log: nobody forges lines in it, and it tells who did what (security.md, 25)."""

import logging

import pytest

from portal_backend import settings
from portal_backend.base.logs import RECURRING, RECURRING_SECONDS, Named, OnceAMinute, OneLine, harmless
from tests import factories, walks
from tests.caller import Caller

LINE = settings.LOGGING["formatters"]["line"]


def written(message: str, *arguments: object, error: BaseException | None = None) -> str:
    """A message as it comes to stand in the log."""
    record = logging.LogRecord("portal", logging.INFO, "x.py", 1, message, arguments, None)
    if error is not None:
        record.exc_info = (type(error), error, error.__traceback__)
    return OneLine(str(LINE["format"]), defaults=LINE["defaults"]).format(record)


def test_the_portal_writes_its_log_so() -> None:
    assert LINE["()"] == f"{OneLine.__module__}.{OneLine.__qualname__}"


@pytest.mark.parametrize(
    ("sent", "stands"),
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
def test_what_was_sent_stays_in_its_line(sent: str, stands: str) -> None:
    assert harmless(sent) == stands
    line = written("denied %s", sent)
    assert line.splitlines() == [line]
    assert line.endswith(f"denied {stands}")


def test_a_trace_cannot_pass_for_a_line() -> None:
    with pytest.raises(ValueError) as raised:  # noqa: PT011 - any
        int("x\n2026-11-22 10:00:00,000 INFO portal.sessions login user=admin\x1b[2J\u202e")
    lines = written("fault", error=raised.value).split("\n")
    assert len(lines) > 2
    assert all(line.startswith("    ") for line in lines[1:])
    assert "\x1b" not in "".join(lines)


@pytest.mark.django_db
def test_an_address_with_a_line_break_is_logged_in_one_line(caller: Caller, caplog: pytest.LogCaptureFixture) -> None:
    caller.call("GET", "/api/v1/x%0a2026%20ERROR%20forged%1b[2J")
    assert all(len(written(record.getMessage()).splitlines()) == 1 for record in caplog.records)


@pytest.mark.django_db
def test_who_did_what_is_told(caller: Caller, caplog: pytest.LogCaptureFixture) -> None:
    world = factories.world()
    caplog.set_level(logging.INFO, "portal")
    client, manager = world.client.user.client, world.manager.username
    assert client is not None

    caller.get("/files/export/active-repairs/xlsx", actor=world.admin)
    request = walks.create_repair(world, world.client)
    walks.fill_repair(world, request, "APPROVED")
    row = caller.get(f"/api/rest/clients/{client.pk}", actor=world.admin).ok
    caller.call("PUT", f"/api/rest/clients/{client.pk}", world.admin, body={**row, "name": "New name"}).ok  # noqa: B018
    caller.post("/sustainability-manager/save/clients", [client.pk], actor=world.admin, specifiedUsername=manager).ok  # noqa: B018

    told = [record.getMessage() for record in caplog.records]
    for start in (
        "export active-repairs user=admin role=ADMIN rows=",
        f"decision {request.number} initial_approval user=",
        f"client {client.pk} edited by=admin",
        f"row saved list=clients id={client.pk} user=admin fields=",
        f"clients of manager {manager} set by=admin clients=[{client.pk}]",
    ):
        assert any(line.startswith(start) for line in told), (start, told)
    assert world.admin.token not in caplog.text


def test_what_recurs_with_every_call_is_written_once_a_minute() -> None:
    now = [0.0]
    once = OnceAMinute(clock=lambda: now[0])

    def line(message: str, level: int = logging.ERROR, **more: object) -> logging.LogRecord:
        record = logging.LogRecord("portal.api", level, "x.py", 1, message, ("away",), None)
        vars(record).update(more)
        return record

    passed = [once.filter(line("unavailable: %s", **RECURRING)) for _ in range(3)]
    assert passed == [True, False, False]
    assert once.filter(line("kept for up to a second: %s", **RECURRING)), "another kind"
    assert all(once.filter(line("denied %s")) for _ in range(3)), "what says who did what is never left out"
    assert [once.filter(line("%s", status_code=503)) for _ in range(2)] == [True, False], "as Django logs each of them"
    now[0] = RECURRING_SECONDS
    again = line("unavailable: %s", **RECURRING)
    assert once.filter(again)
    assert again.getMessage() == "unavailable: away (2 more since the last such line)"


def test_the_portal_leaves_out_what_recurs() -> None:
    named = settings.LOGGING["filters"]["recurring"]["()"]
    assert named == f"{OnceAMinute.__module__}.{OnceAMinute.__qualname__}"
    assert "recurring" in settings.LOGGING["handlers"]["console"]["filters"]


@pytest.mark.django_db
def test_lines_of_django_name_the_call(caller: Caller, caplog: pytest.LogCaptureFixture) -> None:
    answer = caller.get("/contacts/profile")
    lines = [record for record in caplog.records if record.name == "django.request"]
    assert lines
    for record in lines:
        assert Named().filter(record)
        assert record.request_id == answer.headers["X-Request-Id"]  # type: ignore[attr-defined]
