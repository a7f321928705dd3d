"""Registration of resources as paginated lists of /api/v1."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema

from portal_backend.core.actor import Actor
from portal_backend.core.responses import ApiResponse
from portal_backend.resources.query import get_page, parse_v1_query
from portal_backend.resources.resource import Resource, Table

AuthFactory = Callable[[frozenset[Any]], Any]


class Page(Schema):
    """A page of a list; the keys of `content` are the columns of the list."""

    content: list[dict[str, Any]]
    totalElements: int  # noqa: N815


PAGING_PARAMETERS = [{"in": "query", "name": name, "schema": {"type": "string"}} for name in ("size", "page", "sort")]


def build_openapi_parameters(sheet: Table, names: Iterable[str]) -> list[dict[str, Any]]:
    """Build the OpenAPI parameters of query parameters that the view parses itself."""
    types_by_name = {
        "size": "integer",
        "page": "integer",
        "myTurn": "boolean",
        "clientId": "integer",
        sheet.parent_parameter: "integer",
    }
    multiple = {each.key for each in sheet.filters if each.multiple} if isinstance(sheet, Resource) else set()
    return [
        {
            "in": "query",
            "name": name,
            "required": name == sheet.parent_parameter,
            "schema": {"type": "array", "items": {"type": "string"}}
            if name in multiple
            else {"type": types_by_name.get(name, "string")},
        }
        for name in names
    ]


def list_query_parameters(resource: Resource, *paging: str) -> list[str]:
    """List the names of a list's query parameters."""
    names = [*paging, "sort", "keyword", *(each.key for each in resource.filters)]
    return [resource.parent_parameter, *names] if resource.parent_parameter else names


def mount_list(router: Router, path: str, resource: Resource, gate: AuthFactory) -> None:
    """Register `resource` at `path` as a paginated list (contract section 1).

    Columns for the interface alone are left out.
    """
    resource = replace(
        resource, columns=tuple(each for each in resource.columns if not each.interface_only), highlight=None
    )

    def fetch(request: HttpRequest) -> ApiResponse:
        actor: Actor = request.auth  # type: ignore[attr-defined]
        content, total = get_page(resource, actor, parse_v1_query(resource, actor, request.GET))
        return ApiResponse({"content": content, "totalElements": total})

    parameters = build_openapi_parameters(resource, list_query_parameters(resource, "size", "page"))
    router.get(
        path,
        response=Page,
        auth=gate(resource.readers),
        operation_id=f"list_{path.strip('/').replace('/', '_').replace('-', '_')}",
        summary=resource.name,
        openapi_extra={"parameters": parameters},
    )(fetch)
