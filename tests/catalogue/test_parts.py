"""Endpoints that change parts (contract 6.2): responses, uniqueness, parts in use."""

from typing import Any
from urllib.parse import urlsplit

import pytest

from portal_backend.catalogue.models import Part, PredefinedService, ServiceCategory
from portal_backend.core.translations import LANGUAGES, load_messages
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.contract.administration_data import build_part_body as body
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.resources.test_spreadsheets import read_rows

pytestmark = pytest.mark.django_db
PARTS, FETCH, LIST = "/parts", "/parts/fetch", "/parts/fetch-by-criteria"
STATE, SERVICES = "/parts/update/part-state", "/parts/save/predefined/services/to-part"
MAPPING = "/parts/update-service-category-part-mapping"
TYPES = ("predefinedServicesForDiagnostics", "predefinedServicesForRepairs", "predefinedServicesForParts")
EMPTY: dict[str, list[Any]] = {each: [] for each in TYPES}


@pytest.fixture
def world() -> factories.World:
    made = factories.world()
    assert made.part
    return made


def test_creates_reads_and_changes_part(caller: ApiClient, world: factories.World) -> None:
    repair = ServiceCategory.objects.get(key="REPAIR")
    sent = body(world) | {"number": "  Ñ-1 ", "serviceCategories": [repair.pk]}
    made = caller.post(PARTS, sent, actor=world.admin).ok
    image = made.pop("imageUrl")
    assert made == {
        "id": made["id"],
        "identificator": made["id"],
        "category": {"key": "HANDHELD", "name": "Handheld"},
        "number": "Ñ-1",
        "model": "M",
        "manufacturer": "Maker",
        "description": "A part",
        "enabled": True,
        "serviceCategories": [repair.pk],
        **EMPTY,
    }
    assert caller.get(urlsplit(image).path).status == 200
    spanish = caller.call("GET", FETCH, world.admin, partId=made["id"], lang="es").ok
    assert (spanish["category"]["name"], spanish["description"]) == ("Handheld (es)", "A part")
    # A change keeps the image, and sets the description in the language of the request only.
    edit = {**sent, "id": made["id"], "model": "M2", "description": "Una pieza\ncon dos líneas", "enabled": False}
    del edit["image"]
    after = caller.call("POST", PARTS, world.admin, body=edit, lang="es").ok
    assert (after["id"], after["model"], after["enabled"]) == (made["id"], "M2", False)
    assert after["description"] == "Una pieza\ncon dos líneas"
    assert urlsplit(after["imageUrl"]).path == urlsplit(image).path
    assert caller.get(FETCH, actor=world.admin, partId=made["id"]).ok["description"] == "A part"
    # A change without `enabled` keeps its value.
    _ = caller.post(PARTS, {key: value for key, value in edit.items() if key != "enabled"}, actor=world.admin).ok
    assert Part.objects.get(pk=made["id"]).enabled is False
    found = caller.get(LIST, actor=world.admin, keyword="ñ-1").ok["content"]
    row = next(each for each in found if each["id"] == made["id"])
    assert {key: row[key] for key in ("id", "number", "model", "enabled", "serviceCategories")} == {
        "id": made["id"],
        "number": "Ñ-1",
        "model": "M2",
        "enabled": False,
        "serviceCategories": [repair.pk],
    }


def test_export_of_parts(caller: ApiClient, world: factories.World) -> None:
    factories.part("Gate", category="RPM", number="A-1", used_for=(), enabled=False, manufacturer="=1+1")
    for lang, names in (("en", ("Rpm", "Handheld")), ("es", ("Rpm (es)", "Handheld (es)"))):
        words = load_messages(lang)
        sheet = caller.call("GET", "/files/export/parts/xlsx", world.admin, lang=lang, sort="category,DESC")
        head, *lines = read_rows(sheet)
        keys = (
            "category",
            "number",
            "model",
            "manufacturer",
            "description",
            "serviceCategories",
            "enabled",
            "hsCode",
            "origin",
        )
        # in both languages, so that the file can be imported again
        described = [
            words["inLanguage"].format(label=words["columns.description"], language=words[f"languages.{each}"])
            for each in LANGUAGES
        ]
        assert head == [
            each for key in keys for each in (described if key == "description" else [words[f"columns.{key}"]])
        ]
        rows = {line[1]: line for line in lines}
        assert rows["A-1"] == [
            names[0],
            "A-1",
            "Gate",
            "=1+1",
            "An instrument",
            "Un instrumento",
            None,
            words["no"],
            None,
            None,
        ]
        mine = rows[world.part.number]
        assert (mine[0], mine[6], mine[7]) == (names[1], "REPAIR, PARTS", words["yes"])
    [_, only] = read_rows(caller.get("/files/export/parts/xlsx", actor=world.admin, keyword="gate"))
    assert only[1] == "A-1", "and no picture: its address expires"


