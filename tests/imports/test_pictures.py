"""Pictures of imported rows: detection, validation, display, writing and undo."""

import re
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from portal_backend.catalogue.admin_lists import PARTS
from portal_backend.files import bounded_queue
from portal_backend.files.models import StoredFile
from portal_backend.resources.import_spec import ImportSpec
from portal_backend.resources.import_targets import IMPORT_TARGETS, register_form_import
from tests.api_client import ApiClient
from tests.factories import World
from tests.files.sample_images import build_png_header
from tests.imports.import_client import ImportClient, build_workbook, rewrite_zip, upload
from tests.imports.legacy_xls import build_xls
from tests.imports.picture_files import (
    BLUE,
    GREEN,
    HEADINGS,
    RED,
    build_in_cell_picture_workbook,
    build_ods,
    build_ods_row,
    build_part_row,
    build_pictured_workbook,
    build_workbook_with_pictures,
    build_zip,
    draw_picture,
    get_part_image,
    upload_with_zip,
)

pytestmark = [pytest.mark.django_db, pytest.mark.split]


def get_errors(importing: ImportClient) -> list[str]:
    return [message for each in importing.rows("WRONG") for errors in each["errors"].values() for message in errors]


def test_imports_pictures_over_cells(caller: ApiClient, world: World) -> None:
    content = build_workbook_with_pictures(
        [build_part_row("N1"), build_part_row("N2"), build_part_row("N3")], {"F2": RED, "F4": BLUE, "A9": GREEN}
    )
    importing = upload(caller, world.admin, content, "parts.xlsx")
    assert importing.fields["Picture"] == "image"
    assert importing.counts == (3, 0, 0, 0)
    urls = {each["number"]: each["pictures"].get("image", {}).get("url") for each in importing.rows()}
    assert (urls[2] is not None, urls[3], urls[4] is not None) == (True, None, True)
    assert caller.get(str(urls[2]).removeprefix("/api/v1"), size="thumb").status == 200
    importing.write()
    assert (get_part_image("N1"), get_part_image("N2"), get_part_image("N3")) == (RED, None, BLUE)


def test_imports_pictures_in_cells(caller: ApiClient, world: World) -> None:
    upload(caller, world.admin, build_in_cell_picture_workbook(RED), "parts.xlsx").write()
    assert get_part_image("N1") == RED


def test_picture_column_needs_no_heading_and_can_be_unmapped(caller: ApiClient, world: World) -> None:
    content = build_workbook_with_pictures([build_part_row("N1")], {"G2": RED})
    importing = upload(caller, world.admin, content, "parts.xlsx")
    importing.set_columns({key: field for key, field in importing.fields.items() if key != "Picture"})
    assert importing.run["columns"][6]["heading"] == ""
    importing.write()
    assert get_part_image("N1") is None, "an unmapped column is not imported"
    headless = [HEADINGS[:5], build_part_row("N2")[:5]]
    found = upload(caller, world.admin, build_pictured_workbook(headless, {"F2": RED}), "parts.xlsx")
    assert found.fields == {**found.fields, "": "image"} or found.run["columns"][5]["field"] == "image"
    found.write()
    assert get_part_image("N2") == RED


def test_notes_picture_over_text_cell_and_keeps_text(caller: ApiClient, world: World) -> None:
    importing = upload(
        caller, world.admin, build_workbook_with_pictures([build_part_row("N1")], {"B2": RED}), "parts.xlsx"
    )
    assert importing.row(2)["cells"]["number"] == "N1"
    assert "covers this cell" in importing.row(2)["notes"]["number"][0]
    importing.write()
    assert get_part_image("N1") is None


def test_rejects_several_pictures_in_one_cell(caller: ApiClient, world: World) -> None:
    content = build_workbook_with_pictures([build_part_row("N1")], {"F2": RED})
    again = build_workbook_with_pictures([build_part_row("N1")], {"F2": RED, "f2": BLUE})
    assert upload(caller, world.admin, content, "parts.xlsx").counts == (1, 0, 0, 0)
    assert "several images" in get_errors(upload(caller, world.admin, again, "parts.xlsx"))[0]


