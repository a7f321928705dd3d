"""Audit log: rows are written once, never changed, and deleted when they are old."""

from django.db import models


class AuditEvent(models.TextChoices):
    """Kind of an audited action."""

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


def get_event_choices() -> list[tuple[str, str]]:
    """Return the choices of events.

    Because it is a function, migrations do not list the choices, so a new event needs no migration.
    """
    return AuditEvent.choices


class AuditEntry(models.Model):
    """Audited action, with all names as they were at the time.

    The ids are not foreign keys, so that an entry outlives the user and the object.
    """

    created_at = models.DateTimeField()
    event = models.CharField(max_length=32, choices=get_event_choices)
    #: Name of the user, or of the command, or the name given in a failed login.
    username = models.CharField(max_length=255, blank=True)
    role = models.CharField(max_length=32, blank=True)
    #: IP address of the caller.
    ip_address = models.CharField(max_length=64, blank=True)
    #: Name of the object that was changed.
    object_repr = models.CharField(max_length=255, blank=True)
    #: Plain values; under `changed` the old and the new value of each field.
    details = models.JSONField(default=dict)
    #: Id of the HTTP request (X-Request-Id).
    request_id = models.CharField(max_length=32, blank=True)
    #: Id of the user, to find the current name.
    actor_id = models.BigIntegerField(null=True)
    #: Name of the object's list, or the kind of a service request.
    object_type = models.CharField(max_length=32, blank=True, default="", db_default="")
    #: Id of the object, to find its current name.
    object_id = models.BigIntegerField(null=True)
    #: All names and values of the entry, normalized by normalize_key, one per line.
    search_text = models.TextField(blank=True, default="", db_default="")

    class Meta:
        indexes = [
            models.Index(fields=["-created_at", "-id"], name="entry_by_time"),
            models.Index(fields=["event", "-created_at", "-id"], name="entry_by_event"),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.object_repr}"
