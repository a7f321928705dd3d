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
from portal_backend.core.storage import build_storage_settings
from portal_backend.files.actions import store
from portal_backend.files.models import StoredFile
from portal_backend.files.previews import list_preview_paths
from portal_backend.operations import backup as backups
from portal_backend.operations import database_dump
from portal_backend.operations.backup import (
    ArchiveWriter,
    CorruptBackupError,
    Manifest,
    iter_members,
    iter_stored_paths,
    verify_archive,
)
from portal_backend.operations.database_dump import DatabaseToolError, dump_database, restore_database
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient
from tests.files.sample_images import build_image

pytestmark = pytest.mark.django_db(transaction=True)
RowsByTable = dict[str, list[dict[str, Any]]]


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


def dump_rows() -> RowsByTable:
    """Return every row of every table, in a fixed order."""
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values())
        for model in apps.get_models(include_auto_created=True)
    }


def hash_files() -> dict[str, str]:
    """Return the hash of each stored file by its path."""
    return {path: hashlib.sha256(default_storage.open(path).read()).hexdigest() for path in iter_stored_paths()}


def create_archive(tmp_path: Path) -> Path:
    """Create a backup."""
    target = tmp_path / "portal.tar"
    call_command("backup", str(target))
    return target


def test_restores_rows_and_files(world: factories.World, caller: ApiClient, tmp_path: Path) -> None:
    file = StoredFile.objects.get(uploaded_by=world.client.user)
    rows, files = dump_rows(), hash_files()
    backup = create_archive(tmp_path)
    assert dump_rows() == rows

    ServiceRequest.objects.all().update(search_text="something else happened")
    StoredFile.objects.all().delete()
    for path in files:
        default_storage.delete(path)
    User.objects.filter(pk=world.client2.id).update(email="changed@example.org")
    call_command("restore", str(backup), "--replace")

    assert dump_rows() == rows
    assert hash_files() == files
    login = {"username": world.client.username, "password": factories.PASSWORD}
    assert caller.post("/contacts/login", login).status == 200
    assert caller.get(f"/files/download/{file.pk}", actor=world.client).data == b"what was written"


def test_restored_rows_have_the_status_positions_of_the_process_table(world: factories.World, tmp_path: Path) -> None:
    positions = list(ServiceRequest.objects.order_by("pk").values_list("pk", "status_position"))
    ServiceRequest.objects.update(status_position=99)  # as a version with other tables stored them
    call_command("restore", str(create_archive(tmp_path)), "--replace")
    assert list(ServiceRequest.objects.order_by("pk").values_list("pk", "status_position")) == positions


