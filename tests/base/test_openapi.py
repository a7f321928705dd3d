"""The OpenAPI document: whole, public, and with the one error shape on every call (contract 1)."""

import json
from typing import Any

import pytest
from django.conf import settings

from tests.caller import Caller

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found: dict[str, Any] = Caller().get("/api/openapi.json").ok
    return found


def references(node: Any) -> set[str]:
    """Everything that a part of the document refers to."""
    if isinstance(node, dict):
        own = {node["$ref"]} if isinstance(node.get("$ref"), str) else set()
        return own.union(*(references(value) for value in node.values()))
    return set().union(*(references(value) for value in node)) if isinstance(node, list) else set()


def test_everything_that_is_referred_to_is_there(document: dict[str, Any]) -> None:
    named = {f"#/components/schemas/{name}" for name in document["components"]["schemas"]}
    assert sorted(references(document) - named) == []


def test_every_call_tells_its_errors_and_its_language(document: dict[str, Any]) -> None:
    names = []
    for path, operations in document["paths"].items():
        for verb, operation in operations.items():
            told = operation["responses"]
            for status in ("400", "401", "403", "404", "409", "413", "429", "500", "503"):
                assert told[status]["content"]["application/json"]["schema"]["$ref"].endswith("/Error"), (path, verb)
            assert "Lang" in {each["name"] for each in operation["parameters"]}
            names.append(operation["operationId"])
    assert len(names) == len(set(names))


def test_nothing_of_the_machine_is_in_the_document(document: dict[str, Any]) -> None:
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
