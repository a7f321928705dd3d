"""Pictures of imported rows: detection, validation, display, writing and undo."""

import re
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from portal_backend.catalogue.administering import PARTS
from portal_backend.files import turns
from portal_backend.files.models import StoredFile
from portal_backend.resources.importing import Import
from portal_backend.resources.targets import TARGETS, offer_form
from tests.caller import Caller
from tests.factories import World
from tests.files.pictures import png_header
from tests.imports.importing import Importing, book, rewritten, upload
from tests.imports.olden import old_book
from tests.imports.picturing import (
    BLUE,
    GREEN,
    HEADINGS,
    RED,
    drawn,
    floating,
    image,
    in_cell,
    ods,
    ods_row,
    part,
    pictured,
    with_zip,
    zipped,
)

pytestmark = pytest.mark.django_db


def wrong(importing: Importing) -> list[str]:
    return [message for each in importing.rows("WRONG") for errors in each["errors"].values() for message in errors]


def test_imports_pictures_over_cells(caller: Caller, world: World) -> None:
    content = floating([part("N1"), part("N2"), part("N3")], {"F2": RED, "F4": BLUE, "A9": GREEN})
    importing = upload(caller, world.admin, content, "parts.xlsx")
    assert importing.fields["Picture"] == "image"
    assert importing.counts == (3, 0, 0, 0)
    urls = {each["number"]: each["pictures"].get("image", {}).get("url") for each in importing.rows()}
    assert (urls[2] is not None, urls[3], urls[4] is not None) == (True, None, True)
    assert caller.get(str(urls[2]).removeprefix("/api/v1"), size="thumb").status == 200
    importing.write()
    assert (image("N1"), image("N2"), image("N3")) == (RED, None, BLUE)


def test_imports_pictures_in_cells(caller: Caller, world: World) -> None:
    upload(caller, world.admin, in_cell(RED), "parts.xlsx").write()
    assert image("N1") == RED


def test_picture_column_needs_no_heading_and_can_be_unmapped(caller: Caller, world: World) -> None:
    content = floating([part("N1")], {"G2": RED})
    importing = upload(caller, world.admin, content, "parts.xlsx")
    importing.take({key: field for key, field in importing.fields.items() if key != "Picture"})
    assert importing.run["columns"][6]["heading"] == ""
    importing.write()
    assert image("N1") is None, "an unmapped column is not imported"
    headless = [HEADINGS[:5], part("N2")[:5]]
    found = upload(caller, world.admin, pictured(headless, {"F2": RED}), "parts.xlsx")
    assert found.fields == {**found.fields, "": "image"} or found.run["columns"][5]["field"] == "image"
    found.write()
    assert image("N2") == RED


def test_notes_picture_over_text_cell_and_keeps_text(caller: Caller, world: World) -> None:
    importing = upload(caller, world.admin, floating([part("N1")], {"B2": RED}), "parts.xlsx")
    assert importing.row(2)["cells"]["number"] == "N1"
    assert "lies over this cell" in importing.row(2)["notes"]["number"][0]
    importing.write()
    assert image("N1") is None


def test_rejects_several_pictures_in_one_cell(caller: Caller, world: World) -> None:
    content = floating([part("N1")], {"F2": RED})
    again = floating([part("N1")], {"F2": RED, "f2": BLUE})
    assert upload(caller, world.admin, content, "parts.xlsx").counts == (1, 0, 0, 0)
    assert "Several pictures" in wrong(upload(caller, world.admin, again, "parts.xlsx"))[0]


def test_imports_shared_picture_in_several_cells(caller: Caller, world: World) -> None:
    content = floating([part("N1"), part("N2")], {"F2": RED, "f2": RED, "F3": RED})
    # Excel stores a picture that was copied within a sheet once, and refers to it from each place
    once = rewritten(content, lambda name, text: (name, re.sub(rb"image[23]\.png", b"image1.png", text)))
    importing = upload(caller, world.admin, once, "parts.xlsx")
    assert importing.counts == (2, 0, 0, 0), wrong(importing)
    importing.write()
    assert (image("N1"), image("N2")) == (RED, RED)


def test_picture_over_blank_cell_counts_as_blank(caller: Caller, world: World) -> None:
    upload(caller, world.admin, book(HEADINGS[:5], part("N1")[:5]), "parts.xlsx").write()
    rows = [[*part(number)[:4], None] for number in ("N1", "N2")]
    importing = upload(caller, world.admin, pictured([HEADINGS[:5], *rows], {"E2": RED, "E3": RED}), "parts.xlsx")
    known, new = importing.rows()
    assert (known["verdict"], new["verdict"]) == ("SAME", "WRONG")
    assert new["errors"]["descriptionEn"] == ["Required!"]
    assert "lies over this cell" in known["notes"]["descriptionEn"][0]


def test_ignores_formula_in_picture_column(caller: Caller, world: World) -> None:
    importing = upload(
        caller, world.admin, book(HEADINGS, part("N1", '=IMAGE("https://evil.test/a.png")')), "parts.xlsx"
    )
    assert importing.counts == (1, 0, 0, 0), wrong(importing)
    importing.write()
    assert image("N1") is None


def test_xls_has_rows_without_pictures(caller: Caller, world: World) -> None:
    rows = [[cell or "" for cell in part(number)] for number in ("N1", "N2")]
    importing = upload(caller, world.admin, old_book(HEADINGS, *rows), "parts.xls")
    assert (importing.run["state"], importing.counts) == ("REVIEW", (2, 0, 0, 0))


