"""Emails: hourly rate limit per user, threads, sender name, neutralized links."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.cache import cache
from pytest_django import Settings

from portal_backend.core.clock import now
from portal_backend.core.translations import load_messages
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.mail_templates import neutralize_links
from portal_backend.notifications.models import Mail
from portal_backend.notifications.outbox import NewMail, enqueue_mails
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.request_bodies import unit
from tests.smtp_server import Mailbox

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> factories.World:
    return factories.world()


def feedback(to: str, caused_by: int | None) -> NewMail:
    texts = {"title": "Slow", "content": "The list is slow.", "writer": "Ann", "page": ""}
    return NewMail(to, "en", "feedback", "FEEDBACK", texts, caused_by_id=caused_by)


def test_rate_limit_delays_emails_to_later_hours(settings: Settings) -> None:
    settings.MAILS_PER_HOUR = 2
    started = now()
    enqueue_mails(feedback(f"a{number}@example.org", 7) for number in range(3))
    enqueue_mails([*(feedback(f"b{number}@example.org", 7) for number in range(2)), feedback("c@example.org", 8)])
    enqueue_mails([feedback("d@example.org", None)] * 3)
    waits = {
        mail.to: round((mail.next_attempt_at - started) / timedelta(hours=1)) for mail in Mail.objects.order_by("pk")
    }
    assert list(waits.values()) == [0, 0, 1, 1, 2, 0, 0]
    assert Mail.objects.filter(next_attempt_at__lte=now()).count() == 6


def test_rate_limit_counts_extra_addresses(settings: Settings) -> None:
    settings.MAILS_PER_HOUR = 4
    started = now()
    enqueue_mails(
        replace(feedback(f"a{number}@example.org", 7), extra_addresses=("b@example.org", "c@example.org"))
        for number in range(3)
    )
    waits = [round((mail.next_attempt_at - started) / timedelta(hours=1)) for mail in Mail.objects.order_by("pk")]
    assert waits == [0, 0, 1]


def test_rate_limit_counts_transitions_for_their_actor(
    here: factories.World, settings: Settings, mailbox: Mailbox
) -> None:
    settings.MAILS_PER_HOUR = 1
    repair = factories.repair(here)
    send_due_mails()
    Mail.objects.all().delete()
    cache.clear()
    transition(PROCESSES["REPAIR"], repair.pk, actor=here.admin.actor, target_status="IN_SHIPPING_DETAILS")
    before = len(mailbox.messages)
    send_due_mails()
    assert Mail.objects.count() > 1
    assert len(mailbox.messages) == before + 1
    assert Mail.objects.filter(state="WAITING", next_attempt_at__gt=now()).count() == Mail.objects.count() - 1


def test_rate_limit_of_creations_ignores_repeated_keys(
    caller: ApiClient, here: factories.World, settings: Settings
) -> None:
    settings.CREATIONS_PER_HOUR = 2
    body = [unit(here.part.pk)]

    def create(key: str) -> int:
        return caller.call("POST", "/repairing/create", here.client, body=body, headers={"Idempotency-Key": key}).status

    assert [create(key) for key in ("a", "a", "a", "b", "b", "c")] == [200, 200, 200, 200, 200, 429]


@pytest.mark.parametrize(("lang", "setting"), [("en", ""), ("es", ""), ("en", "Repairs <no-reply@example.org>")])
def test_sender_has_a_name(mailbox: Mailbox, settings: Settings, lang: str, setting: str) -> None:
    settings.DEFAULT_FROM_EMAIL = setting or "no-reply@example.org"
    texts = {"title": "Slow", "content": "The list is slow.", "writer": "Ann", "page": ""}
    enqueue_mails([NewMail("ann@example.org", lang, "feedback", "FEEDBACK", texts)])
    send_due_mails()
    [sender] = mailbox.messages[-1]["From"].addresses
    expected = "Repairs" if setting else load_messages(lang)["mail.portal"]
    assert (sender.display_name, sender.addr_spec) == (expected, "no-reply@example.org")


def test_emails_of_one_request_form_one_thread(here: factories.World, mailbox: Mailbox) -> None:
    first, second = factories.repair(here), factories.repair(here)
    for repair in (first, second):
        transition(PROCESSES["REPAIR"], repair.pk, actor=here.admin.actor, target_status="IN_SHIPPING_DETAILS")
    send_due_mails()
    threads: dict[str, set[str]] = {}
    for mail in mailbox.messages:
        number = str(mail["Subject"]).partition(":")[0]
        threads.setdefault(number, set()).add(str(mail["References"]))
        assert mail["In-Reply-To"] == mail["References"]
        assert mail["References"] != mail["Message-ID"]
    assert len(threads) == 2
    assert len(set().union(*threads.values())) == 2
    enqueue_mails([feedback("ann@example.org", None)])
    send_due_mails()
    assert mailbox.messages[-1]["References"] is None


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Prize at https://evil.example.com/win", "Prize at https: //evil. example. com/win"),
        ("www.evil.example", "www. evil. example"),
        ("evil.com", "evil. com"),
        ("javascript://x", "javascript: //x"),
        ("J.R. Smith & Co. Ltd.", "J.R. Smith & Co. Ltd."),
        ("Tel. 3.5", "Tel. 3.5"),
        ("10.0.0.1", "10.0.0.1"),
    ],
)
def test_neutralizes_links_in_untrusted_values(typed: str, shown: str) -> None:
    assert neutralize_links(typed) == shown
