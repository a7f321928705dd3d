"""Resources as calls of /api/v1: paged lists and spreadsheets."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from django.http import FileResponse, HttpRequest
from ninja import Router, Schema

from portal_backend.base.actor import Actor
from portal_backend.base.answers import Answer
from portal_backend.resources.query import for_export, from_v1, ordered, page, parent_of, whole_number
from portal_backend.resources.resource import Resource, Sheet
from portal_backend.resources.xlsx import spreadsheet

MakeGate = Callable[[frozenset[Any]], Any]
SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class Page(Schema):
    """A page of a list; the columns of `content` are the resource's."""

    content: list[dict[str, Any]]
    totalElements: int  # noqa: N815


PAGING = [{"in": "query", "name": name, "schema": {"type": "string"}} for name in ("size", "page", "sort")]


def offset_of(request: HttpRequest) -> int | None:
    """Minutes east of UTC that a spreadsheet's times are shown at, or None for New York's. Raises 400."""
    header = request.headers.get("Locale-Offset")
    return whole_number("Locale-Offset", header, -1080, 1080) if header else None


def _parameters(sheet: Sheet, names: Iterable[str]) -> list[dict[str, Any]]:
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


def _query_names(resource: Resource, *paging: str) -> list[str]:
    names = [*paging, "sort", "keyword", *(each.key for each in resource.filters)]
    return [resource.parent, *names] if resource.parent else names


def mount_list(router: Router, path: str, resource: Resource, gate: MakeGate) -> None:
    """Offer `resource` as a paged list of the contract at `path`."""
    resource = replace(resource, columns=tuple(each for each in resource.columns if not each.extra), matched=None)

    def fetch(request: HttpRequest) -> Answer:
        actor: Actor = request.auth  # type: ignore[attr-defined]
        content, total = page(resource, actor, from_v1(resource, actor, request.GET))
        return Answer({"content": content, "totalElements": total})

    parameters = _parameters(resource, _query_names(resource, "size", "page"))
    router.get(
        path,
        response=Page,
        auth=gate(resource.readers),
        operation_id=f"list_{path.strip('/').replace('/', '_').replace('-', '_')}",
        summary=resource.name,
        openapi_extra={"parameters": parameters},
    )(fetch)


def mount_export(router: Router, path: str, sheet: Sheet, gate: MakeGate) -> None:
    """Offer the spreadsheet of `sheet` at `path`; a Resource's takes the list's sort, keyword and filters."""

    def export(request: HttpRequest) -> FileResponse:
        actor: Actor = request.auth  # type: ignore[attr-defined]
        if isinstance(sheet, Resource):
            rows = ordered(sheet, actor, for_export(sheet, actor, request.GET))
        else:
            rows = sheet.rows(actor, parent_of(sheet, request.GET.get(sheet.parent)))
        return spreadsheet(sheet, rows, actor, offset_of(request))

    names = _query_names(sheet) if isinstance(sheet, Resource) else [sheet.parent]
    router.get(
        path,
        auth=gate(sheet.readers),
        operation_id=f"export_{sheet.name.replace('-', '_')}",
        summary=f"{sheet.name} as a spreadsheet",
        openapi_extra={
            "parameters": [
                *_parameters(sheet, names),
                {"in": "header", "name": "Locale-Offset", "required": False, "schema": {"type": "integer"}},
            ],
            "responses": {
                200: {"description": "OK", "content": {SPREADSHEET: {"schema": {"type": "string", "format": "binary"}}}}
            },
        },
    )(export)
