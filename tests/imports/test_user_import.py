"""Import of users, who receive an email with a link to set a password."""

import pytest

from portal_backend.accounts.models import Client, Service, User
from portal_backend.notifications.models import Mail
from tests import factories
from tests.api_client import ApiClient
from tests.imports.import_client import paste

pytestmark = pytest.mark.django_db
HEADER_LINE = "Username\tRole\tFirst name\tLast name\tPhone\tEmail\tClient\n"
ANA = "ana_g\tClient\tAna\tGil\t+34 600 000 001\tana@example.org\t{client}\n"
EVA = "eva_g\tSUPERVISOR\tEva\tGil\t+34 600 000 002\teva@example.org\t\n"


def test_new_users_join_organization_and_are_invited(caller: ApiClient) -> None:
    world = factories.world()
    importing = paste(caller, world.admin, HEADER_LINE + ANA.format(client="Client one") + EVA, "contacts")
    assert "password" not in {each["key"] for each in importing.run["fields"]}
    assert importing.counts == (2, 0, 0, 0)
    importing.write()
    assert importing.run["state"] == "DONE"
    ana, eva = User.objects.get(username="ana_g"), User.objects.get(username="eva_g")
    assert (ana.client_id, eva.role) == (world.client.user.client_id, "SUPERVISOR")
    assert not ana.has_usable_password()
    assert {mail.to for mail in Mail.objects.filter(reference__in=("ana_g", "eva_g"))} == {ana.email, eva.email}
    again = paste(caller, world.admin, HEADER_LINE + ANA.format(client="Client one") + EVA, "contacts")
    assert again.counts == (0, 0, 2, 0)
    assert importing.undo().run["state"] == "UNDONE"
    assert not User.objects.filter(username="ana_g").exists()


def test_rejects_role_change_and_applies_form_rules(caller: ApiClient) -> None:
    world = factories.world()
    rows = f"client\tADMIN\tAna\tGil\t1\tana\t\n{ANA.format(client='No such')}"
    importing = paste(caller, world.admin, HEADER_LINE + rows, "contacts")
    assert sorted(importing.row(2)["errors"]) == ["email", "phone", "role"]
    assert sorted(importing.row(3)["errors"]) == ["client"]


def test_undo_keeps_user_who_signed_in(caller: ApiClient) -> None:
    world = factories.world()
    importing = paste(caller, world.admin, HEADER_LINE + EVA, "contacts").write()
    User.objects.filter(username="eva_g").update(last_login="2026-01-01T00:00:00Z")
    importing.undo()
    assert (importing.run["state"], User.objects.filter(username="eva_g").exists()) == ("DONE", True)


def test_undo_deletes_organization_created_with_user(caller: ApiClient) -> None:
    world = factories.world()
    importing = paste(caller, world.admin, HEADER_LINE + ANA.format(client=""), "contacts").write()
    assert Client.objects.filter(name="ana_g").exists()
    importing.undo()
    assert not Client.objects.filter(name="ana_g").exists()


SERVICE = "{name}\tService\tLeo\tPaz\t+34 600 000 003\tleo@example.org\t\n"


def test_undo_deletes_service_created_with_user(caller: ApiClient) -> None:
    world = factories.world()
    importing = paste(caller, world.admin, HEADER_LINE + SERVICE.format(name="leo_p"), "contacts").write()
    assert Service.objects.get(name="leo_p").contact_user == User.objects.get(username="leo_p")
    assert importing.undo().run["state"] == "UNDONE"
    assert not Service.objects.filter(name="leo_p").exists()


def test_duplicate_service_names_are_reported_and_write_is_rolled_back(caller: ApiClient) -> None:
    world = factories.world()
    for name in ("leo_p", "mia_p"):
        Service.objects.create(name=name)
    rows = SERVICE.format(name="leo_p") + EVA + SERVICE.format(name="mia_p")
    importing = paste(caller, world.admin, HEADER_LINE + rows, "contacts").write()
    assert importing.run["state"] == "REVIEW"
    message = "A service with this name already exists"
    assert importing.run["error"] == {"code": "SERVICE_EXISTS", "message": message}
    assert importing.counts == (1, 0, 0, 2)
    assert [each["errors"] for each in importing.rows()] == [{"username": [message]}, {}, {"username": [message]}]
    assert not User.objects.filter(username__in=("eva_g", "leo_p", "mia_p")).exists()
    assert not Mail.objects.filter(reference="eva_g").exists()
    importing.correct(2, username="leo_q")
    importing.run_jobs().write(skip_wrong=True)
    assert (importing.run["state"], importing.run["error"]) == ("DONE", None)
    assert User.objects.filter(username__in=("eva_g", "leo_q")).count() == 2
