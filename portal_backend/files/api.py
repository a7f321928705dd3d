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
# nothing that a user uploaded is served as what a browser might run, not even as a download (contract 5)
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
    """Keep one file until a request refers to it; with `image` it must be one that can be shown, of at most 1 MB."""
    if request.META.get("portal.upload_too_large"):
        raise too_large(settings.ATTACHMENT_BYTES)
    if file is None or file.size is None:
        raise invalid_field("file", "required")
    if not file.size:
        raise invalid_field("file", "empty_file")
    if image and file.size > settings.INLINE_BYTES:
        raise too_large(settings.INLINE_BYTES)
    kept = store(file.file or file, file.name or "", file.size, actor=actor_of(request), image=image)
    return Answer({"id": kept.pk, "name": kept.name, "type": kept.type, "size": kept.size})


@router.post("/files/copy/{id}", response=UploadAnswer, auth=Gate(lists.FILE_USERS))
def copy(request: HttpRequest, id: Keyword) -> Answer:
    """A file in scope once more, as an upload of the caller's own that another request may refer to."""
    actor = actor_of(request)
    kept = copied(lists.readable_file(actor, id), actor=actor)
    return Answer({"id": kept.pk, "name": kept.name, "type": kept.type, "size": kept.size})


@router.get("/files/status", response=list[str], auth=Gate(lists.FILE_USERS))
def status(request: HttpRequest, ids: Annotated[list[Keyword], Query(max_length=MOST_IDS)]) -> Answer:
    """Which of the caller's uploads are still there and unused; a restored draft asks."""
    return Answer(lists.unused_uploads(actor_of(request), ids))


@router.get("/files/download/{id}", auth=Gate(lists.FILE_USERS))
def download(request: HttpRequest, id: Keyword) -> FileResponse:
    """A file in scope, never shown by the browser itself."""
    file = lists.readable_file(actor_of(request), id)
    content = opened(file)
    log.info("download %s user=%s", file.pk, actor_of(request).username)
    kind = "application/octet-stream" if file.type in ACTIVE_TYPES else file.type
    return attachment(content, file.name, kind)


@router.get("/files/image/{key}", auth=None)
def image(request: HttpRequest, key: Keyword, size: Literal["full", "thumb"] = "full") -> HttpResponse:
    """The preview behind a signed and expiring key."""
    answer = HttpResponse(preview(key, size), content_type="image/webp")
    answer["Content-Security-Policy"] = LOCKED_DOWN
    answer["Cache-Control"] = "private, max-age=43200, immutable"
    return answer
