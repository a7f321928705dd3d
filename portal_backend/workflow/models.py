"""The one table that all three kinds of request share, its history and its comments (design/architecture.md)."""

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
    """A decision on a part, an item or a request."""

    WAITING_APPROVAL = "WAITING_APPROVAL"
    APPROVED = "APPROVED"
    REJECTED = "REJECTED"


class Request(models.Model):
    """A request of any kind. Its status is written by workflow.moves alone.

    `search_text` holds one line in the form of `normalize_key` for each thing it is found by, `search_lines` the same
    lines as typed;
    clients, services and users are found by their own names, which may change. `entered_at` is since when it has
    its status, `place` that of the status in the table of its kind, `deliver_by` the last day of the delivery
    confirmation window, `reminded_of` the one that a reminder was sent of.
    `expected_on` is the day on which half of the similar requests had ended, `late_after` the last one on which it
    stands in its status no longer than nine in ten did: both null until somebody who knows their history looks.
    """

    kind = models.CharField(max_length=16, choices=KINDS)
    number = models.CharField(max_length=32, unique=True)
    client = models.ForeignKey(Client, on_delete=models.PROTECT, related_name="requests", db_index=False)
    service = models.ForeignKey(Service, on_delete=models.PROTECT, related_name="requests", db_index=False)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    updated_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    status = models.CharField(max_length=32)
    place = models.PositiveSmallIntegerField(default=0)
    waits_for = models.CharField(max_length=32, choices=ROLES, null=True)  # noqa: DJ001 - null: it waits for nobody
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()
    entered_at = models.DateTimeField(default=timezone.now)
    completed_at = models.DateTimeField(null=True)
    deliver_by = models.DateField(null=True)
    reminded_of = models.DateField(null=True)
    deleted_at = models.DateTimeField(null=True)
    expected_on = models.DateField(null=True)
    late_after = models.DateField(null=True)
    version = models.PositiveIntegerField(default=1)
    search_text = models.TextField(blank=True)
    search_lines = models.TextField(blank=True)

    class Meta:
        # Each list reads its page and counts its rows in an index alone: the first columns give the order, those
        # after the id are what it is narrowed by. The smallest stand last: of several that would do, SQLite takes
        # the last.
        indexes = [
            # lists of open and closed ones alike, and closed lists by other orders than their own
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
            # everything of one organisation or of some: totals, the default order, a search by its name
            models.Index(
                fields=["client", "kind", "created_at", "id", "service", "completed_at"],
                name="live_of_client",
                condition=LIVE,
            ),
            models.Index(
                fields=["service", "kind", "created_at", "id", "completed_at"], name="live_of_service", condition=LIVE
            ),
            # whose requests a service holds, asked once a Client
            models.Index(fields=["service", "client"], name="live_of_both", condition=LIVE),
            # closed lists by their own order, and their totals
            models.Index(
                fields=["kind", "completed_at", "id", *PARTIES, "status"], name="ended_by_end", condition=ENDED
            ),
            # active lists by each order that people use; totals of those that are filtered, and the order by number
            models.Index(fields=["kind", "updated_at", "id", *PARTIES], name="open_by_change", condition=OPEN),
            models.Index(fields=["kind", "place", "id", *PARTIES], name="open_by_place", condition=OPEN),
            models.Index(
                fields=["kind", "created_at", "id", *PARTIES, "status", "waits_for", "number"],
                name="open_by_creation",
                condition=OPEN,
            ),
            # the same by how long they have stood and when they are expected to end; those nobody has foreseen yet
            models.Index(
                fields=["kind", "entered_at", "id", *PARTIES, "expected_on"], name="open_by_stay", condition=OPEN
            ),
            models.Index(fields=["kind", "status", "id"], name="open_unforeseen", condition=UNFORESEEN),
            models.Index(
                fields=["waits_for", "entered_at", "id", "kind", *PARTIES, "expected_on"],
                name="waiting_by_stay",
                condition=WAITING,
            ),
            # what waits for a role: its lists and counters
            models.Index(
                fields=["waits_for", "created_at", "id", "kind", *PARTIES, "place", "updated_at", "number"],
                name="waiting_by_creation",
                condition=WAITING,
            ),
        ]

    def __str__(self) -> str:
        return self.number


class VersionedRow(models.Model):
    """A row of a request that is saved together with others: since which version it is as it is, and by whom."""

    changed_version = models.PositiveIntegerField(default=0, db_default=0)
    changed_by = models.ForeignKey(User, null=True, on_delete=models.PROTECT, related_name="+", db_index=False)

    class Meta:
        abstract = True


class StatusChange(models.Model):
    """One row of history a move; never changed. `remarks` are what else was found, by the key of a sentence."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="history")
    created_at = models.DateTimeField()
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=32, choices=ROLES)
    old_status = models.CharField(max_length=32)
    new_status = models.CharField(max_length=32)
    remarks = models.JSONField(null=True)

    class Meta:
        indexes = [models.Index(fields=["request", "-created_at", "-id"], name="history_of_request")]


class Origin(models.Model):
    """That a request was made out of another one: a repair out of a remote support, say."""

    request = models.OneToOneField(Request, primary_key=True, on_delete=models.CASCADE, related_name="origin")
    source = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="led_to")


class Comment(models.Model):
    """The text of one owner and step: the request itself (item 0) or one of its parts or items."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="comments")
    item = models.PositiveBigIntegerField(default=0)
    step = models.CharField(max_length=32)
    text = models.TextField(blank=True)
    by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "item", "step"], name="comment_once")]


class NumberSequence(models.Model):
    """The last number given in a kind and year; its row lock keeps two creations apart."""

    kind = models.CharField(max_length=16, choices=KINDS)
    year = models.PositiveIntegerField()
    last = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["kind", "year"], name="sequence_once")]
