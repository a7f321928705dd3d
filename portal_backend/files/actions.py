"""Storage, claiming and deletion of files."""

import base64
import binascii
import io
import logging
import shutil
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from pathlib import Path
from typing import IO

from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import Count, Q, Sum
from django.utils import timezone

from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, get_or_404, invalid_field, not_found, too_large
from portal_backend.core.translations import LazyMessage
from portal_backend.files.content import compute_digest, open_file
from portal_backend.files.models import FILES_FOLDER, StoredFile, get_storage_path
from portal_backend.files.previews import delete_previews, has_image_suffix, render_previews, store_previews
from portal_backend.files.schemas import FileIn
from portal_backend.files.upload_handler import detect_media_type, sanitize_filename
from portal_backend.workflow.models import ServiceRequest

QUOTA_PERIOD = timedelta(hours=1)


def check_quota(user_id: int) -> None:
    """Raise 429 if a user exceeds the upload quota.

    Limited are the number of files per hour and the total size of unused uploads.
    """
    now = timezone.now()
    is_recent, is_unused = Q(created_at__gt=now - QUOTA_PERIOD), Q(claimed_at__isnull=True)
    days = settings.UNUSED_UPLOAD_RETENTION_DAYS  # older ones are purged
    rows = StoredFile.objects.filter(
        uploaded_by_id=user_id, created_at__gt=now - max(QUOTA_PERIOD, timedelta(days=days))
    )
    sent = rows.aggregate(count=Count("pk", filter=is_recent), size=Sum("size", filter=is_unused, default=0))
    if sent["count"] >= settings.UPLOADS_PER_HOUR:
        raise _build_quota_error()
    if sent["size"] >= settings.MAX_UNUSED_UPLOAD_BYTES:
        raise _build_quota_error(
            LazyMessage("errors.UNUSED_UPLOADS", {"size": f"{sent['size'] / 1e9:.3g}", "days": days})
        )


def _build_quota_error(message: LazyMessage | None = None) -> ApiError:
    return ApiError(429, "TOO_MANY_REQUESTS", message, retry_after=int(QUOTA_PERIOD.total_seconds()))


log = logging.getLogger("portal.files")
# names of temporary uploads, and of the folders in which imports are read
TEMPORARY_FILE_PATTERNS = ("*.upload", "import-*", "pictures-*")


def store(stream: IO[bytes], name: str, size: int, *, actor: Actor | None, image: bool = False) -> StoredFile:
    """Store a file, which belongs to the actor until an action claims it.

    Call it outside a transaction, since content is written before its row. Raises 429 or 503, and 415 if `image` is set
    and the content is not an image.
    """
    if actor is not None:
        check_quota(actor.user_id)
    file = StoredFile(
        name=sanitize_filename(name),
        type=detect_media_type(stream),
        size=size,
        digest=compute_digest(stream),
        uploaded_by_id=actor.user_id if actor else None,
    )
    previews = render_previews(file, stream)
    file.has_preview = bool(previews)
    if image and not previews:
        raise ApiError(415, "UNSUPPORTED_FILE", fields={"file": LazyMessage("errors.field.image")})
    stored = False
    try:
        stream.seek(0)
        file.content.save(file.name, File(stream), save=False)
        store_previews(file.pk, previews)
        file.save(force_insert=True)
        stored = True
    except (OperationalError, InterfaceError):
        # the row may have been committed before the connection was lost; otherwise the purge deletes the content
        stored = True
        raise
    finally:
        if not stored:
            _delete_content(file.pk)
    return file


def copy_file(file: StoredFile, *, actor: Actor) -> StoredFile:
    """Store a copy of a file as an upload of the actor.

    Raises 404, 429 or 503.
    """
    with open_file(file) as stream:
        return store(stream, file.name, file.size, actor=actor)


def _delete_content(file_id: str) -> None:
    """Delete the content and the previews of a file, including partly written ones."""
    default_storage.delete(get_storage_path(file_id))
    delete_previews(file_id)


@contextmanager
def cleanup_on_error() -> Iterator[None]:
    """Delete the files stored from inline data if the request fails.

    Decorates the actions that receive files.
    """
    stored: list[StoredFile] = []
    token = _inline_files.set(stored)
    try:
        yield
    except BaseException as error:
        if isinstance(error, ApiError) and error.is_partial:
            raise  # the committed part refers to its files
        if not connection.in_atomic_block:  # otherwise the rollback removes the rows
            StoredFile.objects.filter(pk__in=[file.pk for file in stored]).delete()
        for file in stored:
            _delete_content(file.pk)
        raise
    finally:
        _inline_files.reset(token)


_inline_files: ContextVar[list[StoredFile] | None] = ContextVar("sent_inline", default=None)


def resolve_files(files: Sequence[FileIn], path: str, *, actor: Actor) -> list[StoredFile]:
    """Store inline files and look up previous uploads.

    `path` is the field path of the list, for errors. Raises 400, 404 or 413.
    """
    check_files(files, path)
    return [resolve_file(file, f"{path}.{position}", actor=actor) for position, file in enumerate(files)]


