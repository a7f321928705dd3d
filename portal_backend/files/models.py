"""Stored files: uploads of users and images of parts (contract section 5)."""

import secrets

from django.db import models

from portal_backend.accounts.models import User
from portal_backend.workflow.models import ServiceRequest

FILES_FOLDER = "files"


def generate_file_id() -> str:
    """Generate an id that cannot be guessed."""
    return secrets.token_urlsafe(16)


def get_storage_path(file_id: str) -> str:
    """Return the storage path of a file's content."""
    return f"{FILES_FOLDER}/{file_id[:2]}/{file_id}"


def build_upload_path(file: "StoredFile", name: str) -> str:
    """Return the path for an upload.

    It contains the id, never the user's file name.
    """
    return get_storage_path(file.pk)


class StoredFile(models.Model):
    """A stored file.

    It belongs to its uploader until an action claims it, for a service request or as the image of a part.
    """

    id = models.CharField(primary_key=True, max_length=32, default=generate_file_id)
    name = models.CharField(max_length=255)
    type = models.CharField(max_length=127)
    size = models.PositiveBigIntegerField()
    content = models.FileField(upload_to=build_upload_path, max_length=255)
    #: SHA-256 of the content; older files have none until it is first needed.
    digest = models.CharField(max_length=64, default="", db_default="")
    has_preview = models.BooleanField(default=False)
    uploaded_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    request = models.ForeignKey(ServiceRequest, null=True, on_delete=models.CASCADE, related_name="files")
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["created_at"], name="unused_upload", condition=models.Q(claimed_at__isnull=True)),
            models.Index(fields=["uploaded_by", "created_at"], name="uploads_of_a_user"),
        ]

    def __str__(self) -> str:
        return self.name
