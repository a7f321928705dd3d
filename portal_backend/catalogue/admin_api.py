"""Endpoints that change the catalogue (contract 6.2).

The admin lists use /api/rest instead.
"""

from typing import Annotated

from django.http import HttpRequest
from ninja import Query, Router
from pydantic import Field

from portal_backend.accounts.idempotency import idempotent
from portal_backend.accounts.sessions import TokenAuth, get_actor
from portal_backend.catalogue import actions
from portal_backend.catalogue.admin_lists import PARTS, serialize_part
from portal_backend.catalogue.schemas import CategoryAnswer, TypeAnswer
from portal_backend.catalogue.selectors import ADMINS
from portal_backend.core.responses import ApiResponse
from portal_backend.core.translations import LANGUAGES, get_current_language
from portal_backend.core.types import (
    Flag,
    Id,
    ItemId,
    PrintableText,
    QueryId,
    RequestList,
    RequestModel,
    ResponseModel,
    Text,
    clean_text,
)
from portal_backend.files.schemas import FileIn
from portal_backend.resources.routes import mount_list
from portal_backend.workflow.routes import IdempotencyKeyHeader

router = Router(tags=["catalogue"])

mount_list(router, "/parts/fetch-by-criteria", PARTS, TokenAuth)


class PartIn(RequestModel):
    """A part; the description is in the language of the request.

    A new part gets it in both languages.
    """

    id: ItemId = None
    category: Text
    number: PrintableText
    model: PrintableText
    manufacturer: PrintableText
    description: Annotated[str, Field(min_length=1, max_length=1024), clean_text(1024)]
    enabled: Flag | None = None
    service_categories: Annotated[list[Id], Field(max_length=100)] = []
    image: FileIn | None = None


class ServiceRef(RequestModel):
    """A predefined service to assign; only the id is used."""

    id: Id
    text: str = ""
    short_text: str = ""
    value: float | None = None


class ServicesIn(RequestModel):
    """The predefined services of a part, by kind."""

    DIAGNOSTICS: Annotated[list[Id | ServiceRef], Field(alias="DIAGNOSTICS", max_length=1000)] = []
    REPAIRS: Annotated[list[Id | ServiceRef], Field(alias="REPAIRS", max_length=1000)] = []
    PARTS: Annotated[list[Id | ServiceRef], Field(alias="PARTS", max_length=1000)] = []


class PartAnswer(ResponseModel):
    """A part with its predefined services."""

    id: int
    identificator: int
    category: CategoryAnswer
    number: str
    model: str
    manufacturer: str
    description: str
    enabled: bool
    service_categories: list[int]
    image_url: str | None
    predefined_services_for_diagnostics: list[TypeAnswer]
    predefined_services_for_repairs: list[TypeAnswer]
    predefined_services_for_parts: list[TypeAnswer]


@router.post("/parts", response=PartAnswer, auth=TokenAuth(ADMINS))
def post_part(request: HttpRequest, data: PartIn, key: IdempotencyKeyHeader) -> ApiResponse:
    """Create a part, or change the one with `id`.

    The same Idempotency-Key returns the first response.
    """
    texts = {"number": data.number, "model": data.model, "manufacturer": data.manufacturer}
    for language in LANGUAGES if data.id is None else (get_current_language(),):
        texts[f"description_{language}"] = data.description
    part = actions.PartData(data.category, texts, data.service_categories, data.enabled, data.image)
    actor = get_actor(request)
    saved = idempotent(
        "parts", key, actor, request.body, lambda: {"id": actions.save_part(data.id, part, actor=actor).pk}
    )
    return ApiResponse(serialize_part(actions.get_part(saved["id"])))


@router.get("/parts/fetch", response=PartAnswer, auth=TokenAuth(ADMINS))
def fetch_part(request: HttpRequest, part_id: Annotated[QueryId, Query(alias="partId")]) -> ApiResponse:
    """Return a part with its predefined services."""
    return ApiResponse(serialize_part(actions.get_part(part_id)))


@router.post("/parts/update/part-state", response=PartAnswer, auth=TokenAuth(ADMINS))
def post_enabled(request: HttpRequest, id: QueryId, state: bool) -> ApiResponse:
    """Enable or disable a part."""
    return ApiResponse(serialize_part(actions.set_enabled(id, state, actor=get_actor(request))))


@router.post("/parts/save/predefined/services/to-part", response=PartAnswer, auth=TokenAuth(ADMINS))
def post_predefined_services(request: HttpRequest, id: QueryId, data: ServicesIn) -> ApiResponse:
    """Set the predefined services of a part."""
    rows_by_kind = {"DIAGNOSTICS": data.DIAGNOSTICS, "REPAIRS": data.REPAIRS, "PARTS": data.PARTS}
    ids_by_kind = {
        kind: list(dict.fromkeys(each if isinstance(each, int) else each.id for each in rows))
        for kind, rows in rows_by_kind.items()
    }
    return ApiResponse(serialize_part(actions.set_predefined_services(id, ids_by_kind, actor=get_actor(request))))


@router.put("/parts/update-service-category-part-mapping", response=PartAnswer, auth=TokenAuth(ADMINS))
def put_service_categories(
    request: HttpRequest, part_id: Annotated[QueryId, Query(alias="partId")], ids: RequestList[Id]
) -> ApiResponse:
    """Set the service categories of a part."""
    unique_ids = list(dict.fromkeys(ids))
    return ApiResponse(serialize_part(actions.set_service_categories(part_id, unique_ids, actor=get_actor(request))))