def check_files(files: Sequence[FileIn], path: str) -> None:
    """Raise 400 for too many attachments, or for a file that is listed twice."""
    if len(files) > settings.MAX_ATTACHMENTS:
        raise invalid_field(path, "max_files", value=settings.MAX_ATTACHMENTS)
    ids = [file.id for file in files if file.id]
    if len(ids) != len(set(ids)):
        raise invalid_field(path, "twice")


def resolve_file(file: FileIn, path: str, *, actor: Actor) -> StoredFile:
    """Store an inline file or look up a previous upload.

    Raises 400, 404 or 413.
    """
    if not file.id:
        return _store_inline(file, path, actor)
    return get_or_404(StoredFile.objects, pk=file.id, uploaded_by_id=actor.user_id, claimed_at__isnull=True)


def _store_inline(file: FileIn, path: str, actor: Actor) -> StoredFile:
    if not file.name or not file.base64:
        raise invalid_field(path, "required")
    if len(file.base64) > settings.MAX_INLINE_BYTES * 4 // 3 + 1000:
        raise too_large(settings.MAX_INLINE_BYTES)
    try:
        content = base64.b64decode(file.base64.rpartition(",")[2], validate=True)
    except (binascii.Error, ValueError):
        raise invalid_field(f"{path}.base64", "base64") from None
    if len(content) > settings.MAX_INLINE_BYTES:
        raise too_large(settings.MAX_INLINE_BYTES)
    sent = _inline_files.get()
    # images are decoded inside the transaction of the request, which may block other writers
    if sent and has_image_suffix(file.name) and sum(each.has_preview for each in sent) >= settings.MAX_INLINE_IMAGES:
        raise invalid_field(path, "inline_pictures", value=settings.MAX_INLINE_IMAGES)
    stored_file = store(io.BytesIO(content), file.name, len(content), actor=actor)
    if sent is not None:
        sent.append(stored_file)
    return stored_file


def claim(files: Sequence[StoredFile], request: ServiceRequest) -> None:
    """Assign files to a service request, inside its transaction.

    Raises 404 if a concurrent request has claimed one of them.
    """
    ids = [file.pk for file in files]
    free = StoredFile.objects.filter(pk__in=ids, claimed_at__isnull=True)
    if free.update(claimed_at=timezone.now(), request=request) != len(ids):
        raise not_found()


def release_image(pk: str) -> None:
    """Release the former image of a part, which is then purged as an unused upload."""
    StoredFile.objects.filter(pk=pk, request=None).update(claimed_at=None)


def mark_claimed(ids: Collection[str]) -> None:
    """Mark files as in use by an object other than a service request."""
    StoredFile.objects.filter(pk__in=ids).update(claimed_at=timezone.now())


def transfer(ids: Collection[str], actor: Actor) -> None:
    """Make files uploads of the actor, which the next action may claim."""
    StoredFile.objects.filter(pk__in=ids, request=None).update(claimed_at=None, uploaded_by=actor.user_id)


def _iter_orphans(before: datetime) -> Iterator[str]:
    """Iterate over stored content without a row, left by rollbacks and crashes."""
    folders: list[str] = []
    with suppress(FileNotFoundError):  # no file was stored yet; only a file system raises this
        folders = default_storage.listdir(FILES_FOLDER)[0]
    for folder in folders:
        names = default_storage.listdir(f"{FILES_FOLDER}/{folder}")[1]
        existing = set(StoredFile.objects.filter(pk__in=names).values_list("pk", flat=True))
        for name in names:
            if name not in existing and default_storage.get_modified_time(f"{FILES_FOLDER}/{folder}/{name}") < before:
                yield name


def _iter_stale_temporary_files(before: datetime) -> Iterator[Path]:
    """Iterate over temporary files of killed processes.

    Uploads and imports otherwise delete their own.
    """
    folder = Path(settings.FILE_UPLOAD_TEMP_DIR)
    for path in (match for pattern in TEMPORARY_FILE_PATTERNS for match in folder.glob(pattern)):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < before.timestamp():
                yield path


def purge_unused() -> int:
    """Delete unused files and return their number.

    These are uploads that nothing refers to after the retention period (a setting), content without a row, and
    incomplete uploads.
    """
    before = timezone.now() - timedelta(days=settings.UNUSED_UPLOAD_RETENTION_DAYS)
    removed = 0
    for pk in StoredFile.objects.filter(claimed_at__isnull=True, created_at__lt=before).values_list("pk", flat=True):
        with transaction.atomic():
            rows = StoredFile.objects.select_for_update().filter(pk=pk, claimed_at__isnull=True)
            if rows.first() is None:
                continue
            rows.delete()
        _delete_content(pk)
        removed += 1
    for orphan in list(_iter_orphans(before)):
        _delete_content(orphan)
        removed += 1
    for path in _iter_stale_temporary_files(timezone.now() - timedelta(days=1)):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
        removed += 1
    log.info("removed %s unused uploads", removed)
    return removed
