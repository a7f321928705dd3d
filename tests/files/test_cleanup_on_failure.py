"""Failures leave no files behind: full disk, rejected request, killed process.

See security.md, Drills.
"""

import base64
import errno
import os
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

import pytest
from django.conf import settings as configured
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.core.files.uploadhandler import TemporaryFileUploadHandler
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from portal_backend.core.translations import load_messages
from portal_backend.files.actions import purge_unused, store
from portal_backend.files.content import local_copy
from portal_backend.files.models import StoredFile
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.contract.administration_data import build_part_body
from tests.files.conftest import ListStoredFiles
from tests.files.sample_images import build_image
from tests.files.upload_client import MultipartBody, upload

DISK_FULL_ERROR = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
TEXT, PICTURE = "aGVsbG8=", "data:image/png;base64,bm8gcGljdHVyZQ=="


class FullDiskStorage(FileSystemStorage):
    """A storage that fails in the middle of files whose path contains `full_at`."""

    full_at = ""

    def _save(self, name: str, content: Any) -> str:
        if self.full_at not in name:
            return super()._save(name, content)  # type: ignore[misc, no-any-return]
        super()._save(name, ContentFile(content.read()[:3]))  # type: ignore[misc]
        raise DISK_FULL_ERROR


@pytest.fixture
def world(db: None, stored: ListStoredFiles) -> factories.World:
    return factories.world()


@pytest.mark.parametrize("full_at", ["files/", "previews/", "-thumb"])
def test_full_disk_returns_503_and_stores_nothing(
    world: factories.World, stored: ListStoredFiles, settings: Settings, monkeypatch: pytest.MonkeyPatch, full_at: str
) -> None:
    place = settings.STORAGES["default"]["OPTIONS"]
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": f"{__name__}.FullDiskStorage", "OPTIONS": place}}
    monkeypatch.setattr(FullDiskStorage, "full_at", full_at)
    response = upload(world.client, MultipartBody(b"photo.png", build_image()))
    assert (response.outcome, response.headers["Retry-After"]) == ("503 UNAVAILABLE", "60")
    assert stored() == []
    assert not StoredFile.objects.exists()
    monkeypatch.setattr(FullDiskStorage, "full_at", "nowhere")
    assert upload(world.client, MultipartBody(b"photo.png", build_image())).status == 200
    assert len(stored()) == 3


