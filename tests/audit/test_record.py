"""What somebody did is kept for administrators, with names as they were, and forgotten when it is old."""

import json
from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from portal_backend.audit.models import Entry, Event
from portal_backend.audit.record import forget_old_entries, record
from portal_backend.base.normalization import normalize_key
from portal_backend.catalogue.models import Category, Part, PredefinedService, ServiceCategory
from tests import factories
from tests.caller import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def newest() -> Entry:
    """The entry of what was done last."""
    return Entry.objects.latest("pk")


def kept(entry: Entry) -> tuple[str, str, str, Any]:
    """What, by whom, about what, and what was changed."""
    return entry.event, entry.username, entry.about, entry.details


def contact(person: factories.Person, **changed: str) -> dict[str, Any]:
    """The body that edits a user."""
    user = person.user
    body = {
        "oldUsername": user.username,
        "newUsername": user.username,
        "firstName": user.first_name,
        "lastName": user.last_name,
        "phone": user.phone,
        "email": user.email,
        "backupEmails": [],
    }
    return body | changed


def test_a_failed_login_names_what_was_typed_and_where_it_came_from(caller: Caller, world: factories.World) -> None:
    answer = caller.post("/contacts/login", {"username": "adm1n", "password": "Guessed-1!"})
    entry = newest()
    assert kept(entry) == ("LOGIN_FAILED", "adm1n", "", {})
    assert (entry.address, entry.call, entry.role) == ("127.0.0.1", answer.headers["X-Request-Id"], "")


def test_a_login_of_a_locked_user_is_kept(caller: Caller, world: factories.World) -> None:
    caller.put(f"/contacts/lock?username={world.client.username}&locked=true", actor=world.admin)
    assert kept(newest()) == ("USER_LOCKED", world.admin.username, world.client.username, {})
    login = {"username": world.client.username, "password": factories.PASSWORD}
    assert caller.post("/contacts/login", login).status == 403
    assert kept(newest()) == ("LOGIN_LOCKED", world.client.username, "", {})


def test_an_edited_user_has_old_and_new_values_and_never_a_password(caller: Caller, world: factories.World) -> None:
    old = world.client.user.email
    body = contact(world.client, email="new@example.org", password="Another-secret-1")
    assert caller.put("/contacts/edit", body, actor=world.admin).status == 200
    changed = {"email": [old, "new@example.org"]}
    assert kept(newest()) == (
        "USER_EDITED",
        world.admin.username,
        world.client.username,
        {"changed": changed, "newPassword": True},
    )


def test_what_was_refused_is_no_change(caller: Caller, world: factories.World) -> None:
    before = Entry.objects.count()
    body = contact(world.client, newUsername=world.client2.username)
    assert caller.put("/contacts/edit", body, actor=world.admin).status == 409
    assert Entry.objects.count() == before


def test_rows_of_the_catalogue_are_kept_when_made_changed_and_deleted(caller: Caller, world: factories.World) -> None:
    row = {
        "kind": "REPAIRS",
        "textEn": "Fan",
        "textEs": "Ventilador",
        "shortTextEn": "F",
        "shortTextEs": "V",
        "value": 10,
    }
    made = caller.post("/api/rest/predefined-services", row, actor=world.admin).ok
    assert kept(newest())[:3] == ("ROW_CREATED", world.admin.username, "F")
    caller.put(f"/api/rest/predefined-services/{made['id']}", {**made, "value": 12.5}, actor=world.admin)
    assert kept(newest()) == (
        "ROW_EDITED",
        world.admin.username,
        "F",
        {"changed": {"value": ["10.00", "12.50"]}},
    )
    caller.delete(f"/api/rest/predefined-services/{made['id']}", actor=world.admin)
    assert newest().event == "ROW_DELETED"
    assert newest().details["changed"]["textEs"] == ["Ventilador", None]
    assert not PredefinedService.objects.filter(pk=made["id"]).exists()


def test_a_switched_part_and_a_changed_mail_rule_are_kept(caller: Caller, world: factories.World) -> None:
    part = world.part
    caller.post(f"/parts/update/part-state?id={part.pk}&state=false", actor=world.admin)
    assert kept(newest()) == (
        "PART_SAVED",
        world.admin.username,
        str(part),
        {"changed": {"enabled": [True, False]}},
    )
    rule = {"id": "REPAIR:NEW", "isClient": False, "isService": True, "isSupervisor": True}
    caller.post("/mail/save", {"type": "PROCESS", "settings": [rule]}, actor=world.admin)
    assert kept(newest()) == (
        "MAIL_RULES",
        world.admin.username,
        "REPAIR:NEW",
        {"changed": {"isClient": [True, False], "isService": [False, True]}},
    )


