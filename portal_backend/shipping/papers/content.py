"""What the papers of a shipment tell, as plain values: nothing here knows of repairs or of PDF."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal


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
    """One unit. `parcel` is the number of its package, 0 where it is in none; what nobody answered is "" or None."""

    number: int
    name: str
    serial_number: str
    parcel: int = 0
    value: Decimal | None = None
    hs_code: str = ""
    origin: str = ""
    battery: str = ""
    check_source: str = ""


@dataclass(frozen=True)
class Parcel:
    """One package. `address` is what the code on its label opens."""

    number: int
    dimensions: str
    weight: Decimal
    address: str


@dataclass(frozen=True)
class Papers:
    """Everything that the papers of one request tell; `refused` must not be sent."""

    number: str
    day: date
    sender: Party
    receiver: Party
    parcels: tuple[Parcel, ...]
    items: tuple[Item, ...]
    refused: tuple[Item, ...]

    def items_in(self, parcel: int) -> list[Item]:
        """What is in a package; 0 asks for what is in none."""
        return [item for item in self.items if item.parcel == parcel]
