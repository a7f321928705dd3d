"""Recipients of notifications by process, status, role, organization and language.

The expected recipients come from the scope of each user, not from the queries of `recipients` (contract 7).
"""

import pytest
import time_machine

from portal_backend.accounts.grants import build_actor, set_followed_clients
from portal_backend.accounts.models import Service, User
from portal_backend.core.actor import Role
from portal_backend.core.translations import load_messages
from portal_backend.notifications.mail_rules import ROLE_SWITCHES
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.notifications.models import Mail, MailRule
from portal_backend.workflow.actions import change_service, delete_request
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.notifications import send_overdue_reminders
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.scope import in_scope
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World
from tests.smtp_server import Mailbox, delete_mails, expand_and_get_mails, get_html, get_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    """Return two tenants; each role has a Spanish-speaking and a locked user."""
    world = factories.world()
    one, first = world.client.user.client, world.service.user.service
    people = {
        Role.CLIENT: {"client": one},
        Role.SERVICE: {"service": first},
        Role.SUPERVISOR: {},
        Role.ADMIN: {},
        Role.SUSTAINABILITY_MANAGER: {},
    }
    for role, member in people.items():
        for name, row in (("es", {"language": "es"}), ("locked", {"locked": True})):
            user = factories.person(f"{name}_{role.lower()}", role, **member).user  # type: ignore[arg-type]
            User.objects.filter(pk=user.pk).update(**row)
            if role == Role.SUSTAINABILITY_MANAGER and one:
                set_followed_clients(user, [one])
    other = factories.person("other_manager", Role.SUSTAINABILITY_MANAGER).user
    set_followed_clients(other, [world.client2.user.client] if world.client2.user.client else [])
    world.client_mate.user.backup_emails.create(value="mate@backup.example.org")
    world.supervisor.user.backup_emails.create(value="unused@backup.example.org")
    return world


def switch_on(kind: str, key: str, *roles: Role) -> None:
    values = {attribute: role in roles for attribute, role in ROLE_SWITCHES.values()}
    MailRule.objects.update_or_create(category=kind, key=key, defaults=values)


def get_expected_recipients(request: ServiceRequest, roles: set[Role]) -> set[tuple[str, str]]:
    """Return name and language of the unlocked users in scope with some roles."""
    return {
        (user.username, user.language)
        for user in User.objects.filter(locked=False)
        if user.role in roles and in_scope(build_actor(user)).filter(pk=request.pk).exists()
    }


def get_recipients() -> list[tuple[str, str]]:
    return [
        (str(name), language) for name, language in expand_and_get_mails().values_list("user__username", "language")
    ]


@pytest.mark.parametrize("kind", PROCESSES)
def test_mail_rules_select_recipients_of_each_status_and_role(kind: str, here: World) -> None:
    request = factories.request(kind, here)
    process = PROCESSES[kind]
    cells = 0
    for role in (*Role, None):
        for step in [*process.steps[1:], process.steps[0]]:
            if role is not None:
                switch_on(kind, step.status, role)
            delete_mails()
            transition(process, request.pk, actor=here.admin.actor, target_status=step.status)
            # without a rule: the responsible role and the client
            roles = {role} if role else {Role.CLIENT, *([step.responsible_role] if step.responsible_role else [])}
            recipients = get_recipients()
            assert len(recipients) == len(set(recipients)), "each person once"
            assert set(recipients) == get_expected_recipients(request, roles), f"{kind} {step.status} {role}"
            assert recipients
            assert {mail.path.partition("?")[0] for mail in Mail.objects.all()} == {process.page.format(id=request.pk)}
            cells += 1
        MailRule.objects.all().delete()
    assert cells == 6 * len(process.steps)


@pytest.mark.parametrize("kind", PROCESSES)
def test_creation_notifies_roles_that_are_on(kind: str, here: World) -> None:
    first = PROCESSES[kind].first_step.status
    request = factories.request(kind, here)
    assert set(get_recipients()) == get_expected_recipients(request, {Role.CLIENT, Role.SUPERVISOR})
    switch_on(kind, first)
    delete_mails()
    factories.request(kind, here)
    assert get_recipients() == []


@pytest.mark.split
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("kind", PROCESSES)
def test_email_of_each_status_is_in_the_recipients_language(
    kind: str, language: str, here: World, mailbox: Mailbox
) -> None:
    User.objects.update(language=language)
    request, process = factories.request(kind, here), PROCESSES[kind]
    messages = load_messages(language)
    for step in [*process.steps[1:], process.steps[0]]:
        delete_mails()
        mailbox.messages.clear()
        old = ServiceRequest.objects.get(pk=request.pk).status
        transition(process, request.pk, actor=here.admin.actor, target_status=step.status)
        switch_on(kind, step.status, *Role)
        send_due_mails()
        mail_by_recipient = {mail["To"].addresses[0].username: mail for mail in mailbox.messages}
        for role, name in (
            (Role.CLIENT, "client"),
            (step.responsible_role, (step.responsible_role or "client").lower()),
        ):
            mail, text = mail_by_recipient[name], get_text(mail_by_recipient[name])
            new = messages[f"status.{kind}.{step.status}"]
            # the header has ordinary spaces only
            assert mail["Subject"] == " ".join(f"{request.number}: {new}".split())
            instruction_key = "yours" if role is not None and role == step.responsible_role else "others"
            assert messages[f"turn.{kind}.{step.status}.{instruction_key}"] in text
            assert f"{messages['mail.fields.old']}: {messages[f'status.{kind}.{old}']}" in text
            assert f"{messages['mail.fields.client']}: Client one" in text
            assert f"{messages['mail.fields.who']}: Admin Tester" in text
            tab = process.get_tab(step.status, role or Role.CLIENT)
            address = f"/#/{language}/{process.page.format(id=request.pk)}?tab={tab}&utm_source=mail"
            assert address in text
            assert address.replace("&", "&amp;") in get_html(mail)


