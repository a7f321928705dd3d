"""Resources as calls of /api/v1: paged lists."""

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
    """A page of a list; the columns of `content` are the resource's."""

    content: list[dict[str, Any]]
    totalElements: int  # noqa: N815


PAGING = [{"in": "query", "name": name, "schema": {"type": "string"}} for name in ("size", "page", "sort")]


def parameters_of(sheet: Sheet, names: Iterable[str]) -> list[dict[str, Any]]:
    """What the kernel reads from the query itself, told to the OpenAPI document."""
    kinds = {"size": "integer", "page": "integer", "myTurn": "boolean", "clientId": "integer", sheet.parent: "integer"}
    return [
        {
            "in": "query",
            "name": name,
            "required": name == sheet.parent,
            "schema": {"type": "array", "items": {"type": "string"}}
            if name == "status"
            else {"type": kinds.get(name, "string")},
        }
        for name in names
    ]


def query_names(resource: Resource, *paging: str) -> list[str]:
    """What a list is asked by."""
    names = [*paging, "sort", "keyword", *(each.key for each in resource.filters)]
    return [resource.parent, *names] if resource.parent else names


def mount_list(router: Router, path: str, resource: Resource, gate: MakeGate) -> None:
    """Offer `resource` as a paged list of the contract at `path`."""
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
