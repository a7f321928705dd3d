"""Uploads, downloads and previews (contract section 6.6)."""

import logging
from typing import Annotated, Literal

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from ninja import File, Query, Router
from ninja.files import UploadedFile

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.core.errors import invalid_field, too_large
from portal_backend.core.responses import DOWNLOAD_CSP, ApiResponse, build_download
from portal_backend.core.types import ShortText
from portal_backend.files import lists
from portal_backend.files.actions import copy_file, store
from portal_backend.files.content import open_file
from portal_backend.files.previews import read_preview
from portal_backend.files.schemas import UploadAnswer

router = Router(tags=["files"])
log = logging.getLogger("portal.files")
MAX_STATUS_IDS = 5000
# media types that a browser might execute; uploads are never served as these, even as downloads (contract 5)
ACTIVE_MEDIA_TYPES = (
    "text/html",
    "text/xml",
    "image/svg+xml",
    "application/xml",
    "application/xhtml+xml",
    "application/x-shockwave-flash",
)


@router.post("/files/upload", response=UploadAnswer, auth=TokenAuth(lists.FILE_ROLES))
def upload(
    request: HttpRequest, file: Annotated[UploadedFile | None, File()] = None, image: bool = False
) -> ApiResponse:
    """Store a file until a service request refers to it.

    With `image`, the file must be an image that can be displayed, within the limit of inline files.
    """
    if request.META.get("portal.upload_too_large"):
        raise too_large(settings.MAX_ATTACHMENT_BYTES)
    if file is None or file.size is None:
        raise invalid_field("file", "required")
    if not file.size:
        raise invalid_field("file", "empty_file")
    if image and file.size > settings.MAX_INLINE_BYTES:
        raise too_large(settings.MAX_INLINE_BYTES)
    stored_file = store(file.file or file, file.name or "", file.size, actor=get_actor(request), image=image)
    return ApiResponse(lists.serialize_file(stored_file))


@router.post("/files/copy/{id}", response=UploadAnswer, auth=TokenAuth(lists.FILE_ROLES))
def copy(request: HttpRequest, id: ShortText) -> ApiResponse:
    """Copy a file in scope to an upload of the caller, for another service request."""
    actor = get_actor(request)
    stored_file = copy_file(lists.get_file(actor, id), actor=actor)
    return ApiResponse(lists.serialize_file(stored_file))


@router.get("/files/status", response=list[str], auth=TokenAuth(lists.FILE_ROLES))
def status(request: HttpRequest, ids: Annotated[list[ShortText], Query(max_length=MAX_STATUS_IDS)]) -> ApiResponse:
    """Return the ids of the caller's uploads that exist and are unused.

    Used by restored drafts.
    """
    return ApiResponse(lists.list_unused_uploads(get_actor(request), ids))


@router.get("/files/download/{id}", auth=TokenAuth(lists.FILE_ROLES))
def download(request: HttpRequest, id: ShortText) -> FileResponse:
    """Return a file in scope as an attachment."""
    file = lists.get_file(get_actor(request), id)
    content = open_file(file)
    log.info("download %s user=%s", file.pk, get_actor(request).username)
    media_type = "application/octet-stream" if file.type in ACTIVE_MEDIA_TYPES else file.type
    return build_download(content, file.name, media_type)


@router.get("/files/image/{key}", auth=None)
def image(request: HttpRequest, key: ShortText, size: Literal["full", "thumb"] = "full") -> HttpResponse:
    """Return the preview for a signed, expiring key."""
    response = HttpResponse(read_preview(key, size), content_type="image/webp")
    response["Content-Security-Policy"] = DOWNLOAD_CSP
    response["Cache-Control"] = "private, max-age=43200, immutable"
    return response