def test_imports_shared_picture_in_several_cells(caller: ApiClient, world: World) -> None:
    content = build_workbook_with_pictures(
        [build_part_row("N1"), build_part_row("N2")], {"F2": RED, "f2": RED, "F3": RED}
    )
    # Excel stores a picture that was copied within a sheet once, and refers to it from each place
    once = rewrite_zip(content, lambda name, text: (name, re.sub(rb"image[23]\.png", b"image1.png", text)))
    importing = upload(caller, world.admin, once, "parts.xlsx")
    assert importing.counts == (2, 0, 0, 0), get_errors(importing)
    importing.write()
    assert (get_part_image("N1"), get_part_image("N2")) == (RED, RED)


def test_picture_over_blank_cell_counts_as_blank(caller: ApiClient, world: World) -> None:
    upload(caller, world.admin, build_workbook(HEADINGS[:5], build_part_row("N1")[:5]), "parts.xlsx").write()
    rows = [[*build_part_row(number)[:4], None] for number in ("N1", "N2")]
    importing = upload(
        caller, world.admin, build_pictured_workbook([HEADINGS[:5], *rows], {"E2": RED, "E3": RED}), "parts.xlsx"
    )
    known, new = importing.rows()
    assert (known["verdict"], new["verdict"]) == ("SAME", "WRONG")
    assert new["errors"]["descriptionEn"] == ["Required!"]
    assert "covers this cell" in known["notes"]["descriptionEn"][0]


def test_ignores_formula_in_picture_column(caller: ApiClient, world: World) -> None:
    importing = upload(
        caller,
        world.admin,
        build_workbook(HEADINGS, build_part_row("N1", '=IMAGE("https://evil.test/a.png")')),
        "parts.xlsx",
    )
    assert importing.counts == (1, 0, 0, 0), get_errors(importing)
    importing.write()
    assert get_part_image("N1") is None


def test_xls_has_rows_without_pictures(caller: ApiClient, world: World) -> None:
    rows = [[cell or "" for cell in build_part_row(number)] for number in ("N1", "N2")]
    importing = upload(caller, world.admin, build_xls(HEADINGS, *rows), "parts.xls")
    assert (importing.run["state"], importing.counts) == ("REVIEW", (2, 0, 0, 0))


def test_worker_waits_for_image_decoding_queue(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bounded_queue, "MAX_WAITING", 0)
    importing = upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": RED})
    assert (importing.run["state"], importing.counts) == ("REVIEW", (1, 0, 0, 0))


def test_imports_pictures_and_merged_cells_of_ods(caller: ApiClient, world: World) -> None:
    picture = '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>'
    down = 'table:number-rows-spanned="2" table:number-columns-spanned="1"'
    rows = [
        '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>',
        build_ods_row(*HEADINGS),
        build_ods_row("Handheld", "N1", "M", "Acme", "A thing", picture, a3=down),
        build_ods_row("Handheld", "N2", "M", None, "A thing"),
    ]
    importing = upload(caller, world.admin, build_ods(*rows, pictures={"Pictures/a.png": RED}), "parts.ods")
    assert importing.counts == (2, 0, 0, 0)
    assert importing.row(5)["cells"]["manufacturer"] == "Acme"
    assert "Merged cell" in importing.row(5)["notes"]["manufacturer"][0]
    importing.write()
    assert (get_part_image("N1"), get_part_image("N2")) == (RED, None)


def test_matches_zip_pictures_by_name_and_key(caller: ApiClient, world: World) -> None:
    rows = [
        build_part_row("N1", "front.png"),
        build_part_row("N2", "sub\\FRONT 2"),
        build_part_row("N-3"),
        build_part_row("N4"),
        build_part_row("N5"),
    ]
    files = {
        "all/front.png": RED,
        "sub/front 2.jpg": draw_picture("blue", "JPEG"),
        "n-3.png": GREEN,
        "Acme/N4.png": BLUE,
    }
    importing = upload_with_zip(caller, world, rows, {**files, "__MACOSX/._n5.png": b"x", ".DS_Store": b"x"})
    assert importing.counts == (5, 0, 0, 0)
    importing.write()
    assert (get_part_image("N1"), get_part_image("N-3"), get_part_image("N4"), get_part_image("N5")) == (
        RED,
        GREEN,
        BLUE,
        None,
    )
    assert get_part_image("N2") == files["sub/front 2.jpg"]


