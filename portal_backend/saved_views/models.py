"""Models of saved views and default views."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Lower

from portal_backend.accounts.models import Client, Service


class SavedView(models.Model):
    """A saved view: the filters, order and columns of a list under a name.

    A shared view is visible to the users of `role`, for client and service users within the same `client` or `service`
    only. These are the owner's at the time of sharing; later changes of the owner do not move the view.
    """

    resource = models.CharField(max_length=64)
    name = models.CharField(max_length=80)
    state = models.JSONField()
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="saved_views")
    shared = models.BooleanField(default=False)
    role = models.CharField(max_length=32, blank=True)
    client = models.ForeignKey(Client, models.CASCADE, null=True, related_name="+")
    service = models.ForeignKey(Service, models.CASCADE, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint("owner", "resource", Lower("name"), name="saved_view_once")]
        indexes = [
            models.Index(fields=["resource", "role"], name="saved_view_shared", condition=models.Q(shared=True)),
        ]


class DefaultView(models.Model):
    """The view that a list opens with for a user."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    resource = models.CharField(max_length=64)
    view = models.ForeignKey(SavedView, models.CASCADE, related_name="defaults")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "resource"], name="default_view_once")]
