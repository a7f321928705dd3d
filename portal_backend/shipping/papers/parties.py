"""Parties and label URLs of the shipping documents."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.conf import settings

from portal_backend.accounts.lists import address as address_of_user
from portal_backend.base.countries import country_name
from portal_backend.base.words import current_language
from portal_backend.shipping.actions import described_shipment
from portal_backend.shipping.papers.content import Party
from portal_backend.workflow.models import Request

# Countries whose postal order differs from "Street 5 / 1234 Town / Province".
# fmt: off
NUMBER_FIRST = {
    "AU", "CA", "EG", "FR", "GB", "GH", "HK", "IE", "IL", "IN", "KE", "LK", "LU", "MY", "NG", "NZ", "PH", "PK",
    "SG", "TH", "US", "ZA",
}
STATE_AFTER_CITY = {
    "AU", "CA", "PR", "US",
}
CODE_AFTER_CITY = {
    "BD", "BR", "BY", "CO", "EG", "GB", "ID", "IE", "IN", "JO", "KE", "KR", "KZ", "LK", "LV", "NG", "NP", "NZ",
    "PH", "PK", "RU", "SA", "SG", "TH", "TW", "UA", "UZ", "ZA",
}
# fmt: on
NOBODY = {"firstName": "", "lastName": "", "phone": "", "email": ""}


def client_of(request: Request) -> Party:
    """Build the client party from the saved contact and address."""
    shipment = described_shipment(request)
    return _party(shipment["contact"], shipment["address"], request.client.name)


def service_of(request: Request) -> Party:
    """Build the service party from its contact user."""
    service, user = request.service, request.service.contact_user
    if user is None:
        return _party(NOBODY, {}, service.name)
    person = {"firstName": user.first_name, "lastName": user.last_name, "phone": user.phone, "email": user.email}
    return _party(person, address_of_user(user) or {}, service.name)


def label_address(page: str, package_id: int | None = None) -> str:
    """Build the URL in the QR code of a package label.

    It opens the request's page in the current language.
    """
    query = {"utm_source": "label"} if package_id is None else {"package": package_id, "utm_source": "label"}
    return f"{settings.PUBLIC_URL}/#/{current_language()}/{page}?{urlencode(query)}"


def postal_lines(address: Mapping[str, str]) -> tuple[str, ...]:
    """Order street and town by the postal rules of the country (UPU S42).

    The default order has the postal code before the town.
    """
    country = address.get("country", "")
    street, building = address.get("street", ""), address.get("building", "")
    is_number = building[:1].isdigit()
    parts = (building, street) if is_number and country in NUMBER_FIRST else (street, building)
    line = (" " if is_number else ", ").join(filter(None, parts))
    code, city, province = (address.get(key, "") for key in ("postalCode", "city", "province"))
    if country in STATE_AFTER_CITY:
        lines = [line, " ".join(filter(None, (f"{city}," if province else city, province, code)))]
    elif country in CODE_AFTER_CITY:
        lines = [line, " ".join(filter(None, (city, code))), province]
    else:
        lines = [line, " ".join(filter(None, (code, city))), province]
    return tuple(each for each in lines if each)


def _party(person: Mapping[str, Any], address: Mapping[str, str], name: str) -> Party:
    filled = {key: value for key, value in address.items() if value}
    # International mail names the country in English, with its code.
    country = f"{country_name(filled['country'], 'en')} ({filled['country']})" if "country" in filled else ""
    return Party(
        company=filled.get("companyName") or name,
        person=f"{person['firstName']} {person['lastName']}".strip(),
        lines=(*postal_lines(filled), *([country] if country else [])),
        phone=person["phone"],
        email=person["email"],
    )
