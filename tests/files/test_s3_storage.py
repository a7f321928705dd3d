"""Storage in an S3-compatible bucket: same behavior as a folder, 503 on failure."""

import io
import os
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import openpyxl
import pytest
import time_machine
from botocore.exceptions import ClientError
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from portal_backend.core.environment import InvalidSettingError
from portal_backend.core.storage import build_storage_settings, ensure_bucket
from portal_backend.files.actions import purge_unused
from portal_backend.files.models import StoredFile, get_storage_path
from portal_backend.files.previews import get_preview_url
from portal_backend.jobs.worker import run_pending_jobs
from portal_backend.operations.backup import iter_stored_paths
from tests import factories
from tests.api_client import ApiClient
from tests.files.sample_images import build_image
from tests.files.upload_client import MultipartBody, upload

pytestmark = pytest.mark.django_db
PAST_RETENTION = timedelta(days=8)
BUCKET = "http://portal:pass%2Fword@{}/uploads"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Run an S3 server and return its address."""
    server = pytest.importorskip("moto.server").ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    yield "{}:{}".format(*server.get_host_and_port())
    server.stop()


@pytest.fixture
def bucket(address: str, settings: Settings) -> None:
    """Create an empty bucket by the portal itself."""
    own = f"s3+{BUCKET.format(address)}-{os.urandom(4).hex()}"
    settings.STORAGES = {**settings.STORAGES, "default": build_storage_settings(own)}
    assert ensure_bucket()
    assert not ensure_bucket(), "it is there by now"


@pytest.fixture
def world(bucket: None) -> factories.World:
    return factories.world()


def store_file(person: factories.Person, name: bytes = b"photo.png", content: bytes | None = None) -> StoredFile:
    response = upload(person, MultipartBody(name, build_image() if content is None else content))
    assert response.status == 200, response.data
    return StoredFile.objects.get(pk=response.data["id"])


@pytest.mark.split
def test_uploads_are_downloaded_and_previewed_from_bucket(world: factories.World, caller: ApiClient) -> None:
    content = os.urandom(3_000_000)  # larger than the memory buffer
    file, photo = store_file(world.client, "informe año.bin".encode(), content), store_file(world.client)
    response = caller.get(f"/files/download/{file.pk}", actor=world.client)
    assert response.data == content
    assert response.headers["Content-Disposition"].startswith("attachment; filename*=utf-8''informe%20a%C3%B1o.bin")
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Length"] == "3000000"
    caller.get(f"/files/download/{file.pk}", actor=world.client2).assert_error(404, "NOT_FOUND")
    for size in ("full", "thumb"):
        preview = caller.get(str(get_preview_url_or_none(photo)), size=size)
        assert (preview.status, preview.headers["Content-Type"]) == (200, "image/webp")


def get_missing_services() -> list[str]:
    """Return the services that /readyz reports as missing."""
    found: list[str] = Client().get("/readyz").json()["missing"]
    return found


def get_preview_url_or_none(file: StoredFile) -> str | None:
    return get_preview_url(file)


@pytest.mark.split
def test_export_job_stores_file_in_bucket(world: factories.World, caller: ApiClient, settings: Settings) -> None:
    settings.EXPORT_SYNC_MAX_ROWS = 2
    job = caller.get("/files/export/users/xlsx", actor=world.admin).data["jobId"]
    run_pending_jobs()
    assert [path for path in iter_stored_paths() if path.startswith("exports/")]
    book = caller.get(f"/files/export/jobs/{job}/xlsx", actor=world.admin)
    assert openpyxl.load_workbook(io.BytesIO(book.data)).active is not None


@pytest.mark.split
def test_purges_unused_files_from_bucket(world: factories.World) -> None:
    """Previews and content without a row are deleted, too."""
    orphan = "ab" + "x" * 20
    with time_machine.travel(timezone.now() - PAST_RETENTION, tick=False):
        default_storage.save(get_storage_path(orphan), ContentFile(b"left by a crash"))
    old, young = store_file(world.client), store_file(world.client)
    StoredFile.objects.filter(pk=old.pk).update(created_at=timezone.now() - PAST_RETENTION)
    assert len(list(iter_stored_paths())) == 7
    assert purge_unused() == 2
    assert {path.rsplit("/", 1)[-1][:22] for path in iter_stored_paths()} == {young.pk}
    assert len(list(iter_stored_paths())) == 3


@pytest.mark.django_db(transaction=True)
def test_backup_and_restore_include_bucket(world: factories.World, caller: ApiClient, tmp_path: Path) -> None:
    file = store_file(world.client, b"report.txt", b"what was written")
    before = {path: default_storage.open(path).read() for path in iter_stored_paths()}
    call_command("backup", str(tmp_path / "portal.tar"))
    for path in before:
        default_storage.delete(path)
    call_command("restore", str(tmp_path / "portal.tar"), "--replace")
    assert {path: default_storage.open(path).read() for path in iter_stored_paths()} == before
    assert caller.get(f"/files/download/{file.pk}", actor=world.client).data == b"what was written"


@pytest.mark.split
def test_unreachable_bucket_returns_503_and_creates_no_row(
    world: factories.World, caller: ApiClient, settings: Settings
) -> None:
    file = store_file(world.client)
    bucket_storages = settings.STORAGES
    settings.STORAGES = {
        **bucket_storages,
        "default": build_storage_settings("s3+http://key:secret@127.0.0.1:1/uploads"),
    }
    assert "storage" in get_missing_services()
    caller.get(f"/files/download/{file.pk}", actor=world.client).assert_error(503, "UNAVAILABLE")
    assert upload(world.client, MultipartBody(b"photo.png", build_image())).outcome == "503 UNAVAILABLE"
    assert list(StoredFile.objects.values_list("pk", flat=True)) == [file.pk]
    settings.STORAGES = bucket_storages
    assert caller.get(f"/files/download/{file.pk}", actor=world.client).status == 200, "without a restart"


@pytest.mark.split
def test_readiness_reports_missing_bucket(bucket: None, settings: Settings) -> None:
    options = {**settings.STORAGES["default"]["OPTIONS"], "bucket_name": "another"}
    settings.STORAGES = {**settings.STORAGES, "default": {**settings.STORAGES["default"], "OPTIONS": options}}
    assert "storage" in get_missing_services()


class ForbiddenBucketHandler(BaseHTTPRequestHandler):
    """An object storage that rejects every request with 403."""

    requested_paths: ClassVar[list[str]] = []

    def do_HEAD(self) -> None:
        """Reject the request."""
        self.requested_paths.append(self.command)
        self.send_response(403)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_PUT = do_HEAD  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Discard the message."""


