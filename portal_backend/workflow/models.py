"""Models of service requests of all kinds, their history and comments."""

from typing import Any, Literal, get_args

from django.db import models
from django.utils import timezone

from portal_backend.accounts.models import ROLE_CHOICES, Client, Service, User

RequestKind = Literal["REPAIR", "PARTS", "REMOTE_SUPPORT"]
IS_NOT_DELETED = models.Q(deleted_at__isnull=True)
IS_OPEN = IS_NOT_DELETED & models.Q(completed_at__isnull=True)
IS_COMPLETED = IS_NOT_DELETED & models.Q(completed_at__isnull=False)
IS_WAITING = IS_NOT_DELETED & models.Q(responsible_role__isnull=False)
HAS_NO_FORECAST = IS_OPEN & models.Q(expected_to_leave_by__isnull=True)
PARTY_FIELDS = ("client", "service")
REQUEST_KIND_CHOICES = [(kind, kind) for kind in get_args(RequestKind)]


class Approval(models.TextChoices):
    """Decision on a part, an item or a request."""

    WAITING_APPROVAL = "WAITING_APPROVAL"
    APPROVED = "APPROVED"
    REJECTED = "REJECTED"


class ServiceRequest(models.Model):
    """Service request of any kind.

    Only `transitions` writes the status and the fields that follow from it. Names of clients, services and users are
    not part of the search text, as they may change; the search matches them separately.
    """

    kind = models.CharField(max_length=16, choices=REQUEST_KIND_CHOICES)
    number = models.CharField(max_length=32, unique=True)
    client = models.ForeignKey(Client, on_delete=models.PROTECT, related_name="requests", db_index=False)
    service = models.ForeignKey(Service, on_delete=models.PROTECT, related_name="requests", db_index=False)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    updated_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    status = models.CharField(max_length=32)
    #: position of the status in the steps of the process, for sorting
    status_position = models.PositiveSmallIntegerField(default=0)
    #: role whose action is required
    responsible_role = models.CharField(max_length=32, choices=ROLE_CHOICES, null=True)  # noqa: DJ001 - null: no role
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    #: time of the last transition
    status_since = models.DateTimeField(default=timezone.now)
    completed_at = models.DateTimeField(null=True)
    #: last day of the delivery confirmation window
    confirm_delivery_by = models.DateField(null=True)
    #: value of `confirm_delivery_by` for which a reminder was sent
    reminder_sent_for = models.DateField(null=True)
    deleted_at = models.DateTimeField(null=True)
    #: forecast of completion: half of the similar requests had ended by then; null until computed
    expected_on = models.DateField(null=True)
    #: nine in ten similar requests had left the status by then; null until computed
    expected_to_leave_by = models.DateField(null=True)
    version = models.PositiveIntegerField(default=1)
    #: context of its process, set by `Process.get_context`; not a column
    context: Any = None
    #: one line for each search term, normalized by `normalize_key`
    search_text = models.TextField(blank=True)
    #: the same lines as typed
    search_display = models.TextField(blank=True)

    class Meta:
        # Each list reads its page and counts its rows with an index-only scan: the columns before the id give the
        # order, those after it are filtered. The smallest are last: of several suitable indexes, SQLite takes the last.
        indexes = [
            # lists of open and closed requests, and closed lists in other orders than by completion
            models.Index(
                fields=["kind", "created_at", "id", *PARTY_FIELDS, "status", "completed_at"],
                name="live_by_creation",
                condition=IS_NOT_DELETED,
            ),
            models.Index(
                fields=["kind", "updated_at", "id", *PARTY_FIELDS], name="live_by_change", condition=IS_NOT_DELETED
            ),
            models.Index(
                fields=["kind", "status_position", "id", *PARTY_FIELDS, "completed_at"],
                name="live_by_place",
                condition=IS_NOT_DELETED,
            ),
            models.Index(
                fields=["kind", "number", "id", *PARTY_FIELDS, "completed_at"],
                name="live_by_number",
                condition=IS_NOT_DELETED,
            ),
            # requests of some organizations: totals, the default order, a search by name
            models.Index(
                fields=["client", "kind", "created_at", "id", "service", "completed_at"],
                name="live_of_client",
                condition=IS_NOT_DELETED,
            ),
            models.Index(
                fields=["service", "kind", "created_at", "id", "completed_at"],
                name="live_of_service",
                condition=IS_NOT_DELETED,
            ),
            # clients that have requests at a service, one lookup per Client
            models.Index(fields=["service", "client"], name="live_of_both", condition=IS_NOT_DELETED),
            # closed lists by completion, and their totals
            models.Index(
                fields=["kind", "completed_at", "id", *PARTY_FIELDS, "status"],
                name="ended_by_end",
                condition=IS_COMPLETED,
            ),
            # active lists in the common orders; totals of filtered lists, and the order by number
            models.Index(fields=["kind", "updated_at", "id", *PARTY_FIELDS], name="open_by_change", condition=IS_OPEN),
            models.Index(
                fields=["kind", "status_position", "id", *PARTY_FIELDS], name="open_by_place", condition=IS_OPEN
            ),
            models.Index(
                fields=["kind", "created_at", "id", *PARTY_FIELDS, "status", "responsible_role", "number"],
                name="open_by_creation",
                condition=IS_OPEN,
            ),
            # active lists by time in status and forecast; requests without a forecast
            models.Index(
                fields=["kind", "status_since", "id", *PARTY_FIELDS, "expected_on"],
                name="open_by_stay",
                condition=IS_OPEN,
            ),
            models.Index(fields=["kind", "status", "id"], name="open_without_forecast", condition=HAS_NO_FORECAST),
            models.Index(
                fields=["responsible_role", "status_since", "id", "kind", *PARTY_FIELDS, "expected_on"],
                name="waiting_by_stay",
                condition=IS_WAITING,
            ),
            # counters of requests that wait for a role, by organization
            models.Index(
                fields=["responsible_role", "service", "kind"], name="waiting_of_service", condition=IS_WAITING
            ),
            models.Index(fields=["responsible_role", "client", "kind"], name="waiting_of_client", condition=IS_WAITING),
            # lists of requests that wait for a role
            models.Index(
                fields=[
                    "responsible_role",
                    "created_at",
                    "id",
                    "kind",
                    *PARTY_FIELDS,
                    "status_position",
                    "updated_at",
                    "number",
                ],
                name="waiting_by_creation",
                condition=IS_WAITING,
            ),
        ]

    def __str__(self) -> str:
        return self.number


