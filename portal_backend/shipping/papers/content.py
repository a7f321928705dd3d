"""What the papers of a shipment tell, as plain values: nothing here knows of requests or of PDF."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal


@dataclass(frozen=True)
class Party:
    """Who sends or receives: `lines` are the postal address with the country's code last."""

    company: str
    person: str
    lines: tuple[str, ...]
    phone: str
    email: str


@dataclass(frozen=True)
class Item:
    """One unit, or so many pieces of a part: `mark` is its serial number, or the part's number.

    `parcel` is the number of its package, 0 where it is in none, `value` that of one piece in USD; what nobody answered
    is "" or None.
    """

    number: int
    name: str
    mark: str
    quantity: int = 1
    parcel: int = 0
    value: Decimal | None = None
    hs_code: str = ""
    origin: str = ""
    battery: str = ""
    check_source: str = ""


@dataclass(frozen=True)
class Parcel:
    """One package. `address` is what the code on its label opens; one that nobody measured has no sides and weight."""

    number: int
    dimensions: str
    weight: Decimal | None
    address: str


@dataclass(frozen=True)
class Papers:
    """Everything that the papers of one request tell; `refused` must not be sent.

    Units go to a repair and come back: of them it is declared that they are clean. Parts stay where they are sent.
    `returns` tells that units are on their way back to their owner.
    """

    number: str
    day: date
    sender: Party
    receiver: Party
    parcels: tuple[Parcel, ...]
    items: tuple[Item, ...]
    refused: tuple[Item, ...]
    goods: Literal["units", "parts"] = "units"
    returns: bool = False

    def items_in(self, parcel: int) -> list[Item]:
        """What is in a package; 0 asks for what is in none."""
        return [item for item in self.items if item.parcel == parcel]
