"""Stored files: uploads of users and images of parts (contract section 5)."""

import secrets

from django.db import models

from portal_backend.accounts.models import User
from portal_backend.workflow.models import Request

FOLDER = "files"


def random_id() -> str:
    """An id that cannot be guessed."""
    return secrets.token_urlsafe(16)


def stored_at(file_id: str) -> str:
    """Where the content of a file lies."""
    return f"{FOLDER}/{file_id[:2]}/{file_id}"


def storage_path(file: "StoredFile", name: str) -> str:
    """Where the content is put: by id, never by a name that a user chose."""
    return stored_at(file.pk)


class StoredFile(models.Model):
    """One file. It is its uploader's until an action claims it, for a request or for a part's image.

    `digest` is the SHA-256 of its content; of files from before this was kept it is looked up when it is asked for.
    """

    id = models.CharField(primary_key=True, max_length=32, default=random_id)
    name = models.CharField(max_length=255)
    type = models.CharField(max_length=127)
    size = models.PositiveBigIntegerField()
    content = models.FileField(upload_to=storage_path, max_length=255)
    digest = models.CharField(max_length=64, default="", db_default="")
    has_preview = models.BooleanField(default=False)
    uploaded_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+")
    request = models.ForeignKey(Request, null=True, on_delete=models.CASCADE, related_name="files")
    created_at = models.DateTimeField(auto_now_add=True)
    claimed_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["created_at"], name="unused_upload", condition=models.Q(claimed_at__isnull=True)),
            models.Index(fields=["uploaded_by", "created_at"], name="uploads_of_a_user"),
        ]

    def __str__(self) -> str:
        return self.name