def test_rejects_unknown_ids_and_invalid_parameters(caller: ApiClient, world: factories.World) -> None:
    before = dump_database()
    nowhere = 10**9
    for verb, path, query, sent in (
        ("GET", FETCH, {"partId": nowhere}, None),
        ("POST", PARTS, {}, {**body(world), "id": nowhere}),
        ("POST", STATE, {"id": nowhere, "state": "true"}, None),
        ("POST", SERVICES, {"id": nowhere}, {}),
        ("PUT", MAPPING, {"partId": nowhere}, []),
    ):
        caller.call(verb, path, world.admin, body=sent, **query).assert_error(404, "NOT_FOUND")
    for verb, path, query, sent in (
        ("GET", FETCH, {}, None),
        ("GET", FETCH, {"partId": "x"}, None),
        ("POST", STATE, {"id": world.part.pk}, None),
        ("POST", STATE, {"id": world.part.pk, "state": "maybe"}, None),
        ("PUT", MAPPING, {"partId": world.part.pk}, ["x"]),
        ("PUT", MAPPING, {"partId": world.part.pk}, [nowhere]),
        ("PUT", MAPPING, {"partId": world.part.pk}, {}),
    ):
        caller.call(verb, path, world.admin, body=sent, **query).assert_error(400, "VALIDATION")
    assert [table for table in find_changed_tables(before, dump_database()) if "file" not in table] == []


@pytest.mark.parametrize(
    ("manufacturer", "number"), [("Maker", "N-1"), ("MAKER", "n-1"), ("maker ", " N-1"), ("Máker.", "N 1")]
)
def test_manufacturer_and_number_are_unique_ignoring_case(
    caller: ApiClient, world: factories.World, manufacturer: str, number: str
) -> None:
    first = caller.post(PARTS, body(world), actor=world.admin).ok
    second = {**body(world), "manufacturer": manufacturer, "number": number}
    rest_body = {**second, "descriptionEn": "A", "descriptionEs": "B"}
    del rest_body["description"]
    other = caller.post(PARTS, {**body(world), "number": "N-2"}, actor=world.admin).ok
    before = dump_database()
    for duplicate in (
        caller.post(PARTS, second, actor=world.admin),
        caller.post(PARTS, {**second, "id": other["id"]}, actor=world.admin),
        caller.post("/api/rest/parts", rest_body, actor=world.admin),
        caller.put(f"/api/rest/parts/{other['id']}", rest_body, actor=world.admin),
    ):
        response = duplicate.assert_error(409, "PART_EXISTS")
        assert set(response.fields) == {"manufacturer", "number"}
        assert response.data["message"] == load_messages("en")["errors.field.part_taken"]
    assert find_changed_tables(before, dump_database()) == []
    # Validation and the lookup of the part come first.
    caller.post(PARTS, {**second, "serviceCategories": [10**9]}, actor=world.admin).assert_error(400, "VALIDATION")
    caller.post(PARTS, {**second, "id": 10**9}, actor=world.admin).assert_error(404, "NOT_FOUND")
    # A part may keep its own manufacturer and number.
    assert caller.post(PARTS, {**second, "id": first["id"]}, actor=world.admin).ok["id"] == first["id"]


def test_case_is_ignored_in_every_alphabet(caller: ApiClient, world: factories.World) -> None:
    _ = caller.post(PARTS, {**body(world), "manufacturer": "Ñandú Київ"}, actor=world.admin).ok
    again = {**body(world), "manufacturer": "ÑANDÚ КИЇВ"}
    caller.post(PARTS, again, actor=world.admin).assert_error(409, "PART_EXISTS")
    assert caller.get(LIST, actor=world.admin, keyword="ñANDÚ київ").ok["totalElements"] == 1
    # The search finds a category by its name in the current language, and a description in any language.
    for lang, found in (("es", 2), ("en", 0)):
        assert caller.call("GET", LIST, world.admin, lang=lang, keyword="handheld (ES)").ok["totalElements"] == found
        assert caller.call("GET", LIST, world.admin, lang=lang, keyword="un INSTRUMENTO").ok["totalElements"] == 1


