"""Import of the units of a new repair, whose rows refer to parts."""

from io import BytesIO

import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from portal_backend.catalogue.models import Part
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import paste, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    world = factories.world()
    Part.objects.filter(pk=world.part.pk).update(manufacturer="Polimaster", model="PM1703", number="1703-M")
    return world


@pytest.mark.split
def test_serial_numbers_with_fixed_part(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.client, "".join(f"{number:06}\n" for number in range(1, 51)), "repair-units")
    assert (importing.run["state"], importing.run["headerRow"]) == ("COLUMNS", 0)
    importing.set_columns({"": "serialNumber"}, part="pm1703")
    assert importing.counts == (50, 0, 0, 0)
    first = importing.row(1)
    assert first["cells"] == {"serialNumber": "000001", "part": "pm1703"}
    assert first["record"] == {
        "id": world.part.pk,
        "partName": "PM1703",
        "manufacturer": "Polimaster",
        "number": "1703-M",
        "category": "HANDHELD",
        "imageUrl": first["record"]["imageUrl"],
    }
    assert not importing.run["canWrite"]
    caller.post(f"{importing.path}/write", {}, actor=world.client).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")


@pytest.mark.parametrize("named", ["PM1703", "1703-m", "polimaster PM1703", "Polimaster 1703-M"])
def test_matches_part_by_number_or_model(named: str, caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.client, f"Part\tSerial number\n{named}\t7\n", "repair-units")
    assert importing.row(2)["recordId"] == world.part.pk


def test_matches_part_by_manufacturer_and_model_columns(caller: ApiClient, world: World) -> None:
    text = "Fabricante\tModelo\tNúmero de serie\tProblema\nPolimaster\tPM1703\t0042\tNo enciende\n"
    importing = paste(caller, world.client, text, "repair-units")
    assert importing.run["state"] == "REVIEW"
    assert importing.row(2)["recordId"] == world.part.pk
    assert importing.row(2)["cells"]["problemDescription"] == "No enciende"


@pytest.mark.split
def test_reports_why_part_is_not_found(caller: ApiClient, world: World) -> None:
    twin = factories.part()
    Part.objects.filter(pk=twin.pk).update(manufacturer="Other", model="PM1703")
    disabled = factories.part()
    Part.objects.filter(pk=disabled.pk).update(model="Off", enabled=False)
    text = "Part\tSerial number\nPM1703\t1\nOff\t2\nnever\t3\n\t4\nPM1703\t\n"
    importing = paste(caller, world.client, text, "repair-units")
    errors = [each["errors"] for each in importing.rows()]
    assert "Polimaster PM1703 (1703-M)" in errors[0]["part"][0]
    assert errors[1:4] == [
        {"part": ["No part available for repair matches “Off”"]},
        {"part": ["No part available for repair matches “never”"]},
        {"part": ["Identify the part by its number, or by manufacturer and model"]},
    ]
    assert errors[4]["serialNumber"] == ["Required!"]
    response = importing.correct(4, part="1703-M")
    assert (response["row"]["verdict"], response["row"]["record"]["id"]) == ("CREATE", world.part.pk)


@pytest.mark.split
def test_duplicate_serial_number_is_wrong_except_placeholder(caller: ApiClient, world: World) -> None:
    text = "Part\tSerial number\n" + "".join(f"PM1703\t{serial}\n" for serial in ("7", "7", "-", "-", "N/A", "n/a"))
    importing = paste(caller, world.client, text, "repair-units")
    assert [each["verdict"] for each in importing.rows()] == ["CREATE", "WRONG", *["CREATE"] * 4]