def test_backup_includes_file_uploaded_during_dump(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backups.dump_database

    def uploaded_meanwhile(target: Path) -> None:
        store(BytesIO(b"just in time"), "late.txt", 12, actor=world.client.actor)
        copy(target)

    monkeypatch.setattr(backups, "dump_database", uploaded_meanwhile)
    backup = create_archive(tmp_path)
    late = StoredFile.objects.get(name="late.txt")
    default_storage.delete(late.content.name)
    call_command("restore", str(backup), "--replace")
    assert StoredFile.objects.get(name="late.txt").content.read() == b"just in time"


def test_restore_into_used_database_requires_replace(world: factories.World, tmp_path: Path) -> None:
    backup, rows = create_archive(tmp_path), dump_rows()
    with pytest.raises(CommandError, match="--replace"):
        call_command("restore", str(backup))
    assert dump_rows() == rows


@pytest.mark.parametrize("damage", ["cut", "changed", "none"])
def test_rejects_damaged_backup(world: factories.World, tmp_path: Path, damage: str) -> None:
    backup = create_archive(tmp_path)
    content = bytearray(backup.read_bytes())
    if damage == "cut":
        content = content[: len(content) // 2]
    elif damage == "changed":
        content[content.index(b"what was written")] ^= 1
    else:
        content = bytearray(b"a letter to the editor")
    backup.write_bytes(content)
    ServiceRequest.objects.all().update(search_text="since then")
    rows, files = dump_rows(), hash_files()
    with pytest.raises(CommandError, match="Not restored"):
        call_command("restore", str(backup), "--replace")
    assert (dump_rows(), hash_files()) == (rows, files)


def test_rejects_backup_of_other_database_engine(world: factories.World, tmp_path: Path) -> None:
    manifest = Manifest("oracle", "2026-01-01T00:00:00+00:00")
    with tarfile.open(tmp_path / "other.tar", "w") as tar:
        ArchiveWriter(tar, manifest).finish()
    with pytest.raises(CommandError, match="oracle"):
        call_command("restore", str(tmp_path / "other.tar"), "--replace")


def test_failed_backup_keeps_older_one(world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backup = create_archive(tmp_path)
    older = backup.read_bytes()

    def full(target: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups, "dump_database", full)
    with pytest.raises(CommandError, match="No space left"):
        create_archive(tmp_path)
    assert backup.read_bytes() == older
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == [backup.name]


def test_restore_on_full_disk_keeps_existing_files(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = create_archive(tmp_path)
    for each in StoredFile.objects.all():
        Path(each.content.path).write_bytes(b"what is there now")
    rows, files = dump_rows(), hash_files()

    def full(source: IO[bytes], target: IO[bytes]) -> None:
        target.write(source.read(3))
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(backups.shutil, "copyfileobj", full)
    with pytest.raises(CommandError, match="No space left"):
        call_command("restore", str(backup), "--replace")
    assert (dump_rows(), hash_files()) == (rows, files)


def test_restore_skips_unchanged_files(world: factories.World, tmp_path: Path) -> None:
    backup, files = create_archive(tmp_path), hash_files()
    same, changed = (Path(each.content.path) for each in StoredFile.objects.order_by("pk"))
    written = same.stat().st_mtime_ns
    changed.write_bytes(b"not what was written")
    call_command("restore", str(backup), "--replace")
    assert hash_files() == files
    assert same.stat().st_mtime_ns == written


def test_reports_unreachable_bucket(world: factories.World, tmp_path: Path, settings: Settings) -> None:
    backup, rows = create_archive(tmp_path), dump_rows()
    unreachable = build_storage_settings("s3+http://portal:password@127.0.0.1:1/uploads")
    settings.STORAGES = {**settings.STORAGES, "default": unreachable}
    with pytest.raises(CommandError, match="Not restored: Could not connect"):
        call_command("restore", str(backup), "--replace")
    with pytest.raises(CommandError, match="Backup failed: Could not connect"):
        call_command("backup", str(tmp_path / "another.tar"))
    assert dump_rows() == rows


def test_incomplete_backup_is_reported_and_keeps_complete_one(world: factories.World, tmp_path: Path) -> None:
    older = create_archive(tmp_path).read_bytes()
    lost = StoredFile.objects.get(uploaded_by=world.client.user).content.name
    default_storage.delete(lost)
    with pytest.raises(CommandError, match=f"not complete: .* is missing 1 files .*{lost}"):
        create_archive(tmp_path)
    assert (tmp_path / "portal.tar").read_bytes() == older
    assert verify_archive(tmp_path / "portal.tar.incomplete").missing == [lost]


def test_restore_of_incomplete_backup_requires_option(world: factories.World, tmp_path: Path) -> None:
    lost = StoredFile.objects.get(uploaded_by=world.client.user)
    default_storage.delete(lost.content.name)
    with pytest.raises(CommandError):
        create_archive(tmp_path)
    backup = tmp_path / "portal.tar.incomplete"
    ServiceRequest.objects.all().update(search_text="since then")
    rows, files = dump_rows(), hash_files()
    with pytest.raises(CommandError, match=r"Not restored: .*--incomplete"):
        call_command("restore", str(backup), "--replace")
    assert (dump_rows(), hash_files()) == (rows, files)

    with pytest.raises(CommandError, match=lost.pk):
        call_command("restore", str(backup), "--replace", "--incomplete")
    assert not ServiceRequest.objects.filter(search_text="since then").exists()


def test_files_in_storage_complete_an_incomplete_backup(world: factories.World, tmp_path: Path) -> None:
    lost = StoredFile.objects.get(uploaded_by=world.client.user).content
    content, name = lost.read(), lost.name
    default_storage.delete(name)
    with pytest.raises(CommandError):
        create_archive(tmp_path)
    default_storage.save(name, BytesIO(content))
    call_command("restore", str(tmp_path / "portal.tar.incomplete"), "--replace")


def test_backs_up_file_missing_from_storage_listing(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = build_image()
    photo = store(BytesIO(content), "photo.png", len(content), actor=world.client.actor)
    monkeypatch.setattr(backups, "iter_stored_paths", lambda: iter(()))
    archive = verify_archive(create_archive(tmp_path))
    assert len(archive.digests) == 1 + StoredFile.objects.count() + len(list_preview_paths(photo.pk))


def test_file_removed_during_dump_is_not_missing(
    world: factories.World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = backups.dump_database

    def purged_meanwhile(target: Path) -> None:
        copy(target)
        StoredFile.objects.all().delete()
        for path in list(iter_stored_paths()):
            default_storage.delete(path)

    monkeypatch.setattr(backups, "dump_database", purged_meanwhile)
    assert verify_archive(create_archive(tmp_path)).missing == []


def test_restored_file_is_readable_by_owner_only(world: factories.World, tmp_path: Path) -> None:
    backup = create_archive(tmp_path)
    file = Path(StoredFile.objects.get(uploaded_by=world.client.user).content.path)
    file.unlink()
    call_command("restore", str(backup), "--replace")
    assert file.stat().st_mode & 0o777 == 0o600


def test_damaged_dump_leaves_database_unchanged(world: factories.World, tmp_path: Path) -> None:
    copy, rows = tmp_path / "copy", dump_rows()
    dump_database(copy)
    copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    with pytest.raises((DatabaseToolError, sqlite3.DatabaseError)):
        restore_database(copy)
    assert dump_rows() == rows


def test_reports_missing_backup_file(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="File not found"):
        call_command("restore", str(tmp_path / "portal.tar"))


def test_rejects_archive_without_manifest_or_of_other_format_and_ignores_folders(
    world: factories.World, tmp_path: Path
) -> None:
    names, backup, target = ["manifest.json"], create_archive(tmp_path), tmp_path / "packed.tar"
    with tarfile.open(backup) as tar:
        names += [each for each in tar.getnames() if each not in names]
    for name, content in iter_members(backup):
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

    assert verify_archive(repack()) == verify_archive(backup)
    with pytest.raises(CorruptBackupError, match="manifest is missing"):
        verify_archive(repack("manifest.json"))
    manifest = tmp_path / "unpacked" / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "format": 99}))
    with pytest.raises(CorruptBackupError, match="has format 99"):
        verify_archive(repack())


def test_reports_missing_database_tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(database_dump, "POSTGRESQL_ROOT", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(DatabaseToolError, match=r"pg_dump is missing.*postgresql-client"):
        database_dump._find_tool("pg_dump")
