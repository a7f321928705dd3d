"""Notification events: expanded by a worker into exactly one email per recipient.

None is lost or duplicated, and an event that cannot be read delays only itself.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal_backend.accounts.locking import set_locked
from portal_backend.accounts.models import User
from portal_backend.core.actor import Role
from portal_backend.notifications import events
from portal_backend.notifications.events import expand_events
from portal_backend.notifications.mail_sender import purge_old_mails, send_due_mails
from portal_backend.notifications.models import Mail, MailEvent
from portal_backend.notifications.outbox import NewMail
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.factories import World
from tests.smtp_server import Mailbox, delete_mails, expand_and_get_mails

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def repair(here: World) -> ServiceRequest:
    mail_list = factories.repair(here)
    delete_mails()
    return mail_list


def set_status(repair: ServiceRequest, here: World, status: str = "IN_TRANSIT") -> None:
    transition(PROCESSES["REPAIR"], repair.pk, actor=here.admin.actor, target_status=status)


def get_recipients() -> list[str]:
    return sorted(expand_and_get_mails().values_list("user__username", flat=True))


def test_transition_writes_one_event_for_any_number_of_recipients(here: World, repair: ServiceRequest) -> None:
    def writes() -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            set_status(repair, here)
        return [each["sql"] for each in captured if "notifications_" in each["sql"]]

    set_status(repair, here, "IN_DIAGNOSTICS")
    [few] = writes()
    set_status(repair, here, "IN_DIAGNOSTICS")
    for number in range(20):
        factories.person(f"mate_{number}", Role.CLIENT, client=here.client.user.client)
    [many] = writes()
    for each in (few, many):
        assert each.startswith('INSERT INTO "notifications_mailevent"')
    assert Mail.objects.count() == 0
    assert len(get_recipients()) > 20


def test_rolled_back_transition_sends_no_email(here: World, repair: ServiceRequest) -> None:
    with transaction.atomic():
        set_status(repair, here)
        transaction.set_rollback(True)
    assert get_recipients() == []


def test_user_locked_or_out_of_scope_before_expansion_gets_no_email(here: World, repair: ServiceRequest) -> None:
    set_status(repair, here)
    set_locked("client_mate", True, actor=here.admin.actor)
    User.objects.filter(username="service").update(service=here.service2.user.service)
    assert get_recipients() == ["client"]


def test_worker_crash_during_expansion_neither_loses_nor_duplicates_emails(
    here: World, repair: ServiceRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException): ...

    def die(row: MailEvent, *_: object, **__: object) -> None:
        raise Killed

    set_status(repair, here)
    with monkeypatch.context() as dying:
        dying.setattr(MailEvent, "delete", die)
        with pytest.raises(Killed), transaction.atomic():
            expand_events()
    assert (Mail.objects.count(), MailEvent.objects.count()) == (0, 1)
    assert get_recipients() == ["client", "client_mate", "service"]
    assert expand_events() == 0
    assert get_recipients() == ["client", "client_mate", "service"]


def test_repeated_event_creates_one_email_per_recipient(here: World, repair: ServiceRequest) -> None:
    set_status(repair, here)
    [row] = MailEvent.objects.values()
    expand_events()
    MailEvent.objects.create(**row)
    assert get_recipients() == ["client", "client_mate", "service"]


@pytest.mark.django_db(transaction=True)
def test_concurrent_workers_create_one_email_per_recipient(here: World, repair: ServiceRequest) -> None:
    for status in ("IN_TRANSIT", "IN_DIAGNOSTICS") * 8:
        set_status(repair, here, status)

    def work(_: int) -> None:
        try:
            expand_events()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert MailEvent.objects.count() == 0
    assert Mail.objects.count() == 16 * 3


def test_email_has_the_time_of_its_event(here: World, repair: ServiceRequest) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        set_status(repair, here)
        happened = timezone.now()
        clock.shift(timedelta(hours=3))
        assert set(expand_and_get_mails().values_list("created_at", flat=True)) == {happened}


def test_unknown_event_is_postponed_and_finally_purged(here: World, repair: ServiceRequest) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        set_status(repair, here)
        MailEvent.objects.update(key="TO_COME")
        set_status(repair, here, "IN_DIAGNOSTICS")
        assert set(expand_and_get_mails().values_list("values__new__message", flat=True)) == {
            "status.REPAIR.IN_DIAGNOSTICS"
        }
        assert expand_events() == 0
        MailEvent.objects.update(key="IN_TRANSIT")
        clock.shift(events.EVENT_RETRY_DELAY)
        assert expand_events() == 1
        MailEvent.objects.update(key="TO_COME")
        set_status(repair, here)
        clock.shift(timedelta(days=200))
        purge_old_mails()
        assert MailEvent.objects.count() == 0


def test_notification_appears_while_the_mail_server_is_unavailable(
    here: World, repair: ServiceRequest, mailbox: Mailbox
) -> None:
    mailbox.data_error = "451 come back later"
    set_status(repair, here)
    assert send_due_mails() == 0
    assert Mail.objects.filter(user=here.client.user, read_at=None).exists()


def corrupt(row: MailEvent, how: str) -> None:
    if how == "an unknown role":
        row.pages["QUALITY"] = "repairs/1"
    elif how == "an unknown role that acts":
        row.responsible_role = "QUALITY"
    elif how == "another form":
        row.instructions = {}
    elif how == "values of another form":
        row.values = {"new": {"words": ["a"]}}
        row.pages = []
    row.save()


@pytest.mark.parametrize(
    "how", ["an unknown role", "an unknown role that acts", "another form", "values of another form"]
)
def test_unreadable_event_delays_only_itself(here: World, repair: ServiceRequest, how: str) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        set_status(repair, here)
        corrupt(MailEvent.objects.get(), how)
        set_status(repair, here, "IN_DIAGNOSTICS")
        assert expand_events() > 0
        assert set(Mail.objects.values_list("values__new__message", flat=True)) == {"status.REPAIR.IN_DIAGNOSTICS"}
        assert MailEvent.objects.count() == 1, "another version of the portal may know it"
        assert expand_events() == 0
        clock.shift(events.EVENT_RETRY_DELAY)
        assert expand_events() == 1


def test_role_without_a_page_gets_an_email_without_a_link(here: World, repair: ServiceRequest) -> None:
    set_status(repair, here)
    row = MailEvent.objects.get()
    del row.pages["CLIENT"]
    row.save()
    expand_events()
    assert set(Mail.objects.filter(user=here.client.user).values_list("path", flat=True)) == {""}
    assert "" not in set(Mail.objects.filter(user=here.service.user).values_list("path", flat=True))


@pytest.mark.django_db(transaction=True)
def test_database_error_during_expansion_delays_only_its_event(
    here: World, repair: ServiceRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = events.write_mails
    set_status(repair, here)
    corrupted = MailEvent.objects.get().pk
    set_status(repair, here, "IN_DIAGNOSTICS")

    def write(mails: Iterable[NewMail]) -> bool:
        mail_list = list(mails)
        if any(each.dedupe and each.dedupe.startswith(f"event {corrupted} ") for each in mail_list):
            MailEvent.objects.create(**MailEvent.objects.values().get(pk=corrupted))
        return make(mail_list)

    monkeypatch.setattr(events, "write_mails", write)
    expand_events()
    assert {each.values["new"]["message"] for each in Mail.objects.all()} == {"status.REPAIR.IN_DIAGNOSTICS"}
    assert list(MailEvent.objects.values_list("pk", flat=True)) == [corrupted]