def test_missing_picture_name_is_wrong_until_corrected(caller: ApiClient, world: World) -> None:
    importing = upload_with_zip(caller, world, [build_part_row("N1", "fromt.png")], {"front.png": RED})
    assert get_errors(importing) == ["There's no image named “fromt.png” in the zip file or the spreadsheet"]
    response = importing.correct(2, image="front.png")
    assert (response["row"]["verdict"], response["row"]["pictures"]["image"]["url"] is not None) == ("CREATE", True)
    importing.run_jobs().write()
    assert get_part_image("N1") == RED
    alone = upload(caller, world.admin, build_workbook(HEADINGS, build_part_row("N2", "front.png")), "parts.xlsx")
    assert "Upload a zip file with the spreadsheet" in get_errors(alone)[0]


def test_matched_picture_can_be_removed(caller: ApiClient, world: World) -> None:
    importing = upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": RED})
    importing.correct(2, image="")
    importing.run_jobs().write()
    assert get_part_image("N1") is None


def test_rejects_ambiguous_picture_name(caller: ApiClient, world: World) -> None:
    importing = upload_with_zip(caller, world, [build_part_row("N1")], {"a/N1.png": RED, "b/N1.png": BLUE})
    assert get_errors(importing) == ["“N1” matches several images: a/N1.png, b/N1.png"]


REJECTED_PICTURES = {
    "bomb.png": (build_png_header(60_000, 60_000), "bomb.png can't be shown"),
    "page.png": (b"<html><script>alert(1)</script>", "page.png can't be shown"),
    "both.jpg": (b"%PDF-1.7\n" + RED, "both.jpg can't be shown"),
    "drawing.svg": (b"<svg/>", "drawing.svg can't be shown. Use"),
    "large.png": (RED + Random(1).randbytes(1_000_000), "large.png is larger than 1 MB"),
}


def test_rejected_pictures_are_reported_in_their_rows(caller: ApiClient, world: World) -> None:
    rows = [
        build_part_row("OK", "fine.png"),
        *(build_part_row(f"N{index}", name) for index, name in enumerate(REJECTED_PICTURES)),
    ]
    files = {"fine.png": RED, **{name: content for name, (content, _) in REJECTED_PICTURES.items()}}
    importing = upload_with_zip(caller, world, rows, files)
    assert importing.counts == (1, 0, 0, len(REJECTED_PICTURES))
    for message, (_, reason) in zip(get_errors(importing), REJECTED_PICTURES.values(), strict=True):
        assert reason in message
    assert StoredFile.objects.filter(has_preview=True).count() == 1


@pytest.fixture
def use_form_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare parts as a target without own rows, read and written by their form."""
    assert PARTS.form is not None
    monkeypatch.setitem(IMPORT_TARGETS, "parts", IMPORT_TARGETS["parts"])
    register_form_import("parts", PARTS.form, ImportSpec(key_fields=("manufacturer", "number")), PARTS)


@pytest.mark.usefixtures("use_form_rows")
def test_form_based_target_imports_pictures(caller: ApiClient, world: World) -> None:
    content, files = build_workbook(HEADINGS, build_part_row("N1"), build_part_row("N2")), build_zip({"N1.png": RED})
    importing = upload(caller, world.admin, content, "parts.xlsx", pictures=files)
    assert importing.row(3)["errors"] == {"image": ["Required!"]}
    importing.write(skip_wrong=True)
    assert get_part_image("N1") == RED
    again = upload(caller, world.admin, content, "parts.xlsx", pictures=build_zip({"N1.png": BLUE}))
    again.write(skip_wrong=True)
    assert get_part_image("N1") == BLUE
    assert again.undo().run["state"] == "UNDONE"
    assert get_part_image("N1") == RED


def test_rejects_zip_for_target_without_pictures(caller: ApiClient, world: World) -> None:
    form = {"file": SimpleUploadedFile("a.csv", b"a,b\n"), "pictures": SimpleUploadedFile("p.zip", b"x")}
    response = caller.upload("/imports?target=predefined-services", form, world.admin)
    response.assert_error(400, "VALIDATION")
