"""A backup is whole or none, and what is restored from it is what was there."""

import errno
import hashlib
import json
import sqlite3
import tarfile
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import pytest
from django.apps import apps
from django.core.files.storage import default_storage
from django.core.management import CommandError, call_command
from pytest_django import Settings

from portal_backend.accounts.models import User
from portal_backend.base.storage import storage_settings
from portal_backend.files.actions import store
from portal_backend.files.images import preview_paths
from portal_backend.files.models import StoredFile
from portal_backend.operations import backup as backups
from portal_backend.operations import database
from portal_backend.operations.archive import DamagedError, Manifest, Writer, checked, members
from portal_backend.operations.backup import stored_paths
from portal_backend.operations.database import ToolError, copy_database, replace_database
from portal_backend.workflow.models import Request
from tests import factories
from tests.caller import Caller
from tests.files.pictures import picture

pytestmark = pytest.mark.django_db(transaction=True)
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> factories.World:
    """Two tenants with a repair and a file each, in a storage of this test's own."""
    folder = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path / "uploads"}}
    settings.STORAGES = {**settings.STORAGES, "default": folder}
    here = factories.world()
    for each in (here.client, here.client2):
        factories.repair(here, "IN_DIAGNOSTICS", by=each)
        store(BytesIO(b"what was written"), f"{each.username}.txt", 16, actor=each.actor)
    return here


