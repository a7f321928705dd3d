"""Schemas of the repair endpoints: requests first, then responses."""

from datetime import date, datetime
from typing import Annotated, Literal

from ninja import Body as Whole
from pydantic import BeforeValidator, Discriminator, Field, Tag

from portal_backend.catalogue.schemas import AvailableTypes, CategoryAnswer, TypeAnswer
from portal_backend.core.types import (
    Amount,
    BoundedList,
    Description,
    Flag,
    Id,
    ItemId,
    Note,
    OptionalPrintableText,
    OptionalText,
    PrintableText,
    RequestModel,
    ResponseModel,
    Text,
    UtcDateTime,
    blank_to_none,
)
from portal_backend.files.schemas import AttachmentAnswer, FileIn
from portal_backend.repairs import models
from portal_backend.repairs.models import ArrivalState
from portal_backend.shipping.schemas import MAX_PACKAGES, LegAnswer, PickUpShipping
from portal_backend.workflow.schemas import ApprovalKey, CommentAnswer, RequestHeader, Saved

MAX_UNEXPECTED_LINES = 50


class ReceiptLineIn(RequestModel):
    """Condition of a unit or an unexpected item at goods receipt."""

    found: Literal["THERE", "MISSING", "DAMAGED", "UNANNOUNCED"]
    serial_number: OptionalText = ""
    parcel: Annotated[int | None, Field(strict=True, ge=1, le=MAX_PACKAGES)] = None
    note: Note = ""
    photos: BoundedList[FileIn] = []


class UnitReceiptIn(ReceiptLineIn):
    """Condition of a unit; serial number and package are those of the unit."""

    id: Id
    found: Literal["THERE", "MISSING", "DAMAGED"]
    serial_number: Literal[""] = ""
    parcel: None = None


class UnexpectedItemIn(ReceiptLineIn):
    """An unexpected item, named by its serial number or a description."""

    id: ItemId = None
    found: Literal["UNANNOUNCED"] = "UNANNOUNCED"
    serial_number: Text


class GoodsReceiptIn(RequestModel):
    """Goods receipt; units that are left out were not checked yet."""

    units: BoundedList[UnitReceiptIn] = []
    unannounced: Annotated[list[UnexpectedItemIn], Field(max_length=MAX_UNEXPECTED_LINES)] = []


class UnitReceipt(ResponseModel):
    """Condition of a unit at goods receipt."""

    id: int
    found: ArrivalState
    note: str
    photos: list[AttachmentAnswer]


class UnexpectedItem(UnitReceipt):
    """An unexpected item; `parcel` is the number of its package."""

    serial_number: str
    parcel: int | None


class GoodsReceipt(ResponseModel):
    """The goods receipt and the time when it was last saved."""

    at: datetime
    units: list[UnitReceipt]
    unannounced: list[UnexpectedItem]


RepairResult = Literal["IN_PROGRESS", "REPLACED", "REPAIRED", "NON_REPAIRABLE"]
OptionalDiagnosis = Annotated[
    Literal["IT_IS_WORKING", "FOR_REPAIR", "NON_REPAIRABLE"] | None, BeforeValidator(blank_to_none)
]
OptionalAmount = Annotated[Amount | None, BeforeValidator(blank_to_none)]


class UnitIn(RequestModel):
    """A unit of a new repair; "-" or "N/A" replaces a missing serial number."""

    part_id: Id
    serial_number: PrintableText
    service_tag: OptionalText = ""
    problem_description: Description = ""
    attachments: BoundedList[FileIn] = []


class RepairIn(RequestModel):
    """A new repair as an object: its units, its origin and request-level fields."""

    units: BoundedList[UnitIn]
    origin_id: Annotated[Id | None, BeforeValidator(blank_to_none)] = None


REQUEST_FIELDS = tuple(name for name in RepairIn.model_fields if name not in ("units", "origin_id"))
"""Names of the request-level fields; `Repair` and `RepairAnswer` have the same ones."""


def _get_body_shape(body: object) -> str:
    return "tagged-list" if isinstance(body, list) else "tagged-object"


NewRepair = Annotated[
    Annotated[BoundedList[UnitIn], Tag("tagged-list")] | Annotated[RepairIn, Tag("tagged-object")],
    Whole(discriminator=Discriminator(_get_body_shape)),
]
"""A list of units, or an object with `units` (contract section 9); error paths follow the shape that was sent."""


