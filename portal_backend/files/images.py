"""Previews: re-encoded, without metadata, at signed addresses that an <img> loads without a header (contract 5)."""

import io
import logging
import time
from typing import IO

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.signing import BadSignature, Signer
from PIL import Image, ImageOps, UnidentifiedImageError

from portal_backend.base.errors import not_found
from portal_backend.files.models import StoredFile

log = logging.getLogger("portal.files")
ENDINGS = (".png", ".jpg", ".jpeg", ".webp", ".ico")
FORMATS = ("PNG", "JPEG", "WEBP", "ICO")
SIZES = {"full": 1280, "thumb": 96}
HOUR = 3600
VALID_HOURS = 12
# A JPEG is decoded at a fraction of its size (draft mode); of the others each pixel costs memory.
MOST_PIXELS = {"JPEG": 200_000_000}
MOST_PIXELS_OTHERS = 24_000_000
BROKEN = (OSError, UnidentifiedImageError, ValueError, SyntaxError, Image.DecompressionBombError, EOFError)


class NoImage(Exception):
    """The content is no image that can be shown."""


def encoded(stream: IO[bytes], longest_side: int) -> bytes:
    """The image as WebP, upright, without metadata, no side longer than given. Raises NoImage."""
    try:
        stream.seek(0)
        with Image.open(stream, formats=FORMATS) as image:
            most = MOST_PIXELS.get(image.format or "", MOST_PIXELS_OTHERS)
            if image.width * image.height > most or image.width * image.height == 0:
                raise NoImage("too many pixels")
            if image.format == "JPEG":
                image.draft("RGB", (longest_side, longest_side))
            image.thumbnail((longest_side, longest_side))
            upright = ImageOps.exif_transpose(image)
            clean = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
            target = io.BytesIO()
            clean.save(target, "WEBP", quality=82, method=3)
            return target.getvalue()
    except BROKEN as error:
        raise NoImage(str(error)) from error


def _preview_path(file_id: str, size: str) -> str:
    return f"previews/{file_id[:2]}/{file_id}-{size}.webp"


def make_preview(file: StoredFile, stream: IO[bytes]) -> bool:
    """Store the preview of a new file; False where its name or content is no image that gets one."""
    if not file.name.lower().endswith(ENDINGS):
        return False
    try:
        content = encoded(stream, SIZES["full"])
    except NoImage as reason:
        log.info("no preview of %s: %s", file.pk, reason)
        return False
    default_storage.save(_preview_path(file.pk, "full"), ContentFile(content))
    return True


def forget_previews(file_id: str) -> None:
    """Remove the stored previews of a file."""
    for size in SIZES:
        default_storage.delete(_preview_path(file_id, size))


def image_url(file_id: str | None) -> str | None:
    """The signed address of a preview: valid for 12 hours, the same within one hour so that browsers cache it."""
    if file_id is None:
        return None
    hour = int(time.time()) // HOUR
    return f"/api/v1/files/image/{_signer().sign(f'{file_id}:{hour:x}')}"


def preview_url(file: StoredFile) -> str | None:
    """The signed address of a file's preview, or None where it has none."""
    return image_url(file.pk) if file.has_preview else None


def _signer() -> Signer:
    return Signer(salt="portal.files.image")


def preview(key: str, size: str) -> bytes:
    """The preview behind a signed key. Raises 404 for a wrong or expired key, and where there is no image."""
    try:
        file_id, hour = _signer().unsign(key).rsplit(":", 1)
    except (BadSignature, ValueError):
        raise not_found() from None
    if time.time() >= (int(hour, 16) + 1 + VALID_HOURS) * HOUR:
        raise not_found()
    full = _preview_path(file_id, "full")
    path = _preview_path(file_id, size)
    if not default_storage.exists(full):
        raise not_found()
    if not default_storage.exists(path):
        with default_storage.open(full) as stream:
            default_storage.save(path, ContentFile(encoded(stream, SIZES[size])))
    with default_storage.open(path) as stream:
        return bytes(stream.read())
