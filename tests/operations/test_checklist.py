"""Setup checklist for ADMIN, and the marks of missing items."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote_plus

import pytest
from pytest_django import Settings

from portal_backend.accounts.models import Client, Service, User
from portal_backend.catalogue.models import Part
from portal_backend.core.mail import FILE_BACKEND
from portal_backend.notifications.mail_sender import send_due_mails
from tests import factories
from tests.api_client import ApiClient
from tests.smtp_server import Mailbox, get_text, mail_server

pytestmark = pytest.mark.django_db


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Receive the portal's emails."""
    with mail_server() as box:
        yield box


def fetch_problems(caller: ApiClient, world: factories.World) -> dict[str, dict[str, int]]:
    """Return the steps that are not done, with the count of each problem."""
    steps = caller.get("/setup/checklist", actor=world.admin).ok
    return {
        step["key"]: {problem["key"]: problem["count"] for problem in step["problems"]}
        for step in steps
        if step["problems"]
    }


def test_counts_affected_items_per_problem(caller: ApiClient, mailbox: Mailbox) -> None:
    world = factories.world()
    assert world.part.enabled
    assert fetch_problems(caller, world) == {"testMail": {"noneSent": 1}, "twoFactor": {"off": 1}}
    Part.objects.all().update(enabled=False)
    Client.objects.filter(pk=world.client.user.client_id).update(service=None)
    caller.put(f"/api/rest/manager-clients/{world.manager.user.pk}", {"clients": []}, actor=world.admin)
    assert fetch_problems(caller, world) == {
        "clients": {"withoutService": 1},
        "users": {"managersWithoutClients": 1},
        "catalog": {"none": 1},
        "testMail": {"noneSent": 1},
        "twoFactor": {"off": 1},
    }


def test_each_problem_links_to_its_solution(caller: ApiClient) -> None:
    world = factories.world()
    caller.put(f"/api/rest/manager-clients/{world.manager.user.pk}", {"clients": []}, actor=world.admin)
    Client.objects.filter(pk=world.client.user.client_id).update(service=None)
    User.objects.filter(role="SUPERVISOR").delete()
    steps = caller.get("/setup/checklist", actor=world.admin).ok
    paths = {problem["key"]: unquote_plus(problem["path"]) for step in steps for problem in step["problems"]}
    assert paths["withoutService"] == 'clients?filter={"withoutService": true}'
    assert paths["SUPERVISOR"] == 'create/contact?initial={"role": "SUPERVISOR"}'
    assert paths["managersWithoutClients"] == f"edit/contact/{world.manager.user.username}"


def test_portal_without_organizations_needs_user_of_each_role(caller: ApiClient) -> None:
    world = factories.world()
    Part.objects.all().delete()
    User.objects.exclude(pk=world.admin.user.pk).delete()
    Client.objects.all().delete()
    Service.objects.all().delete()
    problems = fetch_problems(caller, world)
    assert problems["services"] == problems["clients"] == {"none": 1}
    assert problems["users"] == {"CLIENT": 1, "SERVICE": 1, "SUPERVISOR": 1}


def test_catalog_is_not_done_without_part_to_choose(caller: ApiClient) -> None:
    world = factories.world()
    assert world.part.enabled
    for used_for, problem in (((), "notSelectable"), (("OTHERS",), "notSelectable"), (("PARTS",), None)):
        Part.objects.all().delete()
        factories.part(used_for=used_for)
        steps = {step["key"]: step for step in caller.get("/setup/checklist", actor=world.admin).ok}
        assert [each["key"] for each in steps["catalog"]["problems"]] == ([problem] if problem else [])


def test_sends_test_email_to_own_address(caller: ApiClient, mailbox: Mailbox) -> None:
    world = factories.world()
    assert caller.post("/setup/test-mail", actor=world.admin).ok is True
    send_due_mails()
    assert [each["To"] for each in mailbox.messages] == [world.admin.user.email]
    assert "If you received it, the portal can send email." in get_text(mailbox.messages[0])
    assert "testMail" not in fetch_problems(caller, world)


def test_email_is_not_done_without_mail_server(caller: ApiClient, settings: Settings, tmp_path: Path) -> None:
    world = factories.world()
    settings.EMAIL_BACKEND, settings.EMAIL_FILE_PATH = FILE_BACKEND, str(tmp_path)
    assert caller.post("/setup/test-mail", actor=world.admin).ok is False
    assert send_due_mails() == len(files := list(tmp_path.glob("*.eml"))) == 1
    # only an email that arrives shows that the portal can send emails
    assert "mail server works" not in files[0].read_text()
    steps = {step["key"]: step for step in caller.get("/setup/checklist", actor=world.admin).ok}
    assert [(each["key"], each["path"]) for each in steps["testMail"]["problems"]] == [
        ("noServer", "help/mail-settings")
    ]


def test_checklist_requires_admin(caller: ApiClient) -> None:
    world = factories.world()
    for role, person in world.one_of_each_role.items():
        assert (caller.get("/setup/checklist", actor=person).status == 200) is (role == "ADMIN")


def test_marks_and_filters_clients_without_service(caller: ApiClient) -> None:
    world = factories.world()
    pk = world.client.user.client_id
    Client.objects.filter(pk=pk).update(service=None)
    rows = caller.get("/api/rest/clients", actor=world.admin, filter='{"withoutService":true}').ok
    assert [(row["id"], row["serviceName"]) for row in rows] == [(pk, None)]
    users = caller.get("/api/rest/contacts", actor=world.admin, range="[0,24]").ok
    marks = {row["username"]: row["missing"] for row in users if row["missing"]}
    colleagues = User.objects.filter(client_id=pk).values_list("username", flat=True)
    assert marks == dict.fromkeys(colleagues, "No service")


def test_client_is_renamed_and_assigned_to_service(caller: ApiClient) -> None:
    world = factories.world()
    pk = world.client.user.client_id
    body = {"name": "Renamed", "countryCode": "HN", "service": world.service2.user.service_id}
    assert caller.put(f"/api/rest/clients/{pk}", body, actor=world.admin).ok
    body["name"] = "Client two"
    caller.put(f"/api/rest/clients/{pk}", body, actor=world.admin).assert_error(409, "CLIENT_EXISTS")


def test_organization_pages_require_admin(caller: ApiClient) -> None:
    world = factories.world()
    for role, person in world.one_of_each_role.items():
        meta = caller.get("/api/rest/meta", actor=person).ok
        paths = {page["path"] for page in meta["pages"]}
        assert (paths >= {"clients", "clients/{id}", "services", "services/{id}", "setup"}) is (role == "ADMIN")
        assert bool(paths & {"clients", "services", "setup"}) is (role == "ADMIN")
