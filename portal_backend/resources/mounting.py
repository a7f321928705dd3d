"""Registration of resources as paginated lists of /api/v1."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema

from portal_backend.base.actor import Actor
from portal_backend.base.answers import Answer
from portal_backend.resources.query import from_v1, page
from portal_backend.resources.resource import Resource, Sheet

MakeGate = Callable[[frozenset[Any]], Any]


class Page(Schema):
    """A page of a list; the keys of `content` are the columns of the list."""

    content: list[dict[str, Any]]
    totalElements: int  # noqa: N815


PAGING = [{"in": "query", "name": name, "schema": {"type": "string"}} for name in ("size", "page", "sort")]


def parameters_of(sheet: Sheet, names: Iterable[str]) -> list[dict[str, Any]]:
    """Build the OpenAPI parameters of query parameters that the view parses itself."""
    types_by_name = {
        "size": "integer",
        "page": "integer",
        "myTurn": "boolean",
        "clientId": "integer",
        sheet.parent: "integer",
    }
    return [
        {
            "in": "query",
            "name": name,
            "required": name == sheet.parent,
            "schema": {"type": "array", "items": {"type": "string"}}
            if name == "status"
            else {"type": types_by_name.get(name, "string")},
        }
        for name in names
    ]


def query_names(resource: Resource, *paging: str) -> list[str]:
    """List the names of a list's query parameters."""
    names = [*paging, "sort", "keyword", *(each.key for each in resource.filters)]
    return [resource.parent, *names] if resource.parent else names


def mount_list(router: Router, path: str, resource: Resource, gate: MakeGate) -> None:
    """Register `resource` at `path` as a paginated list (contract section 1).

    Columns for the interface alone are left out.
    """
    resource = replace(resource, columns=tuple(each for each in resource.columns if not each.extra), matched=None)

    def fetch(request: HttpRequest) -> Answer:
        actor: Actor = request.auth  # type: ignore[attr-defined]
        content, total = page(resource, actor, from_v1(resource, actor, request.GET))
        return Answer({"content": content, "totalElements": total})

    parameters = parameters_of(resource, query_names(resource, "size", "page"))
    router.get(
        path,
        response=Page,
        auth=gate(resource.readers),
        operation_id=f"list_{path.strip('/').replace('/', '_').replace('-', '_')}",
        summary=resource.name,
        openapi_extra={"parameters": parameters},
    )(fetch)
