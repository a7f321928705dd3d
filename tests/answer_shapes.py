"""Every answer that a test gets is held against the shape that the OpenAPI document declares for its call.

Answers are not pushed through their shapes when they are served, so the document could say what is not answered.
"""

import inspect
from typing import Any

from django.urls import ResolverMatch
from pydantic import BaseModel


def check_shape(what: str, match: ResolverMatch, verb: str, data: Any) -> None:
    """Fail where an answer lacks what its call declares, or holds what it does not."""
    if not inspect.isfunction(match.func):
        return
    view = inspect.getclosurevars(match.func).nonlocals.get("self")
    for operation in getattr(view, "operations", ()):
        model = operation.response_models.get(200)
        if verb in operation.methods and isinstance(model, type) and issubclass(model, BaseModel):
            told = model.model_validate({"response": data}).model_dump(by_alias=True, exclude_unset=True)
            assert _keys(told["response"]) == _keys(data), f"{what}: an answer of another shape than declared"


def _keys(value: Any) -> Any:
    """The names in an answer, without its values; those of rows and maps count for all that lie in them."""
    if isinstance(value, dict):
        return {str(getattr(key, "value", key)): _keys(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_keys(each) for each in value]
    return None
