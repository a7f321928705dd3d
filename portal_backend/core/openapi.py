"""OpenAPI document with the errors that every endpoint can return."""

from collections.abc import Callable
from threading import Lock
from typing import Any

from django.http import HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import ValidationError, ValidationErrorContext
from ninja.openapi.schema import OpenAPISchema

from portal_backend.core.errors import serialize_errors

ERROR_DESCRIPTIONS = {
    "400": "VALIDATION: malformed or invalid input; `fields` lists the errors of each invalid field",
    "401": "TOKEN_EXPIRED, TOKEN_INVALID, BAD_CREDENTIALS",
    "403": "FORBIDDEN, ACCOUNT_LOCKED",
    "404": "NOT_FOUND: the object does not exist or is outside the caller's scope",
    "409": "STALE, NOT_ALLOWED_TO_CONTINUE, KEY_USED, IN_USE, or another conflict code, such as PART_EXISTS",
    "410": "ACTION_KEY_EXPIRED, STEP_EXPIRED: the key has expired, was already used or is no longer valid",
    "413": "MAX_UPLOAD_SIZE",
    "415": "UNSUPPORTED_FILE: the file has an unsupported type or cannot be read",
    "429": "TOO_MANY_REQUESTS",
    "500": "SERVER_ERROR with a requestId",
    "503": "UNAVAILABLE",
}
ERROR_SCHEMA = {
    "type": "object",
    "required": ["code", "message", "fields"],
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string", "description": "Message in the language of the Lang header"},
        "fields": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        "current": {"$ref": "#/components/schemas/Current"},
        "rows": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/ConflictingRow"},
            "description": "409 STALE: rows that another user has changed; the other rows were saved",
        },
        "isStepClosed": {
            "type": "boolean",
            "description": "409 STALE: true if the request has left the step of this call",
        },
        "created": {
            "type": "object",
            "additionalProperties": True,
            "description": "409 KEY_USED: response to the first call with this key",
        },
        "requestId": {"type": "string", "description": "500: ID of the call in the log"},
    },
}
CURRENT_SCHEMA = {
    "type": "object",
    "description": "409 STALE: current status and last change of a request",
    "required": ["status", "version", "changedBy", "changedAt"],
    "properties": {
        "status": {
            "type": "object",
            "required": ["key", "value"],
            "properties": {"key": {"type": "string"}, "value": {"type": "string"}},
        },
        "version": {"type": "integer"},
        "changedBy": {"type": "string"},
        "changedAt": {"type": "string", "format": "date-time"},
    },
}
CONFLICTING_ROW_SCHEMA = {
    "type": "object",
    "description": "Row that another user changed after the caller read it",
    "required": ["list", "id", "current", "changedBy"],
    "properties": {
        "list": {"type": "string", "description": "Name of the list in the body; empty if the body is the list"},
        "id": {"type": "integer"},
        "current": {
            "type": ["object", "null"],
            "additionalProperties": True,
            "description": "Current row; null if deleted",
        },
        "changedBy": {"type": ["string", "null"]},
    },
}
LANG_PARAMETER = {"in": "header", "name": "Lang", "required": False, "schema": {"type": "string", "enum": ["en", "es"]}}
ErrorContexts = list[ValidationErrorContext[Any]]


class DocumentedAPI(NinjaAPI):
    """API whose document has wire names, the error schema and the Lang header."""

    def validation_error_from_error_contexts(
        self, error_contexts: list[ValidationErrorContext[Any]]
    ) -> ValidationError:
        """Collect validation errors as ninja does, without the input values.

        Only whether an input was blank is kept.
        """
        return ValidationError(
            [
                {**error, "loc": _build_location(context.model, error["loc"])}
                for context in error_contexts
                for error in serialize_errors(context.pydantic_validation_error)
            ]
        )

    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        """Return ninja's document with error responses and the Lang header added."""
        for router in self._get_bound_routers():
            for view in router.path_operations.values():
                for operation in view.operations:
                    operation.by_alias = True  # responses are camelCase, so the document must be too
        document = super().get_openapi_schema(**options)
        document["components"].setdefault("schemas", {}).update(
            Error=ERROR_SCHEMA, Current=CURRENT_SCHEMA, ConflictingRow=CONFLICTING_ROW_SCHEMA
        )
        drop_reference_defaults(document)
        content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
        for operations in document["paths"].values():
            for operation in operations.values():
                operation.setdefault("parameters", []).append(LANG_PARAMETER)
                for status, description in ERROR_DESCRIPTIONS.items():
                    operation["responses"].setdefault(status, {"description": description, "content": content})
        return document


def drop_reference_defaults(schema: Any) -> None:
    """Remove defaults next to references.

    Client generators omit operations whose bodies have them.
    """
    if isinstance(schema, dict):
        if "default" in schema and ({"$ref", "allOf"} & schema.keys()):
            del schema["default"]
        for each in schema.values():
            drop_reference_defaults(each)
    elif isinstance(schema, list):
        for each in schema:
            drop_reference_defaults(each)


def cache_document(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate the view of the public document so that it is built only once."""
    lock, cached = Lock(), list[HttpResponse]()

    def cached_view(request: HttpRequest, **arguments: Any) -> HttpResponse:
        with lock:
            if not cached:
                cached.append(view(request, **arguments))
        response = HttpResponse(cached[0].content, content_type=cached[0]["Content-Type"])
        response["Cache-Control"] = "no-cache"
        return response

    return cached_view


def _build_location(model: Any, location: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the location of an argument on the wire: its source and names."""
    return (model.__ninja_param_source__, *model.__ninja_flatten_map_reverse__.get(location, location))
