"""Calendar file: time, identity, language, access and escaping."""

from typing import Any

import icalendar
import pytest

from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.models import Mail
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.smtp_server import delete_mails, expand_and_get_mails, mail_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return factories.world()


def fetch_calendar(caller: ApiClient, request: ServiceRequest, actor: Person, **how: Any) -> tuple[bytes, Any]:
    """Fetch the file, and parse its only event."""
    content = caller.get("/support/calendar", actor=actor, id=request.pk, **how).ok
    [event] = icalendar.Calendar.from_ical(content).walk("VEVENT")
    return content, event


def test_event_time_is_in_utc_for_client_and_service(caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world, "SERVICE_REVIEW", preferredDate="2026-07-15T13:30:00Z")
    for viewer in (world.client, world.service):
        content, event = fetch_calendar(caller, support, viewer)
        assert b"DTSTART:20260715T133000Z\r\n" in content
        assert b"DTEND:20260715T143000Z\r\n" in content
        assert event["STATUS"] == "CONFIRMED"


def test_later_file_replaces_earlier_event(caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    _, first = fetch_calendar(caller, support, world.client)
    path = "/support/update/initial-approval"
    caller.post(path, actor=world.supervisor, remoteSupportId=support.pk, status="REJECTED").ok  # noqa: B018
    caller.put("/support/update-status", actor=world.supervisor, remoteSupportId=support.pk).ok  # noqa: B018
    _, second = fetch_calendar(caller, support, world.client)
    assert first["UID"] == second["UID"]
    assert second["SEQUENCE"] > first["SEQUENCE"]
    assert (first["STATUS"], second["STATUS"]) == ("TENTATIVE", "CANCELLED")


def test_event_is_in_language_of_user(caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    summaries = [str(fetch_calendar(caller, support, world.client, lang=each)[1]["SUMMARY"]) for each in ("en", "es")]
    assert summaries == [
        f"{each} {support.number}: Calibration drifts" for each in ("Remote support", "Asistencia remota")
    ]


def test_escapes_user_text(caller: ApiClient, world: World) -> None:
    title = "a;END:VEVENT,X:Y" + "ñ" * 200
    hostile = "one\nEND:VEVENT\nBEGIN:VALARM\nATTACH:https://example.org"
    support = factories.request("REMOTE_SUPPORT", world, title=title, description=hostile)
    content, event = fetch_calendar(caller, support, world.service)
    assert str(event["SUMMARY"]).endswith(title)
    assert hostile in str(event["DESCRIPTION"])
    assert content.count(b"END:VEVENT\r\n") == 1
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))


def test_rejects_users_outside_scope(caller: ApiClient, world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world)
    for outsider in (world.client2, world.service2):
        caller.get("/support/calendar", actor=outsider, id=support.pk).assert_error(404, "NOT_FOUND")


def test_approval_email_has_calendar_attachment(world: World) -> None:
    support = factories.request("REMOTE_SUPPORT", world, ready=True)
    world.client.user.language = "es"
    world.client.user.save()
    delete_mails()
    transition(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=world.supervisor.actor)
    assert {world.client.id, world.service.id} <= set(expand_and_get_mails().values_list("user_id", flat=True))
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
    delete_mails()
    transition(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=world.supervisor.actor)
    assert expand_and_get_mails().exists()
    ServiceRequest.objects.filter(pk=support.pk).update(service=world.service2.user.service)
    Mail.objects.exclude(user=world.service.user).delete()
    support = factories.request("REMOTE_SUPPORT", world)
    transition(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=world.admin.actor, target_status="REJECTED")
    assert expand_and_get_mails().count() > 1
    with mail_server() as mailbox:
        send_due_mails()
    assert len(mailbox.messages) > 1
    assert not [file for sent in mailbox.messages for file in sent.iter_attachments()]
