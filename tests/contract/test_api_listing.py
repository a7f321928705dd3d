"""The API equals api.txt, so that reviews see every change.

`.venv/bin/pytest tests/contract/test_api_listing.py --write-api-listing` updates the file.
"""

import difflib
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from portal_backend.config.api import RESOURCES, api
from tests.contract.api_listing import iter_operations, render_listing

LISTING = Path(__file__).with_name("api.txt")
UPDATE_COMMAND = ".venv/bin/pytest tests/contract/test_api_listing.py --write-api-listing"
MAX_DIFF_LINES = 60


def test_api_equals_reviewed_listing(request: pytest.FixtureRequest) -> None:
    now = render_listing(api, RESOURCES)
    if request.config.getoption("--write-api-listing"):
        LISTING.write_text(now, encoding="utf-8")
    before = LISTING.read_text(encoding="utf-8") if LISTING.exists() else ""
    difference = list(difflib.unified_diff(before.splitlines(), now.splitlines(), "reviewed", "now", lineterm="", n=2))
    excerpt = "\n".join(difference[:MAX_DIFF_LINES])
    assert not difference, f"the API changed; where that is meant, renew {LISTING.name} by\n{UPDATE_COMMAND}\n{excerpt}"


def _collect_models(model: Any, found: set[type[BaseModel]]) -> None:
    """Collect a model and all models that it refers to."""
    if isinstance(model, type) and issubclass(model, BaseModel):
        if model not in found:
            found.add(model)
            for field in model.model_fields.values():
                _collect_models(field.annotation, found)
        return
    for each in getattr(model, "__args__", ()):
        _collect_models(each, found)


def test_schema_names_are_unique() -> None:
    """The document identifies schemas by name."""
    found: set[type[BaseModel]] = set()
    for operation in iter_operations(api):
        for model in (*operation.models, *operation.response_models.values()):
            if isinstance(model, type) and issubclass(model, BaseModel):
                for field in model.model_fields.values():
                    _collect_models(field.annotation, found)
    by_name: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for model in found:
        by_name[model.__name__].append({**model.model_json_schema(by_alias=True), "description": ""})
    duplicates = {name for name, schemas in by_name.items() if any(each != schemas[0] for each in schemas)}
    assert duplicates == set()
    assert len(by_name) > 50
