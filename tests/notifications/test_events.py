"""What happened is one row until a worker makes the mails of it: none is lost, none doubled, nobody else is told."""

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
from portal_backend.base.actor import Role
from portal_backend.notifications import events
from portal_backend.notifications.events import make_mails
from portal_backend.notifications.models import Mail, MailEvent
from portal_backend.notifications.outbox import NewMail
from portal_backend.notifications.sending import forget_old_mails, send_due_mails
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.factories import World
from tests.mailbox import Mailbox, forget_mails, made_mails

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def repair(here: World) -> Request:
    made = factories.repair(here)
    forget_mails()
    return made


def send_on(repair: Request, here: World, status: str = "IN_TRANSIT") -> None:
    move(PROCESSES["REPAIR"], repair.pk, actor=here.admin.actor, target=status)


def readers() -> list[str]:
    return sorted(made_mails().values_list("user__username", flat=True))


def test_a_move_writes_one_row_however_many_hear_of_it(here: World, repair: Request) -> None:
    def writes() -> list[str]:
        with CaptureQueriesContext(connection) as captured:
            send_on(repair, here)
        return [each["sql"] for each in captured if "notifications_" in each["sql"]]

    send_on(repair, here, "IN_DIAGNOSTICS")
    [few] = writes()
    send_on(repair, here, "IN_DIAGNOSTICS")
    for number in range(20):
        factories.person(f"mate_{number}", Role.CLIENT, client=here.client.user.client)
    [many] = writes()
    for each in (few, many):
        assert each.startswith('INSERT INTO "notifications_mailevent"')
    assert Mail.objects.count() == 0
    assert len(readers()) > 20


def test_what_is_rolled_back_is_told_to_nobody(here: World, repair: Request) -> None:
    with transaction.atomic():
        send_on(repair, here)
        transaction.set_rollback(True)
    assert readers() == []


def test_who_is_locked_or_moved_away_in_between_is_told_nothing(here: World, repair: Request) -> None:
    send_on(repair, here)
    set_locked("client_mate", True, actor=here.admin.actor)
    User.objects.filter(username="service").update(service=here.service2.user.service)
    assert readers() == ["client"]


def test_a_worker_that_dies_among_the_mails_loses_and_doubles_none(
    here: World, repair: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException): ...

    def die(row: MailEvent, *_: object, **__: object) -> None:
        raise Killed

    send_on(repair, here)
    with monkeypatch.context() as dying:
        dying.setattr(MailEvent, "delete", die)
        with pytest.raises(Killed), transaction.atomic():
            make_mails()
    assert (Mail.objects.count(), MailEvent.objects.count()) == (0, 1)
    assert readers() == ["client", "client_mate", "service"]
    assert make_mails() == 0
    assert readers() == ["client", "client_mate", "service"]


def test_the_same_event_tells_a_reader_once(here: World, repair: Request) -> None:
    send_on(repair, here)
    [row] = MailEvent.objects.values()
    make_mails()
    MailEvent.objects.create(**row)
    assert readers() == ["client", "client_mate", "service"]


@pytest.mark.django_db(transaction=True)
def test_many_workers_tell_each_reader_once(here: World, repair: Request) -> None:
    for status in ("IN_TRANSIT", "IN_DIAGNOSTICS") * 8:
        send_on(repair, here, status)

    def work(_: int) -> None:
        try:
            make_mails()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert MailEvent.objects.count() == 0
    assert Mail.objects.count() == 16 * 3


def test_a_mail_is_of_the_moment_in_which_it_happened(here: World, repair: Request) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        send_on(repair, here)
        happened = timezone.now()
        clock.shift(timedelta(hours=3))
        assert set(made_mails().values_list("created_at", flat=True)) == {happened}


def test_what_this_version_does_not_know_waits_and_holds_up_no_other(here: World, repair: Request) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        send_on(repair, here)
        MailEvent.objects.update(key="TO_COME")
        send_on(repair, here, "IN_DIAGNOSTICS")
        assert set(made_mails().values_list("values__new__word", flat=True)) == {"status.REPAIR.IN_DIAGNOSTICS"}
        assert make_mails() == 0
        MailEvent.objects.update(key="IN_TRANSIT")
        clock.shift(events.PAUSE)
        assert make_mails() == 1
        MailEvent.objects.update(key="TO_COME")
        send_on(repair, here)
        clock.shift(timedelta(days=200))
        forget_old_mails()
        assert MailEvent.objects.count() == 0


def test_what_happens_stands_behind_the_bell_while_the_mail_server_is_away(
    here: World, repair: Request, mailbox: Mailbox
) -> None:
    mailbox.refusal = "451 come back later"
    send_on(repair, here)
    assert send_due_mails() == 0
    assert Mail.objects.filter(user=here.client.user, seen_at=None).exists()


def spoil(row: MailEvent, how: str) -> None:
    if how == "an unknown role":
        row.pages["QUALITY"] = "repairs/1"
    elif how == "an unknown role that acts":
        row.acting = "QUALITY"
    elif how == "another form":
        row.turns = {}
    elif how == "values of another form":
        row.values = {"new": {"words": ["a"]}}
        row.pages = []
    row.save()


@pytest.mark.parametrize(
    "how", ["an unknown role", "an unknown role that acts", "another form", "values of another form"]
)
def test_an_event_that_cannot_be_read_delays_only_itself(here: World, repair: Request, how: str) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        send_on(repair, here)
        spoil(MailEvent.objects.get(), how)
        send_on(repair, here, "IN_DIAGNOSTICS")
        assert make_mails() > 0
        assert set(Mail.objects.values_list("values__new__word", flat=True)) == {"status.REPAIR.IN_DIAGNOSTICS"}
        assert MailEvent.objects.count() == 1, "another version of the portal may know it"
        assert make_mails() == 0
        clock.shift(events.PAUSE)
        assert make_mails() == 1


def test_a_role_that_is_newer_than_the_event_is_told_without_a_link(here: World, repair: Request) -> None:
    send_on(repair, here)
    row = MailEvent.objects.get()
    del row.pages["CLIENT"]
    row.save()
    make_mails()
    assert set(Mail.objects.filter(user=here.client.user).values_list("path", flat=True)) == {""}
    assert "" not in set(Mail.objects.filter(user=here.service.user).values_list("path", flat=True))


@pytest.mark.django_db(transaction=True)
def test_an_event_whose_mails_the_database_refuses_delays_only_itself(
    here: World, repair: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = events.write_mails
    send_on(repair, here)
    spoiled = MailEvent.objects.get().pk
    send_on(repair, here, "IN_DIAGNOSTICS")

    def write(mails: Iterable[NewMail]) -> bool:
        made = list(mails)
        if any(each.dedupe and each.dedupe.startswith(f"event {spoiled} ") for each in made):
            MailEvent.objects.create(**MailEvent.objects.values().get(pk=spoiled))
        return make(made)

    monkeypatch.setattr(events, "write_mails", write)
    make_mails()
    assert {each.values["new"]["word"] for each in Mail.objects.all()} == {"status.REPAIR.IN_DIAGNOSTICS"}
    assert list(MailEvent.objects.values_list("pk", flat=True)) == [spoiled]
