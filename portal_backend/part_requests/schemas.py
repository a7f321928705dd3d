"""Schemas of the part request endpoints."""

from datetime import date
from typing import Annotated

from pydantic import Field

from portal_backend.accounts.schemas import AddressAnswer
from portal_backend.catalogue.schemas import CategoryAnswer
from portal_backend.core.types import BoundedList, Id, ItemId, OptionalPrintableText, RequestModel, ResponseModel
from portal_backend.files.schemas import AttachmentAnswer, FileIn
from portal_backend.shipping.schemas import AddressIn, ContactIn, ContactPerson, LegAnswer, PackageAnswer
from portal_backend.workflow.schemas import ApprovalKey, CommentAnswer, RequestHeader

MAX_QUANTITY = 100


class ItemIn(RequestModel):
    """A part of the catalogue (`partId`), or a proposed part.

    A proposed part has id -1, a `partName` and 1 to 5 images.
    """

    id: ItemId = None
    part_id: Id | None = None
    part_name: OptionalPrintableText = ""
    quantity: Annotated[int, Field(strict=True, ge=1, le=MAX_QUANTITY)]
    images: BoundedList[FileIn] = []
    image: FileIn | None = None


class NewPartRequest(RequestModel):
    """A new part request; contact and address are optional when adding items."""

    contact: ContactIn | None = None
    address: AddressIn | None = None
    parts: Annotated[list[ItemIn], Field(min_length=1, max_length=200)]


class OneWayShippingIn(RequestModel):
    """Contact and address to which the parts are sent."""

    contact: ContactIn
    address: AddressIn


class ItemDecisionIn(RequestModel):
    """Approval of one item."""

    id: Id
    initial_approval: ApprovalKey


class PartRequestCreated(ResponseModel):
    """Id and number of a new part request."""

    id: int
    request_id: str


class ItemAnswer(ResponseModel):
    """An item; `images` are those of a proposed part."""

    id: int
    part_id: int | None
    category: CategoryAnswer | None
    part_name: str
    quantity: int
    image_url: str | None
    images: list[AttachmentAnswer]
    initial_approval: ApprovalKey
    approval_comments: dict[str, CommentAnswer] | None = None


class OneWayShipping(LegAnswer):
    """Contact, address and courier of the parts."""

    contact: ContactPerson
    address: AddressAnswer
    saved: bool


class PackedItemAnswer(ResponseModel):
    """Packing and customs data of an item, with the catalogue's code and country."""

    id: int
    package_id: int | None
    customs_value: float | None
    hs_code: str
    origin: str
    catalogue_hs_code: str
    catalogue_origin: str


class PackingAnswer(ResponseModel):
    """Packing of the approved items, for the roles that send them."""

    packages: list[PackageAnswer]
    items: list[PackedItemAnswer]


class PartRequestAnswer(RequestHeader):
    """A part request as shown on its page."""

    request_id: str
    delivery_expected_by: date | None
    requested_parts: list[ItemAnswer]
    oneway_shipping: OneWayShipping
    packing: PackingAnswer | None = None
