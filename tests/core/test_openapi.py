"""OpenAPI document: complete, public, with the error schema (contract 1)."""

import json
from typing import Any

import pytest
from django.conf import settings

from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    schema: dict[str, Any] = ApiClient().get("/api/openapi.json").ok
    return schema


def collect_references(node: Any) -> set[str]:
    """Return all references in a part of the document."""
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*(collect_references(value) for value in node.values()))
    return set().union(*(collect_references(value) for value in node)) if isinstance(node, list) else set()


def test_every_reference_resolves(document: dict[str, Any]) -> None:
    defined = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert sorted(collect_references(document) - defined) == []


def test_every_operation_declares_errors_and_lang_header(document: dict[str, Any]) -> None:
    operation_ids = []
    for path, operations in document["paths"].items():
        for verb, operation in operations.items():
            responses = operation["responses"]
            for status in ("400", "401", "403", "404", "409", "413", "429", "500", "503"):
                assert responses[status]["content"]["application/json"]["schema"]["$ref"].endswith("/Error"), (
                    path,
                    verb,
                )
            assert "Lang" in {each["name"] for each in operation["parameters"]}
            operation_ids.append(operation["operationId"])
    assert len(operation_ids) == len(set(operation_ids))


def test_document_has_no_server_internals(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    for secret in (
        str(settings.BASE_DIR),
        str(settings.DATA_DIR),
        "localhost",
        "127.0.0.1",
        "sqlite",
        "postgres",
        "django",
    ):
        assert secret not in text, secret
