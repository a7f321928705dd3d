"""Users from a spreadsheet: no passwords, a mail with a link in their place."""

import pytest

from portal_backend.accounts.models import Client, Service, User
from portal_backend.notifications.models import Mail
from tests import factories
from tests.caller import Caller
from tests.imports.importing import paste

pytestmark = pytest.mark.django_db
HEAD = "Username\tRole\tFirst name\tLast name\tPhone\tEmail\tClient\n"
ANA = "ana_g\tClient\tAna\tGil\t+34 600 000 001\tana@example.org\t{client}\n"
EVA = "eva_g\tSUPERVISOR\tEva\tGil\t+34 600 000 002\teva@example.org\t\n"


def test_new_users_join_their_organisation_and_get_a_link(caller: Caller) -> None:
    here = factories.world()
    importing = paste(caller, here.admin, HEAD + ANA.format(client="Client one") + EVA, "contacts")
    assert "password" not in {each["key"] for each in importing.run["fields"]}
    assert importing.counts == (2, 0, 0, 0)
    importing.write()
    assert importing.run["state"] == "DONE"
    ana, eva = User.objects.get(username="ana_g"), User.objects.get(username="eva_g")
    assert (ana.client_id, eva.role) == (here.client.user.client_id, "SUPERVISOR")
    assert not ana.has_usable_password()
    assert {mail.to for mail in Mail.objects.filter(about__in=("ana_g", "eva_g"))} == {ana.email, eva.email}
    again = paste(caller, here.admin, HEAD + ANA.format(client="Client one") + EVA, "contacts")
    assert again.counts == (0, 0, 2, 0)
    assert importing.undo().run["state"] == "UNDONE"
    assert not User.objects.filter(username="ana_g").exists()


def test_a_role_is_never_changed_and_the_forms_rules_hold(caller: Caller) -> None:
    here = factories.world()
    rows = f"client\tADMIN\tAna\tGil\t1\tana\t\n{ANA.format(client='No such')}"
    importing = paste(caller, here.admin, HEAD + rows, "contacts")
    assert sorted(importing.row(2)["errors"]) == ["email", "phone", "role"]
    assert sorted(importing.row(3)["errors"]) == ["client"]


def test_who_signed_in_since_stays(caller: Caller) -> None:
    here = factories.world()
    importing = paste(caller, here.admin, HEAD + EVA, "contacts").write()
    User.objects.filter(username="eva_g").update(last_login="2026-01-01T00:00:00Z")
    importing.undo()
    assert (importing.run["state"], User.objects.filter(username="eva_g").exists()) == ("DONE", True)


def test_an_organisation_that_came_with_a_user_goes_with_it(caller: Caller) -> None:
    here = factories.world()
    importing = paste(caller, here.admin, HEAD + ANA.format(client=""), "contacts").write()
    assert Client.objects.filter(name="ana_g").exists()
    importing.undo()
    assert not Client.objects.filter(name="ana_g").exists()


SERVICE = "{name}\tService\tLeo\tPaz\t+34 600 000 003\tleo@example.org\t\n"


def test_a_service_that_came_with_a_user_goes_with_it(caller: Caller) -> None:
    here = factories.world()
    importing = paste(caller, here.admin, HEAD + SERVICE.format(name="leo_p"), "contacts").write()
    assert Service.objects.get(name="leo_p").contact_user == User.objects.get(username="leo_p")
    assert importing.undo().run["state"] == "UNDONE"
    assert not Service.objects.filter(name="leo_p").exists()


def test_users_whose_service_would_have_the_name_of_another_are_told_of_and_nobody_is_written(caller: Caller) -> None:
    here = factories.world()
    for name in ("leo_p", "mia_p"):
        Service.objects.create(name=name)
    rows = SERVICE.format(name="leo_p") + EVA + SERVICE.format(name="mia_p")
    importing = paste(caller, here.admin, HEAD + rows, "contacts").write()
    assert importing.run["state"] == "REVIEW"
    taken = "A service with this name already exists"
    assert importing.run["error"] == {"code": "SERVICE_EXISTS", "message": taken}
    assert importing.counts == (1, 0, 0, 2)
    assert [each["errors"] for each in importing.rows()] == [{"username": [taken]}, {}, {"username": [taken]}]
    assert not User.objects.filter(username__in=("eva_g", "leo_p", "mia_p")).exists()
    assert not Mail.objects.filter(about="eva_g").exists()
    importing.correct(2, username="leo_q")
    importing.worked().write(skip_wrong=True)
    assert (importing.run["state"], importing.run["error"]) == ("DONE", None)
    assert User.objects.filter(username__in=("eva_g", "leo_q")).count() == 2
