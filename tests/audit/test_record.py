"""Audit log: what is recorded, who reads it, search, and retention."""

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
    """Return the newest entry."""
    return Entry.objects.latest("pk")


def kept(entry: Entry) -> tuple[str, str, str, Any]:
    """Return event, username, object and details of an entry."""
    return entry.event, entry.username, entry.about, entry.details


def contact(person: factories.Person, **changed: str) -> dict[str, Any]:
    """Build the body that edits a user."""
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


def test_failed_login_is_audited_with_username_and_ip_address(caller: Caller, world: factories.World) -> None:
    answer = caller.post("/contacts/login", {"username": "adm1n", "password": "Guessed-1!"})
    entry = newest()
    assert kept(entry) == ("LOGIN_FAILED", "adm1n", "", {})
    assert (entry.address, entry.call, entry.role) == ("127.0.0.1", answer.headers["X-Request-Id"], "")


def test_login_of_locked_user_is_audited(caller: Caller, world: factories.World) -> None:
    caller.put(f"/contacts/lock?username={world.client.username}&locked=true", actor=world.admin)
    assert kept(newest()) == ("USER_LOCKED", world.admin.username, world.client.username, {})
    login = {"username": world.client.username, "password": factories.PASSWORD}
    assert caller.post("/contacts/login", login).status == 403
    assert kept(newest()) == ("LOGIN_LOCKED", world.client.username, "", {})


def test_edited_user_is_audited_with_changes_without_password(caller: Caller, world: factories.World) -> None:
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


def test_rejected_change_is_not_audited(caller: Caller, world: factories.World) -> None:
    before = Entry.objects.count()
    body = contact(world.client, newUsername=world.client2.username)
    assert caller.put("/contacts/edit", body, actor=world.admin).status == 409
    assert Entry.objects.count() == before


def test_catalog_rows_are_audited_on_create_edit_and_delete(caller: Caller, world: factories.World) -> None:
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


def test_part_and_mail_rule_changes_are_audited(caller: Caller, world: factories.World) -> None:
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


def test_deleted_request_is_audited(caller: Caller, world: factories.World) -> None:
    request = factories.repair(world)
    assert caller.delete(f"/repairing/delete?repairId={request.pk}", actor=world.admin).status == 200
    assert kept(newest()) == ("REQUEST_DELETED", world.admin.username, request.number, {})


def test_unlock_command_is_audited(world: factories.World) -> None:
    call_command("unlock_user", world.client.username)
    assert kept(newest()) == ("USER_UNLOCKED", "unlock_user", world.client.username, {})


def test_audit_log_is_searchable_and_translated(caller: Caller, world: factories.World) -> None:
    caller.put("/contacts/edit", contact(world.client, email="new@example.org"), actor=world.admin)
    caller.post("/contacts/login", {"username": "adm1n", "password": "Guessed-1!"})
    found = caller.get('/api/rest/audit?filter={"keyword":"adm1n"}', actor=world.admin).ok
    event = {"key": "LOGIN_FAILED", "name": "Failed login"}
    assert [(row["username"], row["event"]) for row in found] == [("adm1n", event)]
    edited = caller.get('/api/rest/audit?filter={"event":["USER_EDITED"]}', actor=world.admin, lang="es").ok
    assert [row["details"].split(":")[0] for row in edited] == ["Correo electrónico"]
    assert edited[0]["details"].endswith("→ new@example.org")


def test_only_admin_reads_audit_log(caller: Caller, world: factories.World) -> None:
    for role, person in world.one_of_each_role.items():
        assert (caller.get("/api/rest/audit", actor=person).status == 200) is (role == "ADMIN")


def test_purge_deletes_entries_older_than_retention(settings: Settings, world: factories.World) -> None:
    settings.AUDIT_DAYS = 30
    for days in (29, 31):
        Entry.objects.create(at=timezone.now() - timedelta(days=days), event="EXPORTED", about=str(days))
    forget_old_entries()
    assert [each.about for each in Entry.objects.filter(event="EXPORTED")] == ["29"]


