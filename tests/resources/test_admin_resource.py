"""A new admin list for an existing model takes at most 15 lines and no other code.

This covers the server: API, validation, search, export and metadata. The interface needs no code, since it renders
the metadata.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.urls import path
from ninja import Router
from pytest_django import DjangoDbBlocker

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.models import Service
from portal_backend.accounts.sessions import TokenAuth
from portal_backend.catalogue.selectors import ADMINS
from portal_backend.config import api as portal
from portal_backend.config.urls import urlpatterns as portal_urls
from portal_backend.core.actor import Role
from portal_backend.core.openapi import DocumentedAPI
from portal_backend.core.responses import StrictJsonParser
from portal_backend.core.translations import load_messages
from portal_backend.exports.api import mount_list_export
from portal_backend.resources.admin_resource import admin_resource
from portal_backend.resources.resource import BulkAction
from portal_backend.resources.rest import mount_rest
from tests import factories
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.resources.test_spreadsheets import read_rows

# the list begins
ENGLISH = {"resources.workshops": "Workshops", "records.workshops": "workshop", "sections.rates": "Rates"}
SPANISH = {"resources.workshops": "Talleres", "records.workshops": "taller", "sections.rates": "Tarifas"}
WORKSHOPS = admin_resource(
    Service,
    "workshops",
    ("name", "price", "support_special_services"),
    writers=ADMINS,
    default_sort=("name", "ASC"),
    duplicate_code="SERVICE_EXISTS",
    menu_group="settings",
    sections={"rates": ("price", "support_special_services")},
    filter_fields=("support_special_services",),
    bulk_actions=(BulkAction("switchOn", {"supportSpecialServices": True}),),
)
# the list ends
MAX_LINES = 15

# registers the list as the portal does with its RESOURCES, in a separate API
api = DocumentedAPI(parser=StrictJsonParser(), urls_namespace="workshops", docs_url=None)
rest, sheets = Router(), Router()
mount_rest(rest, WORKSHOPS, TokenAuth, idempotent)
mount_list_export(sheets, WORKSHOPS)
api.add_router("/rest", rest)
api.add_router("/v1", sheets)
api.add_exception_handler(Exception, portal.handle_error)
for family in (portal.ApiError, portal.ValidationError):
    api.add_exception_handler(family, portal.handle_error)
urlpatterns = [path("api/", api.urls), *portal_urls]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]
LIST, SHEET = "/api/rest/workshops", "/files/export/workshops/xlsx"


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add the messages of the declaration to the catalogs."""
    for lang, words in (("en", ENGLISH), ("es", SPANISH)):
        for key, text in words.items():
            monkeypatch.setitem(load_messages(lang), key, text)
    monkeypatch.setattr(portal, "RESOURCES", (*portal.RESOURCES, WORKSHOPS))


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[factories.World]:
    """Create a world with two services in use and three that are unused."""
    with django_db_blocker.unblock(), transaction.atomic():
        world = factories.world()
        for name, price in (("Ñandú", 30), ("alpha", 20), ("Beta", 10)):
            Service.objects.create(name=name, price=price)
        yield world
        transaction.set_rollback(True)


def build_body(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "price": 12.5, "supportSpecialServices": True, **more}


def get_names(caller: ApiClient, world: factories.World, **params: Any) -> list[str]:
    query = {key: json.dumps(value) for key, value in params.items()}
    return [row["name"] for row in caller.get(LIST, actor=world.admin, **query).ok]


def test_declaration_has_at_most_fifteen_lines() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    declaration = source.partition("# the list begins\n")[2].partition("# the list ends\n")[0].splitlines()
    assert 5 < len(declaration) <= MAX_LINES
    assert ENGLISH.keys() == SPANISH.keys()


def test_lists_sorts_and_searches(caller: ApiClient, world: factories.World) -> None:
    everything = caller.get(LIST, actor=world.admin)
    assert everything.headers["Content-Range"] == "workshops 0-4/5"
    one = {row["name"]: row for row in everything.ok}["Ñandú"]
    assert one == {"id": one["id"], "name": "Ñandú", "price": 30.0, "supportSpecialServices": False}
    assert get_names(caller, world, sort=["price", "ASC"])[:3] == ["Beta", "alpha", "Ñandú"]
    assert get_names(caller, world, sort=["price", "DESC"], range=[2, 3]) == ["Ñandú", "alpha"]
    assert get_names(caller, world, filter={"keyword": "ñANDÚ"}) == ["Ñandú"]
    assert get_names(caller, world, filter={"id": [one["id"]]}) == ["Ñandú"]
    for wrong in ({"sort": '["contact_user","ASC"]'}, {"filter": '{"price":1}'}, {"range": "[1,0]"}):
        caller.get(LIST, actor=world.admin, **wrong).assert_error(400, "VALIDATION")


def test_filters_and_updates_in_bulk(caller: ApiClient, world: factories.World) -> None:
    two = [row for row in caller.get(LIST, actor=world.admin).ok if row["name"] in ("alpha", "Beta")]
    for row in two:  # react-admin's updateMany sends only the values for each row
        changed_row = caller.put(f"{LIST}/{row['id']}", {"supportSpecialServices": True}, actor=world.admin).ok
        assert {key: changed_row[key] for key in row} == {**row, "supportSpecialServices": True}
        client = world.one_of_each_role[Role.CLIENT]
        caller.put(f"{LIST}/{row['id']}", {"supportSpecialServices": False}, actor=client).assert_error(
            403, "FORBIDDEN"
        )
    assert sorted(get_names(caller, world, filter={"supportSpecialServices": True})) == ["Beta", "alpha"]
    assert "Ñandú" in get_names(caller, world, filter={"supportSpecialServices": False})
    caller.get(LIST, actor=world.admin, filter='{"supportSpecialServices":"maybe"}').assert_error(400, "VALIDATION")