class VersionedRow(models.Model):
    """Row of a request that is saved together with others and compared by version."""

    #: version of the request in which the row was last changed
    changed_version = models.PositiveIntegerField(default=0, db_default=0)
    changed_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        abstract = True


class StatusChange(models.Model):
    """History entry: one transition of a request, never changed."""

    request = models.ForeignKey(ServiceRequest, on_delete=models.CASCADE, related_name="history")
    created_at = models.DateTimeField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=32, choices=ROLE_CHOICES)
    old_status = models.CharField(max_length=32)
    new_status = models.CharField(max_length=32)
    #: further findings of the transition, by message key
    remarks = models.JSONField(null=True)

    class Meta:
        indexes = [models.Index(fields=["request", "-created_at", "-id"], name="history_of_request")]


class RequestLink(models.Model):
    """Link from a request to the one that it was created from."""

    request = models.OneToOneField(ServiceRequest, primary_key=True, on_delete=models.CASCADE, related_name="origin")
    source = models.ForeignKey(ServiceRequest, on_delete=models.CASCADE, related_name="derived_links")


class Comment(models.Model):
    """Comment on a request (item 0), or on one of its parts or items, in a step."""

    request = models.ForeignKey(ServiceRequest, on_delete=models.CASCADE, related_name="comments")
    #: id of the part or item, 0 for the request itself
    item = models.PositiveBigIntegerField(default=0)
    step = models.CharField(max_length=32)
    text = models.TextField(blank=True)
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "item", "step"], name="comment_once")]


class NumberSequence(models.Model):
    """Last number of a kind and year.

    Its row lock serializes the creation of requests.
    """

    kind = models.CharField(max_length=16, choices=REQUEST_KIND_CHOICES)
    year = models.PositiveIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "year"], name="sequence_once")]
