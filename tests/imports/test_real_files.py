"""Import of real bills of materials, compared with a manual review of each file."""

import pytest

from portal_backend.catalogue.models import Part, PredefinedService
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import REAL_FILES, ImportClient, upload

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.split,
    pytest.mark.skipif(not REAL_FILES.exists(), reason="the real files are not available"),
]
SAME_FOR_ALL = {"category": "HANDHELD", "manufacturer": "Safecast", "descriptionEn": "Of a detector"}


def upload_real_file(caller: ApiClient, world: World, name: str, target: str = "parts") -> ImportClient:
    return upload(caller, world.admin, (REAL_FILES / name).read_bytes(), name, target)


def get_errors(importing: ImportClient) -> dict[int, list[str]]:
    """Return the fields with errors, by row number."""
    return {each["number"]: sorted(each["errors"]) for each in importing.rows("WRONG")}


def write_and_list_numbers(importing: ImportClient) -> list[str]:
    importing.write(skip_wrong=True)
    assert importing.run["state"] == "DONE"
    return list(Part.objects.exclude(manufacturer="Maker").order_by("pk").values_list("number", flat=True))


def test_xlsx_with_merged_title_and_formulas(caller: ApiClient, world: World) -> None:
    importing = upload_real_file(caller, world, "safecast_bgeigiecast_bom.xlsx")
    assert (importing.run["sheets"], importing.run["headerRow"]) == ([{"index": 0, "name": "xbee BOM", "rows": 12}], 3)
    assert importing.run["preview"][0] == ["bGeigieCast V1.4.0 BOM"]
    assert importing.run["preview"][6][6:8] == ["65", "130"], "the value of a formula"
    importing.set_columns({"Package": "number", "Designation": "model"}, **SAME_FOR_ALL)
    assert importing.counts == (8, 0, 0, 2)
    assert get_errors(importing) == {12: ["model"], 13: ["model", "number"]}
    assert importing.row(6)["notes"] == {
        "model": ["This cell contains a number, read as 470. Leading zeros shown only by formatting aren't included."],
        "serviceCategories": ["Clients can only choose parts that have a service category."],
    }
    assert write_and_list_numbers(importing)[:3] == [
        "QR_code_safecast_bgc",
        "CP_Tantalum_Case-D_EIA-7343-31_Reflow",
        "R_0805_HandSoldering",
    ]


def test_xlsx_with_repeated_values(caller: ApiClient, world: World) -> None:
    importing = upload_real_file(caller, world, "safecast_pointcast_upper_bom.xlsx")
    assert importing.run["headerRow"] == 1
    assert importing.fields["MF"] == "manufacturer"
    fields = {"Part": "number", "Device": "model", "Description": "descriptionEn", "MF": "manufacturer"}
    importing.set_columns(fields, category="HANDHELD", manufacturer="Safecast")
    assert importing.counts == (43, 0, 0, 2)
    assert get_errors(importing) == {36: ["descriptionEn", "descriptionEs"], 45: ["descriptionEn", "descriptionEs"]}
    assert importing.row(39)["cells"]["manufacturer"] == "ALPS"
    assert len(write_and_list_numbers(importing)) == 43


def test_csv_with_semicolons_quotes_and_trailing_columns(caller: ApiClient, world: World) -> None:
    importing = upload_real_file(caller, world, "safecast_bgeigiezen_v3.csv")
    assert [each["heading"] for each in importing.run["columns"]] == [
        *("Id", "Designator", "Package", "Quantity", "Designation", "Supplier and ref"),
    ]
    importing.set_columns({"Designator": "number", "Designation": "model"}, **SAME_FOR_ALL)
    assert importing.counts == (18, 0, 0, 0)
    assert "H1,H8,H7,H4,H9,H10,H2,H6,H5,H3" in write_and_list_numbers(importing)
    assert Part.objects.get(number="BT1").model == "3.7 V Lipo"


