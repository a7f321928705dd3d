"""What fails leaves nothing behind: a full disk, a refused call, a killed server (security.md, Drills)."""

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

from portal_backend.base.words import catalogue
from portal_backend.files.actions import purge_unused, store
from portal_backend.files.contents import local_copy
from portal_backend.files.models import StoredFile
from tests import bodies, factories
from tests.caller import Caller
from tests.contract.administration_rows import part
from tests.files.conftest import Stored
from tests.files.pictures import picture
from tests.files.wire import Body, upload

NO_SPACE = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
TEXT, PICTURE = "aGVsbG8=", "data:image/png;base64,bm8gcGljdHVyZQ=="


class FullDisk(FileSystemStorage):
    """A storage that ends in the middle of a file whose path holds `full_at`."""

    full_at = ""

    def _save(self, name: str, content: Any) -> str:
        if self.full_at not in name:
            return super()._save(name, content)  # type: ignore[misc, no-any-return]
        super()._save(name, ContentFile(content.read()[:3]))  # type: ignore[misc]
        raise NO_SPACE


@pytest.fixture
def world(db: None, stored: Stored) -> factories.World:
    return factories.world()


@pytest.mark.parametrize("full_at", ["files/", "previews/", "-thumb"])
def test_a_disk_that_fills_up_is_told_and_keeps_no_part(
    world: factories.World, stored: Stored, settings: Settings, monkeypatch: pytest.MonkeyPatch, full_at: str
) -> None:
    place = settings.STORAGES["default"]["OPTIONS"]
    settings.STORAGES = {**settings.STORAGES, "default": {"BACKEND": f"{__name__}.FullDisk", "OPTIONS": place}}
    monkeypatch.setattr(FullDisk, "full_at", full_at)
    answer = upload(world.client, Body(b"photo.png", picture()))
    assert (answer.verdict, answer.headers["Retry-After"]) == ("503 UNAVAILABLE", "60")
    assert stored() == []
    assert not StoredFile.objects.exists()
    monkeypatch.setattr(FullDisk, "full_at", "nowhere")
    assert upload(world.client, Body(b"photo.png", picture())).status == 200
    assert len(stored()) == 3


@pytest.mark.parametrize("step", ["receive_data_chunk", "file_complete"])
def test_an_upload_that_finds_the_disk_full_leaves_no_temporary_file(
    world: factories.World, stored: Stored, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    held: list[IO[bytes]] = []

    def full(handler: TemporaryFileUploadHandler, *_: object) -> None:
        assert handler.file is not None
        held.append(handler.file)  # who still holds it does not keep it on the disk
        raise NO_SPACE

    monkeypatch.setattr(TemporaryFileUploadHandler, step, full)
    assert upload(world.client, Body(b"a.bin", 200_000)).verdict == "503 UNAVAILABLE"
    assert held
    assert stored() == []


def inline(*contents: str, ending: str = "txt") -> list[dict[str, Any]]:
    return [{"name": f"{number}.{ending}", "base64": content} for number, content in enumerate(contents)]


@pytest.mark.parametrize("keyed", [True, False])
def test_a_refused_creation_leaves_nothing_of_what_it_brought(
    caller: Caller, world: factories.World, stored: Stored, keyed: bool
) -> None:
    kept = caller.upload("/files/upload", {"file": BytesIO(b"before")}, world.client).ok["id"]
    before = stored()
    units = [
        bodies.unit(world.part.pk, attachments=inline(*[TEXT] * 5)),
        bodies.unit(world.part.pk, "SN-2", attachments=[{"id": kept}, *inline(*[TEXT] * 4)]),
        bodies.unit(world.part.pk, "SN-3", attachments=inline("no base64!")),
    ]
    headers = {"Idempotency-Key": "form"} if keyed else {}
    refused = caller.post("/repairing/create", units, actor=world.client, headers=headers)
    assert list(refused.refused(400, "VALIDATION").fields) == ["2.attachments.0.base64"]
    assert stored() == before
    # what was uploaded before is still there to be sent with the mended form
    assert list(StoredFile.objects.values_list("pk", flat=True)) == [kept]
    _ = caller.post("/repairing/create", units[:2], actor=world.client, headers=headers).ok
    assert StoredFile.objects.filter(claimed_at__isnull=False).count() == len(stored()) == 10


@pytest.mark.parametrize("lang", ["en", "es"])
def test_pictures_that_are_decoded_inside_a_transaction_are_few(
    caller: Caller, world: factories.World, stored: Stored, settings: Settings, lang: str
) -> None:
    settings.INLINE_PICTURES = 6
    drawn = base64.b64encode(picture()).decode()

    def units(pictures: int) -> list[dict[str, Any]]:
        last = inline(*[drawn] * pictures, ending="png") + inline(TEXT)
        return [
            bodies.unit(world.part.pk, attachments=inline(*[drawn] * 5, ending="png")),
            bodies.unit(world.part.pk, "SN-2", attachments=last),
        ]

    refused = caller.call("POST", "/repairing/create", world.client, body=units(2), lang=lang)
    word = catalogue(lang)["errors.field.inline_pictures"].format(value=6)
    assert refused.refused(400, "VALIDATION").fields == {"1.attachments.1": [word]}
    assert stored() == []
    _ = caller.post("/repairing/create", units(1), actor=world.client).ok
    assert len(stored()) == 6 * 3 + 1


def test_a_unit_that_may_not_be_added_now_leaves_nothing(
    caller: Caller, world: factories.World, stored: Stored
) -> None:
    repair = factories.repair(world)
    unit = bodies.unit(world.part.pk, attachments=inline(TEXT, TEXT))
    caller.post("/repairing/add/repair-part", unit, actor=world.service, repairId=repair.pk).refused(409, "STALE")
    assert stored() == []


def test_a_part_whose_image_is_none_leaves_nothing(caller: Caller, world: factories.World, stored: Stored) -> None:
    body = {**part(world), "image": inline(PICTURE, ending="png")[0]}
    caller.post("/parts", body, actor=world.admin).refused(415, "UNSUPPORTED_FILE")
    assert stored() == []


def test_what_a_killed_server_left_is_purged(world: factories.World, stored: Stored) -> None:
    now = timezone.now().timestamp()
    for name, hours in (("tmpold.upload", 25), ("tmpnew.upload", 23), ("other", 25)):
        path = Path(configured.FILE_UPLOAD_TEMP_DIR) / name
        path.write_bytes(b"half of it")
        os.utime(path, (now - hours * 3600, now - hours * 3600))
    assert purge_unused() == 1
    assert stored() == ["tmp/other", "tmp/tmpnew.upload"]


def test_what_a_killed_import_left_is_purged(world: factories.World, stored: Stored) -> None:
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


def test_the_content_of_a_row_that_may_be_kept_stays(
    world: factories.World, stored: Stored, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is lost between its commit and what it says of it."""
    save = StoredFile.save

    def lost(file: StoredFile, *arguments: Any, **named: Any) -> None:
        save(file, *arguments, **named)
        raise OperationalError("the connection is closed")

    monkeypatch.setattr(StoredFile, "save", lost)
    assert upload(world.client, Body(b"a.txt", 10)).verdict == "503 UNAVAILABLE"
    assert len(stored()) == StoredFile.objects.count() == 1
