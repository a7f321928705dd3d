"""Registration of resources for ra-data-simple-rest at /api/rest/{resource}.

The operations are getList, getOne, create, update and delete.
"""

import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from ninja import Router

from portal_backend.core.actor import Actor, Roles
from portal_backend.core.errors import ApiError, not_found, stale
from portal_backend.core.responses import ApiResponse, parse_json
from portal_backend.resources.form import Form, Values, compute_row_version, is_unchanged
from portal_backend.resources.query import get_page, parse_integer, parse_rest_query, serialize_rows
from portal_backend.resources.resource import Resource
from portal_backend.resources.routes import AuthFactory

log = logging.getLogger("portal.lists")
IdempotentRunner = Callable[[str, str | None, Actor, bytes, Callable[[], Values]], Values]
IDEMPOTENCY_KEY_PARAMETER = {
    "in": "header",
    "name": "Idempotency-Key",
    "required": False,
    "schema": {"type": "string", "maxLength": 64},
}
LIST_PARAMETERS = [{"in": "query", "name": name, "schema": {"type": "string"}} for name in ("sort", "range", "filter")]


def mount_rest(router: Router, resource: Resource, gate: AuthFactory, idempotent: IdempotentRunner) -> None:
    """Register the routes of `resource`.

    They are its list and single rows and, if it has a form, writes.
    """
    name = resource.name.replace("-", "_")

    def operation(verb: str, path: str, roles: Roles, view: Any, **more: Any) -> None:
        router.api_operation(
            [verb],
            path,
            auth=gate(roles),
            operation_id=f"rest_{view.__name__}_{name}",
            summary=f"{resource.name}: {view.__name__}",
            **more,
        )(view)

    def get_list(request: HttpRequest) -> ApiResponse:
        actor = _get_actor(request)
        query = parse_rest_query(resource, actor, request.GET)
        content, total = get_page(resource, actor, query)
        # RFC 9110, section 14.4: an empty range has no first and last position
        shown = f"{query.start}-{query.start + len(content) - 1}" if content else "*"
        return ApiResponse(content, headers={"Content-Range": f"{resource.name} {shown}/{total}"})

    def get_one(request: HttpRequest, id: str) -> ApiResponse:
        return ApiResponse(get_row(resource, _get_actor(request), parse_id(id)))

    listed = {"response": list[dict[str, Any]], "openapi_extra": {"parameters": LIST_PARAMETERS}}
    operation("GET", f"/{resource.name}", resource.readers, get_list, **listed)
    if resource.parent_parameter:
        return
    operation("GET", f"/{resource.name}/{{id}}", resource.readers, get_one, response=dict[str, Any])
    if resource.form is not None:
        _mount_write_routes(operation, resource, resource.form, idempotent)


def _mount_write_routes(
    operation: Callable[..., None], resource: Resource, form: Form, idempotent: IdempotentRunner
) -> None:
    """Register the routes that write rows of `resource`."""

    def create(request: HttpRequest) -> ApiResponse:
        actor = _get_actor(request)
        values = form.validate(_drop_read_only(resource, form, _parse_body(request), actor), "create", {}, actor)
        key = request.headers.get("Idempotency-Key")
        created = idempotent(
            f"rest/{resource.name}", key, actor, request.body, lambda: {"id": form.save(None, values, actor)}
        )
        log.info("row created list=%s id=%s user=%s", resource.name, created["id"], actor.username)
        return ApiResponse(get_row(resource, actor, created["id"]))

    def update(request: HttpRequest, id: str) -> ApiResponse:
        actor, pk = _get_actor(request), parse_id(id)
        body, version = _split_version(resource, _parse_body(request))
        with transaction.atomic():
            list(resource.rows(actor, None).select_for_update(of=("self",)).filter(pk=pk).values_list("pk"))
            current = get_row(resource, actor, pk)
            is_current = version in (None, "", current["version"])
            if is_unchanged(body, current):
                # rules may be newer than the row, so an unchanged row is accepted even if it would not validate
                if not is_current:
                    raise stale()
                return ApiResponse(current)
            # read-only values of an outdated record may differ: the error is STALE then, not a field error
            read_values = current if is_current else {**current, **body}
            merged = form.add_required_values(body, current, actor)
            values = _match_bulk_action(resource, body, actor) or form.validate(merged, "edit", read_values, actor)
            if not is_current:
                raise stale()
            form.save(pk, form.filter_writable(current, actor) | values, actor)
        log.info("row saved list=%s id=%s user=%s fields=%s", resource.name, pk, actor.username, ",".join(values))
        return ApiResponse(get_row(resource, actor, pk))

    def delete(request: HttpRequest, id: str) -> ApiResponse:
        actor, pk = _get_actor(request), parse_id(id)
        current = get_row(resource, actor, pk)
        if form.remove is not None:
            form.remove(pk, actor)
            log.info("row deleted list=%s id=%s user=%s", resource.name, pk, actor.username)
        return ApiResponse(current)

    written = partial(operation, roles=form.writers, response=dict[str, Any])
    if form.can_create:
        written("POST", f"/{resource.name}", view=create, openapi_extra=_build_openapi_body(form, "create"))
    written("PUT", f"/{resource.name}/{{id}}", view=update, openapi_extra=_build_openapi_body(form, "edit"))
    if form.remove is not None:
        written("DELETE", f"/{resource.name}/{{id}}", view=delete)


