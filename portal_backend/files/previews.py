"""Previews of images: resized, without metadata, at signed URLs (contract 5).

Signed URLs need no authorization header, which an <img> element could not send.
"""

import logging
import time
from collections.abc import Mapping
from io import BytesIO
from typing import IO

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.signing import BadSignature, Signer

from portal_backend.core.errors import not_found
from portal_backend.files.bounded_queue import DECODE_QUEUE
from portal_backend.files.decoding import InvalidImage, encode_preview
from portal_backend.files.models import StoredFile

log = logging.getLogger("portal.files")
IMAGE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".ico")
PREVIEW_SIZES = {"full": 1280, "thumb": 96}
HOUR_SECONDS = 3600
URL_VALID_HOURS = 12


def _get_preview_path(file_id: str, size: str) -> str:
    return f"previews/{file_id[:2]}/{file_id}-{size}.webp"


def has_image_suffix(name: str) -> bool:
    """Return whether the name has the suffix of an image."""
    return name.lower().endswith(IMAGE_SUFFIXES)


def render_previews(file: StoredFile, stream: IO[bytes]) -> dict[str, bytes]:
    """Render the previews of a new file by size.

    Returns none if the name or the content is not an image. Raises 503 if the decode queue is busy.
    """
    if not has_image_suffix(file.name):
        return {}
    try:
        with DECODE_QUEUE.slot(file.uploaded_by_id):
            full = encode_preview(stream, PREVIEW_SIZES["full"])
            return {"full": full, "thumb": encode_preview(BytesIO(full), PREVIEW_SIZES["thumb"])}
    except InvalidImage as error:
        log.info("no preview of %s: %s", file.pk, error)
        return {}


def store_previews(file_id: str, previews: Mapping[str, bytes]) -> None:
    """Store the previews of a file."""
    for size, content in previews.items():
        default_storage.save(_get_preview_path(file_id, size), ContentFile(content))


def delete_previews(file_id: str) -> None:
    """Delete the previews of a file."""
    for path in list_preview_paths(file_id):
        default_storage.delete(path)


def list_preview_paths(file_id: str) -> list[str]:
    """Return the storage paths of a file's previews."""
    return [_get_preview_path(file_id, size) for size in PREVIEW_SIZES]


def get_image_url(file_id: str | None) -> str | None:
    """Return the signed URL of a preview.

    It is valid for 12 hours, and the same within each hour so that browsers can cache it.
    """
    if file_id is None:
        return None
    hour = int(time.time()) // HOUR_SECONDS
    return f"/api/v1/files/image/{_get_signer().sign(f'{file_id}:{hour:x}')}"


def get_preview_url(file: StoredFile) -> str | None:
    """Return the signed URL of a file's preview, or None if it has none."""
    return get_image_url(file.pk) if file.has_preview else None


def _get_signer() -> Signer:
    return Signer(salt="portal.files.image")


def read_preview(key: str, size: str) -> bytes:
    """Return the preview for a signed key.

    Raises 404 for an invalid or expired key, and if there is no preview.
    """
    try:
        file_id, hour = _get_signer().unsign(key).rsplit(":", 1)
    except (BadSignature, ValueError):
        raise not_found() from None
    if time.time() >= (int(hour, 16) + 1 + URL_VALID_HOURS) * HOUR_SECONDS:
        raise not_found()
    try:
        with default_storage.open(_get_preview_path(file_id, size)) as stream:
            return bytes(stream.read())
    except FileNotFoundError:
        raise not_found() from None
