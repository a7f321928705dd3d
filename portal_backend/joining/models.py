"""The keys that open an account by mail, and the requests for new accounts (contract section 3)."""

from django.conf import settings
from django.db import models

from portal_backend.accounts.models import AddressFields
from portal_backend.base.actor import Role


class RecoveryKey(models.Model):
    """The one standing key of a user; a newer one takes its place. Only the digest is stored.

    `account` is the fingerprint of the account as it was: with another password or address the key is dead.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_key")
    digest = models.CharField(max_length=64, unique=True)
    account = models.CharField(max_length=64)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class RequestStatus(models.TextChoices):
    """How an account request stands."""

    WAITING_APPROVAL = "WAITING_APPROVAL"
    APPROVAL = "APPROVAL"
    REJECTED = "REJECTED"


class AccountRequest(AddressFields):
    """Somebody outside who asks for an account, and what was decided."""

    username = models.CharField(max_length=64)
    first_name = models.CharField(max_length=255)
    last_name = models.CharField(max_length=255)
    phone = models.CharField(max_length=64)
    email = models.CharField(max_length=255)
    backup_emails = models.JSONField(default=list)
    language = models.CharField(max_length=2)
    # the digest of the form's Idempotency-Key and of what was sent with it
    sent_as = models.CharField(max_length=64, null=True, unique=True)  # noqa: DJ001 - null: sent without a key
    status = models.CharField(max_length=16, choices=RequestStatus.choices, default=RequestStatus.WAITING_APPROVAL)
    role = models.CharField(max_length=32, blank=True, choices=[(role.value, role.value) for role in Role])
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=1024, blank=True, default="", db_default="")

    class Meta:
        indexes = [models.Index(fields=["status", "-created_at"], name="account_request_by_status")]


class FirstAdministrator(models.Model):
    """The one row that closes the first-run page for good."""

    id = models.SmallIntegerField(primary_key=True)
