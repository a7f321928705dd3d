"""Backup and restore of the database and the stored files, as of one moment."""

import hashlib
import io
import json
import logging
import os
import shutil
import sqlite3
import tarfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from tempfile import NamedTemporaryFile, TemporaryDirectory, TemporaryFile
from typing import IO, cast

from botocore.exceptions import BotoCoreError, ClientError
from django.conf import settings
from django.core.cache import cache
from django.core.files import File
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from portal_backend.files.content import compute_digest
from portal_backend.files.models import StoredFile
from portal_backend.files.previews import list_preview_paths
from portal_backend.operations.database_dump import DatabaseToolError, dump_database, restore_database
from portal_backend.workflow.status_positions import refresh_status_positions

MANIFEST = "manifest.json"
DATABASE_MEMBER = "database"
STORAGE_PREFIX = "storage/"
# 1 was the format of version 0.1, whose database schema is another
FORMAT_VERSION = 2


class CorruptBackupError(Exception):
    """Archive is not a complete, valid backup; the message says why."""


@dataclass
class Manifest:
    """Contents of a backup, and missing files."""

    #: database vendor
    engine: str
    made_at: str
    format: int = FORMAT_VERSION
    #: SHA-256 of each member by its name
    digests: dict[str, str] = field(default_factory=dict)
    #: paths of files that the database references but the storage lacked
    missing: list[str] = field(default_factory=list)


class _HashingReader:
    """Stream that computes a SHA-256 while it is read."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.sha256 = hashlib.sha256()

    def read(self, size: int = -1) -> bytes:
        """Read up to `size` bytes and add them to the digest."""
        block = self._stream.read(size)
        self.sha256.update(block)
        return block


class ArchiveWriter:
    """Writer of one backup archive."""

    def __init__(self, tar: tarfile.TarFile, manifest: Manifest) -> None:
        self._tar = tar
        self.manifest = manifest

    def add(self, name: str, stream: IO[bytes], size: int) -> None:
        """Add a member of `size` bytes."""
        digesting = _HashingReader(stream)
        self._tar.addfile(_build_member(name, size), cast("IO[bytes]", digesting))
        self.manifest.digests[name] = digesting.sha256.hexdigest()

    def finish(self) -> None:
        """Add the manifest; an archive without one is recognized as truncated."""
        text = json.dumps(asdict(self.manifest)).encode()
        self._tar.addfile(_build_member(MANIFEST, len(text)), io.BytesIO(text))


def _build_member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = size, 0o600, int(time.time())
    return member


def verify_archive(path: Path) -> Manifest:
    """Read every byte of an archive and return its manifest.

    Raises CorruptBackupError if the archive is truncated, damaged or of another format.
    """
    manifest: Manifest | None = None
    digests: dict[str, str] = {}
    try:
        for name, stream in iter_members(path):
            if name == MANIFEST:
                manifest = Manifest(**json.load(stream))
            else:
                digests[name] = compute_digest(stream)
    except (tarfile.TarError, EOFError, ValueError, TypeError) as error:
        raise CorruptBackupError(f"{path} is not a complete backup: {error}") from error
    if manifest is None:
        raise CorruptBackupError(f"{path} is not a complete backup: the manifest is missing, so the file was truncated")
    if manifest.format < FORMAT_VERSION:
        raise CorruptBackupError(
            f"{path} was created by version 0.1 of the portal and can be restored only with that version"
        )
    if manifest.format != FORMAT_VERSION:
        raise CorruptBackupError(
            f"{path} has format {manifest.format}, but this version of the portal reads format {FORMAT_VERSION}"
        )
    differing = sorted(
        name for name in digests.keys() | manifest.digests.keys() if digests.get(name) != manifest.digests.get(name)
    )
    if differing:
        raise CorruptBackupError(
            f"{path} is damaged: {len(differing)} files do not match their checksums, the first is {differing[0]}"
        )
    return manifest


def iter_members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the archive's files, with their content, in order."""
    with tarfile.open(path, "r|") as tar:
        for member in tar:
            content = tar.extractfile(member)
            if content is not None:
                yield member.name, content


log = logging.getLogger("portal.operations")
# errors that a database tool, a full disk or an unreachable bucket may raise during a backup or a restore
BACKUP_ERRORS = (DatabaseToolError, OSError, sqlite3.Error, BotoCoreError, ClientError)
INCOMPLETE_SUFFIX = ".incomplete"


class IncompleteBackupError(Exception):
    """Backup lacks files that its database references."""

    def __init__(self, missing: list[str], archive: Path) -> None:
        super().__init__(
            f"{archive} is missing {len(missing)} files that its database references and the storage does not have: "
            + ", ".join(missing[:5])
        )


