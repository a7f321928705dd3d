"""Text listing of the API for reviews.

It has every call with roles, parameters, body and response, then the lists and the schemas.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from ninja.operation import Operation

from portal_backend.accounts.sessions import Gate
from portal_backend.base.actor import EVERYBODY, Roles
from portal_backend.base.openapi import DocumentedAPI
from portal_backend.resources.resource import Resource
from tests.contract.tables import LETTERS

Json = dict[str, Any]
INDENT = "    "
# parameters of every call, which are left out
EVERYWHERE = {"Lang"}
BOUNDS = (("minLength", "maxLength"), ("minimum", "maximum"), ("minItems", "maxItems"))


def operations(api: DocumentedAPI) -> Iterator[Operation]:
    """Iterate over the operations of an API."""
    for router in api._get_bound_routers():
        for view in router.path_operations.values():
            yield from view.operations


def listing(api: DocumentedAPI, resources: Iterable[Resource]) -> str:
    """Render the listing, sorted by paths and names."""
    document = api.get_openapi_schema()
    gates = {
        each.operation_id or api.get_openapi_operation_id(each): next(iter(each.auth_callbacks), None)
        for each in operations(api)
    }
    lines: list[str] = []
    for path, calls in sorted(document["paths"].items()):
        for verb, call in sorted(calls.items()):
            lines += [f"{verb.upper()} {path}  {_roles(gates[call['operationId']])}", *_call(call), ""]
    for resource in sorted(resources, key=lambda each: each.name):
        lines += [f"list {resource.name}  {_letters(resource.readers)}", *_columns(resource), ""]
    for name, schema in sorted(document["components"]["schemas"].items()):
        lines += [name, *_fields(schema), ""]
    return "\n".join(lines)


def _roles(gate: object) -> str:
    if not isinstance(gate, Gate):
        return "public"
    return _letters(gate.roles)


def _letters(roles: Roles) -> str:
    return "".join(letter for letter, role in LETTERS.items() if role in roles)


def _columns(resource: Resource) -> Iterator[str]:
    """Yield the lines of a list: its default sort, columns and filters."""
    yield f"{INDENT}by default {' '.join(resource.default_sort)}{', not without a filter' * resource.filter_required}"
    if resource.parent:
        yield f"{INDENT}of one {resource.parent}"
    for each in resource.columns:
        sort = "" if each.sort_name is None else ", sorted" if each.sort_name == each.key else f", sorted {each.sort}"
        readers = "" if each.readers == EVERYBODY else f"  {_letters(each.readers)}"
        yield f"{INDENT}{each.key}: {each.kind}{sort}{readers}"
    for each_filter in resource.filters:
        yield f"{INDENT}?{each_filter.key}: {each_filter.kind}"


def _call(call: Json) -> Iterator[str]:
    prefix_by_location = {"query": "?", "path": "/", "header": "@"}
    for each in call.get("parameters", []):
        if each["name"] not in EVERYWHERE:
            yield INDENT + _field(
                prefix_by_location[each["in"]] + each["name"], each["schema"], required=each.get("required", False)
            )
    for kind, content in call.get("requestBody", {}).get("content", {}).items():
        schema = content["schema"]
        yield f"{INDENT}body {'' if kind == 'application/json' else kind + ' '}{_kind(schema)}"
        yield from (INDENT + line for line in _fields(schema))
    for status, response in sorted((str(key), value) for key, value in call["responses"].items() if str(key) < "400"):
        for kind, content in response.get("content", {}).items():
            media_type = "" if kind == "application/json" else f"{kind} "
            yield f"{INDENT}-> {status} {media_type}{_kind(content.get('schema', {}))}"


def _fields(schema: Json) -> Iterator[str]:
    required_names = schema.get("required", [])
    for name, each in schema.get("properties", {}).items():
        yield INDENT + _field(name, each, required=name in required_names)


def _field(name: str, schema: Json, *, required: bool) -> str:
    default = schema.get("default")
    return f"{name}{'' if required else '?'}: {_kind(schema)}{'' if default in (None, '', []) else f' = {default}'}"


def _kind(schema: Json) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " | ".join(sorted({_kind(each) for each in schema[key]}))
    if "enum" in schema or "const" in schema:
        return "|".join(str(each) for each in schema.get("enum", [schema.get("const")]))
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        kind = f"[{_kind(schema.get('items', {}))}]"
    if isinstance(more := schema.get("additionalProperties"), dict):
        kind += f" of {_kind(more)}"
    return kind + _bounds(schema)


def _bounds(schema: Json) -> str:
    bounds = [f" {schema[each]}" for each in ("format", "pattern") if each in schema]
    for least, most in BOUNDS:
        if least in schema or most in schema:
            bounds.append(f" {schema.get(least, '')}..{schema.get(most, '')}")
    return "".join(bounds)