def test_creates_updates_validates_and_deletes(caller: ApiClient, world: factories.World) -> None:
    created = caller.post(LIST, build_body("  Óscar "), actor=world.admin).ok
    one = f"{LIST}/{created['id']}"
    assert (
        caller.get(one, actor=world.admin).ok
        == created
        == {"id": created["id"], **build_body("Óscar"), "version": created["version"]}
    )
    after = caller.put(one, {**created, "price": "99.99"}, actor=world.admin).ok
    assert (after["price"], Service.objects.get(pk=created["id"]).price) == (
        99.99,
        Service.objects.get(name="Óscar").price,
    )
    before = dump_database()
    caller.put(one, {**created, "price": 1}, actor=world.admin).assert_error(409, "STALE")
    caller.post(LIST, build_body("alpha"), actor=world.admin).assert_error(409, "SERVICE_EXISTS")
    caller.delete(f"{LIST}/{world.service.user.service_id}", actor=world.admin).assert_error(409, "IN_USE")
    for lang, words in (("en", load_messages("en")), ("es", load_messages("es"))):
        wrong = {"name": " ", "price": -1, "supportSpecialServices": "yes", "contact_user": 1}
        response = caller.call("POST", LIST, world.admin, body=wrong, lang=lang).assert_error(400, "VALIDATION")
        keys = {"name": "required", "price": "number", "supportSpecialServices": "boolean", "contact_user": "extra"}
        assert response.fields == {field: [words[f"errors.field.{key}"]] for field, key in keys.items()}
    for role, person in world.one_of_each_role.items():
        if role not in ADMINS:
            for verb, address, sent in (
                ("GET", LIST, None),
                ("GET", one, None),
                ("GET", SHEET, None),
                ("POST", LIST, build_body("x")),
                ("PUT", one, build_body("x")),
                ("DELETE", one, None),
            ):
                caller.call(verb, address, person, body=sent).assert_error(403, "FORBIDDEN")
    caller.get(LIST).assert_error(401, "TOKEN_INVALID")
    assert find_changed_tables(before, dump_database()) == []
    assert caller.delete(one, actor=world.admin).ok["id"] == created["id"]
    caller.get(one, actor=world.admin).assert_error(404, "NOT_FOUND")


def test_exports_list(caller: ApiClient, world: factories.World) -> None:
    head, *lines = read_rows(caller.call("GET", SHEET, world.admin, lang="es", sort="price,DESC", keyword="a"))
    assert head == ["Nombre", "Precio por hora (USD)", "Ofrece asistencia especial"]
    assert [line[0] for line in lines] == ["Ñandú", "alpha", "Beta"]
    assert lines[0] == ["Ñandú", 30, "No"]


@pytest.mark.parametrize(
    ("lang", "title", "labels", "titles"),
    [
        (
            "en",
            "Workshops",
            ["Name", "Price per hour (USD)", "Offers special support"],
            {"add": "Add workshop", "edit": "Edit workshop"},
        ),
        (
            "es",
            "Talleres",
            ["Nombre", "Precio por hora (USD)", "Ofrece asistencia especial"],
            {"add": "Agregar taller", "edit": "Editar taller"},
        ),
    ],
)
def test_meta_describes_list(
    caller: ApiClient, world: factories.World, lang: str, title: str, labels: list[str], titles: dict[str, str]
) -> None:
    everything = caller.call("GET", "/api/rest/meta", world.admin, lang=lang).ok
    meta = {each["name"]: each for each in everything["resources"]}["workshops"]
    rates = {"en": "Rates", "es": "Tarifas"}[lang]
    assert (meta["title"], meta["titles"]) == (title, titles)
    place = {each["path"]: (each["group"], each["label"]) for each in everything["pages"]}
    assert (place["workshops"], place["workshops/create"]) == (("settings", title), ("", titles["add"]))
    assert (meta["path"], meta["create"], meta["record"]) == ("workshops", "workshops/create", {"": "workshops/{id}"})
    assert (meta["export"], meta["search"]) == (f"/api/v1{SHEET}", True)
    assert [each["label"] for each in meta["columns"]] == labels
    fields = meta["form"]["fields"]
    assert [each["label"] for each in fields] == labels
    assert meta["form"]["sections"] == [{"key": "rates", "label": rates, "hint": None}]
    assert [each["section"] for each in fields] == [None, "rates", "rates"]
    assert [(each["key"], each["type"], each["required"], each["maxLength"]) for each in fields] == [
        ("name", "text", True, 255),
        ("price", "money", True, None),
        ("supportSpecialServices", "boolean", False, None),
    ]
    assert meta["form"]["delete"] is True
    assert [(each["key"], each["label"], each["type"]) for each in meta["filters"]] == [
        ("supportSpecialServices", labels[2], "switch")
    ]
    switch_on = {"key": "switchOn", "label": {"en": "Enable", "es": "Habilitar"}[lang]}
    assert meta["bulkActions"] == [{**switch_on, "values": {"supportSpecialServices": True}, "tone": "plain"}]
    if lang == "en":  # the interface is tested with the same file (portal_ui/src/routes.test.tsx)
        assert meta == json.loads(Path(__file__).with_name("workshops.json").read_text(encoding="utf-8"))
    for role, person in world.one_of_each_role.items():
        known = {each["name"] for each in caller.get("/api/rest/meta", actor=person).ok["resources"]}
        assert ("workshops" in known) == (role in ADMINS)