def test_a_deleted_request_is_kept(caller: Caller, world: factories.World) -> None:
    request = factories.repair(world)
    assert caller.delete(f"/repairing/delete?repairId={request.pk}", actor=world.admin).status == 200
    assert kept(newest()) == ("REQUEST_DELETED", world.admin.username, request.number, {})


def test_an_unlock_from_the_command_line_is_kept(world: factories.World) -> None:
    call_command("unlock_user", world.client.username)
    assert kept(newest()) == ("USER_UNLOCKED", "unlock_user", world.client.username, {})


def test_administrators_read_and_search_it_in_words_of_their_language(caller: Caller, world: factories.World) -> None:
    caller.put("/contacts/edit", contact(world.client, email="new@example.org"), actor=world.admin)
    caller.post("/contacts/login", {"username": "adm1n", "password": "Guessed-1!"})
    found = caller.get('/api/rest/audit?filter={"keyword":"adm1n"}', actor=world.admin).ok
    told = {"key": "LOGIN_FAILED", "name": "Failed login"}
    assert [(row["username"], row["event"]) for row in found] == [("adm1n", told)]
    edited = caller.get('/api/rest/audit?filter={"event":["USER_EDITED"]}', actor=world.admin, lang="es").ok
    assert [row["details"].split(":")[0] for row in edited] == ["Correo electrónico"]
    assert edited[0]["details"].endswith("→ new@example.org")


def test_nobody_else_reads_it(caller: Caller, world: factories.World) -> None:
    for role, person in world.one_of_each_role.items():
        assert (caller.get("/api/rest/audit", actor=person).status == 200) is (role == "ADMIN")


def test_what_is_older_than_it_is_kept_goes(settings: Settings, world: factories.World) -> None:
    settings.AUDIT_DAYS = 30
    for days in (29, 31):
        Entry.objects.create(at=timezone.now() - timedelta(days=days), event="EXPORTED", about=str(days))
    forget_old_entries()
    assert [each.about for each in Entry.objects.filter(event="EXPORTED")] == ["29"]


def test_an_export_is_kept_with_the_number_of_its_rows(caller: Caller, world: factories.World) -> None:
    factories.repair(world)
    assert caller.get("/files/export/active-repairs/xlsx", actor=world.manager).status == 200
    assert kept(newest()) == ("EXPORTED", world.manager.username, "Active repairs", {"quantity": 1})


def test_organisations_roles_and_decisions_stand_by_their_names(caller: Caller, world: factories.World) -> None:
    body = contact(world.client) | {"clientId": world.client2.user.client_id}
    assert caller.put("/contacts/edit", body, actor=world.admin).status == 200
    assert newest().details["changed"]["client"] == ["Client one", "Client two"]
    record(Event.ACCOUNT_DECIDED, "asks", actor=world.admin.actor, decision="APPROVAL")
    record(Event.SECOND_FACTOR_RULES, actor=world.admin.actor, changed={"role": [[], ["SUSTAINABILITY_MANAGER"]]})
    rows = caller.get("/api/rest/audit", actor=world.admin, range="[0,1]").ok
    assert [row["details"] for row in rows] == ["Role: – → Sustainability manager", "Decision: Approved"]


def test_a_save_that_changes_nothing_leaves_no_entry(caller: Caller, world: factories.World) -> None:
    before = Entry.objects.count()
    assert caller.put("/contacts/edit", contact(world.client), actor=world.admin).status == 200
    assert Entry.objects.count() == before


def log(caller: Caller, world: factories.World, lang: str = "en", **filters: Any) -> Any:
    """The rows of the activity log that a question finds."""
    return caller.get("/api/rest/audit", actor=world.admin, filter=json.dumps(filters), lang=lang).ok


def test_finds_a_part_by_its_number_and_leads_to_it(caller: Caller, world: factories.World) -> None:
    part = world.part
    caller.post(f"/parts/update/part-state?id={part.pk}&state=false", actor=world.admin)
    row = log(caller, world, keyword=part.number.lower())[0]
    assert row["about"] == f"{part.number} ({part.manufacturer} {part.model})"
    assert row["objectPath"] == f"edit/part/{part.pk}"
    assert row["changes"] == [{"label": "Enabled", "before": "Yes", "after": "No"}]


def test_finds_a_renamed_user_by_the_old_and_the_new_name(caller: Caller, world: factories.World) -> None:
    old = world.client.username
    caller.put(f"/contacts/lock?username={old}&locked=true", actor=world.admin)
    caller.put("/contacts/edit", contact(world.client, newUsername="renamed_one"), actor=world.admin)
    for name in (old, "Renamed_One"):
        rows = log(caller, world, keyword=name)
        assert [row["event"]["key"] for row in rows] == ["USER_EDITED", "USER_LOCKED"]
        assert {row["objectPath"] for row in rows} == {"edit/contact/renamed_one"}


