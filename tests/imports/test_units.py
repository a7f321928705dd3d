"""The units of a new repair from a spreadsheet: a client's rows name their parts, and are taken into the form."""

from io import BytesIO

import pytest
from openpyxl import load_workbook
from openpyxl.utils import get_column_letter

from portal_backend.catalogue.models import Part
from tests import factories
from tests.caller import Caller
from tests.factories import World
from tests.imports.importing import paste, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    world = factories.world()
    Part.objects.filter(pk=world.part.pk).update(manufacturer="Polimaster", model="PM1703", number="1703-M")
    return world


def test_fifty_serial_numbers_alone_are_units_of_the_part_that_is_named_for_all(caller: Caller, here: World) -> None:
    importing = paste(caller, here.client, "".join(f"{number:06}\n" for number in range(1, 51)), "repair-units")
    assert (importing.run["state"], importing.run["headerRow"]) == ("COLUMNS", 0)
    importing.take({"": "serialNumber"}, part="pm1703")
    assert importing.counts == (50, 0, 0, 0)
    first = importing.row(1)
    assert first["cells"] == {"serialNumber": "000001", "part": "pm1703"}
    assert first["record"] == {
        "id": here.part.pk,
        "partName": "PM1703",
        "manufacturer": "Polimaster",
        "number": "1703-M",
        "category": "HANDHELD",
        "imageUrl": first["record"]["imageUrl"],
    }
    assert not importing.run["canWrite"]
    caller.post(f"{importing.path}/write", {}, actor=here.client).refused(409, "NOT_ALLOWED_TO_CONTINUE")


@pytest.mark.parametrize("named", ["PM1703", "1703-m", "polimaster PM1703", "Polimaster 1703-M"])
def test_a_part_is_named_by_its_number_or_its_model(named: str, caller: Caller, here: World) -> None:
    importing = paste(caller, here.client, f"Part\tSerial number\n{named}\t7\n", "repair-units")
    assert importing.row(2)["recordId"] == here.part.pk


def test_manufacturer_and_model_in_columns_of_their_own(caller: Caller, here: World) -> None:
    text = "Fabricante\tModelo\tNúmero de serie\tProblema\nPolimaster\tPM1703\t0042\tNo enciende\n"
    importing = paste(caller, here.client, text, "repair-units")
    assert importing.run["state"] == "REVIEW"
    assert importing.row(2)["recordId"] == here.part.pk
    assert importing.row(2)["cells"]["problemDescription"] == "No enciende"


def test_a_row_says_why_its_part_is_not_found(caller: Caller, here: World) -> None:
    twin = factories.part()
    Part.objects.filter(pk=twin.pk).update(manufacturer="Other", model="PM1703")
    off = factories.part()
    Part.objects.filter(pk=off.pk).update(model="Off", enabled=False)
    text = "Part\tSerial number\nPM1703\t1\nOff\t2\nnever\t3\n\t4\nPM1703\t\n"
    importing = paste(caller, here.client, text, "repair-units")
    errors = [each["errors"] for each in importing.rows()]
    assert "Polimaster PM1703 (1703-M)" in errors[0]["part"][0]
    assert errors[1:4] == [
        {"part": ["No part that can be sent in for repair is called “Off”"]},
        {"part": ["No part that can be sent in for repair is called “never”"]},
        {"part": ["Name the part by its number, or by manufacturer and model"]},
    ]
    assert errors[4]["serialNumber"] == ["Required!"]
    answer = importing.correct(4, part="1703-M")
    assert (answer["row"]["verdict"], answer["row"]["record"]["id"]) == ("CREATE", here.part.pk)


def test_a_serial_number_stands_once_unless_it_says_that_there_is_none(caller: Caller, here: World) -> None:
    text = "Part\tSerial number\n" + "".join(f"PM1703\t{serial}\n" for serial in ("7", "7", "-", "-", "N/A", "n/a"))
    importing = paste(caller, here.client, text, "repair-units")
    assert [each["verdict"] for each in importing.rows()] == ["CREATE", "WRONG", *["CREATE"] * 4]


