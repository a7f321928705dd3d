"""What somebody did, kept for those who administer: rows are written once, read, and forgotten when they are old."""

from django.db import models


class Event(models.TextChoices):
    """What can be looked up."""

    LOGIN_FAILED = "LOGIN_FAILED"
    LOGIN_LOCKED = "LOGIN_LOCKED"
    PASSWORD_RESET = "PASSWORD_RESET"  # noqa: S105 - no password
    SECOND_FACTOR_ADDED = "SECOND_FACTOR_ADDED"
    SECOND_FACTOR_REMOVED = "SECOND_FACTOR_REMOVED"
    SECOND_FACTOR_RESET = "SECOND_FACTOR_RESET"
    SECOND_FACTOR_RULES = "SECOND_FACTOR_RULES"
    SECOND_FACTOR_FAILED = "SECOND_FACTOR_FAILED"
    RECOVERY_CODE_USED = "RECOVERY_CODE_USED"
    USER_CREATED = "USER_CREATED"
    USER_EDITED = "USER_EDITED"
    USER_LOCKED = "USER_LOCKED"
    USER_UNLOCKED = "USER_UNLOCKED"
    ADDRESS_EDITED = "ADDRESS_EDITED"
    CLIENT_EDITED = "CLIENT_EDITED"
    SERVICE_EDITED = "SERVICE_EDITED"
    MANAGER_CLIENTS = "MANAGER_CLIENTS"
    ACCOUNT_DECIDED = "ACCOUNT_DECIDED"
    PART_SAVED = "PART_SAVED"
    ROW_CREATED = "ROW_CREATED"
    ROW_EDITED = "ROW_EDITED"
    ROW_DELETED = "ROW_DELETED"
    MAIL_RULES = "MAIL_RULES"
    MAIL_SENT_AGAIN = "MAIL_SENT_AGAIN"
    EXPORTED = "EXPORTED"
    IMPORTED = "IMPORTED"
    IMPORT_UNDONE = "IMPORT_UNDONE"
    REQUEST_DELETED = "REQUEST_DELETED"
    SERVICE_CHANGED = "SERVICE_CHANGED"


def events() -> list[tuple[str, str]]:
    """The choices of an event. As a function they stand in no migration, so a new event needs none."""
    return Event.choices


class Entry(models.Model):
    """One thing that was done.

    Names stand as they were then. `about` is what it was done to, `details` plain figures, and under `changed` by
    field the old and the new value. `object_type` (the name of its list, or the kind of a request) and `object_id`
    find that object under its present name, `actor_id` the user; they are no foreign keys, so an entry outlives both.
    `search_text` holds every name and value of the entry in the form of normalize_key, one a line.
    """

    at = models.DateTimeField()
    event = models.CharField(max_length=32, choices=events)
    username = models.CharField(max_length=255, blank=True)
    role = models.CharField(max_length=32, blank=True)
    address = models.CharField(max_length=64, blank=True)
    about = models.CharField(max_length=255, blank=True)
    details = models.JSONField(default=dict)
    call = models.CharField(max_length=32, blank=True)
    actor_id = models.BigIntegerField(null=True)
    object_type = models.CharField(max_length=32, blank=True, default="", db_default="")
    object_id = models.BigIntegerField(null=True)
    search_text = models.TextField(blank=True, default="", db_default="")

    class Meta:
        indexes = [
            models.Index(fields=["-at", "-id"], name="entry_by_time"),
            models.Index(fields=["event", "-at", "-id"], name="entry_by_event"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.about}"