def every_row() -> Rows:
    """Every row of every table, in a fixed order."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models(include_auto_created=True)
    }


def every_file() -> dict[str, str]:
    """The hash of each stored file by its path."""
    return {path: hashlib.sha256(default_storage.open(path).read()).hexdigest() for path in stored_paths()}


def backed_up(tmp_path: Path) -> Path:
    """A new backup."""
    target = tmp_path / "portal.tar"
    call_command("backup", str(target))
    return target


def test_rows_and_files_come_back_as_they_were_and_people_work_on(
    world: factories.World, caller: Caller, tmp_path: Path
) -> None:
    file = StoredFile.objects.get(uploaded_by=world.client.user)
    rows, files = every_row(), every_file()
    backup = backed_up(tmp_path)
    assert every_row() == rows

    Request.objects.all().update(search_text="something else happened")
    StoredFile.objects.all().delete()
    for path in files:
        default_storage.delete(path)
    User.objects.filter(pk=world.client2.id).update(email="changed@example.org")
    call_command("restore", str(backup), "--replace")

    assert every_row() == rows
    assert every_file() == files
    login = {"username": world.client.username, "password": factories.PASSWORD}
    assert caller.post("/contacts/login", login).status == 200
    assert caller.get(f"/files/download/{file.pk}", actor=world.client).data == b"what was written"


def test_a_file_uploaded_while_the_database_is_copied_is_in_the_backup(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backups.copy_database

    def uploaded_meanwhile(target: Path) -> None:
        store(BytesIO(b"just in time"), "late.txt", 12, actor=world.client.actor)
        copy(target)

    monkeypatch.setattr(backups, "copy_database", uploaded_meanwhile)
    backup = backed_up(tmp_path)
    late = StoredFile.objects.get(name="late.txt")
    default_storage.delete(late.content.name)
    call_command("restore", str(backup), "--replace")
    assert StoredFile.objects.get(name="late.txt").content.read() == b"just in time"


def test_a_portal_in_use_is_replaced_on_request_only(world: factories.World, tmp_path: Path) -> None:
    backup, rows = backed_up(tmp_path), every_row()
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(backup))
    assert every_row() == rows


@pytest.mark.parametrize("damage", ["cut", "changed", "none"])
def test_a_damaged_backup_touches_nothing(world: factories.World, tmp_path: Path, damage: str) -> None:
    backup = backed_up(tmp_path)
    content = bytearray(backup.read_bytes())
    if damage == "cut":
        content = content[: len(content) // 2]
    elif damage == "changed":
        content[content.index(b"what was written")] ^= 1
    else:
        content = bytearray(b"a letter to the editor")
    backup.write_bytes(content)
    Request.objects.all().update(search_text="since then")
    rows, files = every_row(), every_file()
    with pytest.raises(CommandError, match="Not restored"):
        call_command("restore", str(backup), "--replace")
    assert (every_row(), every_file()) == (rows, files)


def test_a_backup_of_another_kind_of_database_is_refused(world: factories.World, tmp_path: Path) -> None:
    manifest = Manifest("oracle", "2026-01-01T00:00:00+00:00")
    with tarfile.open(tmp_path / "other.tar", "w") as tar:
        Writer(tar, manifest).finish()
    with pytest.raises(CommandError, match="oracle"):
        call_command("restore", str(tmp_path / "other.tar"), "--replace")


def test_a_backup_that_fails_leaves_no_file_and_the_older_one(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = backed_up(tmp_path)
    older = backup.read_bytes()

    def full(target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups, "copy_database", full)
    with pytest.raises(CommandError, match="No space left"):
        backed_up(tmp_path)
    assert backup.read_bytes() == older
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == [backup.name]


def test_a_full_disk_takes_no_file_that_is_there(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = backed_up(tmp_path)
    for each in StoredFile.objects.all():
        Path(each.content.path).write_bytes(b"what is there now")
    rows, files = every_row(), every_file()

    def full(source: IO[bytes], target: IO[bytes]) -> None:
        target.write(source.read(3))
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups.shutil, "copyfileobj", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("restore", str(backup), "--replace")
    assert (every_row(), every_file()) == (rows, files)


def test_a_file_that_is_as_it_was_is_left_alone(world: factories.World, tmp_path: Path) -> None:
    backup, files = backed_up(tmp_path), every_file()
    same, changed = (Path(each.content.path) for each in StoredFile.objects.order_by("pk"))
    written = same.stat().st_mtime_ns
    changed.write_bytes(b"not what was written")
    call_command("restore", str(backup), "--replace")
    assert every_file() == files
    assert same.stat().st_mtime_ns == written


def test_a_bucket_out_of_reach_is_told(world: factories.World, tmp_path: Path, settings: Settings) -> None:
    backup, rows = backed_up(tmp_path), every_row()
    away = storage_settings("s3+http://portal:password@127.0.0.1:1/uploads")
    settings.STORAGES = {**settings.STORAGES, "default": away}
    with pytest.raises(CommandError, match="Not restored: Could not connect"):
        call_command("restore", str(backup), "--replace")
    with pytest.raises(CommandError, match="No backup was made: Could not connect"):
        call_command("backup", str(tmp_path / "another.tar"))
    assert every_row() == rows


def test_reports_a_backup_without_all_files_and_keeps_the_whole_one(world: factories.World, tmp_path: Path) -> None:
    older = backed_up(tmp_path).read_bytes()
    lost = StoredFile.objects.get(uploaded_by=world.client.user).content.name
    default_storage.delete(lost)
    with pytest.raises(CommandError, match=f"not complete: .* lacks 1 files .*{lost}"):
        backed_up(tmp_path)
    assert (tmp_path / "portal.tar").read_bytes() == older
    assert checked(tmp_path / "portal.tar.incomplete").missing == [lost]


def test_an_incomplete_backup_replaces_nothing_unless_asked_to(world: factories.World, tmp_path: Path) -> None:
    lost = StoredFile.objects.get(uploaded_by=world.client.user)
    default_storage.delete(lost.content.name)
    with pytest.raises(CommandError):
        backed_up(tmp_path)
    backup = tmp_path / "portal.tar.incomplete"
    Request.objects.all().update(search_text="since then")
    rows, files = every_row(), every_file()
    with pytest.raises(CommandError, match=r"Not restored: .*--incomplete"):
        call_command("restore", str(backup), "--replace")
    assert (every_row(), every_file()) == (rows, files)

    with pytest.raises(CommandError, match=lost.pk):
        call_command("restore", str(backup), "--replace", "--incomplete")
    assert not Request.objects.filter(search_text="since then").exists()


def test_files_that_still_lie_in_the_storage_complete_a_backup(world: factories.World, tmp_path: Path) -> None:
    lost = StoredFile.objects.get(uploaded_by=world.client.user).content
    content, name = lost.read(), lost.name
    default_storage.delete(name)
    with pytest.raises(CommandError):
        backed_up(tmp_path)
    default_storage.save(name, BytesIO(content))
    call_command("restore", str(tmp_path / "portal.tar.incomplete"), "--replace")


def test_backs_up_a_file_that_the_listing_of_the_storage_omits(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = picture()
    photo = store(BytesIO(content), "photo.png", len(content), actor=world.client.actor)
    monkeypatch.setattr(backups, "stored_paths", lambda: iter(()))
    archive = checked(backed_up(tmp_path))
    assert len(archive.digests) == 1 + StoredFile.objects.count() + len(preview_paths(photo.pk))


def test_a_file_removed_while_the_database_is_copied_is_no_loss(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backups.copy_database

    def purged_meanwhile(target: Path) -> None:
        copy(target)
        StoredFile.objects.all().delete()
        for path in list(stored_paths()):
            default_storage.delete(path)

    monkeypatch.setattr(backups, "copy_database", purged_meanwhile)
    assert checked(backed_up(tmp_path)).missing == []


def test_a_restored_file_is_its_owners_alone(world: factories.World, tmp_path: Path) -> None:
    backup = backed_up(tmp_path)
    file = Path(StoredFile.objects.get(uploaded_by=world.client.user).content.path)
    file.unlink()
    call_command("restore", str(backup), "--replace")
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_copy_that_cannot_be_loaded_leaves_the_database_as_it_was(world: factories.World, tmp_path: Path) -> None:
    copy, rows = tmp_path / "copy", every_row()
    copy_database(copy)
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    with pytest.raises((ToolError, sqlite3.DatabaseError)):
        replace_database(copy)
    assert every_row() == rows


def test_a_backup_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", str(tmp_path / "portal.tar"))


def test_an_archive_without_its_list_or_of_another_time_is_refused_and_folders_in_it_are_passed_over(
    world: factories.World, tmp_path: Path
) -> None:
    names, backup, target = ["manifest.json"], backed_up(tmp_path), tmp_path / "packed.tar"
    with tarfile.open(backup) as tar:
        names += [each for each in tar.getnames() if each not in names]
    for name, content in members(backup):
        file = tmp_path / "unpacked" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.read())

    def packed(*left_out: str) -> Path:
        """As a person packs the files of a backup again, whose folders then lie in it as well."""
        with tarfile.open(target, "w") as tar:
            tar.add(tmp_path / "unpacked", arcname=".", recursive=False)
            for each in set(names) - set(left_out):
                tar.add(tmp_path / "unpacked" / each, arcname=each)
        return target

    assert checked(packed()) == checked(backup)
    with pytest.raises(DamagedError, match="no manifest"):
        checked(packed("manifest.json"))
    manifest = tmp_path / "unpacked" / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "format": 99}))
    with pytest.raises(DamagedError, match="of format 99"):
        checked(packed())


def test_a_missing_tool_of_the_database_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(database, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match=r"pg_dump is missing.*postgresql-client"):
        database._tool("pg_dump")
