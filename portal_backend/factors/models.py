"""What a user has beside the password. No secret stands here in clear (docs/decisions)."""

from django.conf import settings
from django.db import models


class CodeGenerator(models.Model):
    """The application that makes a user's one-time codes (RFC 6238).

    `secret` is encrypted. `last_step` is the interval of the last code that was taken: none of it or before is again.
    """

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="code_generator")
    secret = models.TextField()
    last_step = models.BigIntegerField()
    created_at = models.DateTimeField()


class Passkey(models.Model):
    """A WebAuthn credential of a user, by the name that the user gave it."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="passkeys")
    credential = models.CharField(max_length=1400, unique=True)
    public_key = models.BinaryField()
    sign_count = models.BigIntegerField()
    transports = models.JSONField(default=list)
    name = models.CharField(max_length=64)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)


class RecoveryCode(models.Model):
    """One of the codes for the day on which the other factors are out of reach; hashed as a password is, good once."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    hash = models.CharField(max_length=128)
    used_at = models.DateTimeField(null=True)
