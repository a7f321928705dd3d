"""Uploads: size limit, sanitized names, detected types, no partial files.

See contract 5 and security.md 17.
"""

import errno
import gc
import logging
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from portal_backend.files.models import StoredFile
from portal_backend.files.upload_handler import sanitize_filename
from tests import factories
from tests.api_client import ApiClient
from tests.files.conftest import ListStoredFiles
from tests.files.upload_client import MultipartBody, upload

pytestmark = [pytest.mark.django_db, pytest.mark.split]
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def test_upload_stores_file_and_returns_metadata(world: factories.World, stored: ListStoredFiles) -> None:
    response = upload(world.client, MultipartBody("приклад.txt".encode(), b"hello", kind=b"application/x-evil"))
    assert response.status == 200
    row = StoredFile.objects.get()
    assert response.data == {"id": row.pk, "name": "приклад.txt", "type": "text/plain", "size": 5}
    assert (row.uploaded_by, row.request, row.claimed_at) == (world.client.user, None, None)
    assert len(row.pk) >= 20
    assert stored() == [f"uploads/files/{row.pk[:2]}/{row.pk}"]
    with row.content.open() as stream:
        assert stream.read() == b"hello"


@pytest.mark.parametrize(("limit", "over"), [(1_000, 0), (1_000, 1), (300_000, 0), (300_000, 1), (300_000, 150_000)])
def test_upload_size_limit_is_exact(
    world: factories.World, stored: ListStoredFiles, settings: Settings, limit: int, over: int
) -> None:
    settings.MAX_ATTACHMENT_BYTES = limit
    response = upload(world.client, MultipartBody(b"a.bin", limit + over))
    if over:
        assert response.outcome == "413 MAX_UPLOAD_SIZE"
        assert f"{limit / 1_000_000:g}MB" in response.data["message"]
        assert stored() == []
        assert not StoredFile.objects.exists()
    else:
        assert response.status == 200
        assert StoredFile.objects.get().size == limit


def test_upload_size_limit_is_50_megabytes(world: factories.World, stored: ListStoredFiles) -> None:
    over = upload(world.client, MultipartBody(b"a.bin", 50_000_001))
    assert over.outcome == "413 MAX_UPLOAD_SIZE"
    assert "50MB" in over.data["message"]
    assert stored() == []
    body = MultipartBody(b"a.bin", 60_000_000)
    assert upload(world.client, body).outcome == "413 MAX_UPLOAD_SIZE"
    # a body with too large a Content-Length is not read at all
    assert body.bytes_read == 0
    assert stored() == []


