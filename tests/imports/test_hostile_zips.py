"""Zips of pictures that would harm: refused with what can be done, or read no further than a picture may be."""

import zipfile
from io import BytesIO

import pytest

from portal_backend.files.models import StoredFile
from tests.caller import Caller
from tests.factories import World
from tests.imports.importing import book, upload
from tests.imports.picturing import HEADINGS, RED, part, zipped

pytestmark = [pytest.mark.django_db, pytest.mark.thorough]


def declared_large() -> bytes:
    """A zip of few bytes whose directory says that its picture is 200 MB."""
    content = bytearray(zipped({"a.png": b"x"}))
    place = content.rindex(b"PK\x01\x02")
    content[place + 24 : place + 28] = (200_000_000).to_bytes(4, "little")
    return bytes(content)


def locked() -> bytes:
    """A zip whose picture says that it wants a password."""
    content = bytearray(zipped({"a.png": RED}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def many_empty(count: int) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for each in range(count):
            made.writestr(f"{each}.png", b"")
    return target.getvalue()


REFUSED_ZIPS = {
    "a bomb by its ratio": (lambda: zipped({"a.png": b"\0" * 50_000_000}), "Unpacked the zip file"),
    "a bomb by its size": (declared_large, "Unpacked the zip file"),
    "a name that leads outside": (lambda: zipped({"../../x.png": b"x"}), "names files outside of itself"),
    "a name from the root": (lambda: zipped({"/etc/x.png": b"x"}), "names files outside of itself"),
    "a name of a drive": (lambda: zipped({"C:\\x.png": b"x"}), "names files outside of itself"),
    "100,000 entries": (lambda: many_empty(100_000), "far too many files"),
    "a zip within": (lambda: zipped({"more.zip": zipped({"a.png": b"x"})}), "holds another packed file"),
    "half a zip": (lambda: zipped({"a.png": b"x" * 100})[:-30], "is damaged"),
    "a zip with a password": (locked, "is protected by a password"),
    "no zip": (lambda: b"Rar!" * 20, "is damaged"),
    "more pictures than are taken": (lambda: many_empty(2001), "more than 2000 pictures"),
}


@pytest.mark.parametrize("name", REFUSED_ZIPS)
def test_a_zip_of_pictures_is_refused_with_what_can_be_done(name: str, caller: Caller, here: World) -> None:
    made, reason = REFUSED_ZIPS[name]
    importing = upload(caller, here.admin, book(HEADINGS, part("N1")), "parts.xlsx", pictures=made())
    assert importing.run["state"] == "FAILED"
    assert reason in importing.run["error"]["message"]
    assert not StoredFile.objects.filter(has_preview=True).exists()


def test_what_lies_about_its_size_is_read_no_further_than_a_picture_may_be(caller: Caller, here: World) -> None:
    content = bytearray(zipped({"N1.png": b"\0" * 50_000_000}))
    for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = content.index(mark)
        content[place + offset : place + offset + 4] = (100).to_bytes(4, "little")
    importing = upload(caller, here.admin, book(HEADINGS, part("N1")), "parts.xlsx", pictures=bytes(content))
    assert importing.counts == (0, 0, 0, 1)
    assert "damaged" in importing.row(2)["errors"]["image"][0]