def test_the_wrong_rows_alone_come_as_a_file_that_can_be_corrected_and_brought_again(
    caller: Caller, here: World
) -> None:
    text = "Part\tSerial number\nPM1703\t007\nnever\t=1+1\n"
    importing = paste(caller, here.client, text, "repair-units")
    content = caller.get(f"{importing.path}/wrong/xlsx", actor=here.client).data
    page = load_workbook(BytesIO(content)).worksheets[0]
    rows = list(page.iter_rows(values_only=True))
    assert rows[0] == ("Part", "Serial number", "Error")
    assert rows[1][:2] == ("never", "=1+1")
    assert "never" in str(rows[1][2])
    assert page["B2"].data_type == "s"
    again = upload(caller, here.client, content, "wrong.xlsx", "repair-units")
    assert again.rows()[0]["cells"] == {"part": "never", "serialNumber": "=1+1"}


def test_what_is_given_for_all_rows_stands_in_the_file_of_the_wrong_ones(caller: Caller, here: World) -> None:
    importing = paste(caller, here.client, "0001\n0002\n", "repair-units").take({"": "serialNumber"}, part="never")
    content = caller.get(f"{importing.path}/wrong/xlsx", actor=here.client).data
    rows = list(load_workbook(BytesIO(content)).worksheets[0].iter_rows(values_only=True))
    assert rows[0] == ("Serial number", "Part", "Error")
    assert [row[:2] for row in rows[1:]] == [("0001", "never"), ("0002", "never")]


def test_a_template_offers_the_choices_of_a_column_as_a_list(caller: Caller, here: World) -> None:
    book = load_workbook(BytesIO(caller.get("/imports/templates/parts/xlsx", actor=here.admin).data))
    headings = [cell.value for cell in book.worksheets[0][1]]
    rule = next(iter(book.worksheets[0].data_validations.dataValidation))
    letter = get_column_letter(headings.index("Category") + 1)
    assert str(rule.sqref).startswith(f"{letter}2:")
    offered = [cell.value for (cell,) in book["lists"][rule.formula1.removeprefix("lists!").replace("$", "")]]
    assert "Handheld" in offered


@pytest.mark.parametrize("target", ["parts", "contacts", "predefined-services", "repair-units"])
def test_a_template_tells_what_it_takes_and_is_read_without_a_question(
    target: str, caller: Caller, here: World
) -> None:
    person = here.client if target == "repair-units" else here.admin
    content = caller.get(f"/imports/templates/{target}/xlsx", actor=person).data
    book = load_workbook(BytesIO(content))
    assert [page.sheet_state for page in book.worksheets][:2] == ["visible", "visible"]
    assert all(page.sheet_state == "hidden" for page in book.worksheets[2:])
    importing = upload(caller, person, content, "template.xlsx", target)
    assert importing.run["state"] == "REVIEW"
    labels = {each["label"] for each in importing.run["fields"]}
    assert {str(row[0]) for row in book.worksheets[1].iter_rows(min_row=2, values_only=True)} == labels


@pytest.mark.parametrize("named", ["PM 1703", "pm-1703", "1703M", "Polimaster PM‑1703"])
def test_a_part_is_found_however_its_number_is_written(named: str, caller: Caller, here: World) -> None:
    importing = paste(caller, here.client, f"Part\tSerial number\n{named}\t7\n", "repair-units")
    assert importing.row(2)["recordId"] == here.part.pk


def test_a_part_named_exactly_is_not_taken_for_one_that_looks_like_it(caller: Caller, here: World) -> None:
    twin = factories.part()
    Part.objects.filter(pk=twin.pk).update(manufacturer="Polimaster", model="PM-1703", number="1703 M")
    importing = paste(caller, here.client, "Part\tSerial number\nPM1703\t7\nPM-1703\t8\npm 1703\t9\n", "repair-units")
    assert [each["recordId"] for each in importing.rows()] == [here.part.pk, twin.pk, None]


def test_one_serial_number_in_two_spellings_stands_twice_but_a_placeholder_does_not(
    caller: Caller, here: World
) -> None:
    serials = ("DUP-001", "dup 001", "unknown", "Unknown", "0000", "n.a.")
    text = "Part\tSerial number\n" + "".join(f"PM1703\t{each}\n" for each in serials)
    importing = paste(caller, here.client, text, "repair-units")
    assert [bool(each["errors"]) for each in importing.rows()] == [False, True, False, False, False, False]
