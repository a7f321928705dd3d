"""The file for calendars: the instant, what identifies it, the reader's words, and nobody's markup."""

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
def here() -> World:
    return factories.world()


def asked(caller: Caller, request: Request, actor: Person, **how: Any) -> tuple[bytes, Any]:
    """The file, and its only entry as a calendar reads it."""
    content = caller.get("/support/calendar", actor=actor, id=request.pk, **how).ok
    [event] = icalendar.Calendar.from_ical(content).walk("VEVENT")
    return content, event


def test_it_names_the_instant_in_utc_for_both_sides(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW", preferredDate="2026-07-15T13:30:00Z")
    for reader in (here.client, here.service):
        content, event = asked(caller, support, reader)
        assert b"DTSTART:20260715T133000Z\r\n" in content
        assert b"DTEND:20260715T143000Z\r\n" in content
        assert event["STATUS"] == "CONFIRMED"


def test_a_later_file_replaces_the_earlier_entry(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    _, first = asked(caller, support, here.client)
    path = "/support/update/initial-approval"
    caller.post(path, actor=here.supervisor, remoteSupportId=support.pk, status="REJECTED").ok  # noqa: B018
    caller.put("/support/update-status", actor=here.supervisor, remoteSupportId=support.pk).ok  # noqa: B018
    _, second = asked(caller, support, here.client)
    assert first["UID"] == second["UID"]
    assert second["SEQUENCE"] > first["SEQUENCE"]
    assert (first["STATUS"], second["STATUS"]) == ("TENTATIVE", "CANCELLED")


def test_its_words_are_the_readers(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    summaries = [str(asked(caller, support, here.client, lang=each)[1]["SUMMARY"]) for each in ("en", "es")]
    assert summaries == [
        f"{each} {support.number}: Calibration drifts" for each in ("Remote support", "Asistencia remota")
    ]


def test_what_a_user_typed_stays_text(caller: Caller, here: World) -> None:
    title = "a;END:VEVENT,X:Y" + "ñ" * 200
    hostile = "one\nEND:VEVENT\nBEGIN:VALARM\nATTACH:https://example.org"
    support = factories.request("REMOTE_SUPPORT", here, title=title, description=hostile)
    content, event = asked(caller, support, here.service)
    assert str(event["SUMMARY"]).endswith(title)
    assert hostile in str(event["DESCRIPTION"])
    assert content.count(b"END:VEVENT\r\n") == 1
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))


def test_it_is_read_in_the_scope_of_its_request(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    for stranger in (here.client2, here.service2):
        caller.get("/support/calendar", actor=stranger, id=support.pk).refused(404, "NOT_FOUND")


def test_both_sides_get_it_with_the_mail_that_tells_of_the_approval(here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here, ready=True)
    here.client.user.language = "es"
    here.client.user.save()
    forget_mails()
    move(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=here.supervisor.actor)
    assert {here.client.id, here.service.id} <= set(made_mails().values_list("user_id", flat=True))
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


def test_no_other_mail_brings_it_nor_one_to_who_lost_the_request(here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here, ready=True)
    forget_mails()
    move(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=here.supervisor.actor)
    assert made_mails().exists()
    Request.objects.filter(pk=support.pk).update(service=here.service2.user.service)
    Mail.objects.exclude(user=here.service.user).delete()
    support = factories.request("REMOTE_SUPPORT", here)
    move(PROCESSES["REMOTE_SUPPORT"], support.pk, actor=here.admin.actor, target="REJECTED")
    assert made_mails().count() > 1
    with mail_server() as mailbox:
        send_due_mails()
    assert len(mailbox.messages) > 1
    assert not [file for sent in mailbox.messages for file in sent.iter_attachments()]
