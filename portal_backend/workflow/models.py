"""Models of service requests of all kinds, their history and comments."""

from typing import Literal, get_args

from django.db import models
from django.utils import timezone

from portal_backend.accounts.models import ROLES, Client, Service, User

Kind = Literal["REPAIR", "PARTS", "REMOTE_SUPPORT"]
LIVE = models.Q(deleted_at__isnull=True)
OPEN = LIVE & models.Q(completed_at__isnull=True)
ENDED = LIVE & models.Q(completed_at__isnull=False)
WAITING = LIVE & models.Q(waits_for__isnull=False)
UNFORESEEN = OPEN & models.Q(late_after__isnull=True)
PARTIES = ("client", "service")
KINDS = [(kind, kind) for kind in get_args(Kind)]


class Approval(models.TextChoices):
    """Decision on a part, an item or a request."""

    WAITING_APPROVAL = "WAITING_APPROVAL"
    APPROVED = "APPROVED"
    REJECTED = "REJECTED"


class Request(models.Model):
    """Service request of any kind.

    Only `transitions` writes the status and the fields that follow from it. Names of clients, services and users are
    not part of the search text, as they may change; the search matches them separately.
    """

    kind = models.CharField(max_length=16, choices=KINDS)
    number = models.CharField(max_length=32, unique=True)
    client = models.ForeignKey(Client, on_delete=models.PROTECT, related_name="requests", db_index=False)
    service = models.ForeignKey(Service, on_delete=models.PROTECT, related_name="requests", db_index=False)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    updated_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    status = models.CharField(max_length=32)
    #: position of the status in the steps of the process, for sorting
    place = models.PositiveSmallIntegerField(default=0)
    #: role whose action is required
    waits_for = models.CharField(max_length=32, choices=ROLES, null=True)  # noqa: DJ001 - null: no role
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    #: time of the last transition
    entered_at = models.DateTimeField(default=timezone.now)
    completed_at = models.DateTimeField(null=True)
    #: last day of the delivery confirmation window
    deliver_by = models.DateField(null=True)
    #: value of `confirm_delivery_by` for which a reminder was sent
    reminded_of = models.DateField(null=True)
    deleted_at = models.DateTimeField(null=True)
    #: forecast of completion: half of the similar requests had ended by then; null until computed
    expected_on = models.DateField(null=True)
    #: nine in ten similar requests had left the status by then; null until computed
    late_after = models.DateField(null=True)
    version = models.PositiveIntegerField(default=1)
    #: one line for each search term, normalized by `normalize_key`
    search_text = models.TextField(blank=True)
    #: the same lines as typed
    search_lines = models.TextField(blank=True)

    class Meta:
        # Each list reads its page and counts its rows with an index-only scan: the columns before the id give the
        # order, those after it are filtered. The smallest are last: of several suitable indexes, SQLite takes the last.
        indexes = [
            # lists of open and closed requests, and closed lists in other orders than by completion
            models.Index(
                fields=["kind", "created_at", "id", *PARTIES, "status", "completed_at"],
                name="live_by_creation",
                condition=LIVE,
            ),
            models.Index(fields=["kind", "updated_at", "id", *PARTIES], name="live_by_change", condition=LIVE),
            models.Index(
                fields=["kind", "place", "id", *PARTIES, "completed_at"], name="live_by_place", condition=LIVE
            ),
            models.Index(
                fields=["kind", "number", "id", *PARTIES, "completed_at"], name="live_by_number", condition=LIVE
            ),
            # requests of some organizations: totals, the default order, a search by name
            models.Index(
                fields=["client", "kind", "created_at", "id", "service", "completed_at"],
                name="live_of_client",
                condition=LIVE,
            ),
            models.Index(
                fields=["service", "kind", "created_at", "id", "completed_at"], name="live_of_service", condition=LIVE
            ),
            # clients that have requests at a service, one lookup per Client
            models.Index(fields=["service", "client"], name="live_of_both", condition=LIVE),
            # closed lists by completion, and their totals
            models.Index(
                fields=["kind", "completed_at", "id", *PARTIES, "status"], name="ended_by_end", condition=ENDED
            ),
            # active lists in the common orders; totals of filtered lists, and the order by number
            models.Index(fields=["kind", "updated_at", "id", *PARTIES], name="open_by_change", condition=OPEN),
            models.Index(fields=["kind", "place", "id", *PARTIES], name="open_by_place", condition=OPEN),
            models.Index(
                fields=["kind", "created_at", "id", *PARTIES, "status", "waits_for", "number"],
                name="open_by_creation",
                condition=OPEN,
            ),
            # active lists by time in status and forecast; requests without a forecast
            models.Index(
                fields=["kind", "entered_at", "id", *PARTIES, "expected_on"], name="open_by_stay", condition=OPEN
            ),
            models.Index(fields=["kind", "status", "id"], name="open_unforeseen", condition=UNFORESEEN),
            models.Index(
                fields=["waits_for", "entered_at", "id", "kind", *PARTIES, "expected_on"],
                name="waiting_by_stay",
                condition=WAITING,
            ),
            # requests that wait for a role: lists and counters
            models.Index(
                fields=["waits_for", "created_at", "id", "kind", *PARTIES, "place", "updated_at", "number"],
                name="waiting_by_creation",
                condition=WAITING,
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
    """Transition of a request: one row of its history, never changed."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="history")
    created_at = models.DateTimeField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=32, choices=ROLES)
    old_status = models.CharField(max_length=32)
    new_status = models.CharField(max_length=32)
    #: further findings of the transition, by message key
    remarks = models.JSONField(null=True)

    class Meta:
        indexes = [models.Index(fields=["request", "-created_at", "-id"], name="history_of_request")]


class Origin(models.Model):
    """Link from a request to the one that it was created from."""

    request = models.OneToOneField(Request, primary_key=True, on_delete=models.CASCADE, related_name="origin")
    source = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="led_to")


class Comment(models.Model):
    """Comment on a request (item 0), or on one of its parts or items, in a step."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="comments")
    #: id of the part or item, 0 for the request itself
    item = models.PositiveBigIntegerField(default=0)
    step = models.CharField(max_length=32)
    text = models.TextField(blank=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "item", "step"], name="comment_once")]


class NumberSequence(models.Model):
    """Last number of a kind and year.

    Its row lock serializes the creation of requests.
    """

    kind = models.CharField(max_length=16, choices=KINDS)
    year = models.PositiveIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "year"], name="sequence_once")]
