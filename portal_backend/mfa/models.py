"""Factors of users. Secrets are stored encrypted or hashed (docs/decisions)."""

from django.conf import settings
from django.db import models


class TotpDevice(models.Model):
    """Authenticator app that generates a user's one-time codes (RFC 6238)."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="totp_device")
    #: Encrypted by encrypt_secret.
    secret = models.TextField()
    #: Time step of the last accepted code; codes of it or of earlier steps are rejected.
    last_time_step = models.BigIntegerField()
    created_at = models.DateTimeField()


class Passkey(models.Model):
    """WebAuthn credential of a user."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")
    #: Credential id, base64url.
    credential_id = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    #: Signature counter of the last login; 0 if the authenticator has none.
    sign_count = models.BigIntegerField()
    transports = models.JSONField(default=list)
    #: Name given by the user.
    name = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class RecoveryCode(models.Model):
    """Single-use code for a user who has lost the other factors."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    #: Hash of the code, as of a password.
    hash = models.CharField(max_length=128)
    used_at = models.DateTimeField(null=True)
