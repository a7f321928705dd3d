"""Client generators can process the OpenAPI document."""

from collections.abc import Iterator
from typing import Any

from portal_backend.config.api import api


def iter_schemas(node: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, dict):
        yield path, node
        for key, each in node.items():
            yield from iter_schemas(each, f"{path}/{key}")
    elif isinstance(node, list):
        for place, each in enumerate(node):
            yield from iter_schemas(each, f"{path}/{place}")


def test_references_have_no_default() -> None:
    """openapi-python-client drops a call whose body has one."""
    wrong = [
        path
        for path, each in iter_schemas(api.get_openapi_schema())
        if "default" in each and {"$ref", "allOf"} & each.keys()
    ]
    assert wrong == []


def test_every_reference_exists() -> None:
    document = api.get_openapi_schema()
    known = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert {each["$ref"] for _, each in iter_schemas(document) if isinstance(each.get("$ref"), str)} <= known