@pytest.fixture
def frozen_heap() -> Iterator[None]:
    """Exclude earlier objects from garbage collection, which would be slow."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("frozen_heap")
def test_interrupted_upload_leaves_no_file(
    world: factories.World, stored: ListStoredFiles, caplog: pytest.LogCaptureFixture
) -> None:
    # a captured log record would reference the request, and with it the temporary file
    caplog.set_level(logging.CRITICAL, "django.request")
    for at in (10, 200, 70_000, 900_000, 1_000_100):
        for silently in (False, True):
            body = MultipartBody(b"a.bin", 1_000_000, breaks_at=at, silently=silently)
            assert upload(world.client, body).outcome == "400 VALIDATION", (at, silently)
            gc.collect()  # an exception's traceback may hold the last reference to the temporary file
            assert stored() == []
    assert not StoredFile.objects.exists()


def test_failed_save_leaves_no_file(
    world: factories.World, stored: ListStoredFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(StoredFile, "save", full)
    assert upload(world.client, MultipartBody(b"a.txt", b"hello")).outcome == "500 SERVER_ERROR"
    assert stored() == []
    assert not StoredFile.objects.exists()


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("..\\..\\windows\\x.exe", "x.exe"),
        ("/abs/olute.png", "olute.png"),
        ("C:\\fakepath\\photo.jpg", "photo.jpg"),
        ("x\0.png", "x.png"),
        ("a\x1b[31mb.txt", "a[31mb.txt"),
        ("photo\u202egnp.exe", "photognp.exe"),
        ("zero\u200bwidth.txt", "zerowidth.txt"),
        ("..", "file"),
        ("...", "file"),
        (" . ", "file"),
        ("e\u0301.txt", "é.txt"),
        ("Київ ñandú 📡.n42", "Київ ñandú 📡.n42"),
        ("a;b=c&d%41'.txt", "a;b=c&d%41'.txt"),
        ("CON.txt", "CON.txt"),
    ],
)
def test_sanitizes_file_names(world: factories.World, stored: ListStoredFiles, sent: str, kept: str) -> None:
    assert sanitize_filename(sent) == kept
    response = upload(world.client, MultipartBody(sent.encode(), b"hello"))
    assert response.status in (200, 400)
    if response.status == 200:
        assert response.data["name"] == kept
        row = StoredFile.objects.get()
        assert stored() == [f"uploads/files/{row.pk[:2]}/{row.pk}"]
    else:
        assert kept == "file"
        assert stored() == []


def test_truncates_long_file_names_before_suffix(world: factories.World, stored: ListStoredFiles) -> None:
    for name in ("n" * 300 + ".png", "ñ" * 300 + ".tar.gz", "x" + "." + "y" * 300):
        response = upload(world.client, MultipartBody(name.encode(), b"hello"))
        assert response.status == 200
        assert len(response.data["name"]) <= 200
        assert response.data["name"].endswith(name[-3:])
        assert name.startswith("x") or response.data["name"].startswith(name[:50])


@pytest.mark.parametrize(
    ("name", "content", "kind"),
    [
        ("page.png", b"<!DOCTYPE html><script>alert(1)</script>", "text/html"),
        ("page.jpg", b"\n  <HTML><body onload=alert(1)>", "text/html"),
        ("logo.png", b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "image/svg+xml"),
        ("logo.svg", b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"),
        ("spectrum.n42", b"<?xml version='1.0'?><RadInstrumentData/>", "application/xml"),
        ("bom.txt", b"\xef\xbb\xbf<html>", "text/html"),
        ("x.exe", b"MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff" + b"\0" * 50, "application/x-msdownload"),
        ("x.png", b"GIF89a/*<script>*/=1;alert(1)//" + b"\0" * 40, "image/gif"),
        ("x.txt", b"\0\1\2\3" * 100, "application/octet-stream"),
        ("x.txt", "просто текст".encode() * 2000, "text/plain"),
        ("x.pdf", b"%PDF-1.7\n%\xe2\xe3\xcf\xd3", "application/pdf"),
        ("x.zip", b"PK\x03\x04\x14\0" + b"\0" * 40, "application/zip"),
    ],
)
def test_detects_media_type_from_content(
    world: factories.World, stored: ListStoredFiles, name: str, content: bytes, kind: str
) -> None:
    response = upload(world.client, MultipartBody(name.encode(), content, kind=b"image/png"))
    assert (response.status, response.data["type"]) == (200, kind)
    row = StoredFile.objects.get()
    assert row.has_preview is False
    assert len(stored()) == 1


def test_rejects_invalid_uploads(caller: ApiClient, world: factories.World, stored: ListStoredFiles) -> None:
    path = "/files/upload"
    empty = upload(world.client, MultipartBody(b"empty.txt", b""))
    assert (empty.outcome, list(empty.data["fields"])) == ("400 VALIDATION", ["file"])
    other = upload(world.client, MultipartBody(b"a.txt", b"hello", field=b"picture"))
    assert (other.outcome, list(other.data["fields"])) == ("400 VALIDATION", ["file"])
    assert upload(world.client, MultipartBody(b"", b"hello")).outcome == "400 VALIDATION"
    assert list(caller.upload(path, {"file": "just text"}, actor=world.client).assert_error(400, "VALIDATION").fields)
    caller.post(path, {"file": "x"}, actor=world.client).assert_error(400, "VALIDATION")
    for raw in (b"", b"--x\r\n", b"\xff" * 100):
        for parameters in ("; boundary=x", "", "; boundary=", "; boundary=" + "x" * 300, "; boundary=\xff"):
            headers = {"Content-Type": f"multipart/form-data{parameters}"}
            caller.call("POST", path, world.client, raw=raw, headers=headers).assert_error(400, "VALIDATION")
    caller.post(path, {}).assert_error(401, "TOKEN_INVALID")
    assert stored() == []