def test_idempotency_key_creates_part_once(caller: ApiClient, world: factories.World) -> None:
    key = {"Idempotency-Key": "form"}
    first = caller.post(PARTS, body(world), actor=world.admin, headers=key).ok
    again = caller.post(PARTS, body(world), actor=world.admin, headers=key).ok
    assert again["id"] == first["id"]
    assert Part.objects.count() == 2


def test_sets_services_and_service_categories_of_part(caller: ApiClient, world: factories.World) -> None:
    part = world.part
    kinds = {kind: PredefinedService.objects.filter(kind=kind).order_by("pk") for kind in ("DIAGNOSTICS", "REPAIRS")}
    extra = factories.predefined_service("PARTS", 7)
    sent = {"DIAGNOSTICS": [kinds["DIAGNOSTICS"][0].pk], "PARTS": [{"id": extra.pk, "text": "as read", "value": 7}]}
    after = caller.post(SERVICES, sent, actor=world.admin, id=part.pk).ok
    assert after == caller.get(FETCH, actor=world.admin, partId=part.pk).ok
    assert {key: [row["id"] for row in after[key]] for key in TYPES} == {
        "predefinedServicesForDiagnostics": [kinds["DIAGNOSTICS"][0].pk],
        "predefinedServicesForRepairs": [],
        "predefinedServicesForParts": [extra.pk],
    }
    assert after["predefinedServicesForParts"] == [
        {"id": extra.pk, "text": "PARTS for 7", "shortText": "P7", "value": 7.0}
    ]
    spanish = caller.call("GET", FETCH, world.admin, partId=part.pk, lang="es").ok
    assert spanish["predefinedServicesForParts"][0]["text"] == "PARTS por 7"
    # A service of another kind is rejected by list, and nothing changes.
    response = caller.post(SERVICES, {"REPAIRS": [extra.pk]}, actor=world.admin, id=part.pk).assert_error(
        400, "VALIDATION"
    )
    assert list(response.fields) == ["REPAIRS"]
    assert caller.get(FETCH, actor=world.admin, partId=part.pk).ok == after
    assert caller.post(SERVICES, {}, actor=world.admin, id=part.pk).ok == {**after, **EMPTY}
    # service categories
    both = list(ServiceCategory.objects.order_by("pk").values_list("pk", flat=True))
    assert (
        caller.put(MAPPING, [both[0], both[0]], actor=world.admin, partId=part.pk).ok["serviceCategories"] == both[:1]
    )
    assert caller.put(MAPPING, [], actor=world.admin, partId=part.pk).ok["serviceCategories"] == []
    assert caller.put(MAPPING, both, actor=world.admin, partId=part.pk).ok["serviceCategories"] == both


def test_part_in_use_is_disabled_and_not_deleted(caller: ApiClient, world: factories.World) -> None:
    repair = factories.repair(world)
    pk = world.part.pk
    assert caller.post(STATE, actor=world.admin, id=pk, state="false").ok["enabled"] is False
    assert caller.get("/parts/fetch/by/category", actor=world.client, category="HANDHELD").ok == []
    assert caller.get("/parts/fetch/all/enabled/categories", actor=world.client).ok == []
    refused: list[ClientResponse] = [caller.post("/repairing/create", [request_bodies.unit(pk)], actor=world.client)]
    refused.append(caller.post("/parts/new-part-request-items", request_bodies.part_request(pk), actor=world.client))
    assert [each.outcome for each in refused] == ["400 VALIDATION"] * 2
    # Existing requests continue.
    assert (
        caller.get("/repairing/fetch/repair", actor=world.client, repairId=repair.pk).ok["repairParts"][0]["partId"]
        == pk
    )
    caller.delete(f"/api/rest/parts/{pk}", actor=world.admin).assert_error(405, "METHOD_NOT_ALLOWED")
    for name, row in (
        ("part-categories", world.part.category),
        ("service-categories", world.part.service_categories.first()),
        ("predefined-services", world.part.predefined_services.first()),
    ):
        assert row is not None
        caller.delete(f"/api/rest/{name}/{row.pk}", actor=world.admin).assert_error(409, "IN_USE")
        response = caller.call("DELETE", f"/api/rest/{name}/{row.pk}", world.admin, lang="es")
        assert response.data["message"] == load_messages("es")["errors.IN_USE"]
    assert caller.post(STATE, actor=world.admin, id=pk, state="true").ok["enabled"] is True
    assert len(caller.get("/parts/fetch/by/category", actor=world.client, category="HANDHELD").ok) == 1
