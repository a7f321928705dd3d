"""Pictures that come with the rows: found, checked, shown, written and taken back with them."""

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
    return [said for each in importing.rows("WRONG") for errors in each["errors"].values() for said in errors]


def test_pictures_over_cells_come_with_their_rows(caller: Caller, here: World) -> None:
    content = floating([part("N1"), part("N2"), part("N3")], {"F2": RED, "F4": BLUE, "A9": GREEN})
    importing = upload(caller, here.admin, content, "parts.xlsx")
    assert importing.fields["Picture"] == "image"
    assert importing.counts == (3, 0, 0, 0)
    shown = {each["number"]: each["pictures"].get("image", {}).get("url") for each in importing.rows()}
    assert (shown[2] is not None, shown[3], shown[4] is not None) == (True, None, True)
    assert caller.get(str(shown[2]).removeprefix("/api/v1"), size="thumb").status == 200
    importing.write()
    assert (image("N1"), image("N2"), image("N3")) == (RED, None, BLUE)


def test_pictures_placed_in_cells(caller: Caller, here: World) -> None:
    upload(caller, here.admin, in_cell(RED), "parts.xlsx").write()
    assert image("N1") == RED


def test_a_column_of_pictures_needs_no_heading_and_need_not_be_taken(caller: Caller, here: World) -> None:
    content = floating([part("N1")], {"G2": RED})
    importing = upload(caller, here.admin, content, "parts.xlsx")
    importing.take({key: field for key, field in importing.fields.items() if key != "Picture"})
    assert importing.run["columns"][6]["heading"] == ""
    importing.write()
    assert image("N1") is None, "a column that is not taken brings nothing"
    headless = [HEADINGS[:5], part("N2")[:5]]
    found = upload(caller, here.admin, pictured(headless, {"F2": RED}), "parts.xlsx")
    assert found.fields == {**found.fields, "": "image"} or found.run["columns"][5]["field"] == "image"
    found.write()
    assert image("N2") == RED


def test_a_picture_over_another_cell_is_told_and_the_text_stays(caller: Caller, here: World) -> None:
    importing = upload(caller, here.admin, floating([part("N1")], {"B2": RED}), "parts.xlsx")
    assert importing.row(2)["cells"]["number"] == "N1"
    assert "lies over this cell" in importing.row(2)["notes"]["number"][0]
    importing.write()
    assert image("N1") is None


def test_two_pictures_in_a_cell_are_a_question(caller: Caller, here: World) -> None:
    content = floating([part("N1")], {"F2": RED})
    again = floating([part("N1")], {"F2": RED, "f2": BLUE})
    assert upload(caller, here.admin, content, "parts.xlsx").counts == (1, 0, 0, 0)
    assert "Several pictures" in wrong(upload(caller, here.admin, again, "parts.xlsx"))[0]


def test_one_picture_that_a_workbook_shows_often_is_one(caller: Caller, here: World) -> None:
    content = floating([part("N1"), part("N2")], {"F2": RED, "f2": RED, "F3": RED})
    # as Excel writes what was copied within a sheet: one file, named wherever it is seen
    once = rewritten(content, lambda name, text: (name, re.sub(rb"image[23]\.png", b"image1.png", text)))
    importing = upload(caller, here.admin, once, "parts.xlsx")
    assert importing.counts == (2, 0, 0, 0), wrong(importing)
    importing.write()
    assert (image("N1"), image("N2")) == (RED, RED)


def test_a_picture_over_an_empty_cell_is_no_text_and_empties_nothing(caller: Caller, here: World) -> None:
    upload(caller, here.admin, book(HEADINGS[:5], part("N1")[:5]), "parts.xlsx").write()
    rows = [[*part(number)[:4], None] for number in ("N1", "N2")]
    importing = upload(caller, here.admin, pictured([HEADINGS[:5], *rows], {"E2": RED, "E3": RED}), "parts.xlsx")
    known, new = importing.rows()
    assert (known["verdict"], new["verdict"]) == ("SAME", "WRONG")
    assert new["errors"]["descriptionEn"] == ["Required!"]
    assert "lies over this cell" in known["notes"]["descriptionEn"][0]


def test_a_formula_in_the_column_of_pictures_is_no_name_of_one(caller: Caller, here: World) -> None:
    importing = upload(
        caller, here.admin, book(HEADINGS, part("N1", '=IMAGE("https://evil.test/a.png")')), "parts.xlsx"
    )
    assert importing.counts == (1, 0, 0, 0), wrong(importing)
    importing.write()
    assert image("N1") is None


def test_an_old_workbook_has_rows_and_no_pictures(caller: Caller, here: World) -> None:
    rows = [[cell or "" for cell in part(number)] for number in ("N1", "N2")]
    importing = upload(caller, here.admin, old_book(HEADINGS, *rows), "parts.xls")
    assert (importing.run["state"], importing.counts) == ("REVIEW", (2, 0, 0, 0))


def test_where_too_many_pictures_are_decoded_a_worker_waits_for_its_turn(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "IN_LINE", 0)
    importing = with_zip(caller, here, [part("N1")], {"N1.png": RED})
    assert (importing.run["state"], importing.counts) == ("REVIEW", (1, 0, 0, 0))


