"""Models of remote support requests, sessions and checks (spec 3, section 3)."""

from django.db import models

from portal_backend.accounts.models import User
from portal_backend.catalogue.models import CheckPoint, Part
from portal_backend.files.models import StoredFile
from portal_backend.workflow.models import Approval, ServiceRequest, VersionedRow


class RemoteSupport(models.Model):
    """Data of a remote support request in addition to the fields of every request."""

    request = models.OneToOneField(
        ServiceRequest, primary_key=True, on_delete=models.CASCADE, related_name="remote_support"
    )
    #: model of the unit concerned, if any
    part = models.ForeignKey(Part, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)
    #: serial number of that unit
    serial_number = models.CharField(max_length=255, default="", db_default="", blank=True)
    title = models.CharField(max_length=255)
    description = models.CharField(max_length=4000)
    special_support = models.BooleanField()
    #: entered and displayed in New York time
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


#: columns that a request is created with and that every reader sees unchanged
COPIED_FIELDS = ("title", "description", "serial_number", "special_support")
#: columns by which a request is found
SEARCHED_FIELDS = ("title", "serial_number")


class SupportEmail(models.Model):
    """A backup email address of the contact."""

    support = models.ForeignKey(RemoteSupport, on_delete=models.CASCADE, related_name="backup_emails")
    value = models.CharField(max_length=255)


class SupportSession(VersionedRow):
    """A session of remote support."""

    support = models.ForeignKey(RemoteSupport, on_delete=models.CASCADE, related_name="sessions")
    duration_in_hours = models.DecimalField(max_digits=5, decimal_places=2)
    #: last day of the session
    completion_date = models.DateField()
    #: work done
    summary = models.CharField(max_length=4000, blank=True)
    #: USD, as it was when the session was saved
    price_per_hour = models.DecimalField(max_digits=9, decimal_places=2)


class SupportCheck(models.Model):
    """A checked point of the checklist, with the text that it had when it was checked."""

    support = models.ForeignKey(RemoteSupport, on_delete=models.CASCADE, related_name="checks", db_index=False)
    point = models.ForeignKey(CheckPoint, on_delete=models.PROTECT, related_name="checks")
    text_en = models.CharField(max_length=255)
    text_es = models.CharField(max_length=255)
    checked_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    checked_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["support", "point"], name="check_once")]
