"""Endpoints of the catalogue for new requests and diagnostics (contract 6.2)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from portal_backend.accounts.sessions import Gate, actor_of
from portal_backend.base.answers import Answer
from portal_backend.base.fields import Keyword, RowsSent, Wire
from portal_backend.catalogue import lists
from portal_backend.catalogue.schemas import AvailableTypes
from portal_backend.resources.meta import Choice

router = Router(tags=["catalogue"])


class PartChoice(Wire):
    """A part to select."""

    id: int
    part_name: str
    manufacturer: str
    number: str
    image_url: str | None


class ServiceCategoryAnswer(Wire):
    """A service category."""

    id: int
    key: str


@router.get("/parts/fetch/all/enabled/categories", response=list[Choice], auth=Gate(lists.READERS))
def fetch_categories(request: HttpRequest) -> Answer:
    """Return the categories with an enabled part."""
    return Answer(lists.categories())


@router.get("/parts/fetch/by/category", response=list[PartChoice], auth=Gate(lists.READERS))
def fetch_parts(
    request: HttpRequest,
    category: Keyword,
    service_categories: Annotated[list[Keyword], Query([], alias="serviceCategories")],
    contact_username: Annotated[Keyword, Query("", alias="contactUsername")],
    all: bool = False,
) -> Answer:
    """Return the parts of a category; `contactUsername` is ignored.

    The token identifies the user.
    """
    keys = [key for each in service_categories for key in each.split(",") if key]
    return Answer(lists.parts_of_category(actor_of(request), category, keys, all))


@router.get("/parts/get/available/predefined/services", response=AvailableTypes, auth=Gate(lists.TYPE_READERS))
def fetch_types(request: HttpRequest) -> Answer:
    """Return all predefined services."""
    return Answer(lists.available_types())


@router.post("/parts/fetch/service-categories", response=list[ServiceCategoryAnswer], auth=Gate(lists.READERS))
# not `keys`: such an argument would hide the method by which ninja reads arguments
def fetch_service_categories(request: HttpRequest, wanted: RowsSent[Keyword]) -> Answer:
    """Return service categories by key."""
    return Answer(lists.service_categories(wanted))