@pytest.mark.split
def test_wrong_rows_file_can_be_imported_again(caller: ApiClient, world: World) -> None:
    text = "Part\tSerial number\nPM1703\t007\nnever\t=1+1\n"
    importing = paste(caller, world.client, text, "repair-units")
    content = caller.get(f"{importing.path}/wrong/xlsx", actor=world.client).data
    worksheet = load_workbook(BytesIO(content)).worksheets[0]
    rows = list(worksheet.iter_rows(values_only=True))
    assert rows[0] == ("Part", "Serial number", "Error")
    assert rows[1][:2] == ("never", "=1+1")
    assert "never" in str(rows[1][2])
    assert worksheet["B2"].data_type == "s"
    again = upload(caller, world.client, content, "wrong.xlsx", "repair-units")
    assert again.rows()[0]["cells"] == {"part": "never", "serialNumber": "=1+1"}


@pytest.mark.split
def test_wrong_rows_file_includes_fixed_values(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.client, "0001\n0002\n", "repair-units").set_columns(
        {"": "serialNumber"}, part="never"
    )
    content = caller.get(f"{importing.path}/wrong/xlsx", actor=world.client).data
    rows = list(load_workbook(BytesIO(content)).worksheets[0].iter_rows(values_only=True))
    assert rows[0] == ("Serial number", "Part", "Error")
    assert [row[:2] for row in rows[1:]] == [("0001", "never"), ("0002", "never")]


@pytest.mark.split
def test_template_has_drop_down_list_of_choices(caller: ApiClient, world: World) -> None:
    book = load_workbook(BytesIO(caller.get("/imports/templates/parts/xlsx", actor=world.admin).data))
    headings = [cell.value for cell in book.worksheets[0][1]]
    rule = next(iter(book.worksheets[0].data_validations.dataValidation))
    letter = get_column_letter(headings.index("Category") + 1)
    assert str(rule.sqref).startswith(f"{letter}2:")
    choices = [cell.value for (cell,) in book["lists"][rule.formula1.removeprefix("lists!").replace("$", "")]]
    assert "Handheld" in choices


@pytest.mark.split
@pytest.mark.parametrize("target", ["parts", "contacts", "predefined-services", "repair-units"])
def test_template_describes_columns_and_can_be_imported(target: str, caller: ApiClient, world: World) -> None:
    person = world.client if target == "repair-units" else world.admin
    content = caller.get(f"/imports/templates/{target}/xlsx", actor=person).data
    book = load_workbook(BytesIO(content))
    assert [worksheet.sheet_state for worksheet in book.worksheets][:2] == ["visible", "visible"]
    assert all(worksheet.sheet_state == "hidden" for worksheet in book.worksheets[2:])
    importing = upload(caller, person, content, "template.xlsx", target)
    assert importing.run["state"] == "REVIEW"
    labels = {each["label"] for each in importing.run["fields"]}
    assert {str(row[0]) for row in book.worksheets[1].iter_rows(min_row=2, values_only=True)} == labels


@pytest.mark.parametrize("named", ["PM 1703", "pm-1703", "1703M", "Polimaster PM‑1703"])
def test_matches_part_number_in_any_spelling(named: str, caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.client, f"Part\tSerial number\n{named}\t7\n", "repair-units")
    assert importing.row(2)["recordId"] == world.part.pk


def test_exact_part_number_takes_precedence(caller: ApiClient, world: World) -> None:
    twin = factories.part()
    Part.objects.filter(pk=twin.pk).update(manufacturer="Polimaster", model="PM-1703", number="1703 M")
    importing = paste(caller, world.client, "Part\tSerial number\nPM1703\t7\nPM-1703\t8\npm 1703\t9\n", "repair-units")
    assert [each["recordId"] for each in importing.rows()] == [world.part.pk, twin.pk, None]


@pytest.mark.split
def test_folded_duplicate_serial_number_is_wrong_except_placeholder(caller: ApiClient, world: World) -> None:
    serials = ("DUP-001", "dup 001", "unknown", "Unknown", "0000", "n.a.")
    text = "Part\tSerial number\n" + "".join(f"PM1703\t{each}\n" for each in serials)
    importing = paste(caller, world.client, text, "repair-units")
    assert [bool(each["errors"]) for each in importing.rows()] == [False, True, False, False, False, False]
