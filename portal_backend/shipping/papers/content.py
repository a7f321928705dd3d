"""Contents of the shipping documents as plain values, without requests or PDF."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal


@dataclass(frozen=True)
class Party:
    """Sender or receiver."""

    company: str
    person: str
    #: postal address, ending with the country
    lines: tuple[str, ...]
    phone: str
    email: str


@dataclass(frozen=True)
class Item:
    """A unit, or a quantity of one part. Unknown text is empty, an unknown value None."""

    number: int
    name: str
    #: serial number of the unit, or number of the part
    mark: str
    quantity: int = 1
    #: number of the package; 0 if the item is in none
    parcel: int = 0
    #: customs value of one piece in USD
    value: Decimal | None = None
    hs_code: str = ""
    origin: str = ""
    battery: str = ""
    check_source: str = ""


@dataclass(frozen=True)
class Parcel:
    """A package; one that was not measured has no dimensions and weight."""

    number: int
    dimensions: str
    weight: Decimal | None
    #: URL that the QR code of the label opens
    address: str


@dataclass(frozen=True)
class Papers:
    """Contents of the documents of one request.

    Units are declared to be free of contamination, because they come back from a repair; parts are not.
    """

    number: str
    day: date
    sender: Party
    receiver: Party
    parcels: tuple[Parcel, ...]
    items: tuple[Item, ...]
    #: items that must not be sent
    refused: tuple[Item, ...]
    goods: Literal["units", "parts"] = "units"
    #: whether units are on their way back to the client
    returns: bool = False

    def items_in(self, package: int) -> list[Item]:
        """Return the items in a package; 0 returns those in none."""
        return [item for item in self.items if item.parcel == package]
