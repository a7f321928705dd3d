"""Users, the organisations that are the tenants, and the sessions (contract sections 2 and 3)."""

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models.functions import Lower
from guardian.models import UserObjectPermissionBase

from portal_backend.base.actor import Role

ROLES = [(role.value, role.value) for role in Role]


class Service(models.Model):
    """A repair service; its users see the requests assigned to it."""

    name = models.CharField(max_length=255)
    price = models.DecimalField(max_digits=9, decimal_places=2, default=0, help_text="USD per hour")
    support_special_services = models.BooleanField(default=False)
    contact_user = models.ForeignKey("User", null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(Lower("name"), name="service_name_once")]
        permissions = [("follow_service", "See the requests assigned to the service")]

    def __str__(self) -> str:
        return self.name


class Client(models.Model):
    """An organisation of a partner country, the tenant of requests."""

    name = models.CharField(max_length=255)
    country_code = models.CharField(max_length=2, blank=True)
    service = models.ForeignKey(Service, null=True, on_delete=models.PROTECT, related_name="clients")

    class Meta:
        constraints = [models.UniqueConstraint(Lower("name"), name="client_name_once")]
        permissions = [("follow_client", "See the requests of the client")]

    def __str__(self) -> str:
        return self.name


class ClientGrant(UserObjectPermissionBase):
    """A guardian grant on a Client, by foreign key so that scope is one indexed query."""

    content_object = models.ForeignKey(Client, on_delete=models.CASCADE)


class ServiceGrant(UserObjectPermissionBase):
    """A guardian grant on a Service, by foreign key so that scope is one indexed query."""

    content_object = models.ForeignKey(Service, on_delete=models.CASCADE)


class User(AbstractBaseUser, PermissionsMixin):
    """A person who signs in; the role is set at creation and never changed."""

    username = models.CharField(max_length=64, unique=True)
    first_name = models.CharField(max_length=255)
    last_name = models.CharField(max_length=255)
    phone = models.CharField(max_length=64, blank=True)
    email = models.CharField(max_length=255)
    role = models.CharField(max_length=32, choices=ROLES)
    locked = models.BooleanField(default=False)
    # whether there is one beside the password: changed in the transaction that adds the first or removes the last
    second_factor = models.BooleanField(default=False)
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
    """The form that a username shares with all that look like it; the constraint refuses the second of two at once.

    A table of its own, so that the constraint is made while the version before still writes users. Of users whose names
    looked alike before it was made, the oldest alone has a row.
    """

    user = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="skeleton")
    value = models.CharField(max_length=255)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["value"], name="username_skeleton_once")]


class BackupEmail(models.Model):
    """A further address of a user; any number of them."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="backup_emails")
    value = models.CharField(max_length=255)


class AddressFields(models.Model):
    """A postal address, as a user has one and a shipment another."""

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
    """The address of a user, offered where a shipment needs one."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="address")


class Token(models.Model):
    """A session. Only the digest is stored; expiry slides (contract section 3)."""

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(db_index=True)
    device = models.CharField(max_length=64, blank=True, default="")
    address = models.CharField(max_length=64, blank=True, default="")


class Purpose(models.TextChoices):
    """What a step is for, and nothing else."""

    VERIFY = "VERIFY"
    ENROL = "ENROL"
    CONFIRM = "CONFIRM"
    CHANGE = "CHANGE"
    PASSKEY = "PASSKEY"


class LoginStep(models.Model):
    """A short-lived key between a password and a session, or between a password and a change of factors.

    Only the digest is stored. `account` is the fingerprint of the account as it was, `session` the digest of the
    session that a change belongs to, `pending` what is to be answered: a challenge, or a secret that is not active yet.
    A login with a passkey alone has no user before it is answered.
    """

    digest = models.CharField(max_length=64, unique=True)
    purpose = models.CharField(max_length=8, choices=Purpose.choices)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    account = models.CharField(max_length=64, blank=True)
    session = models.CharField(max_length=64, blank=True)
    pending = models.TextField(blank=True)
    device = models.CharField(max_length=64, blank=True)
    expires_at = models.DateTimeField(db_index=True)

    # the key itself, known to whoever began the step
    key = ""


class RequiredFactor(models.Model):
    """A role whose users need a second factor to log in."""

    role = models.CharField(max_length=32, choices=ROLES, primary_key=True)


class IdempotencyKey(models.Model):
    """The first result of a creating call, answered again to the same key of the same user."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    sent = models.CharField(max_length=64, default="")
    answer = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once")]
