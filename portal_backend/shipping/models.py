"""Models of contacts, addresses, packages and courier legs.

Repairs and part requests share them.
"""

from django.db import models

from portal_backend.accounts.models import AddressFields
from portal_backend.workflow.models import ServiceRequest


class Shipment(AddressFields):
    """Saved contact and address of a request."""

    request = models.OneToOneField(ServiceRequest, on_delete=models.CASCADE, related_name="shipment")
    first_name = models.CharField(max_length=255)
    last_name = models.CharField(max_length=255)
    phone = models.CharField(max_length=64)
    email = models.CharField(max_length=255)


class ShipmentEmail(models.Model):
    """A backup email address of the contact."""

    shipment = models.ForeignKey(Shipment, on_delete=models.CASCADE, related_name="backup_emails")
    value = models.CharField(max_length=255)


class Battery(models.TextChoices):
    """Batteries in a unit, which couriers require to be declared."""

    NONE = "NONE"
    LITHIUM_ION = "LITHIUM_ION"
    LITHIUM_METAL = "LITHIUM_METAL"
    OTHER = "OTHER"


class CheckSource(models.TextChoices):
    """Radioactive source in an instrument, which couriers and customs ask about."""

    NONE = "NONE"
    INSIDE = "INSIDE"


class Package(models.Model):
    """A package of a request."""

    request = models.ForeignKey(ServiceRequest, on_delete=models.CASCADE, related_name="packages")
    position = models.PositiveSmallIntegerField(default=0)
    #: depth/width/height in whole cm
    dimensions = models.CharField(max_length=16)
    #: kg
    weight = models.DecimalField(max_digits=9, decimal_places=2)


class PackingDetails(models.Model):
    """Package and customs data of a unit or item; all of them are optional."""

    package = models.ForeignKey(Package, null=True, on_delete=models.SET_NULL, related_name="+")
    #: declared value of one piece in USD; unrelated to the service's prices
    customs_value = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    #: customs tariff code
    hs_code = models.CharField(max_length=16, blank=True)
    #: country of manufacture (ISO 3166-1 alpha-2)
    origin = models.CharField(max_length=2, blank=True)

    class Meta:
        abstract = True


class CourierLeg(models.Model):
    """A courier leg: THERE is outbound, BACK returns a repair to the client."""

    request = models.ForeignKey(ServiceRequest, on_delete=models.CASCADE, related_name="legs")
    direction = models.CharField(max_length=8, choices=[("THERE", "THERE"), ("BACK", "BACK")])
    courier_name = models.CharField(max_length=255, blank=True)
    pick_up_date = models.DateField(null=True)
    estimate_delivery_date = models.DateField(null=True)
    tracking_number = models.CharField(max_length=255, blank=True)
    note = models.CharField(max_length=1024, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["request", "direction"], name="courier_leg_once")]
