"""Models of the parts catalogue and the predefined services (spec 2, section 3)."""

from django.db import models
from django.db.models.functions import Lower

from portal_backend.files.models import StoredFile

PREDEFINED_SERVICE_KINDS = [("DIAGNOSTICS", "DIAGNOSTICS"), ("REPAIRS", "REPAIRS"), ("PARTS", "PARTS")]


class Category(models.Model):
    """Category of a part: HANDHELD, RPM, UTILITY_COMM or OTHER."""

    key = models.CharField(max_length=32, unique=True)
    name = models.CharField(max_length=255)
    position = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.key


class ServiceCategory(models.Model):
    """Kind of request that a part supports: REPAIR, PARTS, REMOTE_SUPPORT or OTHERS."""

    key = models.CharField(max_length=32, unique=True)
    name = models.CharField(max_length=255)

    def __str__(self) -> str:
        return self.key


class PredefinedService(models.Model):
    """A diagnostic, repair or spare part that can be selected in diagnostics."""

    kind = models.CharField(max_length=16, choices=PREDEFINED_SERVICE_KINDS)
    text = models.CharField(max_length=255)
    short_text = models.CharField(max_length=64)
    #: usual price in USD
    value = models.DecimalField(max_digits=9, decimal_places=2)

    def __str__(self) -> str:
        return self.short_text


class CheckPoint(models.Model):
    """A point of the checklist before a remote support session."""

    text = models.CharField(max_length=255)
    #: model that the point applies to; null applies to every model
    model = models.CharField(max_length=255, null=True, blank=True)  # noqa: DJ001 - null: every model
    position = models.PositiveSmallIntegerField(default=0)
    enabled = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.text


class Part(models.Model):
    """An entry of the parts catalogue; one in use is disabled instead of deleted."""

    category = models.ForeignKey(Category, on_delete=models.PROTECT, related_name="parts")
    number = models.CharField(max_length=255)
    model = models.CharField(max_length=255)
    manufacturer = models.CharField(max_length=255)
    description = models.CharField(max_length=1024)
    enabled = models.BooleanField(default=True)
    image = models.ForeignKey(StoredFile, null=True, on_delete=models.PROTECT, related_name="+")
    service_categories = models.ManyToManyField(ServiceCategory, related_name="parts")
    predefined_services = models.ManyToManyField(PredefinedService, related_name="parts")
    #: customs tariff code
    hs_code = models.CharField(max_length=16, blank=True, default="", db_default="")
    #: country of manufacture (ISO 3166-1 alpha-2)
    origin = models.CharField(max_length=2, blank=True, default="", db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(Lower("manufacturer"), Lower("number"), name="part_once")]

    def __str__(self) -> str:
        return f"{self.number} ({self.manufacturer} {self.model})"
