"""Limits on the elements, unknown fields, lists and reported errors of a request.

The cost of a request must stay proportional to the size of its body.
"""

from typing import Any

import orjson
import pytest
from pydantic import ValidationError

from portal_backend.config.api import api
from portal_backend.core import responses, types
from portal_backend.core.types import MAX_LIST_ITEMS, MAX_UNKNOWN_FIELDS, RequestModel
from tests import factories, request_bodies
from tests.api_client import ApiClient

CREATE = "/repairing/create"
LOGIN = "/contacts/login"


class Outer(RequestModel):
    """Example of a request body."""

    first_name: types.Text


@pytest.mark.parametrize(
    "raw",
    [b"[" + b"{}," * 1_000_000 + b"{}]", b'{"a":[' + b"0," * 1_000_000 + b"0]}", b"[" + b'"",' * 1_000_000 + b"0]"],
    ids=["objects", "numbers", "texts"],
)
def test_rejects_million_elements_before_parsing(raw: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses.orjson, "loads", lambda body: pytest.fail("they were made"))
    with pytest.raises(ValueError, match="too many"):
        responses.parse_json(raw)


def test_ignores_separators_inside_strings() -> None:
    value = [{"note": '\\"[{,' * 100_000, "\\": "\\"}]
    assert responses.parse_json(orjson.dumps(value)) == value


def test_largest_repair_is_far_below_element_limit() -> None:
    files = [{"id": "x" * 22, "name": "a, b.png", "type": "image/png", "size": 1} for _ in range(5)]
    unit = {**request_bodies.unit(1), "problemDescription": "one, two, " * 400, "attachments": files}
    raw = orjson.dumps([unit] * 1000)
    assert len(responses.parse_json(raw)) == 1000
    assert responses._count_separators(responses._strip_strings(raw)) < responses.MAX_JSON_ELEMENTS / 2


def test_limits_unknown_fields_in_errors() -> None:
    body: dict[str, Any] = {f"k{number}": 1 for number in range(50_000)} | {"firstName": ""}
    with pytest.raises(ValidationError) as caught:
        Outer.model_validate(body)
    locations = [error["loc"] for error in caught.value.errors()]
    assert len(locations) == MAX_UNKNOWN_FIELDS + 1
    assert ("firstName",) in locations, "what is known is judged nevertheless"


@pytest.mark.django_db
def test_response_limits_number_of_errors(caller: ApiClient) -> None:
    world = factories.world()
    response = caller.call("POST", CREATE, world.client, body=[{}] * MAX_LIST_ITEMS).assert_error(400, "VALIDATION")
    assert 0 < len(response.fields) <= 100
    response = caller.call("POST", CREATE, world.client, body=[{}] * (MAX_LIST_ITEMS + 1)).assert_error(
        400, "VALIDATION"
    )
    assert list(response.fields) == ["body"] or len(response.fields) == 1
    response = caller.call("POST", LOGIN, body={f"k{number}": 1 for number in range(50_000)}).assert_error(
        400, "VALIDATION"
    )
    assert 0 < len(response.fields) <= 100
    response = caller.call(
        "POST", "/api/rest/contacts", world.admin, body={f"k{number}": 1 for number in range(50_000)}
    ).assert_error(400, "VALIDATION")
    assert len(response.fields) <= 200


def _find_unbounded_lists(schema: dict[str, Any], schemas: dict[str, Any], path: str) -> list[str]:
    """Return the paths of lists without a maximum length in the schema of a body."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return [] if f"/{name}/" in path else _find_unbounded_lists(schemas[name], schemas, f"{path}/{name}/")
    unbounded = [path] if schema.get("type") == "array" and "maxItems" not in schema else []
    children = [*schema.get("properties", {}).items()]
    children += [(key, schema[key]) for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    children += [("", each) for key in ("anyOf", "oneOf", "allOf") for each in schema.get(key, [])]
    return unbounded + [
        child for name, each in children for child in _find_unbounded_lists(each, schemas, f"{path}.{name}")
    ]


def test_every_list_in_a_request_body_has_maximum_length() -> None:
    document = api.get_openapi_schema()
    request_schemas = [
        (f"{verb} {path}", content["schema"])
        for path, operations in document["paths"].items()
        for verb, operation in operations.items()
        for content in operation.get("requestBody", {}).get("content", {}).values()
    ]
    assert len(request_schemas) > 30
    schemas = document["components"]["schemas"]
    assert [path for name, schema in request_schemas for path in _find_unbounded_lists(schema, schemas, name)] == []
