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
class DocumentItem:
    """A unit, or a quantity of one part. Unknown text is empty, an unknown value None."""

    number: int
    name: str
    #: serial number of the unit, or number of the part
    identifier: str
    quantity: int = 1
    #: number of the package; 0 if the item is in none
    package_number: int = 0
    #: customs value of one piece in USD
    customs_value: Decimal | None = None
    hs_code: str = ""
    origin: str = ""
    battery: str = ""
    check_source: str = ""


@dataclass(frozen=True)
class DocumentPackage:
    """A package; one that was not measured has no dimensions and weight."""

    number: int
    dimensions: str
    weight: Decimal | None
    #: URL that the QR code of the label opens
    label_url: str


@dataclass(frozen=True)
class ShippingDocuments:
    """Contents of the documents of one request.

    Units are declared to be free of contamination, because they come back from a repair; parts are not.
    """

    number: str
    issued_on: date
    sender: Party
    receiver: Party
    packages: tuple[DocumentPackage, ...]
    items: tuple[DocumentItem, ...]
    #: items that must not be sent
    rejected_items: tuple[DocumentItem, ...]
    goods: Literal["units", "parts"] = "units"
    #: whether units are on their way back to the client
    is_return: bool = False

    def get_items_in(self, package: int) -> list[DocumentItem]:
        """Return the items in a package; 0 returns those in none."""
        return [item for item in self.items if item.package_number == package]
