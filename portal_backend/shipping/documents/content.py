"""Contents of the shipping documents as plain values, without requests or PDF.

Sender and recipient are those of a request's client and service.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any, Literal
from urllib.parse import urlencode

from django.conf import settings

from portal_backend.accounts.selectors import serialize_address as address_of_user
from portal_backend.core.countries import get_country_name
from portal_backend.core.translations import get_current_language
from portal_backend.shipping.actions import serialize_shipment
from portal_backend.shipping.documents.addresses import format_postal_address
from portal_backend.workflow.models import ServiceRequest


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


EMPTY_PERSON = {"firstName": "", "lastName": "", "phone": "", "email": ""}


def build_client_party(request: ServiceRequest) -> Party:
    """Build the client party from the saved contact and address."""
    shipment = serialize_shipment(request)
    return _build_party(shipment["contact"], shipment["address"], request.client.name)


def build_service_party(request: ServiceRequest) -> Party:
    """Build the service party from its contact user."""
    service, user = request.service, request.service.contact_user
    if user is None:
        return _build_party(EMPTY_PERSON, {}, service.name)
    person = {"firstName": user.first_name, "lastName": user.last_name, "phone": user.phone, "email": user.email}
    return _build_party(person, address_of_user(user) or {}, service.name)


def build_label_url(page: str, package_id: int | None = None) -> str:
    """Build the URL in the QR code of a package label.

    It opens the request's page in the current language.
    """
    query = {"utm_source": "label"} if package_id is None else {"package": package_id, "utm_source": "label"}
    return f"{settings.PUBLIC_URL}/#/{get_current_language()}/{page}?{urlencode(query)}"


def _build_party(person: Mapping[str, Any], address: Mapping[str, str], name: str) -> Party:
    filled = {key: value for key, value in address.items() if value}
    # International mail names the country in English, with its code.
    country = f"{get_country_name(filled['country'], 'en')} ({filled['country']})" if "country" in filled else ""
    return Party(
        company=filled.get("companyName") or name,
        person=f"{person['firstName']} {person['lastName']}".strip(),
        lines=(*format_postal_address(filled), *([country] if country else [])),
        phone=person["phone"],
        email=person["email"],
    )
