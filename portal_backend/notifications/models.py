"""Models of mail rules, events, the outbox (contract section 7) and feedback."""

from django.conf import settings
from django.db import models


class MailRule(models.Model):
    """Roles that get an email for one trigger; without a row the defaults apply."""

    category = models.CharField(max_length=32)
    key = models.CharField(max_length=64)
    client = models.BooleanField()
    service = models.BooleanField()
    supervisor = models.BooleanField()
    administrator = models.BooleanField()
    sustainability_manager = models.BooleanField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["category", "key"], name="mail_rule_once")]


class MailEvent(models.Model):
    """Event that is not yet expanded into emails, as plain values.

    See NotificationEvent. It is deleted once its emails are created. One that this version of the portal cannot read is
    skipped until `due_at`.
    """

    category = models.CharField(max_length=32)
    key = models.CharField(max_length=64)
    #: key of the MailTemplate
    template = models.CharField(max_length=32)
    number = models.CharField(max_length=32)
    client_id = models.BigIntegerField()
    service_id = models.BigIntegerField()
    #: Service that lost the request
    former_service_id = models.BigIntegerField(null=True)
    actor_id = models.BigIntegerField(null=True)
    #: role whose action is required
    responsible_role = models.CharField(max_length=32, blank=True)
    pages = models.JSONField()
    values = models.JSONField()
    #: sentence about the next step, by "yours" (the responsible role) and "others"
    instructions = models.JSONField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()


class MailState(models.TextChoices):
    """State of an email."""

    WAITING = "WAITING"
    SENDING = "SENDING"
    SENT = "SENT"
    FAILED = "FAILED"


class Mail(models.Model):
    """Email to one address, written in the transaction of the change that it reports.

    Apart from `read_at` and a resend, only `mail_sender` changes it. An email with a `user` is also a notification in
    the portal.
    """

    #: user whose notification it is; has no index of its own, see the indexes below
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, db_index=False, related_name="mails")
    to = models.CharField(max_length=255)
    #: extra addresses until the first attempt, which creates an email for each
    extra_addresses = models.JSONField(default=list)
    language = models.CharField(max_length=2)
    #: key of the MailTemplate
    template = models.CharField(max_length=32)
    #: values of the template, see `outbox.serialize_values`
    values = models.JSONField(default=dict)
    #: path of the page that the button leads to
    path = models.CharField(max_length=255, blank=True)
    category = models.CharField(max_length=32)
    #: number of the service request or username, for search and threads
    reference = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=MailState.choices, default=MailState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    #: next attempt of a WAITING email, or end of the lease of a SENDING one
    next_attempt_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    #: time at which the user read the notification
    read_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=255, blank=True)
    #: of several emails with the same key only the first is stored
    dedupe = models.CharField(max_length=128, null=True, unique=True)  # noqa: DJ001 - null: duplicates are allowed

    class Meta:
        indexes = [
            models.Index(
                fields=["next_attempt_at", "id"], name="mail_due", condition=models.Q(state__in=["WAITING", "SENDING"])
            ),
            models.Index(fields=["-created_at", "-id"], name="mail_by_creation"),
            models.Index(fields=["user", "-id"], name="mail_of_user"),
            models.Index(
                fields=["user"], name="mail_unseen", condition=models.Q(user__isnull=False, read_at__isnull=True)
            ),
        ]


class Feedback(models.Model):
    """Feedback of a user and the page where it was written (spec 1, 2.4)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    title = models.CharField(max_length=64)
    content = models.CharField(max_length=640)
    page_name = models.CharField(max_length=255, blank=True)
    page_path = models.CharField(max_length=255, blank=True)
    created_at = models.DateTimeField()
