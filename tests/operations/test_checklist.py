"""The steps of setting up a portal, as ADMIN sees them, and the marks of what is missing."""

from collections.abc import Iterator

import pytest

from portal_backend.accounts.models import Client, User
from portal_backend.catalogue.models import Part
from portal_backend.notifications.sending import send_due_mails
from tests import factories
from tests.caller import Caller
from tests.mailbox import Mailbox, mail_server, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Emails of the portal arrive here."""
    with mail_server() as box:
        yield box


def missing(caller: Caller, here: factories.World) -> dict[str, int]:
    """The steps that are not done, with how many things are missing."""
    steps = caller.get("/setup/checklist", actor=here.admin).ok
    return {step["key"]: step["open"] for step in steps if step["open"]}


def test_names_what_is_missing_until_it_is_there(caller: Caller, mailbox: Mailbox) -> None:
    here = factories.world()
    assert here.part.enabled
    assert missing(caller, here) == {"testMail": 1, "twoFactor": 1}
    Part.objects.all().update(enabled=False)
    Client.objects.filter(pk=here.client.user.client_id).update(service=None)
    caller.put(f"/api/rest/manager-clients/{here.manager.user.pk}", {"clients": []}, actor=here.admin)
    assert missing(caller, here) == {"clients": 1, "users": 1, "catalog": 1, "testMail": 1, "twoFactor": 1}


def test_sends_a_test_email_to_the_caller(caller: Caller, mailbox: Mailbox) -> None:
    here = factories.world()
    assert caller.post("/setup/test-mail", actor=here.admin).ok is True
    send_due_mails()
    assert [each["To"] for each in mailbox.messages] == [here.admin.user.email]
    assert "works" in text_of(mailbox.messages[0])
    assert "testMail" not in missing(caller, here)


def test_is_for_administrators_alone(caller: Caller) -> None:
    here = factories.world()
    for role, person in here.one_of_each_role.items():
        assert (caller.get("/setup/checklist", actor=person).status == 200) is (role == "ADMIN")


def test_clients_without_a_service_are_marked_and_found(caller: Caller) -> None:
    here = factories.world()
    pk = here.client.user.client_id
    Client.objects.filter(pk=pk).update(service=None)
    rows = caller.get("/api/rest/clients", actor=here.admin, filter='{"withoutService":true}').ok
    assert [(row["id"], row["serviceName"]) for row in rows] == [(pk, None)]
    users = caller.get("/api/rest/contacts", actor=here.admin, range="[0,24]").ok
    marks = {row["username"]: row["missing"] for row in users if row["missing"]}
    mates = User.objects.filter(client_id=pk).values_list("username", flat=True)
    assert marks == dict.fromkeys(mates, "No service")


def test_a_client_is_renamed_and_given_a_service_in_its_list(caller: Caller) -> None:
    here = factories.world()
    pk = here.client.user.client_id
    body = {"name": "Renamed", "countryCode": "HN", "service": here.service2.user.service_id}
    assert caller.put(f"/api/rest/clients/{pk}", body, actor=here.admin).ok
    body["name"] = "Client two"
    caller.put(f"/api/rest/clients/{pk}", body, actor=here.admin).refused(409, "CLIENT_EXISTS")


def test_only_administrators_have_screens_of_organisations(caller: Caller) -> None:
    here = factories.world()
    for role, person in here.one_of_each_role.items():
        meta = caller.get("/api/rest/meta", actor=person).ok
        paths = {page["path"] for page in meta["pages"]}
        assert (paths >= {"clients", "clients/{id}", "services", "services/{id}", "setup"}) is (role == "ADMIN")
        assert bool(paths & {"clients", "services", "setup"}) is (role == "ADMIN")
