"""Models of part requests and their items (spec 3, section 3)."""

from django.db import models

from portal_backend.catalogue.models import Part
from portal_backend.files.models import StoredFile
from portal_backend.shipping.models import PackingDetails
from portal_backend.workflow.models import Approval, ServiceRequest, VersionedRow


class PartRequest(models.Model):
    """A part request; all its data are in the request and its items."""

    request = models.OneToOneField(
        ServiceRequest, primary_key=True, on_delete=models.CASCADE, related_name="part_request"
    )


class RequestedPart(VersionedRow):
    """An item: a part of the catalogue, or a proposed part with name and images.

    An administrator can assign a part of the catalogue to a proposed one.
    """

    part_request = models.ForeignKey(PartRequest, on_delete=models.CASCADE, related_name="items")
    part = models.ForeignKey(Part, null=True, on_delete=models.PROTECT, related_name="+")
    suggested_name = models.CharField(max_length=255, blank=True)
    quantity = models.PositiveSmallIntegerField()
    images = models.ManyToManyField(StoredFile, related_name="+")
    initial_approval = models.CharField(max_length=16, choices=Approval.choices, default=Approval.WAITING_APPROVAL)

    @property
    def name(self) -> str:
        """Model of the part, or the proposed name."""
        return self.part.model if self.part else self.suggested_name


class ItemPacking(PackingDetails):
    """Packing of an item; the customs value is that of one piece."""

    item = models.OneToOneField(RequestedPart, primary_key=True, on_delete=models.CASCADE, related_name="packing")
