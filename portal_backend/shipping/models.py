"""Where goods come from and go to, in what packages and by which courier: for repairs and part requests alike."""

from django.db import models

from portal_backend.accounts.models import AddressFields
from portal_backend.workflow.models import Request


class Shipment(AddressFields):
    """The contact and address of a request, once saved."""

    request = models.OneToOneField(Request, on_delete=models.CASCADE, related_name="shipment")
    first_name = models.CharField(max_length=255)
    last_name = models.CharField(max_length=255)
    phone = models.CharField(max_length=64)
    email = models.CharField(max_length=255)


class ShipmentEmail(models.Model):
    """A backup e-mail of the contact."""

    shipment = models.ForeignKey(Shipment, on_delete=models.CASCADE, related_name="backup_emails")
    value = models.CharField(max_length=255)


class Battery(models.TextChoices):
    """What couriers ask of each unit: the batteries in it."""

    NONE = "NONE"
    LITHIUM_ION = "LITHIUM_ION"
    LITHIUM_METAL = "LITHIUM_METAL"
    OTHER = "OTHER"


class CheckSource(models.TextChoices):
    """What couriers and customs ask of a radiation instrument: whether it has a source in it."""

    NONE = "NONE"
    INSIDE = "INSIDE"


class Package(models.Model):
    """A package: depth/width/height in whole cm, weight in kg."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="packages")
    position = models.PositiveSmallIntegerField(default=0)
    dimensions = models.CharField(max_length=16)
    weight = models.DecimalField(max_digits=9, decimal_places=2)


class Packed(models.Model):
    """How something is sent: in which package, and what customs are told of it. All of it is optional.

    `customs_value` is what the sender declares one piece to be worth in USD, which is no price of the service's.
    """

    package = models.ForeignKey(Package, null=True, on_delete=models.SET_NULL, related_name="+")
    customs_value = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    hs_code = models.CharField(max_length=16, blank=True)
    origin = models.CharField(max_length=2, blank=True)

    class Meta:
        abstract = True


class CourierLeg(models.Model):
    """A courier's journey: THERE to the service or the client's parts, BACK to the client after a repair."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="legs")
    direction = models.CharField(max_length=8, choices=[("THERE", "THERE"), ("BACK", "BACK")])
    courier_name = models.CharField(max_length=255, blank=True)
    pick_up_date = models.DateField(null=True)
    estimate_delivery_date = models.DateField(null=True)
    tracking_number = models.CharField(max_length=255, blank=True)
    note = models.CharField(max_length=1024, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "direction"], name="courier_leg_once")]
