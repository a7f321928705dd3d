"""Password reset tokens and account requests (contract section 3)."""

from django.conf import settings
from django.db import models

from portal_backend.accounts.models import AddressFields
from portal_backend.core.actor import Role


class PasswordResetToken(models.Model):
    """Password reset token of a user; a newer one replaces it."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="password_reset_token")
    #: SHA-256 of the token, which is not stored.
    digest = models.CharField(max_length=64, unique=True)
    #: Digest of the account at creation; a new password or email address invalidates the token.
    account_digest = models.CharField(max_length=64)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class AccountRequestStatus(models.TextChoices):
    """Status of an account request."""

    WAITING_APPROVAL = "WAITING_APPROVAL"
    APPROVAL = "APPROVAL"
    REJECTED = "REJECTED"


class AccountRequest(AddressFields):
    """Request of a person without an account to get one, and its decision."""

    username = models.CharField(max_length=64)
    first_name = models.CharField(max_length=255)
    last_name = models.CharField(max_length=255)
    phone = models.CharField(max_length=64)
    email = models.CharField(max_length=255)
    backup_emails = models.JSONField(default=list)
    language = models.CharField(max_length=2)
    #: Digest of the Idempotency-Key and the request body; None if there was no key.
    submission_digest = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001 - unique applies to rows with a key only
    status = models.CharField(
        max_length=16, choices=AccountRequestStatus.choices, default=AccountRequestStatus.WAITING_APPROVAL
    )
    role = models.CharField(max_length=32, blank=True, choices=[(role.value, role.value) for role in Role])
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=1024, blank=True, default="", db_default="")

    class Meta:
        indexes = [models.Index(fields=["status", "-created_at"], name="account_request_by_status")]


class FirstAdministrator(models.Model):
    """Marker that an administrator was created; its only row closes the setup page."""

    id = models.SmallIntegerField(primary_key=True)
