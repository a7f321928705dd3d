"""Uploads, downloads and previews (contract section 6.6)."""

import logging
from typing import Annotated, Literal

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from ninja import File, Query, Router
from ninja.files import UploadedFile

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import LOCKED_DOWN, Answer, attachment
from portal_backend.base.errors import invalid_field, too_large
from portal_backend.base.fields import Keyword
from portal_backend.files import lists
from portal_backend.files.actions import copied, store
from portal_backend.files.contents import opened
from portal_backend.files.images import preview
from portal_backend.files.schemas import UploadAnswer

router = Router(tags=["files"])
log = logging.getLogger("portal.files")
MOST_IDS = 5000
# media types that a browser might execute; uploads are never served as these, even as downloads (contract 5)
ACTIVE_TYPES = (
    "text/html",
    "text/xml",
    "image/svg+xml",
    "application/xml",
    "application/xhtml+xml",
    "application/x-shockwave-flash",
)


@router.post("/files/upload", response=UploadAnswer, auth=Gate(lists.FILE_USERS))
def upload(request: HttpRequest, file: Annotated[UploadedFile | None, File()] = None, image: bool = False) -> Answer:
    """Store a file until a service request refers to it.

    With `image`, the file must be an image that can be displayed, within the limit of inline files.
    """
    if request.META.get("portal.upload_too_large"):
        raise too_large(settings.ATTACHMENT_BYTES)
    if file is None or file.size is None:
        raise invalid_field("file", "required")
    if not file.size:
        raise invalid_field("file", "empty_file")
    if image and file.size > settings.INLINE_BYTES:
        raise too_large(settings.INLINE_BYTES)
    stored_file = store(file.file or file, file.name or "", file.size, actor=actor_of(request), image=image)
    return Answer({"id": stored_file.pk, "name": stored_file.name, "type": stored_file.type, "size": stored_file.size})


@router.post("/files/copy/{id}", response=UploadAnswer, auth=Gate(lists.FILE_USERS))
def copy(request: HttpRequest, id: Keyword) -> Answer:
    """Copy a file in scope to an upload of the caller, for another service request."""
    actor = actor_of(request)
    stored_file = copied(lists.readable_file(actor, id), actor=actor)
    return Answer({"id": stored_file.pk, "name": stored_file.name, "type": stored_file.type, "size": stored_file.size})


@router.get("/files/status", response=list[str], auth=Gate(lists.FILE_USERS))
def status(request: HttpRequest, ids: Annotated[list[Keyword], Query(max_length=MOST_IDS)]) -> Answer:
    """Return the ids of the caller's uploads that exist and are unused.

    Used by restored drafts.
    """
    return Answer(lists.unused_uploads(actor_of(request), ids))


@router.get("/files/download/{id}", auth=Gate(lists.FILE_USERS))
def download(request: HttpRequest, id: Keyword) -> FileResponse:
    """Return a file in scope as an attachment."""
    file = lists.readable_file(actor_of(request), id)
    content = opened(file)
    log.info("download %s user=%s", file.pk, actor_of(request).username)
    media_type = "application/octet-stream" if file.type in ACTIVE_TYPES else file.type
    return attachment(content, file.name, media_type)


@router.get("/files/image/{key}", auth=None)
def image(request: HttpRequest, key: Keyword, size: Literal["full", "thumb"] = "full") -> HttpResponse:
    """Return the preview for a signed, expiring key."""
    response = HttpResponse(preview(key, size), content_type="image/webp")
    response["Content-Security-Policy"] = LOCKED_DOWN
    response["Cache-Control"] = "private, max-age=43200, immutable"
    return response
