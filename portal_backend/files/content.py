"""Content of stored files: reading, digests, and files that nothing refers to."""

import hashlib
import logging
import shutil
import tempfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db.models import Model

from portal_backend.core.errors import not_found
from portal_backend.files.models import StoredFile

log = logging.getLogger("portal.files")
CHUNK_SIZE = 1_000_000


def open_file(file: StoredFile) -> IO[bytes]:
    """Open the content of a file, or raise 404 if it is missing."""
    try:
        return file.content.open("rb")
    except FileNotFoundError:
        log.exception("the content of file %s is lost", file.pk)
        raise not_found() from None


@contextmanager
def local_copy(file: StoredFile) -> Iterator[Path]:
    """Copy a file to a temporary folder, whatever the storage is.

    Raises 404 if the content is missing.
    """
    with tempfile.TemporaryDirectory(dir=settings.FILE_UPLOAD_TEMP_DIR, prefix="import-") as folder:
        path = Path(folder) / "upload"
        with open_file(file) as stored, path.open("wb") as copy:
            shutil.copyfileobj(stored, copy)
        yield path


def compute_digest(stream: IO[bytes]) -> str:
    """Compute the SHA-256 digest of the rest of a stream."""
    digest = hashlib.sha256()
    while chunk := stream.read(CHUNK_SIZE):
        digest.update(chunk)
    return digest.hexdigest()


def get_digests(ids: Iterable[str]) -> dict[str, str]:
    """Return the digests of files by id; missing ones are computed and saved.

    Files whose content is missing are left out.
    """
    digests = {}
    for file in StoredFile.objects.filter(pk__in=set(ids)).only("pk", "digest", "content"):
        if not file.digest:
            try:
                with file.content.open("rb") as content:
                    file.digest = compute_digest(content)
            except FileNotFoundError:
                continue
            file.save(update_fields=["digest"])
        digests[file.pk] = file.digest
    return digests


def find_unreferenced(ids: Collection[str], *, ignored_models: Collection[type[Model]] = ()) -> set[str]:
    """Return those files that nothing refers to, ignoring references from some models."""
    unused = set(ids)
    relations: list[Any] = StoredFile._meta.get_fields(include_hidden=True)
    for each in relations:
        if each.one_to_many and each.related_model not in ignored_models:
            name = each.field.attname
            rows = each.related_model._default_manager.filter(**{f"{each.field.name}__in": ids})
            unused -= set(rows.values_list(name, flat=True))
    in_requests = StoredFile.objects.filter(pk__in=unused, request__isnull=False)
    return unused - set(in_requests.values_list("pk", flat=True))