def test_pictures_and_merged_cells_of_an_ods(caller: Caller, here: World) -> None:
    picture = '<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>'
    down = 'table:number-rows-spanned="2" table:number-columns-spanned="1"'
    rows = [
        '<table:table-row table:number-rows-repeated="2"><table:table-cell/></table:table-row>',
        ods_row(*HEADINGS),
        ods_row("Handheld", "N1", "M", "Acme", "A thing", picture, a3=down),
        ods_row("Handheld", "N2", "M", None, "A thing"),
    ]
    importing = upload(caller, here.admin, ods(*rows, pictures={"Pictures/a.png": RED}), "parts.ods")
    assert importing.counts == (2, 0, 0, 0)
    assert importing.row(5)["cells"]["manufacturer"] == "Acme"
    assert "merged" in importing.row(5)["notes"]["manufacturer"][0]
    importing.write()
    assert (image("N1"), image("N2")) == (RED, None)


def test_pictures_of_a_zip_are_found_by_their_names_and_by_the_key(caller: Caller, here: World) -> None:
    rows = [part("N1", "front.png"), part("N2", "sub\\FRONT 2"), part("N-3"), part("N4"), part("N5")]
    files = {"all/front.png": RED, "sub/front 2.jpg": drawn("blue", "JPEG"), "n-3.png": GREEN, "Acme/N4.png": BLUE}
    importing = with_zip(caller, here, rows, {**files, "__MACOSX/._n5.png": b"x", ".DS_Store": b"x"})
    assert importing.counts == (5, 0, 0, 0)
    importing.write()
    assert (image("N1"), image("N-3"), image("N4"), image("N5")) == (RED, GREEN, BLUE, None)
    assert image("N2") == files["sub/front 2.jpg"]


def test_a_name_that_is_not_there_is_wrong_until_it_is_mended(caller: Caller, here: World) -> None:
    importing = with_zip(caller, here, [part("N1", "fromt.png")], {"front.png": RED})
    assert wrong(importing) == ["No picture is called “fromt.png”, neither in the zip file nor in the workbook"]
    answer = importing.correct(2, image="front.png")
    assert (answer["row"]["verdict"], answer["row"]["pictures"]["image"]["url"] is not None) == ("CREATE", True)
    importing.worked().write()
    assert image("N1") == RED
    alone = upload(caller, here.admin, book(HEADINGS, part("N2", "front.png")), "parts.xlsx")
    assert "upload a zip file with it" in wrong(alone)[0]


def test_a_found_picture_can_be_left_out(caller: Caller, here: World) -> None:
    importing = with_zip(caller, here, [part("N1")], {"N1.png": RED})
    importing.correct(2, image="")
    importing.worked().write()
    assert image("N1") is None


def test_a_name_of_several_pictures_is_a_question(caller: Caller, here: World) -> None:
    importing = with_zip(caller, here, [part("N1")], {"a/N1.png": RED, "b/N1.png": BLUE})
    assert wrong(importing) == ["“N1” may mean several pictures: a/N1.png, b/N1.png"]


REFUSED = {
    "bomb.png": (png_header(60_000, 60_000), "bomb.png cannot be shown"),
    "page.png": (b"<html><script>alert(1)</script>", "page.png cannot be shown"),
    "both.jpg": (b"%PDF-1.7\n" + RED, "both.jpg cannot be shown"),
    "drawing.svg": (b"<svg/>", "drawing.svg is of a kind"),
    "large.png": (RED + Random(1).randbytes(1_000_000), "large.png is larger than 1 MB"),
}


def test_what_no_upload_may_be_is_refused_in_the_cell_of_its_row(caller: Caller, here: World) -> None:
    rows = [part("OK", "fine.png"), *(part(f"N{place}", name) for place, name in enumerate(REFUSED))]
    files = {"fine.png": RED, **{name: content for name, (content, _) in REFUSED.items()}}
    importing = with_zip(caller, here, rows, files)
    assert importing.counts == (1, 0, 0, len(REFUSED))
    for said, (_, reason) in zip(wrong(importing), REFUSED.values(), strict=True):
        assert reason in said
    assert StoredFile.objects.filter(has_preview=True).count() == 1


@pytest.fixture
def by_its_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """Parts with nothing declared but their key: read and written by their form."""
    assert PARTS.form is not None
    monkeypatch.setitem(TARGETS, "parts", TARGETS["parts"])
    offer_form("parts", PARTS.form, Import(key=("manufacturer", "number")), PARTS)


@pytest.mark.usefixtures("by_its_form")
def test_a_list_declares_nothing_for_its_pictures(caller: Caller, here: World) -> None:
    content, files = book(HEADINGS, part("N1"), part("N2")), zipped({"N1.png": RED})
    importing = upload(caller, here.admin, content, "parts.xlsx", pictures=files)
    assert importing.row(3)["errors"] == {"image": ["Required!"]}
    importing.write(skip_wrong=True)
    assert image("N1") == RED
    again = upload(caller, here.admin, content, "parts.xlsx", pictures=zipped({"N1.png": BLUE}))
    again.write(skip_wrong=True)
    assert image("N1") == BLUE
    assert again.undo().run["state"] == "UNDONE"
    assert image("N1") == RED


def test_a_list_without_pictures_takes_no_zip(caller: Caller, here: World) -> None:
    form = {"file": SimpleUploadedFile("a.csv", b"a,b\n"), "pictures": SimpleUploadedFile("p.zip", b"x")}
    answer = caller.upload("/imports?target=predefined-services", form, here.admin)
    answer.refused(400, "VALIDATION")