class TransitIn(RequestModel):
    """Expected arrival of the courier, and a note."""

    courier_arriving_time: Annotated[UtcDateTime | None, BeforeValidator(blank_to_none)] = None
    note: Note = ""


class TypeIn(RequestModel):
    """A predefined service to select; only the id is used."""

    id: Id
    text: str = ""
    short_text: str = ""
    value: float | None = None


class CostsIn(RequestModel):
    """Either prices in USD or predefined services, depending on `withPredefinedTypes`."""

    diagnostic_price: OptionalAmount = None
    repair_price: OptionalAmount = None
    parts_price: OptionalAmount = None
    diagnostic_types: Annotated[list[TypeIn], Field(max_length=1)] = []
    repair_types: Annotated[list[TypeIn], Field(max_length=5)] = []
    parts_types: Annotated[list[TypeIn], Field(max_length=5)] = []


class DiagnosticInfoIn(RequestModel):
    """Diagnosis of a unit."""

    status: OptionalDiagnosis = None
    comment: Note = ""
    with_predefined_types: Flag = False
    prices_or_predefined_types: CostsIn = CostsIn()


class DiagnosedPartIn(RequestModel):
    """A row of the diagnostics table."""

    id: Id
    serial_number: PrintableText
    service_tag: OptionalText = ""
    diagnostic_info: DiagnosticInfoIn


class RepairedPartIn(RequestModel):
    """A row of the repair table; a row without status resets the result.

    REPLACED needs a replacement serial number; without one in the request, the last saved one is used.
    """

    repair_part_id: Id
    status: RepairResult | None
    comment: Note = ""
    replacement_serial: OptionalPrintableText | None = None


class RepairCreated(ResponseModel):
    """Id and number of a new repair."""

    id: int
    number: str


class DiagnosisAnswer(ResponseModel):
    """A diagnosis with its name in the current language."""

    key: models.Diagnosis
    value: str


class Costs(ResponseModel):
    """Three prices in USD, or three lists of predefined services."""

    diagnostic_price: float | None = None
    repair_price: float | None = None
    parts_price: float | None = None
    diagnostic_types: list[TypeAnswer] = []
    repair_types: list[TypeAnswer] = []
    parts_types: list[TypeAnswer] = []


class TypeTotals(ResponseModel):
    """Totals of the selected services by kind, in USD."""

    diagnostic_types: float
    repair_types: float
    parts_types: float


class DiagnosticInfo(ResponseModel):
    """Diagnosis of a unit; prices and services only for roles that may read them."""

    status: DiagnosisAnswer | None
    comment: str
    with_predefined_types: bool
    prices_or_predefined_types: Costs | None = None
    total_cost: float | None = None
    type_totals: TypeTotals | None = None


class Packing(ResponseModel):
    """Packing of a unit.

    The catalogue's `hsCode` and `origin` apply where the unit has none of its own.
    """

    package_id: int | None
    customs_value: float | None
    hs_code: str
    origin: str
    catalogue_hs_code: str
    catalogue_origin: str
    battery: str
    check_source: str


class RepairPartAnswer(ResponseModel):
    """A unit of a repair."""

    id: int
    part_id: int
    category: CategoryAnswer
    part_name: str
    image_url: str | None
    serial_number: str
    service_tag: str
    problem_description: str
    attachments: list[AttachmentAnswer]
    initial_approval: ApprovalKey
    repair_approval: ApprovalKey
    needs_approval: bool
    to_repair: bool
    is_missing: bool
    added_in_diagnostics: bool
    repair_status: models.RepairStatus | None
    replacement_serial: str
    repair_comment: str | None = None
    approval_comments: dict[str, CommentAnswer]
    diagnostic_info: DiagnosticInfo
    packing: Packing


class TransitInfo(ResponseModel):
    """Expected arrival of the courier, and a note."""

    courier_arriving_time: datetime | None
    note: str


class RepairAnswer(RequestHeader):
    """A repair as shown on its page; data hidden from the role is left out."""

    delivery_expected_by: date | None
    pick_up_shipping_details: PickUpShipping
    transit_info: TransitInfo
    arrivals: GoodsReceipt | None
    diagnostic_start_date: date | None
    transit_back_shipping_details: LegAnswer
    available_types: dict[int, AvailableTypes] | None = None
    repair_parts: list[RepairPartAnswer]


class PartSaved(RepairPartAnswer, Saved):
    """A unit added in diagnostics, with the fields of every save response."""
