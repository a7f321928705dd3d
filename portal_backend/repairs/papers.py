"""The papers that go with the units of a repair: who sends what to whom in which package."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings

from portal_backend.accounts.lists import address as address_of_user
from portal_backend.base.actor import Actor
from portal_backend.base.countries import country_name
from portal_backend.base.newyork import today
from portal_backend.base.words import current_language
from portal_backend.repairs.facts import Facts, approved, packed
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.shipping.actions import described_shipment
from portal_backend.shipping.papers.content import Item, Papers, Parcel, Party
from portal_backend.workflow.models import Approval, Request
from portal_backend.workflow.scope import get_readable

NOBODY = {"firstName": "", "lastName": "", "phone": "", "email": ""}


def papers_of(repair_id: int, *, actor: Actor) -> tuple[str, bytes]:
    """The number of a repair, and its papers as a PDF in the reader's language. Raises 404."""
    # what draws PDFs takes its time to load, which a server that never draws one need not spend
    from portal_backend.shipping.papers.pages import pdf_of

    request = get_readable(actor, REPAIR.kind, repair_id, "repair", "shipment", "service__contact_user")
    return request.number, pdf_of(_told(request))


def _told(request: Request) -> Papers:
    facts = Facts(request)
    numbers = {package.pk: place for place, package in enumerate(facts.packages, 1)}
    items = [(part, _item(part, place, numbers)) for place, part in enumerate(facts.parts, 1)]
    return Papers(
        number=request.number,
        day=today(),
        sender=_sender(request),
        receiver=_receiver(request),
        parcels=tuple(
            Parcel(numbers[package.pk], package.dimensions, package.weight, label_address(request, package.pk))
            for package in facts.packages
        ),
        items=tuple(item for part, item in items if approved(part)),
        refused=tuple(item for part, item in items if part.initial_approval == Approval.REJECTED),
    )


def label_address(request: Request, package_id: int) -> str:
    """What the code on a package opens: its request, for whoever may read that."""
    page = REPAIR.page.format(id=request.pk)
    return f"{settings.PUBLIC_URL}/#/{current_language()}/{page}?package={package_id}"


def _item(part: RepairPart, place: int, numbers: Mapping[int, int]) -> Item:
    own = packed(part)
    # who sends one package alone has nothing to assign
    parcel = numbers.get(own.package_id or 0, 1 if len(numbers) == 1 else 0)
    return Item(
        number=place,
        name=str(part.part),
        serial_number=part.serial_number,
        parcel=parcel,
        value=own.customs_value,
        hs_code=own.hs_code or part.part.hs_code,
        origin=own.origin or part.part.origin,
        battery=own.battery,
        check_source=own.check_source,
    )


def _sender(request: Request) -> Party:
    told = described_shipment(request)
    return _party(told["contact"], told["address"], request.client.name)


def _receiver(request: Request) -> Party:
    service, user = request.service, request.service.contact_user
    if user is None:
        return _party(NOBODY, {}, service.name)
    person = {"firstName": user.first_name, "lastName": user.last_name, "phone": user.phone, "email": user.email}
    return _party(person, address_of_user(user) or {}, service.name)


def _party(person: Mapping[str, Any], address: Mapping[str, str], name: str) -> Party:
    place = {key: value for key, value in address.items() if value}
    street = ", ".join(place[key] for key in ("street", "building") if key in place)
    town = " ".join(place[key] for key in ("postalCode", "city") if key in place)
    country = _country(place["country"]) if "country" in place else ""
    return Party(
        company=place.get("companyName") or name,
        person=f"{person['firstName']} {person['lastName']}".strip(),
        lines=tuple(line for line in (street, town, place.get("province", ""), country) if line),
        phone=person["phone"],
        email=person["email"],
    )


def _country(code: str) -> str:
    """A country as it stands on parcels everywhere: in English, with its code."""
    return f"{country_name(code, 'en')} ({code})"
