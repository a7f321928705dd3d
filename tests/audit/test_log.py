"""Audit log: what is recorded, who reads it, search, and retention."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from portal_backend.audit.log import purge_old_entries, record_event
from portal_backend.audit.models import AuditEntry, AuditEvent
from portal_backend.catalogue.models import Category, PredefinedService, ServiceCategory
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def get_newest_entry() -> AuditEntry:
    """Return the newest entry."""
    return AuditEntry.objects.latest("pk")


def summarize_entry(entry: AuditEntry) -> tuple[str, str, str, Any]:
    """Return event, username, object and details of an entry."""
    return entry.event, entry.username, entry.object_repr, entry.details


def build_contact_edit(person: factories.Person, **changed: str) -> dict[str, Any]:
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


def test_failed_login_is_audited_with_username_and_ip_address(caller: ApiClient, world: factories.World) -> None:
    response = caller.post("/contacts/login", {"username": "adm1n", "password": "Guessed-1!"})
    entry = get_newest_entry()
    assert summarize_entry(entry) == ("LOGIN_FAILED", "adm1n", "", {})
    assert (entry.ip_address, entry.request_id, entry.role) == ("127.0.0.1", response.headers["X-Request-Id"], "")


def test_login_of_locked_user_is_audited(caller: ApiClient, world: factories.World) -> None:
    caller.put(f"/contacts/lock?username={world.client.username}&locked=true", actor=world.admin)
    assert summarize_entry(get_newest_entry()) == ("USER_LOCKED", world.admin.username, world.client.username, {})
    login = {"username": world.client.username, "password": factories.PASSWORD}
    assert caller.post("/contacts/login", login).status == 403
    assert summarize_entry(get_newest_entry()) == ("LOGIN_LOCKED", world.client.username, "", {})


def test_edited_user_is_audited_with_changes_without_password(caller: ApiClient, world: factories.World) -> None:
    old = world.client.user.email
    body = build_contact_edit(world.client, email="new@example.org", password="Another-secret-1")
    assert caller.put("/contacts/edit", body, actor=world.admin).status == 200
    changed = {"email": [old, "new@example.org"]}
    assert summarize_entry(get_newest_entry()) == (
        "USER_EDITED",
        world.admin.username,
        world.client.username,
        {"changed": changed, "newPassword": True},
    )


def test_rejected_change_is_not_audited(caller: ApiClient, world: factories.World) -> None:
    before = AuditEntry.objects.count()
    body = build_contact_edit(world.client, newUsername=world.client2.username)
    assert caller.put("/contacts/edit", body, actor=world.admin).status == 409
    assert AuditEntry.objects.count() == before


def test_catalog_rows_are_audited_on_create_edit_and_delete(caller: ApiClient, world: factories.World) -> None:
    row = {
        "kind": "REPAIRS",
        "textEn": "Fan",
        "textEs": "Ventilador",
        "shortTextEn": "F",
        "shortTextEs": "V",
        "value": 10,
    }
    made = caller.post("/api/rest/predefined-services", row, actor=world.admin).ok
    assert summarize_entry(get_newest_entry())[:3] == ("ROW_CREATED", world.admin.username, "F")
    caller.put(f"/api/rest/predefined-services/{made['id']}", {**made, "value": 12.5}, actor=world.admin)
    assert summarize_entry(get_newest_entry()) == (
        "ROW_EDITED",
        world.admin.username,
        "F",
        {"changed": {"value": ["10.00", "12.50"]}},
    )
    caller.delete(f"/api/rest/predefined-services/{made['id']}", actor=world.admin)
    assert get_newest_entry().event == "ROW_DELETED"
    assert get_newest_entry().details["changed"]["textEs"] == ["Ventilador", None]
    assert not PredefinedService.objects.filter(pk=made["id"]).exists()


def test_part_and_mail_rule_changes_are_audited(caller: ApiClient, world: factories.World) -> None:
    part = world.part
    caller.post(f"/parts/update/part-state?id={part.pk}&state=false", actor=world.admin)
    assert summarize_entry(get_newest_entry()) == (
        "PART_SAVED",
        world.admin.username,
        str(part),
        {"changed": {"enabled": [True, False]}},
    )
    rule = {"id": "REPAIR:NEW", "isClient": False, "isService": True, "isSupervisor": True}
    caller.post("/mail/save", {"type": "PROCESS", "settings": [rule]}, actor=world.admin)
    assert summarize_entry(get_newest_entry()) == (
        "MAIL_RULES",
        world.admin.username,
        "REPAIR:NEW",
        {"changed": {"isClient": [True, False], "isService": [False, True]}},
    )


def test_deleted_request_is_audited(caller: ApiClient, world: factories.World) -> None:
    request = factories.repair(world)
    assert caller.delete(f"/repairing/delete?repairId={request.pk}", actor=world.admin).status == 200
    assert summarize_entry(get_newest_entry()) == ("REQUEST_DELETED", world.admin.username, request.number, {})


def test_unlock_command_is_audited(world: factories.World) -> None:
    call_command("unlock_user", world.client.username)
    assert summarize_entry(get_newest_entry()) == ("USER_UNLOCKED", "unlock_user", world.client.username, {})


@pytest.mark.parametrize(("language", "actor"), [("en", "Command line"), ("es", "Línea de comandos")])
@pytest.mark.parametrize("command", ["unlock_user", "reset_two_factor"])
def test_activity_log_shows_command_line_instead_of_command_name(
    caller: ApiClient, world: factories.World, command: str, language: str, actor: str
) -> None:
    call_command(command, world.client.username)
    row = fetch_log(caller, world, lang=language)[0]
    assert (row["username"], row["details"]) == (actor, "")


def test_activity_log_names_the_setup_page(caller: ApiClient, world: factories.World) -> None:
    record_event(AuditEvent.USER_CREATED, world.admin.username, username="first_run")
    assert fetch_log(caller, world)[0]["username"] == "Setup page"


def test_audit_log_is_searchable_and_translated(caller: ApiClient, world: factories.World) -> None:
    caller.put("/contacts/edit", build_contact_edit(world.client, email="new@example.org"), actor=world.admin)
    caller.post("/contacts/login", {"username": "adm1n", "password": "Guessed-1!"})
    found = caller.get('/api/rest/audit?filter={"keyword":"adm1n"}', actor=world.admin).ok
    event = {"key": "LOGIN_FAILED", "name": "Failed login"}
    assert [(row["username"], row["event"]) for row in found] == [("adm1n", event)]
    edited = caller.get('/api/rest/audit?filter={"event":["USER_EDITED"]}', actor=world.admin, lang="es").ok
    assert [row["details"].split(":")[0] for row in edited] == ["Correo electrónico"]
    assert edited[0]["details"].endswith("→ new@example.org")


def test_only_admin_reads_audit_log(caller: ApiClient, world: factories.World) -> None:
    for role, person in world.one_of_each_role.items():
        assert (caller.get("/api/rest/audit", actor=person).status == 200) is (role == "ADMIN")


def test_purge_deletes_entries_older_than_retention(settings: Settings, world: factories.World) -> None:
    settings.AUDIT_RETENTION_DAYS = 30
    for days in (29, 31):
        AuditEntry.objects.create(
            created_at=timezone.now() - timedelta(days=days), event="EXPORTED", object_repr=str(days)
        )
    purge_old_entries()
    assert [each.object_repr for each in AuditEntry.objects.filter(event="EXPORTED")] == ["29"]


def test_export_is_audited_with_row_count(caller: ApiClient, world: factories.World) -> None:
    factories.repair(world)
    assert caller.get("/files/export/active-repairs/xlsx", actor=world.manager).status == 200
    assert summarize_entry(get_newest_entry()) == (
        "EXPORTED",
        world.manager.username,
        "Active repairs",
        {"quantity": 1},
    )


def test_audit_details_show_names_of_organizations_roles_and_decisions(
    caller: ApiClient, world: factories.World
) -> None:
    body = build_contact_edit(world.client) | {"clientId": world.client2.user.client_id}
    assert caller.put("/contacts/edit", body, actor=world.admin).status == 200
    assert get_newest_entry().details["changed"]["client"] == ["Client one", "Client two"]
    record_event(AuditEvent.ACCOUNT_DECIDED, "asks", actor=world.admin.actor, decision="APPROVAL")
    record_event(
        AuditEvent.SECOND_FACTOR_RULES, actor=world.admin.actor, changed={"role": [[], ["SUSTAINABILITY_MANAGER"]]}
    )
    rows = caller.get("/api/rest/audit", actor=world.admin, range="[0,1]").ok
    assert [row["details"] for row in rows] == ["Role: – → Sustainability manager", "Decision: Approved"]


def test_save_without_changes_is_not_audited(caller: ApiClient, world: factories.World) -> None:
    before = AuditEntry.objects.count()
    assert caller.put("/contacts/edit", build_contact_edit(world.client), actor=world.admin).status == 200
    assert AuditEntry.objects.count() == before


def fetch_log(caller: ApiClient, world: factories.World, lang: str = "en", **filters: Any) -> Any:
    """Return the rows of the audit log that match the filters."""
    return caller.get("/api/rest/audit", actor=world.admin, filter=json.dumps(filters), lang=lang).ok


def test_search_finds_part_by_number_and_links_to_it(caller: ApiClient, world: factories.World) -> None:
    part = world.part
    caller.post(f"/parts/update/part-state?id={part.pk}&state=false", actor=world.admin)
    row = fetch_log(caller, world, keyword=part.number.lower())[0]
    assert row["about"] == f"{part.number} ({part.manufacturer} {part.model})"
    assert row["objectPath"] == f"edit/part/{part.pk}"
    assert row["changes"] == [{"label": "Enabled", "before": "Yes", "after": "No"}]


def test_search_finds_renamed_user_by_old_and_new_name(caller: ApiClient, world: factories.World) -> None:
    old = world.client.username
    caller.put(f"/contacts/lock?username={old}&locked=true", actor=world.admin)
    caller.put("/contacts/edit", build_contact_edit(world.client, newUsername="renamed_one"), actor=world.admin)
    for name in (old, "Renamed_One"):
        rows = fetch_log(caller, world, keyword=name)
        assert [row["event"]["key"] for row in rows] == ["USER_EDITED", "USER_LOCKED"]
        assert {row["objectPath"] for row in rows} == {"edit/contact/renamed_one"}


@pytest.mark.parametrize("keyword", ["VM-250", "vm 250", "VM250", "ＶＭ－250", "analisis", "ANÁLISIS", "analisis de"])
def test_search_ignores_case_accents_width_and_punctuation(
    caller: ApiClient, world: factories.World, keyword: str
) -> None:
    record_event(AuditEvent.IMPORTED, "parts.xlsx", actor=world.admin.actor, search_terms=["VM-250", "X"])
    record_event(
        AuditEvent.ROW_EDITED, "Look", actor=world.admin.actor, changed={"textEs": ["Mirar", "Análisis de gas"]}
    )
    [row] = fetch_log(caller, world, keyword=keyword)
    assert row["event"]["key"] == ("IMPORTED" if "250" in keyword else "ROW_EDITED")
    assert fetch_log(caller, world, keyword="°") == []


def test_filters_by_actor_object_and_period(caller: ApiClient, world: factories.World) -> None:
    record_event(AuditEvent.PART_SAVED, "X-1", actor=world.admin.actor, object_ref=("parts", world.part.pk))
    record_event(AuditEvent.USER_LOCKED, "someone", actor=world.supervisor.actor, object_ref=("contacts", 0))
    AuditEntry.objects.filter(object_repr="X-1").update(created_at=datetime(2026, 3, 1, 12, tzinfo=UTC))
    AuditEntry.objects.filter(object_repr="someone").update(created_at=datetime(2026, 3, 2, 12, tzinfo=UTC))
    assert [row["about"] for row in fetch_log(caller, world, actor=world.supervisor.username)] == ["someone"]
    assert [row["about"] for row in fetch_log(caller, world, objectType=["parts"])] == ["X-1"]
    day = {"from": "2026-03-01T00:00:00Z", "to": "2026-03-01T23:59:59Z"}
    assert [row["about"] for row in fetch_log(caller, world, **day)] == ["X-1"]
    refused = caller.get("/api/rest/audit", actor=world.admin, filter='{"objectType":["tokens"]}')
    assert refused.status == 400


def test_keys_are_displayed_as_translated_labels(caller: ApiClient, world: factories.World) -> None:
    rule = {"id": "REPAIR:NEW", "isClient": False, "isService": True, "isSupervisor": True, "isAdministrator": True}
    caller.post("/mail/save", {"type": "PROCESS", "settings": [rule]}, actor=world.admin)
    assert world.part.category
    for key, name in (("REPAIR", "Reparación"), ("PARTS", "Piezas")):
        ServiceCategory.objects.filter(key=key).update(name_es=name)
    Category.objects.filter(key="HANDHELD").update(name_es="Portátil")
    changed = {"category": ["OTHER", "HANDHELD"], "serviceCategories": [[], ["REPAIR", "PARTS"]]}
    record_event(AuditEvent.PART_SAVED, "X-1", actor=world.admin.actor, changed=changed)
    part, mail = fetch_log(caller, world, lang="es")[:2]
    text = mail["about"] + mail["details"] + part["details"]
    for key in ("REPAIR", "NEW", "isAdministrator", "HANDHELD", "PARTS"):
        assert key not in text
    assert "Administrador" in mail["details"]


def test_deleted_object_has_no_link(caller: ApiClient, world: factories.World) -> None:
    request = factories.repair(world)
    caller.delete(f"/repairing/delete?repairId={request.pk}", actor=world.admin)
    assert fetch_log(caller, world, keyword=request.number)[0]["objectPath"] is None


def test_exported_list_is_named_in_reader_language(caller: ApiClient, world: factories.World) -> None:
    assert caller.get("/files/export/active-repairs/xlsx", actor=world.manager).status == 200
    for language, title in (("en", "Active repairs"), ("es", "Reparaciones activas")):
        rows = caller.get('/api/rest/audit?filter={"event":["EXPORTED"]}', actor=world.admin, lang=language).ok
        assert [row["about"] for row in rows] == [title]
