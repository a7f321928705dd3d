"""Endpoints of the catalogue for new requests and diagnostics (contract 6.2)."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router

from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.catalogue import selectors
from portal_backend.catalogue.schemas import AvailableTypes
from portal_backend.core.responses import ApiResponse
from portal_backend.core.types import RequestList, ResponseModel, ShortText
from portal_backend.resources.meta import Choice

router = Router(tags=["catalogue"])


class PartChoice(ResponseModel):
    """A part to select."""

    id: int
    part_name: str
    manufacturer: str
    number: str
    image_url: str | None


class ServiceCategoryAnswer(ResponseModel):
    """A service category."""

    id: int
    key: str


@router.get("/parts/fetch/all/enabled/categories", response=list[Choice], auth=TokenAuth(selectors.READERS))
def fetch_categories(request: HttpRequest) -> ApiResponse:
    """Return the categories with an enabled part."""
    return ApiResponse(selectors.list_categories())


@router.get("/parts/fetch/by/category", response=list[PartChoice], auth=TokenAuth(selectors.READERS))
def fetch_parts(
    request: HttpRequest,
    category: ShortText,
    service_categories: Annotated[list[ShortText], Query([], alias="serviceCategories")],
    contact_username: Annotated[ShortText, Query("", alias="contactUsername")],
    all: bool = False,
) -> ApiResponse:
    """Return the parts of a category; `contactUsername` is ignored.

    The token identifies the user.
    """
    keys = [key for each in service_categories for key in each.split(",") if key]
    return ApiResponse(selectors.list_parts(get_actor(request), category, keys, all))


@router.get(
    "/parts/get/available/predefined/services",
    response=AvailableTypes,
    auth=TokenAuth(selectors.PREDEFINED_SERVICE_READERS),
)
def fetch_predefined_services(request: HttpRequest) -> ApiResponse:
    """Return all predefined services."""
    return ApiResponse(selectors.list_predefined_services())


@router.post("/parts/fetch/service-categories", response=list[ServiceCategoryAnswer], auth=TokenAuth(selectors.READERS))
# not `keys`: such an argument would hide the method by which ninja reads arguments
def fetch_service_categories(request: HttpRequest, category_keys: RequestList[ShortText]) -> ApiResponse:
    """Return service categories by key."""
    return ApiResponse(selectors.list_service_categories(category_keys))
