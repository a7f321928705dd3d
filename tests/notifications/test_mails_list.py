"""List of emails for administrators: search, filter by state, resend."""

import json
from typing import Any

import pytest

from portal_backend.core.mail import FILE_BACKEND
from portal_backend.notifications import mail_templates
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.mail_templates import MailTemplate
from portal_backend.notifications.models import Mail, MailState
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World
from tests.smtp_server import Mailbox, expand_and_get_mails

pytestmark = pytest.mark.django_db
LIST = "/api/rest/mails"


@pytest.fixture
def here() -> World:
    world = factories.world()
    factories.repair(world)
    return world


def fetch_list(caller: ApiClient, here: World, lang: str = "en", **filter_: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = caller.call("GET", LIST, here.admin, lang=lang, filter=json.dumps(filter_)).ok
    return rows


def test_list_has_state_error_and_subject_of_emails(caller: ApiClient, here: World, mailbox: Mailbox) -> None:
    send_due_mails()
    Mail.objects.filter(to="client@example.org").update(state=MailState.FAILED, error="550 no such user", attempts=3)
    [failed] = fetch_list(caller, here, state=["FAILED"])
    assert (failed["to"], failed["error"], failed["attempts"]) == ("client@example.org", "550 no such user", 3)
    assert failed["state"] == {"key": "FAILED", "name": "Failed"}
    number = Mail.objects.values_list("reference", flat=True).first()
    assert failed["subject"] == f"{number}: New"
    [spanish] = fetch_list(caller, here, "es", keyword="no such")
    assert (spanish["subject"], spanish["state"]["name"]) == (f"{number}: Nueva", "Fallido")
    assert len(fetch_list(caller, here, keyword=number)) == Mail.objects.count() > 1
    caller.get(LIST, actor=here.supervisor).assert_error(403, "FORBIDDEN")


def test_list_hides_facts_that_are_mostly_the_same(caller: ApiClient, here: World) -> None:
    declared = caller.get("/api/rest/meta", actor=here.admin).ok["resources"]
    (mails,) = (each for each in declared if each["name"] == "mails")
    assert {column["key"] for column in mails["columns"] if column["hidden"]} == {"attempts", "sentAt", "error"}


def test_state_without_mail_server_is_saved_as_a_file(caller: ApiClient, here: World, settings: Any) -> None:
    settings.EMAIL_BACKEND = FILE_BACKEND
    expand_and_get_mails().update(state=MailState.SENT)
    [row, *_] = fetch_list(caller, here, state=["SENT"])
    assert row["state"] == {"key": "SAVED", "name": "Saved as a file"}


def test_resends_failed_email(caller: ApiClient, here: World, mailbox: Mailbox) -> None:
    mailbox.data_error = "550 no such user"
    while expand_and_get_mails().filter(state=MailState.WAITING).exists():
        send_due_mails()
    mailbox.data_error = ""
    assert set(Mail.objects.values_list("state", flat=True)) == {MailState.FAILED}
    one = Mail.objects.get(to="client@example.org")
    assert caller.put(f"{LIST}/{one.pk}", {"state": "WAITING"}, actor=here.admin).ok["state"] == "WAITING"
    assert send_due_mails() == 1
    assert mailbox.recipients == ["client@example.org"]
    one.refresh_from_db()
    assert (one.state, one.attempts, one.error) == (MailState.SENT, 1, "")
    caller.put(f"{LIST}/{one.pk}", {"state": "WAITING"}, actor=here.supervisor).assert_error(403, "FORBIDDEN")
    caller.put(f"{LIST}/{one.pk}", {"state": "FAILED"}, actor=here.admin).assert_error(400, "VALIDATION")


def test_rejects_resend_during_sending_or_without_secret_link(
    caller: ApiClient, here: World, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(mail_templates.MAIL_TEMPLATES, "moved", MailTemplate("moved", has_secret_link=True))
    send_due_mails()
    sent, sending = Mail.objects.all()[:2]
    response = caller.put(f"{LIST}/{sent.pk}", {"state": "WAITING"}, actor=here.admin).assert_error(400, "VALIDATION")
    assert "one-time link" in response.fields["state"][0]
    Mail.objects.filter(pk=sending.pk).update(state=MailState.SENDING, path="there")
    caller.put(f"{LIST}/{sending.pk}", {"state": "WAITING"}, actor=here.admin).assert_error(409, "STALE")
