"""Shapes of the part request's calls."""

from datetime import date
from typing import Annotated

from pydantic import Field

from portal_backend.accounts.schemas import AddressAnswer
from portal_backend.base.fields import Body, Id, ItemId, Rows, Wire
from portal_backend.base.printing import OptionalPrintedText
from portal_backend.catalogue.schemas import CategoryAnswer
from portal_backend.files.schemas import AttachmentAnswer, FileIn
from portal_backend.shipping.schemas import AddressIn, ContactIn, ContactPerson, LegAnswer, PackageAnswer
from portal_backend.workflow.schemas import ApprovalKey, CommentAnswer, Head

MOST_PIECES = 100


class ItemIn(Body):
    """An item of the catalogue (`partId`), or a proposed one (id -1, `partName`, 1 to 5 images)."""

    id: ItemId = None
    part_id: Id | None = None
    part_name: OptionalPrintedText = ""
    quantity: Annotated[int, Field(strict=True, ge=1, le=MOST_PIECES)]
    images: Rows[FileIn] = []
    image: FileIn | None = None


class NewPartRequest(Body):
    """A new part request; further items of an existing one need no contact and address."""

    contact: ContactIn | None = None
    address: AddressIn | None = None
    parts: Annotated[list[ItemIn], Field(min_length=1, max_length=200)]


class OneWayShippingIn(Body):
    """Where the parts are sent."""

    contact: ContactIn
    address: AddressIn


class ItemDecisionIn(Body):
    """The approval of one item."""

    id: Id
    initial_approval: ApprovalKey


class PartRequestCreated(Wire):
    """A new part request."""

    id: int
    request_id: str


class ItemAnswer(Wire):
    """An item; `images` are those of a proposed one."""

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
    """Where the parts are sent and by which courier."""

    contact: ContactPerson
    address: AddressAnswer
    saved: bool


class PackedItemAnswer(Wire):
    """How an item is sent: its package, and what customs are told of it; the catalogue's code and country beside."""

    id: int
    package_id: int | None
    customs_value: float | None
    hs_code: str
    origin: str
    catalogue_hs_code: str
    catalogue_origin: str


class PackingAnswer(Wire):
    """How the approved items are sent, for those who send them."""

    packages: list[PackageAnswer]
    items: list[PackedItemAnswer]


class PartRequestAnswer(Head):
    """A part request as its page reads it."""

    request_id: str
    delivery_expected_by: date | None
    requested_parts: list[ItemAnswer]
    oneway_shipping: OneWayShipping
    packing: PackingAnswer | None = None