@pytest.mark.split
def test_does_not_create_bucket_if_access_is_forbidden(settings: Settings) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), ForbiddenBucketHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        own = build_storage_settings(f"s3+{BUCKET.format(f'127.0.0.1:{server.server_port}')}")
        settings.STORAGES = {**settings.STORAGES, "default": own}
        with pytest.raises(ClientError):
            ensure_bucket()
        server.shutdown()
    assert ForbiddenBucketHandler.requested_paths == ["HEAD"], "it was looked for, and no other was made in its place"


@pytest.mark.split
def test_parses_storage_url() -> None:
    options = build_storage_settings("s3+https://KEY:s%2Fcret@storage.example.org:9000/portal?region=eu-south-2")[
        "OPTIONS"
    ]
    names = ("endpoint_url", "access_key", "secret_key", "bucket_name", "region_name")
    assert [options[name] for name in names] == [
        *("https://storage.example.org:9000", "KEY", "s/cret", "portal", "eu-south-2"),
    ]
    keyless = build_storage_settings("s3+https://storage.example.org/portal")["OPTIONS"]
    assert (keyless["access_key"], keyless["region_name"]) == (None, "us-east-1")


@pytest.mark.split
@pytest.mark.parametrize("url", ["https://host/bucket", "s3+https://host", "s3+https://host/a/b", "s3+/bucket"])
def test_rejects_invalid_storage_url(url: str) -> None:
    with pytest.raises(InvalidSettingError, match="STORAGE_URL"):
        build_storage_settings(url)
