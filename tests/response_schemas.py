"""Validation of every response in tests against its schema in the OpenAPI.

The server does not validate its responses, so the document could otherwise differ from them.
"""

import inspect
from typing import Any

from django.urls import ResolverMatch
from pydantic import BaseModel


def check_response_schema(what: str, match: ResolverMatch, verb: str, data: Any) -> None:
    """Fail if a response lacks declared fields or has undeclared ones."""
    if not inspect.isfunction(match.func):
        return
    view = inspect.getclosurevars(match.func).nonlocals.get("self")
    for operation in getattr(view, "operations", ()):
        model = operation.response_models.get(200)
        if verb in operation.methods and isinstance(model, type) and issubclass(model, BaseModel):
            validated = model.model_validate({"response": data}).model_dump(by_alias=True, exclude_unset=True)
            assert _extract_keys(validated["response"]) == _extract_keys(data), (
                f"{what}: the response does not have the declared shape"
            )


def _extract_keys(value: Any) -> Any:
    """Return the field names of a response without values, recursively."""
    if isinstance(value, dict):
        return {str(getattr(key, "value", key)): _extract_keys(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_extract_keys(each) for each in value]
    return None
