"""Field permissions: hidden fields appear nowhere, unwritable ones are rejected."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.urls import path
from ninja import Router
from pytest_django import DjangoDbBlocker

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.models import Service
from portal_backend.accounts.sessions import TokenAuth
from portal_backend.config import api as portal
from portal_backend.config.urls import urlpatterns as portal_urls
from portal_backend.core.actor import Role
from portal_backend.core.openapi import DocumentedAPI
from portal_backend.core.responses import StrictJsonParser
from portal_backend.core.translations import load_messages
from portal_backend.exports.api import mount_list_export
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.rest import mount_rest
from tests import factories
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.resources.test_admin_resource import ENGLISH, SPANISH
from tests.resources.test_spreadsheets import read_rows

ADMIN, BOTH = frozenset({Role.ADMIN}), frozenset({Role.ADMIN, Role.SUPERVISOR})
# supervisors do not read the price and do not write the special services
GARAGES = admin_resource(
    Service,
    "garages",
    ("name", "price", "support_special_services"),
    writers=BOTH,
    default_sort=("name", "ASC"),
    field_readers={"price": ADMIN},
    field_writers={"price": ADMIN, "support_special_services": ADMIN},
)
# supervisors do not read the name, so their search ignores it
SECRETS = admin_resource(
    Service, "secrets", ("name", "price"), writers=BOTH, default_sort=("price", "ASC"), field_readers={"name": ADMIN}
)

api = DocumentedAPI(parser=StrictJsonParser(), urls_namespace="garages", docs_url=None)
rest, sheets = Router(), Router()
for resource in (GARAGES, SECRETS):
    mount_rest(rest, resource, TokenAuth, idempotent)
    mount_list_export(sheets, resource)
api.add_router("/rest", rest)
api.add_router("/v1", sheets)
for family in (Exception, portal.ApiError, portal.ValidationError):
    api.add_exception_handler(family, portal.handle_error)
urlpatterns = [path("api/", api.urls), *portal_urls]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
LIST, SHEET = "/api/rest/garages", "/files/export/garages/xlsx"


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    for lang, words in (("en", ENGLISH), ("es", SPANISH)):
        for key, text in words.items():
            for name in ("garages", "secrets"):
                monkeypatch.setitem(load_messages(lang), key.replace("workshops", name), text)
    monkeypatch.setattr(portal, "RESOURCES", (*portal.RESOURCES, GARAGES, SECRETS))


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[factories.World]:
    """Create a world, rolled back after the module."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield factories.world()
        transaction.set_rollback(True)


def test_hidden_field_appears_nowhere(caller: ApiClient, world: factories.World) -> None:
    row = caller.get(LIST, actor=world.supervisor).ok[0]
    assert set(row) == {"id", "name", "supportSpecialServices"}
    mine, whole = (caller.get(f"{LIST}/{row['id']}", actor=who).ok for who in (world.supervisor, world.admin))
    assert set(mine) == {*row, "version"}
    assert set(whole) == {*row, "version", "price"}
    for params in ({"sort": '["price","ASC"]'}, {"filter": '{"price":50}'}):
        caller.get(LIST, actor=world.supervisor, **params).assert_error(400, "VALIDATION")
    assert caller.get(LIST, actor=world.admin, sort='["price","ASC"]').status == 200
    caller.get(SHEET, actor=world.supervisor, sort="price,ASC").assert_error(400, "VALIDATION")
    assert read_rows(caller.get(SHEET, actor=world.supervisor))[0] == ["Name", "Offers special support"]
    head = read_rows(caller.get(SHEET, actor=world.admin))[0]
    assert head == ["Name", "Price per hour (USD)", "Offers special support"]
    for who, keys, written in (
        (world.supervisor, ["name", "supportSpecialServices"], ["name"]),
        (world.admin, ["name", "price", "supportSpecialServices"], ["name", "price", "supportSpecialServices"]),
    ):
        meta = {each["name"]: each for each in caller.get("/api/rest/meta", actor=who).ok["resources"]}["garages"]
        assert [each["key"] for each in meta["columns"]] == keys
        fields = meta["form"]["fields"]
        assert [each["key"] for each in fields] == keys, "what is only read is told, too"
        assert [each["key"] for each in fields if not each["readOnly"]] == written
    # the version does not depend on hidden fields
    Service.objects.filter(pk=row["id"]).update(price=77)
    assert caller.get(f"{LIST}/{row['id']}", actor=world.supervisor).ok["version"] == mine["version"]
    assert caller.get(f"{LIST}/{row['id']}", actor=world.admin).ok["version"] != whole["version"]


def test_search_ignores_hidden_field(caller: ApiClient, world: factories.World) -> None:
    params = {"filter": json.dumps({"keyword": "service one"})}
    assert len(caller.get("/api/rest/secrets", actor=world.admin, **params).ok) == 1
    assert caller.get("/api/rest/secrets", actor=world.supervisor, **params).ok == []


def test_rejects_unwritable_field_and_preserves_value(caller: ApiClient, world: factories.World) -> None:
    created = caller.post(LIST, {"name": "Óscar", "price": 30, "supportSpecialServices": True}, actor=world.admin).ok
    one = f"{LIST}/{created['id']}"
    mine = caller.get(one, actor=world.supervisor).ok
    before = dump_database()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({**mine, "price": 1}, "price"),
        ({**mine, "price": 30}, "price"),
        ({**mine, "supportSpecialServices": False}, "supportSpecialServices"),
    ]
    for body, field in wrong:
        response = caller.put(one, body, actor=world.supervisor).assert_error(400, "VALIDATION")
        assert response.fields == {field: [load_messages("en")["errors.field.extra"]]}
    assert find_changed_tables(before, dump_database()) == []
    # creation ignores read-only fields (contract 9)
    new = caller.post(LIST, {"name": "Another", "price": 1, "supportSpecialServices": True}, actor=world.supervisor).ok
    stored = caller.get(f"{LIST}/{new['id']}", actor=world.admin).ok
    assert stored["price"] != 1
    assert stored["supportSpecialServices"] is False
    # a whole record with unchanged read-only fields is accepted, and so is a single field
    for body in ({**mine, "name": "Óscar 2"}, {"name": "Óscar 3"}):
        _ = caller.put(one, body, actor=world.supervisor).ok
    row = Service.objects.get(pk=created["id"])
    assert (row.name, row.price, row.support_special_services) == ("Óscar 3", 30, True)
    new = caller.post(LIST, {"name": "New"}, actor=world.supervisor).ok
    assert Service.objects.get(pk=new["id"]).price == 0
