"""Users, organizations (the tenants) and sessions (contract sections 2 and 3)."""

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from guardian.models import UserObjectPermissionBase

from portal_backend.core.actor import Role

ROLE_CHOICES = [(role.value, role.value) for role in Role]


class Service(models.Model):
    """Organization that repairs instruments.

    Its users see the service requests assigned to it.
    """

    name = models.CharField(max_length=255)
    price = models.DecimalField(max_digits=9, decimal_places=2, default=0, help_text="USD per hour")
    support_special_services = models.BooleanField(default=False)
    contact_user = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(Lower("name"), name="service_name_once")]
        default_permissions = ()  # a grant can then be nothing else
        permissions = [("follow_service", "See the requests assigned to the service")]

    def __str__(self) -> str:
        return self.name


class Client(models.Model):
    """Organization in a partner country; the tenant that service requests belong to."""

    name = models.CharField(max_length=255)
    country_code = models.CharField(max_length=2, blank=True)
    service = models.ForeignKey(Service, null=True, on_delete=models.PROTECT, related_name="clients")

    class Meta:
        constraints = [models.UniqueConstraint(Lower("name"), name="client_name_once")]
        default_permissions = ()  # a grant can then be nothing else
        permissions = [("follow_client", "See the requests of the client")]

    def __str__(self) -> str:
        return self.name


class ClientGrant(UserObjectPermissionBase):
    """django-guardian permission on a Client.

    A foreign key instead of a generic relation makes the scope of a list one indexed query.
    """

    content_object = models.ForeignKey(Client, on_delete=models.CASCADE)


class ServiceGrant(UserObjectPermissionBase):
    """django-guardian permission on a Service.

    A foreign key instead of a generic relation makes the scope of a list one indexed query.
    """

    content_object = models.ForeignKey(Service, on_delete=models.CASCADE)


class User(AbstractBaseUser, PermissionsMixin):
    """Person who can log in. The role is set at creation and never changes."""

    username = models.CharField(max_length=64, unique=True)
    first_name = models.CharField(max_length=255)
    last_name = models.CharField(max_length=255)
    phone = models.CharField(max_length=64, blank=True)
    email = models.CharField(max_length=255)
    role = models.CharField(max_length=32, choices=ROLE_CHOICES)
    locked = models.BooleanField(default=False)
    #: True if the user has a passkey or a TOTP device; kept in step with their tables by the same transactions.
    has_mfa = models.BooleanField(default=False)
    #: Language of emails: the one the user last used the portal in.
    language = models.CharField(max_length=2, default="en")
    client = models.ForeignKey(Client, null=True, on_delete=models.PROTECT, related_name="users")
    service = models.ForeignKey(Service, null=True, on_delete=models.PROTECT, related_name="users")
    created_at = models.DateTimeField(auto_now_add=True)

    objects = BaseUserManager["User"]()
    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = [models.UniqueConstraint(Lower("username"), name="username_once")]

    def __str__(self) -> str:
        return self.username

    @property
    def full_name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()


class UsernameSkeleton(models.Model):
    """Form that a username shares with all names that look like it (UTS 39).

    The constraint rejects the second of two look-alike names saved concurrently. It is a separate table so that the
    constraint could be added while the previous version was still writing users. Among users whose names already looked
    alike then, only the oldest has a row.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="skeleton")
    value = models.CharField(max_length=255)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["value"], name="username_skeleton_once")]


class BackupEmail(models.Model):
    """Additional email address of a user."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="backup_emails")
    value = models.CharField(max_length=255)


class AddressFields(models.Model):
    """Fields of a postal address, shared by users and shipments."""

    company_name = models.CharField(max_length=255, blank=True)
    country = models.CharField(max_length=2, blank=True)
    province = models.CharField(max_length=255, blank=True)
    city = models.CharField(max_length=255, blank=True)
    postal_code = models.CharField(max_length=255, blank=True)
    street = models.CharField(max_length=255, blank=True)
    building = models.CharField(max_length=255, blank=True)

    class Meta:
        abstract = True


class Address(AddressFields):
    """Postal address of a user, offered when a shipment needs one."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="address")


class Token(models.Model):
    """Session of a user, identified by the digest of its token (contract section 3)."""

    #: SHA-256 of the token, which is not stored.
    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    created_at = models.DateTimeField(auto_now_add=True)
    #: End of an idle session; extended while the session is used.
    expires_at = models.DateTimeField(db_index=True)
    #: Browser and operating system, such as "Firefox, Windows".
    device = models.CharField(max_length=64, blank=True, default="")
    #: IP address at the login.
    ip_address = models.CharField(max_length=64, blank=True, default="")


class ChallengePurpose(models.TextChoices):
    """Purpose of a login challenge; its key is valid for nothing else."""

    VERIFY = "VERIFY"
    ENROL = "ENROL"
    CONFIRM = "CONFIRM"
    CHANGE = "CHANGE"
    PASSKEY = "PASSKEY"


class LoginChallenge(models.Model):
    """Short-lived key issued between a password check and a session.

    It also allows a change of factors. A login with a passkey alone has a challenge too; its user is unknown until the
    browser responds.
    """

    #: SHA-256 of the key, which is not stored.
    digest = models.CharField(max_length=64, unique=True)
    purpose = models.CharField(max_length=8, choices=ChallengePurpose.choices)
    #: None in a login with a passkey alone.
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    #: Digest of the account at creation; a new password invalidates the challenge.
    account_digest = models.CharField(max_length=64, blank=True)
    #: Digest of the session that a factor change belongs to.
    session_digest = models.CharField(max_length=64, blank=True)
    #: WebAuthn challenge, or encrypted secret that is not active yet.
    payload = models.TextField(blank=True)
    device = models.CharField(max_length=64, blank=True)
    expires_at = models.DateTimeField(db_index=True)

    #: Key in plain text, set only on the object that create_challenge returns.
    key = ""


class MfaRequiredRole(models.Model):
    """Role whose users need two-factor authentication to log in."""

    role = models.CharField(max_length=32, choices=ROLE_CHOICES, primary_key=True)


class IdempotencyKey(models.Model):
    """Stored response of a creating request, returned again for the same key and user."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    #: Digest of the call and the key.
    key = models.CharField(max_length=64)
    #: SHA-256 of the first request's body; empty in rows of older versions.
    body_digest = models.CharField(max_length=64, default="")
    #: None while the first request is running.
    response = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once")]
