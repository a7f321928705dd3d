"""Customs data of parts: form, list columns, export and import."""

import json
from typing import Any

import pytest

from portal_backend.catalogue.models import Part
from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.administration_data import build_part_form_body
from tests.imports.import_client import paste, upload
from tests.resources.test_spreadsheets import read_rows

pytestmark = pytest.mark.django_db
PARTS = "/api/rest/parts"


@pytest.fixture
def world() -> factories.World:
    """Return a world with a part, so that its category exists."""
    world = factories.world()
    _ = world.part
    return world


def save_part(caller: ApiClient, world: factories.World, lang: str = "en", **more: Any) -> ClientResponse:
    return caller.call("POST", PARTS, world.admin, body={**build_part_form_body(world), **more}, lang=lang)


@pytest.mark.split
@pytest.mark.parametrize("code", ["", "903010", "9030.10", "9030.10.00", "9030 10", "9030.1000.00", "903010123"])
def test_accepts_hs_code_of_six_to_ten_digits(caller: ApiClient, world: factories.World, code: str) -> None:
    made = save_part(caller, world, hsCode=code).ok
    assert Part.objects.get(pk=made["id"]).hs_code == code


@pytest.mark.split
@pytest.mark.parametrize("code", ["90301", "9030.1", "90301000001", "9030..10", "9030.10.", "903O10", "٩٠٣٠١٠"])
@pytest.mark.parametrize("lang", ["en", "es"])
def test_rejects_invalid_hs_code(caller: ApiClient, world: factories.World, code: str, lang: str) -> None:
    response = save_part(caller, world, lang, hsCode=code).assert_error(400, "VALIDATION")
    assert response.fields == {"hsCode": [load_messages(lang)["errors.field.hs_code"]]}


@pytest.mark.split
@pytest.mark.parametrize("origin", ["XX", "de", "Germany", 7])
def test_rejects_invalid_country(caller: ApiClient, world: factories.World, origin: Any) -> None:
    response = save_part(caller, world, origin=origin).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"origin"}


def test_customs_data_can_be_saved_and_cleared(caller: ApiClient, world: factories.World) -> None:
    pk = save_part(caller, world, hsCode="9030.10", origin="ES").ok["id"]
    row = caller.get(f"{PARTS}/{pk}", actor=world.admin).ok
    assert (row["hsCode"], row["origin"]) == ("9030.10", "ES")
    changed = {**row, "hsCode": "", "origin": ""}
    _ = caller.call("PUT", f"{PARTS}/{pk}", world.admin, body=changed).ok
    part = Part.objects.get(pk=pk)
    assert (part.hs_code, part.origin) == ("", "")


def test_contract_endpoint_keeps_customs_data(caller: ApiClient, world: factories.World) -> None:
    row = {**build_part_form_body(world), "hsCode": "9030.10", "origin": "ES"}
    pk = caller.call("POST", PARTS, world.admin, body=row).ok["id"]
    body = {
        key: value
        for key, value in build_part_form_body(world).items()
        if key not in ("descriptionEn", "descriptionEs")
    }
    _ = caller.post("/parts", {**body, "id": pk, "description": "Another"}, actor=world.admin).ok
    part = Part.objects.get(pk=pk)
    assert (part.hs_code, part.origin) == ("9030.10", "ES")


def test_list_has_optional_customs_columns(caller: ApiClient, world: factories.World) -> None:
    pk = save_part(caller, world, hsCode="9030.10", origin="ES").ok["id"]
    [parts] = [
        each for each in caller.get("/api/rest/meta", actor=world.admin).ok["resources"] if each["name"] == "parts"
    ]
    assert {each["key"] for each in parts["columns"] if each["hidden"]} == {"hsCode", "origin"}
    rows = caller.get(PARTS, actor=world.admin, sort=json.dumps(["hsCode", "DESC"])).ok
    assert (rows[0]["id"], rows[0]["hsCode"], rows[0]["origin"]) == (pk, "9030.10", "ES")


@pytest.mark.split
@pytest.mark.parametrize(("lang", "country"), [("en", "Spain"), ("es", "España")])
def test_export_names_country(caller: ApiClient, world: factories.World, lang: str, country: str) -> None:
    _ = save_part(caller, world, hsCode="9030.10", origin="ES").ok
    sheet = caller.call("GET", "/files/export/parts/xlsx", world.admin, lang=lang, keyword="N-1")
    head, *lines = read_rows(sheet)
    [line] = [each for each in lines if each[1] == "N-1"]  # the keyword also finds N-10
    words = load_messages(lang)
    assert head[-2:] == [words["columns.hsCode"], words["columns.origin"]]
    assert line[-2:] == ["9030.10", country]


@pytest.mark.split
@pytest.mark.parametrize(
    ("code", "origin", "country"),
    [
        ("HS code", "Country of origin", "Spain"),
        ("Código arancelario (HS)", "País de origen", "España"),
        ("hts", "COO", "ES"),
    ],
)
def test_import_reads_customs_data(
    caller: ApiClient, world: factories.World, code: str, origin: str, country: str
) -> None:
    head = f"Category\tNumber\tModel\tManufacturer\tDescription\t{code}\t{origin}\n"
    valid, invalid, empty = "9030.10", "9030.1", ""
    rows = f"Handheld\t1\tM1\tAcme\tA thing\t{valid}\t{country}\nHandheld\t2\tM2\tAcme\tA thing\t{invalid}\tNowhere\n"
    importing = paste(caller, world.admin, f"{head}{rows}Handheld\t3\tM3\tAcme\tA thing\t{empty}\t\n")
    assert set(importing.row(3)["errors"]) == {"hsCode", "origin"}
    importing.write(skip_wrong=True)
    imported = Part.objects.filter(manufacturer="Acme").order_by("number").values_list("number", "hs_code", "origin")
    assert list(imported) == [("1", "9030.10", "ES"), ("3", "", "")]


@pytest.mark.split
def test_importing_exported_file_changes_nothing(caller: ApiClient, world: factories.World) -> None:
    _ = save_part(caller, world, hsCode="9030.10", origin="ES").ok
    _ = save_part(caller, world, number="N-2").ok
    for lang in ("en", "es"):
        sheet = caller.call("GET", "/files/export/parts/xlsx", world.admin, lang=lang, keyword="N-")
        importing = upload(caller, world.admin, sheet.data, "parts.xlsx")
        create, change, same, wrong = importing.counts
        assert (create, change, wrong, same > 1) == (0, 0, 0, True)


def test_undoing_import_restores_customs_data(caller: ApiClient, world: factories.World) -> None:
    pk = save_part(caller, world, hsCode="9030.10", origin="ES").ok["id"]
    head = "Category\tNumber\tModel\tManufacturer\tDescription\tHS code\tMade in\n"
    importing = paste(caller, world.admin, f"{head}Handheld\tN-1\tM\tMaker\tA part\t8543.70\tGermany\n").write()
    part = Part.objects.get(pk=pk)
    assert (part.hs_code, part.origin) == ("8543.70", "DE")
    importing.undo()
    part.refresh_from_db()
    assert (part.hs_code, part.origin) == ("9030.10", "ES")