@pytest.mark.parametrize("step", ["receive_data_chunk", "file_complete"])
def test_full_disk_leaves_no_temporary_upload(
    world: factories.World, stored: ListStoredFiles, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    held: list[IO[bytes]] = []

    def full(handler: TemporaryFileUploadHandler, *_: object) -> None:
        assert handler.file is not None
        held.append(handler.file)  # an open handle does not prevent deletion
        raise DISK_FULL_ERROR

    monkeypatch.setattr(TemporaryFileUploadHandler, step, full)
    assert upload(world.client, MultipartBody(b"a.bin", 200_000)).outcome == "503 UNAVAILABLE"
    assert held
    assert stored() == []


def build_inline_files(*contents: str, ending: str = "txt") -> list[dict[str, Any]]:
    return [{"name": f"{number}.{ending}", "base64": content} for number, content in enumerate(contents)]


@pytest.mark.parametrize("keyed", [True, False])
def test_rejected_creation_deletes_its_inline_files(
    caller: ApiClient, world: factories.World, stored: ListStoredFiles, keyed: bool
) -> None:
    upload_id = caller.upload("/files/upload", {"file": BytesIO(b"before")}, world.client).ok["id"]
    before = stored()
    units = [
        request_bodies.unit(world.part.pk, attachments=build_inline_files(*[TEXT] * 5)),
        request_bodies.unit(world.part.pk, "SN-2", attachments=[{"id": upload_id}, *build_inline_files(*[TEXT] * 4)]),
        request_bodies.unit(world.part.pk, "SN-3", attachments=build_inline_files("no base64!")),
    ]
    headers = {"Idempotency-Key": "form"} if keyed else {}
    refused = caller.post("/repairing/create", units, actor=world.client, headers=headers)
    assert list(refused.assert_error(400, "VALIDATION").fields) == ["2.attachments.0.base64"]
    assert stored() == before
    # the previous upload can be sent again with the corrected form
    assert list(StoredFile.objects.values_list("pk", flat=True)) == [upload_id]
    _ = caller.post("/repairing/create", units[:2], actor=world.client, headers=headers).ok
    assert StoredFile.objects.filter(claimed_at__isnull=False).count() == len(stored()) == 10


@pytest.mark.parametrize("lang", ["en", "es"])
def test_rejects_too_many_inline_images(
    caller: ApiClient, world: factories.World, stored: ListStoredFiles, settings: Settings, lang: str
) -> None:
    settings.MAX_INLINE_IMAGES = 6
    encoded_image = base64.b64encode(build_image()).decode()

    def units(pictures: int) -> list[dict[str, Any]]:
        last = build_inline_files(*[encoded_image] * pictures, ending="png") + build_inline_files(TEXT)
        return [
            request_bodies.unit(world.part.pk, attachments=build_inline_files(*[encoded_image] * 5, ending="png")),
            request_bodies.unit(world.part.pk, "SN-2", attachments=last),
        ]

    refused = caller.call("POST", "/repairing/create", world.client, body=units(2), lang=lang)
    message = load_messages(lang)["errors.field.inline_pictures"].format(value=6)
    assert refused.assert_error(400, "VALIDATION").fields == {"1.attachments.1": [message]}
    assert stored() == []
    _ = caller.post("/repairing/create", units(1), actor=world.client).ok
    assert len(stored()) == 6 * 3 + 1


def test_rejected_repair_unit_deletes_its_inline_files(
    caller: ApiClient, world: factories.World, stored: ListStoredFiles
) -> None:
    repair = factories.repair(world)
    unit = request_bodies.unit(world.part.pk, attachments=build_inline_files(TEXT, TEXT))
    caller.post("/repairing/add/repair-part", unit, actor=world.service, repairId=repair.pk).assert_error(409, "STALE")
    assert stored() == []


def test_rejected_part_image_is_deleted(caller: ApiClient, world: factories.World, stored: ListStoredFiles) -> None:
    body = {**build_part_body(world), "image": build_inline_files(PICTURE, ending="png")[0]}
    caller.post("/parts", body, actor=world.admin).assert_error(415, "UNSUPPORTED_FILE")
    assert stored() == []


def test_purges_stale_temporary_uploads(world: factories.World, stored: ListStoredFiles) -> None:
    now = timezone.now().timestamp()
    for name, hours in (("tmpold.upload", 25), ("tmpnew.upload", 23), ("other", 25)):
        path = Path(configured.FILE_UPLOAD_TEMP_DIR) / name
        path.write_bytes(b"half of it")
        os.utime(path, (now - hours * 3600, now - hours * 3600))
    assert purge_unused() == 1
    assert stored() == ["tmp/other", "tmp/tmpnew.upload"]


def test_purges_stale_import_folders(world: factories.World, stored: ListStoredFiles) -> None:
    now = timezone.now().timestamp()
    file = store(BytesIO(b"a,b"), "rows.csv", 3, actor=world.client.actor)
    with (
        local_copy(file) as path,
        TemporaryDirectory(dir=configured.FILE_UPLOAD_TEMP_DIR, prefix="pictures-") as pictures,
    ):
        (Path(pictures) / "digest").write_bytes(b"a picture")
        folders = [path.parent, Path(pictures)]
        for hours, left in ((23, 2), (25, 0)):
            for each in folders:
                os.utime(each, (now - hours * 3600, now - hours * 3600))
            assert purge_unused() == 2 - left
            assert sum(each.exists() for each in folders) == left
    assert len(stored()) == 1, "the stored file itself"


def test_content_is_not_deleted_if_commit_is_uncertain(
    world: factories.World, stored: ListStoredFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost after the commit, before its confirmation."""
    save = StoredFile.save

    def lost(file: StoredFile, *arguments: Any, **named: Any) -> None:
        save(file, *arguments, **named)
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(StoredFile, "save", lost)
    assert upload(world.client, MultipartBody(b"a.txt", 10)).outcome == "503 UNAVAILABLE"
    assert len(stored()) == StoredFile.objects.count() == 1
