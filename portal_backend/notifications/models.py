"""The mail matrix as administrators set it (contract section 7), and what users think of the portal."""

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


class Feedback(models.Model):
    """What a user thinks of the portal, and the page it was written on (spec 1, 2.4)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    title = models.CharField(max_length=64)
    content = models.CharField(max_length=640)
    page_name = models.CharField(max_length=255, blank=True)
    page_path = models.CharField(max_length=255, blank=True)
    created_at = models.DateTimeField()