def test_worker_waits_for_image_decoding_queue(caller: Caller, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "IN_LINE", 0)
    importing = with_zip(caller, world, [part("N1")], {"N1.png": RED})
    assert (importing.run["state"], importing.counts) == ("REVIEW", (1, 0, 0, 0))


def test_imports_pictures_and_merged_cells_of_ods(caller: Caller, world: World) -> None:
    picture = '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>'
    down = 'table:number-rows-spanned="2" table:number-columns-spanned="1"'
    rows = [
        '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>',
        ods_row(*HEADINGS),
        ods_row("Handheld", "N1", "M", "Acme", "A thing", picture, a3=down),
        ods_row("Handheld", "N2", "M", None, "A thing"),
    ]
    importing = upload(caller, world.admin, ods(*rows, pictures={"Pictures/a.png": RED}), "parts.ods")
    assert importing.counts == (2, 0, 0, 0)
    assert importing.row(5)["cells"]["manufacturer"] == "Acme"
    assert "merged" in importing.row(5)["notes"]["manufacturer"][0]
    importing.write()
    assert (image("N1"), image("N2")) == (RED, None)


def test_matches_zip_pictures_by_name_and_key(caller: Caller, world: World) -> None:
    rows = [part("N1", "front.png"), part("N2", "sub\\FRONT 2"), part("N-3"), part("N4"), part("N5")]
    files = {"all/front.png": RED, "sub/front 2.jpg": drawn("blue", "JPEG"), "n-3.png": GREEN, "Acme/N4.png": BLUE}
    importing = with_zip(caller, world, rows, {**files, "__MACOSX/._n5.png": b"x", ".DS_Store": b"x"})
    assert importing.counts == (5, 0, 0, 0)
    importing.write()
    assert (image("N1"), image("N-3"), image("N4"), image("N5")) == (RED, GREEN, BLUE, None)
    assert image("N2") == files["sub/front 2.jpg"]


def test_missing_picture_name_is_wrong_until_corrected(caller: Caller, world: World) -> None:
    importing = with_zip(caller, world, [part("N1", "fromt.png")], {"front.png": RED})
    assert wrong(importing) == ["No picture is called “fromt.png”, neither in the zip file nor in the workbook"]
    response = importing.correct(2, image="front.png")
    assert (response["row"]["verdict"], response["row"]["pictures"]["image"]["url"] is not None) == ("CREATE", True)
    importing.worked().write()
    assert image("N1") == RED
    alone = upload(caller, world.admin, book(HEADINGS, part("N2", "front.png")), "parts.xlsx")
    assert "upload a zip file with it" in wrong(alone)[0]


def test_matched_picture_can_be_removed(caller: Caller, world: World) -> None:
    importing = with_zip(caller, world, [part("N1")], {"N1.png": RED})
    importing.correct(2, image="")
    importing.worked().write()
    assert image("N1") is None


def test_rejects_ambiguous_picture_name(caller: Caller, world: World) -> None:
    importing = with_zip(caller, world, [part("N1")], {"a/N1.png": RED, "b/N1.png": BLUE})
    assert wrong(importing) == ["“N1” may mean several pictures: a/N1.png, b/N1.png"]


REFUSED = {
    "bomb.png": (png_header(60_000, 60_000), "bomb.png cannot be shown"),
    "page.png": (b"<html><script>alert(1)</script>", "page.png cannot be shown"),
    "both.jpg": (b"%PDF-1.7\n" + RED, "both.jpg cannot be shown"),
    "drawing.svg": (b"<svg/>", "drawing.svg is of a kind"),
    "large.png": (RED + Random(1).randbytes(1_000_000), "large.png is larger than 1 MB"),
}


def test_rejected_pictures_are_reported_in_their_rows(caller: Caller, world: World) -> None:
    rows = [part("OK", "fine.png"), *(part(f"N{index}", name) for index, name in enumerate(REFUSED))]
    files = {"fine.png": RED, **{name: content for name, (content, _) in REFUSED.items()}}
    importing = with_zip(caller, world, rows, files)
    assert importing.counts == (1, 0, 0, len(REFUSED))
    for message, (_, reason) in zip(wrong(importing), REFUSED.values(), strict=True):
        assert reason in message
    assert StoredFile.objects.filter(has_preview=True).count() == 1


@pytest.fixture
def use_form_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Declare parts as a target without own rows, read and written by their form."""
    assert PARTS.form is not None
    monkeypatch.setitem(TARGETS, "parts", TARGETS["parts"])
    offer_form("parts", PARTS.form, Import(key=("manufacturer", "number")), PARTS)


@pytest.mark.usefixtures("use_form_rows")
def test_form_based_target_imports_pictures(caller: Caller, world: World) -> None:
    content, files = book(HEADINGS, part("N1"), part("N2")), zipped({"N1.png": RED})
    importing = upload(caller, world.admin, content, "parts.xlsx", pictures=files)
    assert importing.row(3)["errors"] == {"image": ["Required!"]}
    importing.write(skip_wrong=True)
    assert image("N1") == RED
    again = upload(caller, world.admin, content, "parts.xlsx", pictures=zipped({"N1.png": BLUE}))
    again.write(skip_wrong=True)
    assert image("N1") == BLUE
    assert again.undo().run["state"] == "UNDONE"
    assert image("N1") == RED


def test_rejects_zip_for_target_without_pictures(caller: Caller, world: World) -> None:
    form = {"file": SimpleUploadedFile("a.csv", b"a,b\n"), "pictures": SimpleUploadedFile("p.zip", b"x")}
    response = caller.upload("/imports?target=predefined-services", form, world.admin)
    response.refused(400, "VALIDATION")