def test_export_is_audited_with_row_count(caller: Caller, world: factories.World) -> None:
    factories.repair(world)
    assert caller.get("/files/export/active-repairs/xlsx", actor=world.manager).status == 200
    assert kept(newest()) == ("EXPORTED", world.manager.username, "Active repairs", {"quantity": 1})


def test_audit_details_show_names_of_organizations_roles_and_decisions(caller: Caller, world: factories.World) -> None:
    body = contact(world.client) | {"clientId": world.client2.user.client_id}
    assert caller.put("/contacts/edit", body, actor=world.admin).status == 200
    assert newest().details["changed"]["client"] == ["Client one", "Client two"]
    record(Event.ACCOUNT_DECIDED, "asks", actor=world.admin.actor, decision="APPROVAL")
    record(Event.SECOND_FACTOR_RULES, actor=world.admin.actor, changed={"role": [[], ["SUSTAINABILITY_MANAGER"]]})
    rows = caller.get("/api/rest/audit", actor=world.admin, range="[0,1]").ok
    assert [row["details"] for row in rows] == ["Role: – → Sustainability manager", "Decision: Approved"]


def test_save_without_changes_is_not_audited(caller: Caller, world: factories.World) -> None:
    before = Entry.objects.count()
    assert caller.put("/contacts/edit", contact(world.client), actor=world.admin).status == 200
    assert Entry.objects.count() == before


def log(caller: Caller, world: factories.World, lang: str = "en", **filters: Any) -> Any:
    """Return the rows of the audit log that match the filters."""
    return caller.get("/api/rest/audit", actor=world.admin, filter=json.dumps(filters), lang=lang).ok


def test_search_finds_part_by_number_and_links_to_it(caller: Caller, world: factories.World) -> None:
    part = world.part
    caller.post(f"/parts/update/part-state?id={part.pk}&state=false", actor=world.admin)
    row = log(caller, world, keyword=part.number.lower())[0]
    assert row["about"] == f"{part.number} ({part.manufacturer} {part.model})"
    assert row["objectPath"] == f"edit/part/{part.pk}"
    assert row["changes"] == [{"label": "Enabled", "before": "Yes", "after": "No"}]


def test_search_finds_renamed_user_by_old_and_new_name(caller: Caller, world: factories.World) -> None:
    old = world.client.username
    caller.put(f"/contacts/lock?username={old}&locked=true", actor=world.admin)
    caller.put("/contacts/edit", contact(world.client, newUsername="renamed_one"), actor=world.admin)
    for name in (old, "Renamed_One"):
        rows = log(caller, world, keyword=name)
        assert [row["event"]["key"] for row in rows] == ["USER_EDITED", "USER_LOCKED"]
        assert {row["objectPath"] for row in rows} == {"edit/contact/renamed_one"}


@pytest.mark.parametrize("keyword", ["VM-250", "vm 250", "VM250", "ＶＭ－250", "analisis", "ANÁLISIS", "analisis de"])
def test_search_ignores_case_accents_width_and_punctuation(
    caller: Caller, world: factories.World, keyword: str
) -> None:
    record(Event.IMPORTED, "parts.xlsx", actor=world.admin.actor, search=["VM-250", "X"])
    record(Event.ROW_EDITED, "Look", actor=world.admin.actor, changed={"textEs": ["Mirar", "Análisis de gas"]})
    [row] = log(caller, world, keyword=keyword)
    assert row["event"]["key"] == ("IMPORTED" if "250" in keyword else "ROW_EDITED")
    assert log(caller, world, keyword="°") == []


def test_migration_adds_search_text_to_old_entries(caller: Caller, world: factories.World) -> None:
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


def test_keys_are_displayed_as_translated_labels(caller: Caller, world: factories.World) -> None:
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


def test_deleted_object_has_no_link(caller: Caller, world: factories.World) -> None:
    request = factories.repair(world)
    caller.delete(f"/repairing/delete?repairId={request.pk}", actor=world.admin)
    assert log(caller, world, keyword=request.number)[0]["objectPath"] is None
