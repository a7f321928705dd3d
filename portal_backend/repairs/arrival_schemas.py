"""Schemas of the goods receipt: requests first, then responses."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from portal_backend.base.fields import Body, Id, ItemId, Note, OptionalText, Rows, Text, Wire
from portal_backend.files.schemas import AttachmentAnswer, FileIn
from portal_backend.repairs.models import ArrivalState
from portal_backend.shipping.schemas import MOST_PACKAGES

MOST_UNANNOUNCED = 50


class ArrivalIn(Body):
    """Condition of a unit or an unexpected item at goods receipt."""

    found: Literal["THERE", "MISSING", "DAMAGED", "UNANNOUNCED"]
    serial_number: OptionalText = ""
    parcel: Annotated[int | None, Field(strict=True, ge=1, le=MOST_PACKAGES)] = None
    note: Note = ""
    photos: Rows[FileIn] = []


class UnitArrivalIn(ArrivalIn):
    """Condition of a unit; serial number and package are those of the unit."""

    id: Id
    found: Literal["THERE", "MISSING", "DAMAGED"]
    serial_number: Literal[""] = ""
    parcel: None = None


class UnannouncedIn(ArrivalIn):
    """An unexpected item, named by its serial number or a description."""

    id: ItemId = None
    found: Literal["UNANNOUNCED"] = "UNANNOUNCED"
    serial_number: Text


class ArrivalsIn(Body):
    """Goods receipt; units that are left out were not checked yet."""

    units: Rows[UnitArrivalIn] = []
    unannounced: Annotated[list[UnannouncedIn], Field(max_length=MOST_UNANNOUNCED)] = []


class UnitArrival(Wire):
    """Condition of a unit at goods receipt."""

    id: int
    found: ArrivalState
    note: str
    photos: list[AttachmentAnswer]


class Unannounced(UnitArrival):
    """An unexpected item; `parcel` is the number of its package."""

    serial_number: str
    parcel: int | None


class Arrivals(Wire):
    """The goods receipt and the time when it was last saved."""

    at: datetime
    units: list[UnitArrival]
    unannounced: list[Unannounced]
