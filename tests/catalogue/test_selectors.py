"""Catalogue data for new requests and diagnostics, by role (contract 6.2)."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from portal_backend.catalogue.models import Category, Part
from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient
from tests.files.sample_images import build_image
from tests.files.upload_client import MultipartBody, upload

pytestmark = pytest.mark.django_db
CATEGORIES, PARTS = "/parts/fetch/all/enabled/categories", "/parts/fetch/by/category"
TYPES, SERVICES = "/parts/get/available/predefined/services", "/parts/fetch/service-categories"


@pytest.fixture
def world() -> factories.World:
    made = factories.world()
    for key, position in (("RPM", 2), ("HANDHELD", 1), ("OTHER", 3)):
        names = {"name_en": f"{key} name", "name_es": f"nombre de {key}"}
        Category.objects.create(key=key, position=position, **names)
    return made


def fetch_names(caller: ApiClient, actor: factories.Person, **query: Any) -> list[str]:
    return [row["partName"] for row in caller.get(PARTS, actor=actor, **query).ok]


def test_lists_categories_with_enabled_part(caller: ApiClient, world: factories.World) -> None:
    factories.part("Gate", category="RPM")
    factories.part("Pager", category="HANDHELD")
    factories.part("Old", category="OTHER", enabled=False)
    for actor in world.one_of_each_role.values():
        assert caller.get(CATEGORIES, actor=actor).ok == [
            {"key": "HANDHELD", "name": "HANDHELD name"},
            {"key": "RPM", "name": "RPM name"},
        ]
    spanish = caller.call("GET", CATEGORIES, world.client, lang="es").ok
    assert [row["name"] for row in spanish] == ["nombre de HANDHELD", "nombre de RPM"]
    Category.objects.filter(key="RPM").update(name_es="")
    assert caller.call("GET", CATEGORIES, world.client, lang="es").ok[1]["name"] == "RPM name"
    caller.get(CATEGORIES).assert_error(401, "TOKEN_INVALID")


def test_lists_parts_of_category(caller: ApiClient, world: factories.World) -> None:
    image = upload(world.admin, MultipartBody(b"photo.png", build_image())).data["id"]
    part = factories.part("Pager", used_for=["REPAIR"], manufacturer="Ångström", number="P-1", image_id=image)
    factories.part("Gate", category="RPM")
    (row,) = caller.get(PARTS, actor=world.client, category="HANDHELD").ok
    url = row.pop("imageUrl")
    assert row == {"id": part.pk, "partName": "Pager", "manufacturer": "Ångström", "number": "P-1"}
    assert caller.get(urlsplit(url).path).status == 200
    assert caller.get(PARTS, actor=world.client, category="OTHER").ok == []


def test_filters_parts_by_service_category(caller: ApiClient, world: factories.World) -> None:
    factories.part("Both", used_for=["REPAIR", "PARTS"])
    factories.part("Repair", used_for=["REPAIR"])
    factories.part("Spare", used_for=["PARTS"])
    for query, expected in (
        ({}, ["Both", "Repair", "Spare"]),
        ({"serviceCategories": "REPAIR"}, ["Both", "Repair"]),
        ({"serviceCategories": ["REPAIR", "PARTS"]}, ["Both", "Repair", "Spare"]),
        ({"serviceCategories": "PARTS,REPAIR"}, ["Both", "Repair", "Spare"]),
        ({"serviceCategories": ""}, ["Both", "Repair", "Spare"]),
        ({"serviceCategories": "PARTS", "contactUsername": "somebody"}, ["Both", "Spare"]),
    ):
        assert fetch_names(caller, world.client, category="HANDHELD", **query) == expected, query
    for wrong in ({"category": "TOASTER"}, {"category": ""}, {"category": "HANDHELD", "serviceCategories": "NO"}, {}):
        caller.get(PARTS, actor=world.client, **wrong).assert_error(400, "VALIDATION")
    caller.get(PARTS, actor=world.client, category="HANDHELD", all="maybe").assert_error(400, "VALIDATION")


def test_shows_disabled_parts_to_reporting_roles_only(caller: ApiClient, world: factories.World) -> None:
    factories.part("Old", enabled=False)
    factories.part("New")
    for role, actor in world.one_of_each_role.items():
        assert fetch_names(caller, actor, category="HANDHELD") == ["New"]
        assert fetch_names(caller, actor, category="HANDHELD", all="false") == ["New"]
        response = caller.get(PARTS, actor=actor, category="HANDHELD", all="true")
        if role in (Role.CLIENT, Role.SERVICE):
            response.assert_error(403, "FORBIDDEN")
        else:
            assert [row["partName"] for row in response.ok] == ["New", "Old"]


def test_sorts_parts_by_name(caller: ApiClient, world: factories.World) -> None:
    for maker, model in (("B", "1"), ("A", "2"), ("A", "1"), ("C", "0")):
        factories.part(model, manufacturer=maker)
    rows = caller.get(PARTS, actor=world.client, category="HANDHELD").ok
    assert [(row["manufacturer"], row["partName"]) for row in rows] == [("A", "1"), ("A", "2"), ("B", "1"), ("C", "0")]


def test_lists_predefined_services_by_role(caller: ApiClient, world: factories.World) -> None:
    cheap = factories.predefined_service("REPAIRS", 20.5)
    factories.predefined_service("DIAGNOSTICS", 1)
    for role, actor in world.one_of_each_role.items():
        response = caller.get(TYPES, actor=actor)
        if role not in (Role.ADMIN, Role.SERVICE):
            response.assert_error(403, "FORBIDDEN")
            continue
        assert {kind: len(rows) for kind, rows in response.ok.items()} == {"DIAGNOSTICS": 1, "REPAIRS": 1, "PARTS": 0}
        shown = {"id": cheap.pk, "text": "REPAIRS for 20.5", "shortText": "R20.5", "value": 20.5}
        assert response.ok["REPAIRS"] == [shown]
    spanish = caller.call("GET", TYPES, world.service, lang="es").ok
    assert spanish["REPAIRS"][0]["text"] == "REPAIRS por 20.5"


def test_lists_service_categories_by_key(caller: ApiClient, world: factories.World) -> None:
    factories.part("Both", used_for=["REPAIR", "PARTS"])
    for actor in world.one_of_each_role.values():
        rows = caller.post(SERVICES, ["PARTS", "REPAIR"], actor=actor).ok
        assert {row["key"] for row in rows} == {"REPAIR", "PARTS"}
        assert all(set(row) == {"id", "key"} for row in rows)
    assert [row["key"] for row in caller.post(SERVICES, ["REPAIR", "REPAIR"], actor=world.client).ok] == ["REPAIR"]
    assert caller.post(SERVICES, [], actor=world.client).ok == []
    for wrong in (["NO"], ["REPAIR", "NO"], "REPAIR", {"keys": ["REPAIR"]}, [1], [None], [["REPAIR"]]):
        caller.post(SERVICES, wrong, actor=world.client).assert_error(400, "VALIDATION")


def test_catalogue_needs_constant_number_of_queries(
    caller: ApiClient, world: factories.World, django_assert_max_num_queries: Any
) -> None:
    for number in range(30):
        factories.part(f"Model {number}")
    assert Part.objects.count() == 30
    with django_assert_max_num_queries(8):
        assert len(caller.get(PARTS, actor=world.client, category="HANDHELD", serviceCategories="REPAIR").ok) == 30
