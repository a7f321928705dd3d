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

from portal_backend.base.actor import Actor, Roles
from portal_backend.base.answers import Answer, parsed
from portal_backend.base.errors import Refusal, not_found, stale
from portal_backend.resources.form import Form, Values, is_unchanged, version_of
from portal_backend.resources.mounting import MakeGate
from portal_backend.resources.query import from_rest, page, whole_number
from portal_backend.resources.reading import wire_rows
from portal_backend.resources.resource import Resource

log = logging.getLogger("portal.lists")
Idempotent = Callable[[str, str | None, Actor, bytes, Callable[[], Values]], Values]
KEY = {"in": "header", "name": "Idempotency-Key", "required": False, "schema": {"type": "string", "maxLength": 64}}
QUERY = [{"in": "query", "name": name, "schema": {"type": "string"}} for name in ("sort", "range", "filter")]


def each_time(call: str, key: str | None, actor: Actor, body: bytes, create: Callable[[], Values]) -> Values:
    """Create a row without regard to the idempotency key."""
    return create()


def mount_rest(router: Router, resource: Resource, gate: MakeGate, idempotent: Idempotent = each_time) -> None:
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

    def get_list(request: HttpRequest) -> Answer:
        actor = _actor(request)
        query = from_rest(resource, actor, request.GET)
        content, total = page(resource, actor, query)
        # RFC 9110, section 14.4: an empty range has no first and last position
        shown = f"{query.start}-{query.start + len(content) - 1}" if content else "*"
        return Answer(content, headers={"Content-Range": f"{resource.name} {shown}/{total}"})

    def get_one(request: HttpRequest, id: str) -> Answer:
        return Answer(one(resource, _actor(request), number_of(id)))

    listed = {"response": list[dict[str, Any]], "openapi_extra": {"parameters": QUERY}}
    operation("GET", f"/{resource.name}", resource.readers, get_list, **listed)
    if resource.parent:
        return
    operation("GET", f"/{resource.name}/{{id}}", resource.readers, get_one, response=dict[str, Any])
    if resource.form is not None:
        _mount_form(operation, resource, resource.form, idempotent)


def _mount_form(operation: Callable[..., None], resource: Resource, form: Form, idempotent: Idempotent) -> None:
    """Register the routes that write rows of `resource`."""

    def create(request: HttpRequest) -> Answer:
        actor = _actor(request)
        values = form.checked(_unread(resource, form, _body(request), actor), "create", {}, actor)
        key = request.headers.get("Idempotency-Key")
        created = idempotent(
            f"rest/{resource.name}", key, actor, request.body, lambda: {"id": form.save(None, values, actor)}
        )
        log.info("row created list=%s id=%s user=%s", resource.name, created["id"], actor.username)
        return Answer(one(resource, actor, created["id"]))

    def update(request: HttpRequest, id: str) -> Answer:
        actor, pk = _actor(request), number_of(id)
        body, version = _record(resource, _body(request))
        with transaction.atomic():
            list(resource.rows(actor, None).select_for_update(of=("self",)).filter(pk=pk).values_list("pk"))
            current = one(resource, actor, pk)
            is_current = version in (None, "", current["version"])
            if is_unchanged(body, current):
                # rules may be newer than the row, so an unchanged row is accepted even if it would not validate
                if not is_current:
                    raise stale()
                return Answer(current)
            # read-only values of an outdated record may differ: the error is STALE then, not a field error
            read_values = current if is_current else {**current, **body}
            merged = form.completed(body, current, actor)
            values = _bulk(resource, body, actor) or form.checked(merged, "edit", read_values, actor)
            if not is_current:
                raise stale()
            form.save(pk, form.written(current, actor) | values, actor)
        log.info("row saved list=%s id=%s user=%s fields=%s", resource.name, pk, actor.username, ",".join(values))
        return Answer(one(resource, actor, pk))

    def delete(request: HttpRequest, id: str) -> Answer:
        actor, pk = _actor(request), number_of(id)
        current = one(resource, actor, pk)
        if form.remove is not None:
            form.remove(pk, actor)
            log.info("row deleted list=%s id=%s user=%s", resource.name, pk, actor.username)
        return Answer(current)

    written = partial(operation, roles=form.writers, response=dict[str, Any])
    if form.creates:
        written("POST", f"/{resource.name}", view=create, openapi_extra=_document(form, "create"))
    written("PUT", f"/{resource.name}/{{id}}", view=update, openapi_extra=_document(form, "edit"))
    if form.remove is not None:
        written("DELETE", f"/{resource.name}/{{id}}", view=delete)


def _actor(request: HttpRequest) -> Actor:
    actor: Actor = request.auth  # type: ignore[attr-defined]
    return actor


def _body(request: HttpRequest) -> Any:
    try:
        return parsed(request.body)
    except ValueError:
        raise Refusal(400, "VALIDATION") from None


def _bulk(resource: Resource, body: Any, actor: Actor) -> Values | None:
    """Return the values of the bulk action that a body equals, or None.

    react-admin's updateMany sends only the values, not the record.
    """
    return next((dict(each.values) for each in resource.bulk_for(actor) if each.values and each.values == body), None)


def _unread(resource: Resource, form: Form, body: Any, actor: Actor) -> Any:
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
    written = form.model("create", actor.role).model_fields
    return {key: each for key, each in body.items() if key in written or key not in read}


def _record(resource: Resource, body: Any) -> tuple[Any, object]:
    """Split a body into the record and its version.

    Signed image URLs are removed, too: they change by themselves and are never written.
    """
    if not isinstance(body, dict):
        return body, None
    signed = {column.key for column in resource.columns if column.kind == "image"}
    return {key: each for key, each in body.items() if key not in {*signed, "version"}}, body.get("version")


def _document(form: Form, mode: str) -> dict[str, Any]:
    """Build the OpenAPI request body of a write operation."""
    schema = form.model(mode).model_json_schema(ref_template="#/components/schemas/{model}")
    if mode == "edit":
        schema["properties"]["version"] = {"type": "string"}
    schema.pop("$defs", None)  # the document already has the schemas that a form refers to
    body = {"required": True, "content": {"application/json": {"schema": schema}}}
    return {"requestBody": body, **({"parameters": [KEY]} if mode == "create" else {})}


def number_of(text: str) -> int:
    """Parse the id of a path, or raise 400."""
    return whole_number("id", text, -(2**63), 2**63 - 1)


def one(resource: Resource, actor: Actor, number: int) -> Mapping[str, Any]:
    """Return one row by its id, or raise 404 outside the actor's scope.

    Includes the values of the form, the choices that depend on the row and, for writers, the version.
    """
    content = wire_rows(resource, resource.rows(actor, None).filter(pk=number), actor)
    if not content:
        raise not_found()
    form = resource.form
    if form is None:
        return content[0]
    values = form.readable(form.read(number, actor), actor)
    choices = form.choices_of(number, actor)
    row = {**content[0], **values, **({"choices": choices} if choices else {})}
    return {**row, "version": version_of(values)} if actor.role in form.writers else row
