"""Error messages of validation errors, per field."""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any

from pydantic import ValidationError

from portal_backend.core.errors import ApiError, invalid
from portal_backend.core.translations import LazyMessage
from portal_backend.core.types import build_field_path

MAX_ERRORS = 100


def build_field_message(error: Mapping[str, Any]) -> LazyMessage:
    """Return the message of a validation error, translated when it is displayed."""
    kind, context = str(error["type"]), error.get("ctx", {})
    if kind.startswith("word."):
        return LazyMessage(
            f"errors.field.{context['key']}", {key: value for key, value in context.items() if key != "key"}
        )
    if kind in ("missing", "string_too_short") and context.get("min_length", 1) <= 1:
        return LazyMessage("errors.field.required")
    if kind in ("enum", "literal_error") and error.get("is_blank"):
        return LazyMessage("errors.field.required")
    known = {
        "string_too_long": ("max_length", context.get("max_length")),
        "string_too_short": ("min_length", context.get("min_length")),
        "too_long": ("max_items", context.get("max_length")),
        "too_short": ("min_items", context.get("min_length")),
        "less_than_equal": ("max_number", context.get("le")),
        "greater_than_equal": ("min_number", context.get("ge")),
        "extra_forbidden": ("extra", None),
        "literal_error": ("choice", None),
        "enum": ("choice", None),
        "int_type": ("integer", None),
        "int_parsing": ("integer", None),
        "int_parsing_size": ("integer", None),
        "bool_type": ("boolean", None),
        "model_type": ("object", None),
        "model_attributes_type": ("object", None),
    }
    key, value = known.get(kind, ("invalid", None))
    return LazyMessage(f"errors.field.{key}", {} if value is None else {"value": value, "count": value})


def serialize_errors(error: ValidationError) -> list[dict[str, Any]]:
    """List pydantic's errors without the input, except whether it was blank."""
    errors: list[dict[str, Any]] = []
    for each in error.errors(include_url=False):
        is_blank = each["input"] is None or each["input"] == ""
        errors.append({**each, "input": None, "is_blank": is_blank})
    return errors


def invalid_input(errors: Iterable[Mapping[str, Any]]) -> ApiError:
    """Return 400 with the first message of each field, for at most MAX_ERRORS errors."""
    fields: dict[str, LazyMessage | list[LazyMessage]] = {}
    for each in islice(errors, MAX_ERRORS):
        fields.setdefault(build_field_path(tuple(each["loc"])) or "body", build_field_message(each))
    return invalid(fields)
