"""Models of repairs, their units and their instruments (spec 3, section 3)."""

from django.db import models

from portal_backend.accounts.models import Client
from portal_backend.catalogue.models import Part, PredefinedService
from portal_backend.files.models import StoredFile
from portal_backend.shipping.models import Battery, CheckSource, PackingDetails
from portal_backend.workflow.models import Approval, ServiceRequest, VersionedRow

HAS_BEEN_SENT = models.Q(last_sent_at__isnull=False)
PRICE_FIELDS = ("diagnostic_price", "repair_price", "parts_price")
HAS_PRICE = models.Q(
    ("with_predefined_types", True), *((f"{price}__isnull", False) for price in PRICE_FIELDS), _connector=models.Q.OR
)
HAS_REPLACEMENT = ~models.Q(replacement_key="")
#: texts of `Repair` by which a repair is found, in addition to those of its units
SEARCHED_FIELDS: tuple[str, ...] = ()


class Diagnosis(models.TextChoices):
    """Result of the diagnostics of a unit."""

    IT_IS_WORKING = "IT_IS_WORKING"
    FOR_REPAIR = "FOR_REPAIR"
    NON_REPAIRABLE = "NON_REPAIRABLE"


class RepairStatus(models.TextChoices):
    """Progress of the repair of one unit; REJECTED is derived, never selected."""

    IN_PROGRESS = "IN_PROGRESS"
    REPLACED = "REPLACED"
    REPAIRED = "REPAIRED"
    NON_REPAIRABLE = "NON_REPAIRABLE"
    REJECTED = "REJECTED"


class Repair(models.Model):
    """Data of a repair in addition to the fields of every request."""

    request = models.OneToOneField(ServiceRequest, primary_key=True, on_delete=models.CASCADE, related_name="repair")
    courier_arriving_time = models.DateTimeField(null=True)
    transit_note = models.CharField(max_length=1024, blank=True)
    diagnostic_start_date = models.DateField(null=True)
    #: last save of the goods receipt; null before the first one
    receipt_checked_at = models.DateTimeField(null=True)


class Instrument(models.Model):
    """A physical device of one client, identified by model and serial number.

    See docs/decisions/0024.
    """

    client = models.ForeignKey(Client, on_delete=models.CASCADE, related_name="+", db_index=False)
    part = models.ForeignKey(Part, on_delete=models.CASCADE, related_name="+")
    #: spelling of the serial number, as last entered
    serial_number = models.CharField(max_length=255)
    #: normalized serial number, unique for the client and part
    serial_key = models.CharField(max_length=255)
    #: creation of the newest request that contains it; null when no such request is left
    last_sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["client", "part", "serial_key"], name="instrument_once")]
        indexes = [
            models.Index(fields=["last_sent_at", "id", "client"], name="instruments_by_time", condition=HAS_BEEN_SENT),
            models.Index(
                fields=["client", "last_sent_at", "id"], name="instruments_of_client", condition=HAS_BEEN_SENT
            ),
            models.Index(fields=["serial_key", "id", "client"], name="instruments_by_serial", condition=HAS_BEEN_SENT),
        ]

    def __str__(self) -> str:
        return self.serial_number


class RepairUnit(VersionedRow):
    """One physical instrument in a repair.

    Prices are in USD; null means that no price was entered, while 0 is a price.
    """

    repair = models.ForeignKey(Repair, on_delete=models.CASCADE, related_name="units")
    part = models.ForeignKey(Part, on_delete=models.PROTECT, related_name="+")
    instrument = models.ForeignKey(
        Instrument, null=True, on_delete=models.PROTECT, related_name="units", db_index=False
    )
    serial_number = models.CharField(max_length=255)
    service_tag = models.CharField(max_length=255, blank=True)
    problem_description = models.CharField(max_length=4000, blank=True)
    files = models.ManyToManyField(StoredFile, related_name="+")
    added_in_diagnostics = models.BooleanField(default=False)
    initial_approval = models.CharField(max_length=16, choices=Approval.choices, default=Approval.WAITING_APPROVAL)
    repair_approval = models.CharField(max_length=16, choices=Approval.choices, default=Approval.WAITING_APPROVAL)
    diagnostic_status = models.CharField(max_length=16, choices=Diagnosis.choices, blank=True)
    diagnostic_comment = models.CharField(max_length=1024, blank=True)
    with_predefined_types = models.BooleanField(default=False)
    diagnostic_price = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    repair_price = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    parts_price = models.DecimalField(max_digits=9, decimal_places=2, null=True)
    repair_status = models.CharField(max_length=16, choices=RepairStatus.choices, blank=True)
    repair_comment = models.CharField(max_length=1024, blank=True)
    #: serial number last entered for a replacement; survives a change of the repair status
    replacement_serial = models.CharField(max_length=255, blank=True, default="", db_default="")
    #: normalized `replacement_serial` while the unit is REPLACED, otherwise empty and not searchable
    replacement_key = models.CharField(max_length=255, blank=True, default="", db_default="")

    class Meta:
        indexes = [
            models.Index(fields=["instrument"], name="units_of_instrument"),
            models.Index(fields=["replacement_key"], name="units_by_replacement", condition=HAS_REPLACEMENT),
            models.Index(fields=["part", "id"], name="priced_units_of_part", condition=HAS_PRICE),
        ]


# Units that incurred their price: received, approved where required, and in a request that was not rejected.
INCURRED_COST = (
    models.Q(initial_approval=Approval.APPROVED)
    & (models.Q(diagnostic_status=Diagnosis.IT_IS_WORKING) | models.Q(repair_approval=Approval.APPROVED))
    & ~models.Q(receipt_line__condition="MISSING")
    & ~models.Q(repair__request__status="REJECTED")
)


class UnitPacking(PackingDetails):
    """Packing, customs and courier data of a unit."""

    unit = models.OneToOneField(RepairUnit, primary_key=True, on_delete=models.CASCADE, related_name="packing")
    battery = models.CharField(max_length=16, choices=Battery.choices, blank=True)
    check_source = models.CharField(max_length=16, choices=CheckSource.choices, blank=True)


class ArrivalState(models.TextChoices):
    """Condition at goods receipt; an UNEXPECTED item is not a unit of the repair."""

    RECEIVED = "THERE"
    MISSING = "MISSING"
    DAMAGED = "DAMAGED"
    UNEXPECTED = "UNANNOUNCED"


class ReceiptLine(VersionedRow):
    """One line of the goods receipt: a unit, or an unexpected item without `unit`."""

    repair = models.ForeignKey(Repair, on_delete=models.CASCADE, related_name="receipt_lines")
    unit = models.OneToOneField(RepairUnit, null=True, on_delete=models.CASCADE, related_name="receipt_line")
    #: condition at goods receipt
    condition = models.CharField(max_length=16, choices=ArrivalState.choices)
    serial_number = models.CharField(max_length=255, blank=True)
    #: position of the package that contained an unexpected item, from 1
    package_number = models.PositiveSmallIntegerField(null=True)
    note = models.CharField(max_length=1024, blank=True)
    #: last change of the recorded condition
    recorded_at = models.DateTimeField()
    photos = models.ManyToManyField(StoredFile, related_name="+")


class SelectedService(models.Model):
    """A predefined service selected for a unit."""

    unit = models.ForeignKey(RepairUnit, on_delete=models.CASCADE, related_name="selected_services")
    service = models.ForeignKey(PredefinedService, on_delete=models.PROTECT, related_name="+")
    #: price in USD when it was selected
    value = models.DecimalField(max_digits=9, decimal_places=2)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["unit", "service"], name="chosen_type_once")]
