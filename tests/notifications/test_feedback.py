"""Feedback: stored with author and page, for administrators only (spec 1, 2.4)."""

import pytest
from django.test import override_settings

from portal_backend.accounts.models import User
from portal_backend.core.actor import Role
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.models import Feedback
from tests import factories
from tests.api_client import ApiClient
from tests.smtp_server import Mailbox, get_text

pytestmark = pytest.mark.django_db
LEAVE = "/support/request/feedback"
WRITTEN = {"title": "Lento", "content": "La lista\ntarda mucho.", "pageName": "Ñandú", "pagePath": "/es/active-repairs"}


def test_stores_feedback_with_author_and_page(caller: ApiClient) -> None:
    here = factories.world()
    assert caller.put(LEAVE, WRITTEN, actor=here.client).ok is True
    [row] = caller.get("/api/rest/feedback", actor=here.admin).ok
    assert {key: row[key] for key in WRITTEN} == WRITTEN
    assert row["username"] == "client"
    assert row["createdAt"].endswith("Z")
    assert caller.get("/api/rest/feedback", actor=here.admin, filter='{"keyword": "ñANDÚ"}').ok == [row]
    assert caller.get("/api/rest/feedback", actor=here.admin, filter='{"keyword": "x"}').ok == []


def test_repeated_idempotency_key_stores_feedback_once(caller: ApiClient) -> None:
    here = factories.world()
    for _ in range(2):
        assert caller.put(LEAVE, WRITTEN, actor=here.service, headers={"Idempotency-Key": "once"}).ok is True
    assert Feedback.objects.count() == 1


def test_emails_feedback_to_administrators_that_are_not_locked(caller: ApiClient, mailbox: Mailbox) -> None:
    here = factories.world()
    for name, more in (("admin_es", {"language": "es"}), ("admin_locked", {"locked": True})):
        User.objects.filter(pk=factories.person(name, Role.ADMIN).id).update(**more)
    assert caller.put(LEAVE, WRITTEN, actor=here.client).ok is True
    assert send_due_mails() == 2
    assert mailbox.recipients == ["admin@example.org", "admin_es@example.org"]
    english, spanish = sorted(mailbox.messages, key=lambda mail: mail["To"])
    assert (english["Subject"], spanish["Subject"]) == ("Feedback: Lento", "Sugerencia: Lento")
    assert "From: Client Tester (client)" in get_text(english)
    assert "Página: Ñandú /es/active-repairs" in get_text(spanish)


@override_settings(FEEDBACKS_PER_HOUR=2)
def test_rate_limit_per_address(caller: ApiClient) -> None:
    here = factories.world()
    for person in (here.client, here.manager):
        assert caller.put(LEAVE, WRITTEN, actor=person).ok is True
    response = caller.put(LEAVE, WRITTEN, actor=here.admin)
    assert response.outcome == "429 TOO_MANY_REQUESTS"
    assert int(response.headers["Retry-After"]) > 0
    assert Feedback.objects.count() == 2
