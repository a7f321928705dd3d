"""Shapes of what arrived: bodies first, answers after."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from portal_backend.base.fields import Body, Id, ItemId, Note, OptionalText, Rows, Text, Wire
from portal_backend.files.schemas import AttachmentAnswer, FileIn
from portal_backend.repairs.models import ArrivalState
from portal_backend.shipping.schemas import MOST_PACKAGES

MOST_UNANNOUNCED = 50


class ArrivalIn(Body):
    """What was found of something in the packages."""

    found: Literal["THERE", "MISSING", "DAMAGED", "UNANNOUNCED"]
    serial_number: OptionalText = ""
    parcel: Annotated[int | None, Field(strict=True, ge=1, le=MOST_PACKAGES)] = None
    note: Note = ""
    photos: Rows[FileIn] = []


class UnitArrivalIn(ArrivalIn):
    """What was found of a unit; its own serial number and package tell what it is."""

    id: Id
    found: Literal["THERE", "MISSING", "DAMAGED"]
    serial_number: Literal[""] = ""
    parcel: None = None


class UnannouncedIn(ArrivalIn):
    """Something that nobody announced, by its serial number or whatever names it."""

    id: ItemId = None
    found: Literal["UNANNOUNCED"] = "UNANNOUNCED"
    serial_number: Text


class ArrivalsIn(Body):
    """What arrived: units that are not named were not looked for yet."""

    units: Rows[UnitArrivalIn] = []
    unannounced: Annotated[list[UnannouncedIn], Field(max_length=MOST_UNANNOUNCED)] = []


class UnitArrival(Wire):
    """What was found of a unit, by its id."""

    id: int
    found: ArrivalState
    note: str
    photos: list[AttachmentAnswer]


class Unannounced(UnitArrival):
    """Something that was not announced; `parcel` is the number of its package."""

    serial_number: str
    parcel: int | None


class Arrivals(Wire):
    """What the bench ticked off, and when last."""

    at: datetime
    units: list[UnitArrival]
    unannounced: list[Unannounced]
