"""Reading files, in the scope of what they belong to."""

from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.base.actor import EVERYBODY, Actor, Roles
from portal_backend.base.errors import not_found
from portal_backend.files.images import preview_url
from portal_backend.files.models import StoredFile
from portal_backend.workflow.scope import scope

FILE_USERS: Roles = EVERYBODY


def files(actor: Actor) -> QuerySet[StoredFile]:
    """The files of requests in scope, and the actor's own uploads that nothing refers to yet."""
    of_requests = Q(request__isnull=False) & scope(actor, "request__")
    own = Q(request__isnull=True, claimed_at__isnull=True, uploaded_by_id=actor.user_id)
    return StoredFile.objects.filter(of_requests | own)


def readable_file(actor: Actor, file_id: str) -> StoredFile:
    """One file in scope. Raises 404."""
    file = files(actor).filter(pk=file_id).first()
    if file is None:
        raise not_found()
    return file


def unused_uploads(actor: Actor, ids: list[str]) -> list[str]:
    """Which of the uploads that a draft names are still there and free."""
    rows = StoredFile.objects.filter(pk__in=ids, uploaded_by_id=actor.user_id, claimed_at__isnull=True)
    return list(rows.values_list("pk", flat=True))


def attachment(file: StoredFile) -> dict[str, Any]:
    """A file as answers list it."""
    return {
        "id": file.pk,
        "name": file.name,
        "size": file.size,
        "type": file.type,
        "previewUrl": preview_url(file),
    }
