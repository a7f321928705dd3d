"""Queries of files, in the scope of the service requests that they belong to."""

from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.core.actor import ALL_ROLES, Actor, Roles
from portal_backend.core.errors import get_or_404
from portal_backend.files.models import StoredFile
from portal_backend.files.previews import get_preview_url
from portal_backend.workflow.scope import scope

FILE_ROLES: Roles = ALL_ROLES


def get_files(actor: Actor) -> QuerySet[StoredFile]:
    """Return the files of service requests in scope, and the actor's unused uploads."""
    of_requests = Q(request__isnull=False) & scope(actor, "request__")
    own = Q(request__isnull=True, claimed_at__isnull=True, uploaded_by_id=actor.user_id)
    return StoredFile.objects.filter(of_requests | own)


def get_file(actor: Actor, file_id: str) -> StoredFile:
    """Return a file in scope, or raise 404."""
    return get_or_404(get_files(actor), pk=file_id)


def list_unused_uploads(actor: Actor, ids: list[str]) -> list[str]:
    """Return those of the ids that are unused uploads of the actor."""
    rows = StoredFile.objects.filter(pk__in=ids, uploaded_by_id=actor.user_id, claimed_at__isnull=True)
    return list(rows.values_list("pk", flat=True))


def serialize_file(file: StoredFile) -> dict[str, Any]:
    """Serialize the metadata of a file."""
    return {"id": file.pk, "name": file.name, "type": file.type, "size": file.size}


def serialize_attachment(file: StoredFile) -> dict[str, Any]:
    """Serialize a file as an attachment."""
    return {**serialize_file(file), "previewUrl": get_preview_url(file)}
