"""Backup archives: a tar of a database dump, the stored files and a manifest."""

import hashlib
import io
import json
import tarfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, cast

MANIFEST = "manifest.json"
DATABASE_MEMBER = "database"
STORAGE_PREFIX = "storage/"
# 1 was the format of version 0.1, whose database schema is another
FORMAT_VERSION = 2
CHUNK_BYTES = 1 << 20


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
        """Add the manifest; an archive without one is recognized as cut off."""
        text = json.dumps(asdict(self.manifest)).encode()
        self._tar.addfile(_build_member(MANIFEST, len(text)), io.BytesIO(text))


def _build_member(name: str, size: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = size, 0o600, int(time.time())
    return member


def verify_archive(path: Path) -> Manifest:
    """Read every byte of an archive and return its manifest.

    Raises CorruptBackupError if the archive is cut off, damaged or of another format.
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
        raise CorruptBackupError(f"{path} is no whole backup: {error}") from error
    if manifest is None:
        raise CorruptBackupError(f"{path} is no whole backup: it has no manifest, so it was cut off")
    if manifest.format < FORMAT_VERSION:
        raise CorruptBackupError(
            f"{path} was made by version 0.1 of the portal, whose data this version cannot read: restore it with 0.1"
        )
    if manifest.format != FORMAT_VERSION:
        raise CorruptBackupError(f"{path} is of format {manifest.format}, this portal reads format {FORMAT_VERSION}")
    differing = sorted(
        name for name in digests.keys() | manifest.digests.keys() if digests.get(name) != manifest.digests.get(name)
    )
    if differing:
        raise CorruptBackupError(
            f"{path} is damaged: {len(differing)} of its files are not as they were, the first is {differing[0]}"
        )
    return manifest


def iter_members(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """Yield the archive's files, with their content, in order."""
    with tarfile.open(path, "r|") as tar:
        for member in tar:
            content = tar.extractfile(member)
            if content is not None:
                yield member.name, content


def compute_digest(stream: IO[bytes]) -> str:
    """Return the SHA-256 of the rest of a stream."""
    sha256 = hashlib.sha256()
    while block := stream.read(CHUNK_BYTES):
        sha256.update(block)
    return sha256.hexdigest()
