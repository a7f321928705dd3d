"""Calendar file: time, identity, language, access and escaping."""

from typing import Any

import icalendar
import pytest

from portal_backend.notifications.models import Mail
from portal_backend.notifications.sending import send_due_mails
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.caller import Caller
from tests.factories import Person, World
from tests.mailbox import forget_mails, made_mails, mail_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return factories.world()


def asked(caller: Caller, request: Request, actor: Person, **how: Any) -> tuple[bytes, Any]:
    """Fetch the file, and parse its only event."""
    content = caller.get("/support/calendar", actor=actor, id=request.pk, **how).ok
    [event] = icalendar.Calendar.from_ical(content).walk("VEVENT")
    return content, event


def test_event_time_is_in_utc_for_client_and_service(caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW", preferredDate="2026-07-15T13:30:00Z")
    for viewer in (world.client, world.service):
        content, event = asked(caller, support, viewer)
        assert b"DTSTART:20260715T133000Z\r\n" in content
        assert b"DTEND:20260715T143000Z\r\n" in content
        assert event["STATUS"] == "CONFIRMED"


def test_later_file_replaces_earlier_event(caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    _, first = asked(caller, support, world.client)
    path = "/support/update/initial-approval"
    caller.post(path, actor=world.supervisor, remoteSupportId=support.pk, status="REJECTED").ok  # noqa: B018
    caller.put("/support/update-status", actor=world.supervisor, remoteSupportId=support.pk).ok  # noqa: B018
    _, second = asked(caller, support, world.client)
    assert first["UID"] == second["UID"]
    assert second["SEQUENCE"] > first["SEQUENCE"]
    assert (first["STATUS"], second["STATUS"]) == ("TENTATIVE", "CANCELLED")


def test_event_is_in_language_of_user(caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    summaries = [str(asked(caller, support, world.client, lang=each)[1]["SUMMARY"]) for each in ("en", "es")]
    assert summaries == [
        f"{each} {support.number}: Calibration drifts" for each in ("Remote support", "Asistencia remota")
    ]


def test_escapes_user_text(caller: Caller, world: World) -> None:
    title = "a;END:VEVENT,X:Y" + "ñ" * 200
    hostile = "one\nEND:VEVENT\nBEGIN:VALARM\nATTACH:https://example.org"
    support = factories.request("REMOTE_SUPPORT", world, title=title, description=hostile)
    content, event = asked(caller, support, world.service)
    assert str(event["SUMMARY"]).endswith(title)
    assert hostile in str(event["DESCRIPTION"])
    assert content.count(b"END:VEVENT\r\n") == 1
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))


def test_rejects_users_outside_scope(caller: Caller, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    for outsider in (world.client2, world.service2):
        caller.get("/support/calendar", actor=outsider, id=support.pk).refused(404, "NOT_FOUND")


def test_approval_email_has_calendar_attachment(world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world, ready=True)
    world.client.user.language = "es"
    world.client.user.save()
    forget_mails()
    move(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=world.supervisor.actor)
    assert {world.client.id, world.service.id} <= set(made_mails().values_list("user_id", flat=True))
    with mail_server() as mailbox:
        send_due_mails()
    summaries = set()
    for sent in mailbox.messages:
        [file] = sent.iter_attachments()
        assert (file.get_content_type(), file.get_filename()) == ("text/calendar", f"{support.number}.ics")
        [event] = icalendar.Calendar.from_ical(file.get_content()).walk("VEVENT")
        assert event["STATUS"] == "CONFIRMED"
        summaries.add(str(event["SUMMARY"]).split(" S-")[0])
    assert summaries == {"Remote support", "Asistencia remota"}


def test_other_emails_and_lost_access_have_no_attachment(world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world, ready=True)
    forget_mails()
    move(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=world.supervisor.actor)
    assert made_mails().exists()
    Request.objects.filter(pk=support.pk).update(service=world.service2.user.service)
    Mail.objects.exclude(user=world.service.user).delete()
    support = factories.request("REMOTE_SUPPORT", world)
    move(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=world.admin.actor, target="REJECTED")
    assert made_mails().count() > 1
    with mail_server() as mailbox:
        send_due_mails()
    assert len(mailbox.messages) > 1
    assert not [file for sent in mailbox.messages for file in sent.iter_attachments()]
