"""Errors of the API, which `portal_backend.config.api` converts to responses."""

import errno
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from django.db.models import Manager, Model, QuerySet
from pydantic import ValidationError

from portal_backend.core.responses import ApiResponse
from portal_backend.core.translations import LazyMessage
from portal_backend.core.types import build_field_path

FieldMessages = Mapping[str, LazyMessage | list[LazyMessage]]
M = TypeVar("M", bound=Model)


class ApiError(Exception):
    """Error response to a request, with status and code of contract section 1.

    `is_partial` marks an error that was raised after a part of the request had been committed.
    """

    is_partial = False

    def __init__(
        self,
        status: int,
        code: str,
        message: LazyMessage | None = None,
        *,
        fields: FieldMessages | None = None,
        extra: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.message = message or LazyMessage(f"errors.{code}")
        self.fields = fields or {}
        self.extra = extra or {}
        self.retry_after = retry_after

    def body(self) -> dict[str, Any]:
        """Return the JSON body in the current language."""
        fields = {
            path: [str(message) for message in (messages if isinstance(messages, list) else [messages])]
            for path, messages in self.fields.items()
        }
        return {"code": self.code, "message": str(self.message), "fields": fields, **self.extra}

    def to_response(self) -> ApiResponse:
        """Return the HTTP response."""
        response = ApiResponse(self.body(), self.status)
        if self.retry_after is not None:
            response["Retry-After"] = str(self.retry_after)
        return response


def invalid(fields: FieldMessages | None = None) -> ApiError:
    """Return 400: the input is malformed; `fields` names each invalid field."""
    return ApiError(400, "VALIDATION", fields=fields)


def invalid_field(path: str, key: str, **values: object) -> ApiError:
    """Return 400 for one field with the message `errors.field.<key>`."""
    return invalid({path: LazyMessage(f"errors.field.{key}", values)})


def forbidden() -> ApiError:
    """Return 403: the role may not make this request, or not in this step."""
    return ApiError(403, "FORBIDDEN")


def not_found() -> ApiError:
    """Return 404: the object does not exist or is outside the caller's scope.

    The two cases are indistinguishable on purpose.
    """
    return ApiError(404, "NOT_FOUND")


def get_or_404(rows: Manager[M] | QuerySet[M], **lookups: Any) -> M:
    """Return the first row that matches. Raises 404."""
    row = rows.filter(**lookups).first()
    if row is None:
        raise not_found()
    return row


def stale(current: Mapping[str, Any] | None = None) -> ApiError:
    """Return 409: the object changed since it was read."""
    return ApiError(409, "STALE", extra={"current": current} if current else None)


def step_closed(current: Mapping[str, Any]) -> ApiError:
    """Return 409 for an object that is no longer in the step of the action."""
    return ApiError(409, "STALE", LazyMessage("errors.step_closed"), extra={"current": current, "isStepClosed": True})


def too_large(limit_bytes: int) -> ApiError:
    """Return 413: a file or body exceeds its limit, named in decimal megabytes."""
    return ApiError(
        413, "MAX_UPLOAD_SIZE", LazyMessage("errors.MAX_UPLOAD_SIZE", {"limit": f"{limit_bytes / 1_000_000:g}"})
    )


def is_disk_full(error: BaseException) -> bool:
    """Return whether an error means that the disk or quota is full."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def unavailable(retry_after: int = 5) -> ApiError:
    """Return 503: a dependency is unreachable or full; the request may be retried."""
    return ApiError(503, "UNAVAILABLE", retry_after=retry_after)


def over_capacity(is_own: bool) -> ApiError:
    """Return 429 if the caller's own requests use up its slots, otherwise 503."""
    if not is_own:
        return unavailable()
    return ApiError(429, "TOO_MANY_REQUESTS", LazyMessage("errors.too_many_at_once"), retry_after=5)


@contextmanager
def rename_fields(**names: str) -> Iterator[None]:
    """Rename the fields of an ApiError raised inside the block to those of the form.

    `names` maps the error's own field names to the form's.
    """
    try:
        yield
    except ApiError as error:
        error.fields = {names.get(path, path): messages for path, messages in error.fields.items()}
        raise


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