def test_ods_with_german_headings_blank_rows_and_empty_sheets(caller: ApiClient, world: World) -> None:
    importing = upload_real_file(caller, world, "multigeiger_partlist_de.ods")
    assert [(each["name"], each["rows"]) for each in importing.run["sheets"]] == [
        ("Tabelle1", 34),
        ("Tabelle2", 0),
        ("Tabelle3", 0),
    ]
    assert importing.run["headerRow"] == 2
    assert importing.fields["Order-No"] == "number"
    importing.set_columns({"Order-No": "number", "Name": "model"}, **SAME_FOR_ALL)
    assert importing.run["counts"]["skipped"] == 11
    assert get_errors(importing) == {line: ["number"] for line in (7, 13, 18, 43, 45, 46)}
    assert importing.row(13)["errors"] == {"number": ["At most 255 characters"]}
    assert importing.counts == (27, 0, 0, 6)
    assert importing.row(4)["cells"]["model"] == "Heltec-Module „WIFI KIT 32“ with 0.96”OLED Bluetooth"
    assert "???" in write_and_list_numbers(importing)


def test_tab_separated_file_with_ragged_lines(caller: ApiClient, world: World) -> None:
    importing = upload_real_file(caller, world, "multigeiger_bom_tab_de.txt")
    assert importing.fields == {"TEIL": "model", "BESCHREIBUNG": "descriptionEn", "Artikelbezeichnung": "number"}
    importing.set_columns(importing.fields, category="HANDHELD", manufacturer="Ecocurious")
    assert get_errors(importing) == {
        16: ["number"],
        17: ["model"],
        18: ["model", "number"],
        20: ["descriptionEn", "descriptionEs", "number"],
        21: ["model"],
        26: ["number"],
    }
    assert importing.row(21)["errors"] == {"model": ["This row repeats the headers"]}
    assert importing.counts == (16, 0, 0, 6)
    assert importing.row(4)["cells"]["descriptionEn"].startswith("1,0 Mohm Widerstand, braun-schwarz-grün-gold")
    assert write_and_list_numbers(importing)[-2:] == ["DP 04", "RND 0805 1 10K"]


def test_utf_16_csv_with_chinese_names(caller: ApiClient, world: World) -> None:
    importing = upload_real_file(caller, world, "opengamma_bom_utf16le.csv")
    assert importing.fields == {"Name": "model", "Manufacturer Part": "number", "Manufacturer": "manufacturer"}
    importing.set_columns(importing.fields, category="HANDHELD", descriptionEn="Of a detector")
    assert importing.counts == (25, 0, 0, 0)
    assert importing.row(2)["cells"]["manufacturer"] == "华能"
    assert write_and_list_numbers(importing)[:4] == ["MLT-7525", "PMEG4010BEA,115", "PM2.54-1*10", "2.54-1*4P母"]


def test_duplicate_numbers_are_wrong(caller: ApiClient, world: World) -> None:
    importing = upload_real_file(caller, world, "gmt_geiger_tubedriver_bom.csv")
    assert importing.fields["MPN"] == "number"
    importing.set_columns({"MPN": "number", "Value": "model"}, **SAME_FOR_ALL)
    twice = (4, 7, 19, 27, 28, 29, 31, 32, 33, 35, 37, 39, 40)
    assert get_errors(importing) == {line: ["manufacturer", "number"] for line in twice}
    assert importing.row(4)["errors"]["number"] == ["Duplicate of row 3"]
    assert importing.counts == (28, 0, 0, 13)
    assert write_and_list_numbers(importing)[0] == "885012208046", "digits that were text stay text"


def test_notes_prices_with_decimal_comma_and_currency(caller: ApiClient, world: World) -> None:
    importing = upload_real_file(caller, world, "gmt_geiger_tubedriver_bom.csv", "predefined-services")
    importing.set_columns({"Reference": "textEn", "Value": "shortTextEn", "Price (EUR)": "value"}, kind="PARTS")
    assert importing.counts == (41, 0, 0, 0)
    assert importing.row(2)["notes"]["value"] == [
        "“0,09€” was read as 0.09.",
        "“€” isn't converted. Prices are in USD.",
    ]
    importing.write(skip_wrong=True)
    assert str(PredefinedService.objects.get(text_en="C1").value) == "0.09"
