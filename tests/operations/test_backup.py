"""Backup and restore: complete archives only, and exactly restored data."""

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
    """Create two tenants with a repair and a file each, in a storage of this test."""
    folder = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path / "uploads"}}
    settings.STORAGES = {**settings.STORAGES, "default": folder}
    world = factories.world()
    for each in (world.client, world.client2):
        factories.repair(world, "IN_DIAGNOSTICS", by=each)
        store(BytesIO(b"what was written"), f"{each.username}.txt", 16, actor=each.actor)
    return world


def every_row() -> Rows:
    """Return every row of every table, in a fixed order."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models(include_auto_created=True)
    }


def every_file() -> dict[str, str]:
    """Return the hash of each stored file by its path."""
    return {path: hashlib.sha256(default_storage.open(path).read()).hexdigest() for path in stored_paths()}


def backed_up(tmp_path: Path) -> Path:
    """Create a backup."""
    target = tmp_path / "portal.tar"
    call_command("backup", str(target))
    return target


def test_restores_rows_and_files(world: factories.World, caller: Caller, tmp_path: Path) -> None:
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


def test_backup_includes_file_uploaded_during_dump(
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


def test_restore_into_used_database_requires_replace(world: factories.World, tmp_path: Path) -> None:
    backup, rows = backed_up(tmp_path), every_row()
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(backup))
    assert every_row() == rows


@pytest.mark.parametrize("damage", ["cut", "changed", "none"])
def test_rejects_damaged_backup(world: factories.World, tmp_path: Path, damage: str) -> None:
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


def test_rejects_backup_of_other_database_engine(world: factories.World, tmp_path: Path) -> None:
    manifest = Manifest("oracle", "2026-01-01T00:00:00+00:00")
    with tarfile.open(tmp_path / "other.tar", "w") as tar:
        Writer(tar, manifest).finish()
    with pytest.raises(CommandError, match="oracle"):
        call_command("restore", str(tmp_path / "other.tar"), "--replace")


def test_failed_backup_keeps_older_one(world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = backed_up(tmp_path)
    older = backup.read_bytes()

    def full(target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups, "copy_database", full)
    with pytest.raises(CommandError, match="No space left"):
        backed_up(tmp_path)
    assert backup.read_bytes() == older
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == [backup.name]


def test_restore_on_full_disk_keeps_existing_files(
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


def test_restore_skips_unchanged_files(world: factories.World, tmp_path: Path) -> None:
    backup, files = backed_up(tmp_path), every_file()
    same, changed = (Path(each.content.path) for each in StoredFile.objects.order_by("pk"))
    written = same.stat().st_mtime_ns
    changed.write_bytes(b"not what was written")
    call_command("restore", str(backup), "--replace")
    assert every_file() == files
    assert same.stat().st_mtime_ns == written


def test_reports_unreachable_bucket(world: factories.World, tmp_path: Path, settings: Settings) -> None:
    backup, rows = backed_up(tmp_path), every_row()
    unreachable = storage_settings("s3+http://portal:password@127.0.0.1:1/uploads")
    settings.STORAGES = {**settings.STORAGES, "default": unreachable}
    with pytest.raises(CommandError, match="Not restored: Could not connect"):
        call_command("restore", str(backup), "--replace")
    with pytest.raises(CommandError, match="No backup was made: Could not connect"):
        call_command("backup", str(tmp_path / "another.tar"))
    assert every_row() == rows


def test_incomplete_backup_is_reported_and_keeps_complete_one(world: factories.World, tmp_path: Path) -> None:
    older = backed_up(tmp_path).read_bytes()
    lost = StoredFile.objects.get(uploaded_by=world.client.user).content.name
    default_storage.delete(lost)
    with pytest.raises(CommandError, match=f"not complete: .* lacks 1 files .*{lost}"):
        backed_up(tmp_path)
    assert (tmp_path / "portal.tar").read_bytes() == older
    assert checked(tmp_path / "portal.tar.incomplete").missing == [lost]


def test_restore_of_incomplete_backup_requires_option(world: factories.World, tmp_path: Path) -> None:
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


def test_files_in_storage_complete_an_incomplete_backup(world: factories.World, tmp_path: Path) -> None:
    lost = StoredFile.objects.get(uploaded_by=world.client.user).content
    content, name = lost.read(), lost.name
    default_storage.delete(name)
    with pytest.raises(CommandError):
        backed_up(tmp_path)
    default_storage.save(name, BytesIO(content))
    call_command("restore", str(tmp_path / "portal.tar.incomplete"), "--replace")


def test_backs_up_file_missing_from_storage_listing(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = picture()
    photo = store(BytesIO(content), "photo.png", len(content), actor=world.client.actor)
    monkeypatch.setattr(backups, "stored_paths", lambda: iter(()))
    archive = checked(backed_up(tmp_path))
    assert len(archive.digests) == 1 + StoredFile.objects.count() + len(preview_paths(photo.pk))


def test_file_removed_during_dump_is_not_missing(
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


def test_restored_file_is_readable_by_owner_only(world: factories.World, tmp_path: Path) -> None:
    backup = backed_up(tmp_path)
    file = Path(StoredFile.objects.get(uploaded_by=world.client.user).content.path)
    file.unlink()
    call_command("restore", str(backup), "--replace")
    assert file.stat().st_mode & 0o777 == 0o600


def test_damaged_dump_leaves_database_unchanged(world: factories.World, tmp_path: Path) -> None:
    copy, rows = tmp_path / "copy", every_row()
    copy_database(copy)
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    with pytest.raises((ToolError, sqlite3.DatabaseError)):
        replace_database(copy)
    assert every_row() == rows


def test_reports_missing_backup_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no file"):
        call_command("restore", str(tmp_path / "portal.tar"))


def test_rejects_archive_without_manifest_or_of_other_format_and_ignores_folders(
    world: factories.World, tmp_path: Path
) -> None:
    names, backup, target = ["manifest.json"], backed_up(tmp_path), tmp_path / "packed.tar"
    with tarfile.open(backup) as tar:
        names += [each for each in tar.getnames() if each not in names]
    for name, content in members(backup):
        file = tmp_path / "unpacked" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.read())

    def repack(*left_out: str) -> Path:
        """Pack the backup's files again, with their folders, as a user may do."""
        with tarfile.open(target, "w") as tar:
            tar.add(tmp_path / "unpacked", arcname=".", recursive=False)
            for each in set(names) - set(left_out):
                tar.add(tmp_path / "unpacked" / each, arcname=each)
        return target

    assert checked(repack()) == checked(backup)
    with pytest.raises(DamagedError, match="no manifest"):
        checked(repack("manifest.json"))
    manifest = tmp_path / "unpacked" / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "format": 99}))
    with pytest.raises(DamagedError, match="of format 99"):
        checked(repack())


def test_reports_missing_database_tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(database, "DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ToolError, match=r"pg_dump is missing.*postgresql-client"):
        database._tool("pg_dump")