@pytest.mark.parametrize("keyword", ["VM-250", "vm 250", "VM250", "ＶＭ－250", "analisis", "ANÁLISIS", "analisis de"])
def test_finds_names_and_values_however_they_are_written(caller: Caller, world: factories.World, keyword: str) -> None:
    record(Event.IMPORTED, "parts.xlsx", actor=world.admin.actor, search=["VM-250", "X"])
    record(Event.ROW_EDITED, "Look", actor=world.admin.actor, changed={"textEs": ["Mirar", "Análisis de gas"]})
    [row] = log(caller, world, keyword=keyword)
    assert row["event"]["key"] == ("IMPORTED" if "250" in keyword else "ROW_EDITED")
    assert log(caller, world, keyword="°") == []


def test_entries_from_before_are_found_by_their_values_and_the_present_number_of_a_part(
    caller: Caller, world: factories.World
) -> None:
    part = world.part
    Part.objects.filter(pk=part.pk).update(number="YAN-2СН")
    before = {"at": timezone.now(), "username": "Ann Ó", "event": "PART_SAVED"}
    Entry.objects.create(about=f"{part.manufacturer} {part.model}", **before)
    Entry.objects.create(about="other", object_type="parts", object_id=part.pk, **before)
    Entry.objects.create(about="Ñandú", details={"changed": {"textEs": [None, "Análisis"], "on": [True]}}, **before)
    Entry.objects.create(about="parts.xlsx", search_text="ann ó\nparts.xlsx\nvm-250", **before)
    migration = import_module("portal_backend.audit.migrations.0003_normalized_search")
    for _ in range(2):
        with mock.patch.object(migration, "BATCH", 1):
            migration.normalize(apps, SimpleNamespace(connection=connection))
    texts = Entry.objects.order_by("pk").values_list("search_text", flat=True)
    number, name = normalize_key("YAN-2СН"), normalize_key(f"{part.manufacturer} {part.model}")
    assert [text.split("\n") for text in texts] == [
        ["anno", name, number],
        ["anno", "other", number],
        ["anno", "nandu", "analisis"],
        ["anno", "parts.xlsx", "vm250"],
    ]
    assert len(log(caller, world, keyword="yan 2ch")) == 2


def test_filters_by_actor_object_and_period(caller: Caller, world: factories.World) -> None:
    record(Event.PART_SAVED, "X-1", actor=world.admin.actor, subject=("parts", world.part.pk))
    record(Event.USER_LOCKED, "someone", actor=world.supervisor.actor, subject=("contacts", 0))
    Entry.objects.filter(about="X-1").update(at=datetime(2026, 3, 1, 12, tzinfo=UTC))
    Entry.objects.filter(about="someone").update(at=datetime(2026, 3, 2, 12, tzinfo=UTC))
    assert [row["about"] for row in log(caller, world, actor=world.supervisor.username)] == ["someone"]
    assert [row["about"] for row in log(caller, world, objectType=["parts"])] == ["X-1"]
    day = {"from": "2026-03-01T00:00:00Z", "to": "2026-03-01T23:59:59Z"}
    assert [row["about"] for row in log(caller, world, **day)] == ["X-1"]
    refused = caller.get("/api/rest/audit", actor=world.admin, filter='{"objectType":["tokens"]}')
    assert refused.status == 400


def test_says_keys_in_words_of_the_reader(caller: Caller, world: factories.World) -> None:
    rule = {"id": "REPAIR:NEW", "isClient": False, "isService": True, "isSupervisor": True, "isAdministrator": True}
    caller.post("/mail/save", {"type": "PROCESS", "settings": [rule]}, actor=world.admin)
    assert world.part.category
    for key, name in (("REPAIR", "Reparación"), ("PARTS", "Piezas")):
        ServiceCategory.objects.filter(key=key).update(name_es=name)
    Category.objects.filter(key="HANDHELD").update(name_es="Portátil")
    changed = {"category": ["OTHER", "HANDHELD"], "serviceCategories": [[], ["REPAIR", "PARTS"]]}
    record(Event.PART_SAVED, "X-1", actor=world.admin.actor, changed=changed)
    part, mail = log(caller, world, lang="es")[:2]
    text = mail["about"] + mail["details"] + part["details"]
    for key in ("REPAIR", "NEW", "isAdministrator", "HANDHELD", "PARTS"):
        assert key not in text
    assert "Administrador" in mail["details"]


def test_an_object_that_is_gone_has_no_link(caller: Caller, world: factories.World) -> None:
    request = factories.repair(world)
    caller.delete(f"/repairing/delete?repairId={request.pk}", actor=world.admin)
    assert log(caller, world, keyword=request.number)[0]["objectPath"] is None
