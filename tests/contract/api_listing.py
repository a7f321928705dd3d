"""Text listing of the API for reviews.

It has every call with roles, parameters, body and response, then the lists and the schemas.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from ninja.operation import Operation

from portal_backend.accounts.sessions import TokenAuth
from portal_backend.core.actor import ALL_ROLES, Roles
from portal_backend.core.openapi import DocumentedAPI
from portal_backend.resources.resource import Resource
from tests.contract.contract_tables import ROLE_BY_LETTER

Json = dict[str, Any]
INDENT = "    "
# parameters of every call, which are left out
COMMON_PARAMETERS = {"Lang"}
BOUNDS = (("minLength", "maxLength"), ("minimum", "maximum"), ("minItems", "maxItems"))


def iter_operations(api: DocumentedAPI) -> Iterator[Operation]:
    """Iterate over the operations of an API."""
    for router in api._get_bound_routers():
        for view in router.path_operations.values():
            yield from view.operations


def render_listing(api: DocumentedAPI, resources: Iterable[Resource]) -> str:
    """Render the listing, sorted by paths and names."""
    document = api.get_openapi_schema()
    gates = {
        each.operation_id or api.get_openapi_operation_id(each): next(iter(each.auth_callbacks), None)
        for each in iter_operations(api)
    }
    lines: list[str] = []
    for path, calls in sorted(document["paths"].items()):
        for verb, call in sorted(calls.items()):
            lines += [
                f"{verb.upper()} {path}  {_render_gate_roles(gates[call['operationId']])}",
                *_iter_call_lines(call),
                "",
            ]
    for resource in sorted(resources, key=lambda each: each.name):
        lines += [f"list {resource.name}  {_render_roles(resource.readers)}", *_iter_column_lines(resource), ""]
    for name, schema in sorted(document["components"]["schemas"].items()):
        lines += [name, *_iter_field_lines(schema), ""]
    return "\n".join(lines)


def _render_gate_roles(gate: object) -> str:
    if not isinstance(gate, TokenAuth):
        return "public"
    return _render_roles(gate.roles)


def _render_roles(roles: Roles) -> str:
    return "".join(letter for letter, role in ROLE_BY_LETTER.items() if role in roles)


def _iter_column_lines(resource: Resource) -> Iterator[str]:
    """Yield the lines of a list: its default sort, columns and filters."""
    yield f"{INDENT}by default {' '.join(resource.default_sort)}{', not without a filter' * resource.filter_required}"
    if resource.parent_parameter:
        yield f"{INDENT}of one {resource.parent_parameter}"
    for each in resource.columns:
        sort = "" if each.sort_name is None else ", sorted" if each.sort_name == each.key else f", sorted {each.sort}"
        readers = "" if each.readers == ALL_ROLES else f"  {_render_roles(each.readers)}"
        yield f"{INDENT}{each.key}: {each.kind}{sort}{readers}"
    for each_filter in resource.filters:
        yield f"{INDENT}?{each_filter.key}: {each_filter.kind}"


def _iter_call_lines(call: Json) -> Iterator[str]:
    prefix_by_location = {"query": "?", "path": "/", "header": "@"}
    for each in call.get("parameters", []):
        if each["name"] not in COMMON_PARAMETERS:
            yield INDENT + _render_field(
                prefix_by_location[each["in"]] + each["name"], each["schema"], required=each.get("required", False)
            )
    for kind, content in call.get("requestBody", {}).get("content", {}).items():
        schema = content["schema"]
        yield f"{INDENT}body {'' if kind == 'application/json' else kind + ' '}{_render_type(schema)}"
        yield from (INDENT + line for line in _iter_field_lines(schema))
    for status, response in sorted((str(key), value) for key, value in call["responses"].items() if str(key) < "400"):
        for kind, content in response.get("content", {}).items():
            media_type = "" if kind == "application/json" else f"{kind} "
            yield f"{INDENT}-> {status} {media_type}{_render_type(content.get('schema', {}))}"


def _iter_field_lines(schema: Json) -> Iterator[str]:
    required_names = schema.get("required", [])
    for name, each in schema.get("properties", {}).items():
        yield INDENT + _render_field(name, each, required=name in required_names)


def _render_field(name: str, schema: Json, *, required: bool) -> str:
    default = schema.get("default")
    return (
        f"{name}{'' if required else '?'}: {_render_type(schema)}{'' if default in (None, '', []) else f' = {default}'}"
    )


def _render_type(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " | ".join(sorted({_render_type(each) for each in schema[key]}))
    if "enum" in schema or "const" in schema:
        return "|".join(str(each) for each in schema.get("enum", [schema.get("const")]))
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        kind = f"[{_render_type(schema.get('items', {}))}]"
    if isinstance(more := schema.get("additionalProperties"), dict):
        kind += f" of {_render_type(more)}"
    return kind + _render_bounds(schema)


def _render_bounds(schema: Json) -> str:
    bounds = [f" {schema[each]}" for each in ("format", "pattern") if each in schema]
    for least, most in BOUNDS:
        if least in schema or most in schema:
            bounds.append(f" {schema.get(least, '')}..{schema.get(most, '')}")
    return "".join(bounds)
