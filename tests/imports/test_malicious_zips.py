"""Malicious and damaged zips of pictures: limits and reasons for rejection."""

import zipfile
from io import BytesIO

import pytest

from portal_backend.files.models import StoredFile
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import build_workbook, upload
from tests.imports.picture_files import HEADINGS, RED, build_part_row, build_zip

pytestmark = [pytest.mark.django_db, pytest.mark.thorough, pytest.mark.split]


def build_zip_declared_large() -> bytes:
    """Build a small zip whose directory declares a picture of 200 MB."""
    content = bytearray(build_zip({"a.png": b"x"}))
    position = content.rindex(b"PK\x01\x02")
    content[position + 24 : position + 28] = (200_000_000).to_bytes(4, "little")
    return bytes(content)


def build_encrypted_zip() -> bytes:
    """Build a zip whose picture is marked as encrypted."""
    content = bytearray(build_zip({"a.png": RED}))
    content[content.index(b"PK\x01\x02") + 8] |= 1
    return bytes(content)


def build_zip_of_empty_files(count: int) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for each in range(count):
            archive.writestr(f"{each}.png", b"")
    return target.getvalue()


REJECTED_ZIPS = {
    "a bomb by its ratio": (lambda: build_zip({"a.png": b"\0" * 50_000_000}), "The images are too large in total"),
    "a bomb by its size": (build_zip_declared_large, "The images are too large in total"),
    "a name that leads outside": (lambda: build_zip({"../../x.png": b"x"}), "points to files outside itself"),
    "a name from the root": (lambda: build_zip({"/etc/x.png": b"x"}), "points to files outside itself"),
    "a name of a drive": (lambda: build_zip({"C:\\x.png": b"x"}), "points to files outside itself"),
    "100,000 entries": (lambda: build_zip_of_empty_files(100_000), "too many files"),
    "a zip within": (lambda: build_zip({"more.zip": build_zip({"a.png": b"x"})}), "contains another archive"),
    "half a zip": (lambda: build_zip({"a.png": b"x" * 100})[:-30], "is damaged"),
    "a zip with a password": (build_encrypted_zip, "is password-protected"),
    "no zip": (lambda: b"Rar!" * 20, "is damaged"),
    "more pictures than are taken": (lambda: build_zip_of_empty_files(2001), "more than 2000 images"),
}


@pytest.mark.parametrize("name", REJECTED_ZIPS)
def test_rejects_zip_with_reason(name: str, caller: ApiClient, world: World) -> None:
    build_zip, reason = REJECTED_ZIPS[name]
    importing = upload(
        caller, world.admin, build_workbook(HEADINGS, build_part_row("N1")), "parts.xlsx", pictures=build_zip()
    )
    assert importing.run["state"] == "FAILED"
    assert reason in importing.run["error"]["message"]
    assert not StoredFile.objects.filter(has_preview=True).exists()


def test_limits_read_of_picture_with_false_declared_size(caller: ApiClient, world: World) -> None:
    content = bytearray(build_zip({"N1.png": b"\0" * 50_000_000}))
    for mark, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        position = content.index(mark)
        content[position + offset : position + offset + 4] = (100).to_bytes(4, "little")
    importing = upload(
        caller, world.admin, build_workbook(HEADINGS, build_part_row("N1")), "parts.xlsx", pictures=bytes(content)
    )
    assert importing.counts == (0, 0, 0, 1)
    assert "damaged" in importing.row(2)["errors"]["image"][0]
