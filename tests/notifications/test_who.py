"""Who would be told: what is foretold is what happens, and asking changes nothing."""

import pytest

from portal_backend.base.actor import Role
from portal_backend.notifications.sending import send_due_mails
from portal_backend.workflow.actions import change_service
from portal_backend.workflow.moves import move
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.caller import Caller
from tests.contract.rows import changed, dump
from tests.factories import World
from tests.mailbox import Mailbox, forget_mails, text_of

pytestmark = pytest.mark.django_db
WHO = "/mail/readers"


@pytest.fixture
def here() -> World:
    made = factories.world()
    made.client_mate.user.backup_emails.create(value="mate@backup.example.org")
    made.client.user.language = "es"
    made.client.user.save()
    return made


@pytest.mark.parametrize("kind", PROCESSES)
def test_what_is_foretold_of_each_status_is_what_is_sent(
    kind: str, caller: Caller, here: World, mailbox: Mailbox
) -> None:
    request, process = factories.request(kind, here), PROCESSES[kind]
    for step in [*process.steps[1:], process.steps[0]]:
        before = dump()
        told = caller.get(WHO, actor=here.admin, requestId=request.number.lower(), key=step.status).ok
        assert changed(before, dump()) == [], "asking tells nobody"
        forget_mails()
        mailbox.messages.clear()
        move(process, request.pk, actor=here.admin.actor, target=step.status)
        send_due_mails()
        sent = sorted((mail["To"].addresses[0].addr_spec, mail["Subject"], text_of(mail)) for mail in mailbox.messages)
        # each address receives its own (contract 9)
        assert sorted((to, each["subject"], each["text"]) for each in told for to in each["addresses"]) == sent
        assert told


def test_says_why_and_in_which_language(caller: Caller, here: World) -> None:
    repair = factories.repair(here)
    told = caller.call("GET", WHO, here.admin, lang="es", requestId=repair.number, key="IN_TRANSIT").ok
    by_name = {each["username"]: each for each in told}
    assert set(by_name) == {"client", "client_mate", "service"}
    assert by_name["client_mate"]["addresses"] == ["client_mate@example.org", "mate@backup.example.org"]
    assert by_name["client_mate"]["language"] == "inglés"
    assert by_name["client_mate"]["subject"].endswith("In transit")
    assert by_name["client"]["subject"].endswith("En tránsito")
    assert "el rol Servicio" in by_name["service"]["why"]
    overdue = caller.get(WHO, actor=here.admin, requestId=repair.number, key="DELIVERY_OVERDUE").ok
    assert {each["username"] for each in overdue} == {"client", "client_mate"}


def test_a_change_of_service_is_foretold_to_the_service(caller: Caller, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    key = "CHANGE_REMOTE_SUPPORT_REQUEST_SERVICE"
    told = caller.get(WHO, actor=here.admin, requestId=support.number, key=key).ok
    assert [each["username"] for each in told] == ["service"]
    change_service(("REMOTE_SUPPORT",), support.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    told = caller.get(WHO, actor=here.admin, requestId=support.number, key=key).ok
    assert [each["username"] for each in told] == ["service2"]


@pytest.mark.parametrize(("number", "key", "field"), [("R-1", "NEW", "requestId"), ("", "INITIAL", "key")])
def test_what_is_unknown_is_told_at_its_field(number: str, key: str, field: str, caller: Caller, here: World) -> None:
    asked = number or factories.repair(here).number
    assert set(caller.get(WHO, actor=here.admin, requestId=asked, key=key).refused(400, "VALIDATION").fields) == {field}


def test_is_for_administrators(caller: Caller, here: World) -> None:
    repair = factories.repair(here)
    for role, person in here.one_of_each_role.items():
        if role != Role.ADMIN:
            caller.get(WHO, actor=person, requestId=repair.number, key="NEW").refused(403, "FORBIDDEN")
