"""Who sends and receives, and what a label opens, as the papers of any request tell it."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from portal_backend.accounts.lists import address as address_of_user
from portal_backend.base.countries import country_name
from portal_backend.base.words import current_language
from portal_backend.shipping.actions import described_shipment
from portal_backend.shipping.papers.content import Party
from portal_backend.workflow.models import Request

NOBODY = {"firstName": "", "lastName": "", "phone": "", "email": ""}


def client_of(request: Request) -> Party:
    """The client, by the contact and address that were saved."""
    told = described_shipment(request)
    return _party(told["contact"], told["address"], request.client.name)


def service_of(request: Request) -> Party:
    """The service, by its contact user."""
    service, user = request.service, request.service.contact_user
    if user is None:
        return _party(NOBODY, {}, service.name)
    person = {"firstName": user.first_name, "lastName": user.last_name, "phone": user.phone, "email": user.email}
    return _party(person, address_of_user(user) or {}, service.name)


def label_address(page: str, package_id: int | None = None) -> str:
    """What the code on a package opens: the page of its request, for whoever may read that."""
    named = "" if package_id is None else f"?package={package_id}"
    return f"{settings.PUBLIC_URL}/#/{current_language()}/{page}{named}"


def _party(person: Mapping[str, Any], address: Mapping[str, str], name: str) -> Party:
    place = {key: value for key, value in address.items() if value}
    street = ", ".join(place[key] for key in ("street", "building") if key in place)
    town = " ".join(place[key] for key in ("postalCode", "city") if key in place)
    # as it stands on parcels everywhere: in English, with its code
    country = f"{country_name(place['country'], 'en')} ({place['country']})" if "country" in place else ""
    return Party(
        company=place.get("companyName") or name,
        person=f"{person['firstName']} {person['lastName']}".strip(),
        lines=tuple(line for line in (street, town, place.get("province", ""), country) if line),
        phone=person["phone"],
        email=person["email"],
    )
