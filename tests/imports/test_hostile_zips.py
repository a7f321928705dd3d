"""Malicious and damaged zips of pictures: limits and reasons for rejection."""

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
    """Build a small zip whose directory declares a picture of 200 MB."""
    content = bytearray(zipped({"a.png": b"x"}))
    position = content.rindex(b"PK\x01\x02")
    content[position + 24 : position + 28] = (200_000_000).to_bytes(4, "little")
    return bytes(content)


def locked() -> bytes:
    """Build a zip whose picture is marked as encrypted."""
    content = bytearray(zipped({"a.png": RED}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def many_empty(count: int) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for each in range(count):
            archive.writestr(f"{each}.png", b"")
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
def test_rejects_zip_with_reason(name: str, caller: Caller, world: World) -> None:
    build_zip, reason = REFUSED_ZIPS[name]
    importing = upload(caller, world.admin, book(HEADINGS, part("N1")), "parts.xlsx", pictures=build_zip())
    assert importing.run["state"] == "FAILED"
    assert reason in importing.run["error"]["message"]
    assert not StoredFile.objects.filter(has_preview=True).exists()


def test_limits_read_of_picture_with_false_declared_size(caller: Caller, world: World) -> None:
    content = bytearray(zipped({"N1.png": b"\0" * 50_000_000}))
    for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        position = content.index(mark)
        content[position + offset : position + offset + 4] = (100).to_bytes(4, "little")
    importing = upload(caller, world.admin, book(HEADINGS, part("N1")), "parts.xlsx", pictures=bytes(content))
    assert importing.counts == (0, 0, 0, 1)
    assert "damaged" in importing.row(2)["errors"]["image"][0]