def create_backup(target: Path) -> Manifest:
    """Write a backup to `target` while the portal keeps running.

    Files are written once and never changed. They are listed before and after the database is dumped, so every file
    that the dump references is found in one of the two passes. The archive gets its name once it is complete. If the
    storage has lost referenced files, the rest is written to `target` with INCOMPLETE_SUFFIX added, so that an older,
    complete backup is kept. Raises IncompleteBackupError or one of BACKUP_ERRORS.
    """
    manifest = Manifest(connection.vendor, timezone.now().isoformat(timespec="seconds"))
    target.parent.mkdir(parents=True, exist_ok=True)
    referenced_before = set(_iter_referenced_paths())
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.") as partial:
        with tarfile.open(fileobj=partial, mode="w") as tar, TemporaryDirectory(dir=target.parent) as folder:
            archive = ArchiveWriter(tar, manifest)
            _add_files(archive)
            copy = Path(folder) / DATABASE_MEMBER
            dump_database(copy)
            with copy.open("rb") as stream:
                archive.add(DATABASE_MEMBER, stream, copy.stat().st_size)
            _add_files(archive)
            # only files referenced both before and after the dump are required: others were added or removed meanwhile
            referenced = sorted(referenced_before.intersection(_iter_referenced_paths()))
            manifest.missing = [path for path in referenced if not _add_file(archive, path)]
            archive.finish()
        partial.flush()
        if manifest.missing:
            target = target.with_name(target.name + INCOMPLETE_SUFFIX)
        target.unlink(missing_ok=True)
        target.hardlink_to(partial.name)
    log.info("backup created files=%s missing=%s", len(manifest.digests) - 1, len(manifest.missing))
    if manifest.missing:
        raise IncompleteBackupError(manifest.missing, target)
    return manifest


def _add_files(archive: ArchiveWriter) -> None:
    """Add stored files that are not in the archive yet.

    A file that is removed meanwhile is one that no request uses.
    """
    for path in iter_stored_paths():
        if not _add_file(archive, path):
            log.info("file deleted during the backup: %s", path)


def _add_file(archive: ArchiveWriter, path: str) -> bool:
    """Add a stored file unless it is in the archive; return False if it is missing."""
    if STORAGE_PREFIX + path not in archive.manifest.digests:
        try:
            with default_storage.open(path) as file:
                archive.add(STORAGE_PREFIX + path, file, file.size)
        except FileNotFoundError:
            return False
    return True


def _iter_referenced_paths() -> Iterator[str]:
    """Yield the paths of all files that the database references, with previews."""
    files = StoredFile.objects.order_by("pk").values_list("pk", "content", "has_preview")
    for pk, content, has_preview in files.iterator():
        yield content
        if has_preview:
            yield from list_preview_paths(pk)


def iter_stored_paths(folder: str = "") -> Iterator[str]:
    """Yield the path of each stored file."""
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:
        return
    for name in sorted(files):
        yield str(PurePosixPath(folder, name))
    for name in sorted(folders):
        yield from iter_stored_paths(str(PurePosixPath(folder, name)))


def restore_backup(source: Path, *, allow_incomplete: bool = False) -> Manifest:
    """Replace the database and stored files by a backup, then migrate.

    Nothing is changed before every byte of the archive has been verified and each file that it lacks has been found in
    the storage (or `allow_incomplete`). Stored files that are not in the backup are kept: the hourly cleanup removes
    unused ones. A restore that was interrupted can be run again: the database is replaced last, and every file is
    replaced atomically. Raises CorruptBackupError, IncompleteBackupError or one of BACKUP_ERRORS.
    """
    manifest = verify_archive(source)
    if manifest.engine != connection.vendor:
        raise CorruptBackupError(
            f"{source} contains a {manifest.engine} database, but this portal uses {connection.vendor}"
        )
    missing = [path for path in manifest.missing if not default_storage.exists(path)]
    if missing and not allow_incomplete:
        raise IncompleteBackupError(missing, source)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / DATABASE_MEMBER
        for name, content in iter_members(source):
            if name == DATABASE_MEMBER:
                with copy.open("wb") as target:
                    shutil.copyfileobj(content, target)
            elif name.startswith(STORAGE_PREFIX):
                _restore_file(name.removeprefix(STORAGE_PREFIX), content, manifest.digests[name])
        restore_database(copy)
    call_command("migrate", interactive=False, verbosity=0)
    refresh_status_positions()
    cache.clear()
    log.info("backup restored files=%s", len(manifest.digests) - 1)
    return manifest


def _restore_file(path: str, content: IO[bytes], digest: str) -> None:
    """Store a file unless the storage already has the same content.

    The existing file stays until the new one is complete.
    """
    with suppress(FileNotFoundError), default_storage.open(path) as file:
        if compute_digest(file) == digest:
            return
    try:
        target = Path(default_storage.path(path))
    except NotImplementedError:  # a bucket replaces files atomically but needs the size in advance
        with TemporaryFile() as buffer:
            shutil.copyfileobj(content, buffer)
            default_storage.save(path, File(buffer, name=PurePosixPath(path).name))
    else:
        _replace_file(target, content)


def _replace_file(target: Path, content: IO[bytes]) -> None:
    for folder in reversed(_get_storage_folders(target)):
        folder.mkdir(parents=True, mode=settings.FILE_UPLOAD_DIRECTORY_PERMISSIONS, exist_ok=True)
    partial = target.with_name(f"{target.name}.restored")
    try:
        with partial.open("wb") as stream:
            shutil.copyfileobj(content, stream)
        partial.chmod(settings.FILE_UPLOAD_PERMISSIONS)
        if os.geteuid() == 0:  # files restored by root must be readable for the portal's user
            owner = settings.DATA_DIR.stat()
            for each in (partial, *_get_storage_folders(target)):
                os.chown(each, owner.st_uid, owner.st_gid)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def _get_storage_folders(target: Path) -> list[Path]:
    """Return the folders of a file up to the storage's root, innermost first."""
    top = Path(default_storage.path(""))
    return [folder for folder in target.parents if folder.is_relative_to(top)]


def find_missing_files() -> list[str]:
    """Return the ids of files that the database references but the storage lacks."""
    rows = StoredFile.objects.order_by("pk").values_list("pk", "content")
    return [pk for pk, path in rows.iterator() if not default_storage.exists(path)]
