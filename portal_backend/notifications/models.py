"""The mail matrix as administrators set it (contract section 7)."""

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
