"""The OpenAPI document and its pages (contract section 1)."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from portal_backend.config.api import api
from tests.contract.api_listing import iter_operations


def iter_properties(node: Any) -> Iterator[str]:
    """Iterate over the names of all properties below a node."""
    if isinstance(node, dict):
        yield from node.get("properties", {})
        for each in node.values():
            yield from iter_properties(each)
    elif isinstance(node, list):
        for each in node:
            yield from iter_properties(each)


def test_property_names_are_camel_case() -> None:
    names = set(iter_properties(dict(api.get_openapi_schema())))
    assert {"repairParts", "isAllowedToContinue", "totalElements"} <= names
    assert [name for name in sorted(names) if "_" in name] == []


def test_parameters_with_a_default_are_optional() -> None:
    # ninja can ignore the default of nested annotations
    document, seen = api.get_openapi_schema(), 0
    calls = {call["operationId"]: call for path in document["paths"].values() for call in path.values()}
    for operation in iter_operations(api):
        call = calls[operation.operation_id or api.get_openapi_operation_id(operation)]
        required = {each["name"] for each in call["parameters"] if each.get("required")}
        declared = inspect.signature(operation.view_func).parameters
        for parameter in operation.signature.params:
            if declared[parameter.name].default is not inspect.Parameter.empty:
                assert parameter.alias not in required, f"{operation.view_func.__qualname__}: {parameter.name}"
                seen += 1
    assert seen > 20


def test_document_pages_load_no_external_resources(client: Client) -> None:
    page = client.get("/api/docs").content.decode()
    loaded = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]*)"', page)
    assert loaded
    assert all(address.startswith(settings.STATIC_URL) for address in loaded), loaded
    for address in loaded:
        assert client.get(address).status_code == 200, address


def test_document_is_cached(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The document is public and as expensive as a hundred other requests."""
    first = client.get("/api/openapi.json")
    monkeypatch.setattr(api, "get_openapi_schema", lambda **_: pytest.fail("made again"))
    again = client.get("/api/openapi.json")
    assert (again.status_code, again.content, again["Content-Type"]) == (200, first.content, first["Content-Type"])
    assert client.get("/api/openapi.json", headers={"If-None-Match": first["ETag"]}).status_code == 304