def _get_actor(request: HttpRequest) -> Actor:
    actor: Actor = request.auth  # type: ignore[attr-defined]
    return actor


def _parse_body(request: HttpRequest) -> Any:
    try:
        return parse_json(request.body)
    except ValueError:
        raise ApiError(400, "VALIDATION") from None


def _match_bulk_action(resource: Resource, body: Any, actor: Actor) -> Values | None:
    """Return the values of the bulk action that a body equals, or None.

    react-admin's updateMany sends only the values, not the record.
    """
    return next(
        (dict(each.values) for each in resource.get_bulk_actions(actor) if each.values and each.values == body), None
    )


def _drop_read_only(resource: Resource, form: Form, body: Any, actor: Actor) -> Any:
    """Remove read-only values from a new record.

    react-admin creates copies from a record as it was read.
    """
    if not isinstance(body, dict):
        return body
    read = {
        "id",
        "version",
        "choices",
        *(column.key for column in resource.columns),
        *(each.key for each in form.fields),
    }
    written = form.build_model("create", actor.role).model_fields
    return {key: each for key, each in body.items() if key in written or key not in read}


def _split_version(resource: Resource, body: Any) -> tuple[Any, object]:
    """Split a body into the record and its version.

    Signed image URLs are removed, too: they change by themselves and are never written.
    """
    if not isinstance(body, dict):
        return body, None
    signed = {column.key for column in resource.columns if column.kind == "image"}
    return {key: each for key, each in body.items() if key not in {*signed, "version"}}, body.get("version")


def _build_openapi_body(form: Form, mode: str) -> dict[str, Any]:
    """Build the OpenAPI request body of a write operation."""
    schema = form.build_model(mode).model_json_schema(ref_template="#/components/schemas/{model}")
    if mode == "edit":
        schema["properties"]["version"] = {"type": "string"}
    schema.pop("$defs", None)  # the document already has the schemas that a form refers to
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    return {"requestBody": body, **({"parameters": [IDEMPOTENCY_KEY_PARAMETER]} if mode == "create" else {})}


def parse_id(text: str) -> int:
    """Parse the id of a path, or raise 400."""
    return parse_integer("id", text, -(2**63), 2**63 - 1)


def get_row(resource: Resource, actor: Actor, number: int) -> Mapping[str, Any]:
    """Return one row by its id, or raise 404 outside the actor's scope.

    Includes the values of the form, the choices that depend on the row and, for writers, the version.
    """
    content = serialize_rows(resource, resource.rows(actor, None).filter(pk=number), actor)
    if not content:
        raise not_found()
    form = resource.form
    if form is None:
        return content[0]
    values = form.filter_readable(form.read(number, actor), actor)
    choices = form.get_row_choices(number, actor)
    row = {**content[0], **values, **({"choices": choices} if choices else {})}
    return {**row, "version": compute_row_version(values)} if actor.role in form.writers else row