def test_each_address_of_a_client_gets_its_own_email(here: World, mailbox: Mailbox) -> None:
    factories.request("REPAIR", here)
    send_due_mails()
    both = {"client_mate@example.org", "mate@backup.example.org"}
    mails = [addresses for _, addresses in mailbox.envelopes if both.intersection(addresses)]
    assert sorted(mails) == [[each] for each in sorted(both)]
    theirs = [mail for mail in mailbox.messages if both.intersection({each.addr_spec for each in mail["To"].addresses})]
    assert [len(mail["To"].addresses) for mail in theirs] == [1, 1]
    assert len({mail["Message-ID"] for mail in theirs}) == 2
    assert theirs[0]["Subject"] == theirs[1]["Subject"]
    assert Mail.objects.filter(user=here.client_mate.user).count() == 1, "one notification in the portal"
    assert "unused@backup.example.org" not in mailbox.recipients, "backup addresses are the clients' alone"


def test_rejected_transition_and_deleted_request_send_no_email(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    delete_mails()
    response = caller.post("/repairing/change/repair/status", actor=here.supervisor, repairId=repair.pk)
    assert response.outcome == "409 NOT_ALLOWED_TO_CONTINUE"
    delete_request(PROCESSES["REPAIR"], repair.pk, actor=here.admin.actor)
    assert get_recipients() == []


def test_change_of_service_notifies_both_services(here: World, mailbox: Mailbox) -> None:
    request = factories.request("REMOTE_SUPPORT", here, "SERVICE_REVIEW")
    delete_mails()
    second = Service.objects.get(name="Service two")
    change_service(("REMOTE_SUPPORT",), request.pk, second.pk, actor=here.admin.actor)
    assert sorted(get_recipients()) == [("es_service", "es"), ("service", "en"), ("service2", "en")]
    send_due_mails()
    mail_by_recipient = {mail["To"].addresses[0].username: mail for mail in mailbox.messages}
    assert "/#/en/remote-support/process/" in get_text(mail_by_recipient["service2"])
    assert "record each session" in get_text(mail_by_recipient["service2"])
    for name in ("service", "es_service"):
        mail_of_former = mail_by_recipient[name]
        assert "http" not in get_text(mail_of_former)
        assert "href" not in get_html(mail_of_former)
        assert "Client one" not in get_text(mail_of_former), "no more than that it is gone"
    # no email for the same service again, nor for roles that are switched off
    delete_mails()
    change_service(("REMOTE_SUPPORT",), request.pk, second.pk, actor=here.admin.actor)
    assert get_recipients() == []
    switch_on("REMOTE_SUPPORT", "CHANGE_REMOTE_SUPPORT_REQUEST_SERVICE", Role.ADMIN)
    change_service(("REMOTE_SUPPORT",), request.pk, here.service.user.service_id or 0, actor=here.admin.actor)
    assert sorted(get_recipients()) == [("admin", "en"), ("es_admin", "es")]


@pytest.mark.parametrize(("kind", "status"), [("REPAIR", "IN_WAITING_COMPLETED"), ("PARTS", "WAITING_CONFIRMATION")])
def test_sends_one_reminder_of_an_overdue_delivery(kind: str, status: str, here: World, mailbox: Mailbox) -> None:
    with time_machine.travel("2026-03-02T12:00:00Z", tick=False) as clock:
        request = factories.request(kind, here, status)
        ServiceRequest.objects.filter(pk=request.pk).update(confirm_delivery_by="2026-03-09")
        delete_mails()
        clock.move_to("2026-03-10T03:59:00Z")  # still March 9 in New York
        assert send_overdue_reminders() == 0
        clock.move_to("2026-03-10T04:01:00Z")
        assert send_overdue_reminders() == 1
        assert send_overdue_reminders() == 0
        assert set(get_recipients()) == get_expected_recipients(request, {Role.CLIENT})
        send_due_mails()
        english = next(mail for mail in mailbox.messages if mail["Content-Language"] == "en")
        assert english["Subject"] == f"{request.number}: delivery confirmation overdue"
        assert "Your turn: delivery confirmation was due 03/09/2026" in get_text(english)
        spanish = next(mail for mail in mailbox.messages if mail["Content-Language"] == "es")
        assert "03/09/2026" in get_text(spanish)
        # no reminder for requests that are confirmed or deleted
        for other in (factories.request(kind, here, status), factories.request(kind, here, status)):
            ServiceRequest.objects.filter(pk=other.pk).update(confirm_delivery_by="2026-03-01")
            if other.pk % 2:
                transition(PROCESSES[kind], other.pk, actor=here.admin.actor)
            else:
                delete_request(PROCESSES[kind], other.pk, actor=here.admin.actor)
        assert send_overdue_reminders() == 0


def test_email_uses_the_language_of_the_last_visit(caller: ApiClient, here: World) -> None:
    for language in ("es", "en", "es"):
        _ = caller.call("GET", "/api/rest/meta", here.client, lang=language).ok
        delete_mails()
        factories.repair(here)
        assert expand_and_get_mails().get(user=here.client.user).language == language
