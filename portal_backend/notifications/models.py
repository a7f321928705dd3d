"""The mail matrix as administrators set it, the outbox (contract section 7), and what users think of the portal."""

from django.conf import settings
from django.db import models


class MailRule(models.Model):
    """Who gets a mail at one status or action of a service category; a row that was never set has the defaults."""

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
    """What happened and is still to be told, as plain values: see telling.Event. It ends when its mails are made.

    One that this version of the portal does not know is left alone until `due_at`.
    """

    category = models.CharField(max_length=32)
    key = models.CharField(max_length=64)
    letter = models.CharField(max_length=32)
    number = models.CharField(max_length=32)
    client_id = models.BigIntegerField()
    service_id = models.BigIntegerField()
    left_service_id = models.BigIntegerField(null=True)
    actor_id = models.BigIntegerField(null=True)
    acting = models.CharField(max_length=32, blank=True)
    pages = models.JSONField()
    values = models.JSONField()
    turns = models.JSONField()
    created_at = models.DateTimeField()
    due_at = models.DateTimeField()


class MailState(models.TextChoices):
    """How far a mail is."""

    WAITING = "WAITING"
    SENDING = "SENDING"
    SENT = "SENT"
    FAILED = "FAILED"


class Mail(models.Model):
    """One mail to one address, written in the transaction of what it tells; notifications.sending alone changes it.

    `template` is the kind of letter, `values` what its words are filled with, `path` the page that its button leads
    to. `about` is what it is found by: a request's number or a user's name. While it is WAITING or SENDING it is due
    at `next_try`: a sender that died lets go of it that way. Of two with the same `dedupe` only the first is kept.
    What has a `user` also stands behind the bell, until `seen_at` as something new; `copies` are the user's further
    addresses until the first try, which makes each a mail of its own.
    """

    # found by the indexes below
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, db_index=False, related_name="mails")
    to = models.CharField(max_length=255)
    copies = models.JSONField(default=list)
    language = models.CharField(max_length=2)
    template = models.CharField(max_length=32)
    values = models.JSONField(default=dict)
    path = models.CharField(max_length=255, blank=True)
    category = models.CharField(max_length=32)
    about = models.CharField(max_length=64, blank=True)
    created_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=MailState.choices, default=MailState.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_try = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=255, blank=True)
    dedupe = models.CharField(max_length=128, null=True, unique=True)  # noqa: DJ001 - null: it may be told again

    class Meta:
        indexes = [
            models.Index(
                fields=["next_try", "id"], name="mail_due", condition=models.Q(state__in=["WAITING", "SENDING"])
            ),
            models.Index(fields=["-created_at", "-id"], name="mail_by_creation"),
            models.Index(fields=["user", "-id"], name="mail_of_user"),
            models.Index(
                fields=["user"], name="mail_unseen", condition=models.Q(user__isnull=False, seen_at__isnull=True)
            ),
        ]


class Feedback(models.Model):
    """What a user thinks of the portal, and the page it was written on (spec 1, 2.4)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    title = models.CharField(max_length=64)
    content = models.CharField(max_length=640)
    page_name = models.CharField(max_length=255, blank=True)
    page_path = models.CharField(max_length=255, blank=True)
    created_at = models.DateTimeField()
