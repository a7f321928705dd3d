"""A remote support request and its sessions (spec 3, section 3)."""

from django.db import models

from portal_backend.accounts.models import User
from portal_backend.catalogue.models import CheckPoint, Part
from portal_backend.files.models import StoredFile
from portal_backend.workflow.models import Approval, Request, VersionedRow


class RemoteSupport(models.Model):
    """What a remote support request has beyond every request. `preferred_at` is typed and shown as New York time.

    `part` and `serial_number` tell of which unit it is, where it is about one.
    """

    request = models.OneToOneField(Request, primary_key=True, on_delete=models.CASCADE, related_name="remote_support")
    part = models.ForeignKey(Part, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    serial_number = models.CharField(max_length=255, default="", db_default="", blank=True)
    title = models.CharField(max_length=255)
    description = models.CharField(max_length=4000)
    special_support = models.BooleanField()
    preferred_at = models.DateTimeField()
    contact_methods = models.JSONField(default=list)
    first_name = models.CharField(max_length=255)
    last_name = models.CharField(max_length=255)
    phone = models.CharField(max_length=64)
    email = models.CharField(max_length=255)
    initial_approval = models.CharField(max_length=16, choices=Approval.choices, default=Approval.WAITING_APPROVAL)
    files = models.ManyToManyField(StoredFile, related_name="+")

    class Meta:
        indexes = [models.Index(fields=["part"], name="support_by_part")]


class SupportEmail(models.Model):
    """A backup e-mail of the contact."""

    support = models.ForeignKey(RemoteSupport, on_delete=models.CASCADE, related_name="backup_emails")
    value = models.CharField(max_length=255)


class Session(VersionedRow):
    """A session of remote service: hours, the day it ended, what was done, and the price per hour then (USD)."""

    support = models.ForeignKey(RemoteSupport, on_delete=models.CASCADE, related_name="sessions")
    duration_in_hours = models.DecimalField(max_digits=5, decimal_places=2)
    completion_date = models.DateField()
    summary = models.CharField(max_length=4000, blank=True)
    price_per_hour = models.DecimalField(max_digits=9, decimal_places=2)


class Check(models.Model):
    """A point of the check list that somebody ticked, in the words that it had then."""

    support = models.ForeignKey(RemoteSupport, on_delete=models.CASCADE, related_name="checks", db_index=False)
    point = models.ForeignKey(CheckPoint, on_delete=models.PROTECT, related_name="checks")
    text_en = models.CharField(max_length=255)
    text_es = models.CharField(max_length=255)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["support", "point"], name="check_once")]
