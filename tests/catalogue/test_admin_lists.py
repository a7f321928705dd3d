"""Admin forms of the catalogue: validation of choices and texts."""

from typing import Any

import pytest

from portal_backend.catalogue.models import Part, PredefinedService
from portal_backend.catalogue.part_import import PartRowStore
from portal_backend.core.errors import ApiError
from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db
SERVICES = "/api/rest/predefined-services"
READ = "/parts/get/available/predefined/services"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def body(**more: Any) -> dict[str, Any]:
    return {
        "kind": "REPAIRS",
        "textEn": "New detector",
        "textEs": "Detector nuevo",
        "shortTextEn": "ND",
        "shortTextEs": "DN",
        "value": 12.5,
        **more,
    }


@pytest.mark.parametrize(
    ("field", "value", "key"),
    [
        ("kind", "OTHER", "choice"),
        ("kind", 0, "choice"),
        ("kind", "repairs", "choice"),
        ("kind", None, "invalid"),
        ("textEn", True, "invalid"),
        ("textEn", 7, "invalid"),
        ("textEn", ["a"], "invalid"),
        ("textEn", {}, "invalid"),
        ("textEn", "", "required"),
        ("textEn", "a\nb", "control"),
        ("textEs", "a\0b", "control"),
        ("shortTextEn", "x" * 65, "max_length"),
        ("value", "much", "number"),
        ("value", -1, "number"),
        ("value", 1e300, "max_number"),
        ("colour", "red", "extra"),
    ],
)
def test_rejects_invalid_field(caller: ApiClient, world: factories.World, field: str, value: Any, key: str) -> None:
    for lang in ("en", "es"):
        response = caller.call("POST", SERVICES, world.admin, body=body(**{field: value}), lang=lang)
        response.assert_error(400, "VALIDATION")
        message = load_messages(lang)[f"errors.field.{key}"]
        assert response.fields == {field: [message.format(value=64 if key == "max_length" else "9999999.99")]}
    assert not PredefinedService.objects.exists()
    assert caller.get(READ, actor=world.service).ok == {"DIAGNOSTICS": [], "REPAIRS": [], "PARTS": []}


def test_returns_saved_service(caller: ApiClient, world: factories.World) -> None:
    made = caller.post(SERVICES, body(), actor=world.admin).ok
    shown = caller.get(READ, actor=world.service).ok["REPAIRS"]
    assert shown == [{"id": made["id"], "text": "New detector", "shortText": "ND", "value": 12.5}]
    assert caller.call("GET", READ, world.service, lang="es").ok["REPAIRS"][0]["text"] == "Detector nuevo"
    form = {each["name"]: each for each in caller.call("GET", "/api/rest/meta", world.admin, lang="es").ok["resources"]}
    fields = {each["key"]: each for each in form["predefined-services"]["form"]["fields"]}
    assert fields["kind"]["type"] == "choice"
    assert [each["name"] for each in fields["kind"]["choices"]] == ["Diagnóstico", "Reparaciones", "Piezas"]


def test_bulk_write_rejects_missing_category(world: factories.World) -> None:
    good = {"manufacturer": "Acme", "number": "1", "model": "M", "category": world.part.category.key}
    good |= {"descriptionEn": "A thing", "descriptionEs": "Una cosa", "serviceCategories": [], "enabled": True}
    with pytest.raises(ApiError) as caught:
        PartRowStore().write([(None, good), (None, {**good, "number": "2", "category": "GONE"})], world.admin.actor)
    assert list(caught.value.fields) == ["category"]
    assert not Part.objects.filter(manufacturer="Acme").exists()


def test_bulk_write_keeps_values_that_are_left_out(world: factories.World) -> None:
    Part.objects.filter(pk=world.part.pk).update(origin="DE", hs_code="9030.10")
    values = {"category": world.part.category.key, "model": "Other", "serviceCategories": []}
    PartRowStore().write([(world.part.pk, values)], world.admin.actor)
    part = Part.objects.get(pk=world.part.pk)
    assert (part.model, part.origin, part.hs_code) == ("Other", "DE", "9030.10")
