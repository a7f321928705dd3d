"""Preview of recipients: it equals the emails that are sent, and stores nothing."""

import pytest

from portal_backend.core.actor import Role
from portal_backend.notifications.mail_sender import send_due_mails
from portal_backend.workflow.actions import change_service
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.factories import World
from tests.smtp_server import Mailbox, delete_mails, get_text

pytestmark = pytest.mark.django_db
PREVIEW = "/mail/readers"


@pytest.fixture
def here() -> World:
    world = factories.world()
    world.client_mate.user.backup_emails.create(value="mate@backup.example.org")
    world.client.user.language = "es"
    world.client.user.save()
    return world


@pytest.mark.split
@pytest.mark.parametrize("kind", PROCESSES)
def test_preview_of_each_status_equals_the_sent_emails(
    kind: str, caller: ApiClient, here: World, mailbox: Mailbox
) -> None:
    request, process = factories.request(kind, here), PROCESSES[kind]
    for step in [*process.steps[1:], process.steps[0]]:
        before = dump_database()
        previews = caller.get(PREVIEW, actor=here.admin, requestId=request.number.lower(), key=step.status).ok
        assert find_changed_tables(before, dump_database()) == [], "a preview stores nothing"
        delete_mails()
        mailbox.messages.clear()
        transition(process, request.pk, actor=here.admin.actor, target_status=step.status)
        send_due_mails()
        sent = sorted((mail["To"].addresses[0].addr_spec, mail["Subject"], get_text(mail)) for mail in mailbox.messages)
        # each address receives its own (contract 9)
        assert sorted((to, each["subject"], each["text"]) for each in previews for to in each["addresses"]) == sent
        assert previews


def test_preview_has_reason_and_language(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    previews = caller.call("GET", PREVIEW, here.admin, lang="es", requestId=repair.number, key="IN_TRANSIT").ok
    by_name = {each["username"]: each for each in previews}
    assert set(by_name) == {"client", "client_mate", "service"}
    assert by_name["client_mate"]["addresses"] == ["client_mate@example.org", "mate@backup.example.org"]
    assert by_name["client_mate"]["language"] == "inglés"
    assert by_name["client_mate"]["subject"].endswith("In transit")
    assert by_name["client"]["subject"].endswith("En tránsito")
    assert "su rol (Servicio)" in by_name["service"]["why"]
    overdue = caller.get(PREVIEW, actor=here.admin, requestId=repair.number, key="DELIVERY_OVERDUE").ok
    assert {each["username"] for each in overdue} == {"client", "client_mate"}


def test_preview_of_a_change_of_service_names_the_service(caller: ApiClient, here: World) -> None:
    support = factories.request("REMOTE_SUPPORT", here)
    key = "CHANGE_REMOTE_SUPPORT_REQUEST_SERVICE"
    previews = caller.get(PREVIEW, actor=here.admin, requestId=support.number, key=key).ok
    assert [each["username"] for each in previews] == ["service"]
    change_service(("REMOTE_SUPPORT",), support.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    previews = caller.get(PREVIEW, actor=here.admin, requestId=support.number, key=key).ok
    assert [each["username"] for each in previews] == ["service2"]


@pytest.mark.parametrize(("number", "key", "field"), [("R-1", "NEW", "requestId"), ("", "INITIAL", "key")])
def test_rejects_unknown_request_or_trigger(number: str, key: str, field: str, caller: ApiClient, here: World) -> None:
    request_number = number or factories.repair(here).number
    assert set(
        caller.get(PREVIEW, actor=here.admin, requestId=request_number, key=key).assert_error(400, "VALIDATION").fields
    ) == {field}


@pytest.mark.split
def test_preview_is_for_administrators_only(caller: ApiClient, here: World) -> None:
    repair = factories.repair(here)
    for role, person in here.one_of_each_role.items():
        if role != Role.ADMIN:
            caller.get(PREVIEW, actor=person, requestId=repair.number, key="NEW").assert_error(403, "FORBIDDEN")
