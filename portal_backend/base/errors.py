"""Errors of the API, which `portal_backend.config.api` converts to responses."""

import errno
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from portal_backend.base.answers import Answer
from portal_backend.base.words import Word

Fields = Mapping[str, Word | list[Word]]


class Refusal(Exception):
    """Error response to a request, with status and code of contract section 1.

    `is_partial` marks an error that was raised after a part of the request had been committed.
    """

    is_partial = False

    def __init__(
        self,
        status: int,
        code: str,
        message: Word | None = None,
        *,
        fields: Fields | None = None,
        extra: Mapping[str, Any] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.message = message or Word(f"errors.{code}")
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

    def answer(self) -> Answer:
        """Return the HTTP response."""
        response = Answer(self.body(), self.status)
        if self.retry_after is not None:
            response["Retry-After"] = str(self.retry_after)
        return response


def invalid(fields: Fields | None = None) -> Refusal:
    """Return 400: the input is malformed; `fields` names each invalid field."""
    return Refusal(400, "VALIDATION", fields=fields)


def invalid_field(path: str, key: str, **values: object) -> Refusal:
    """Return 400 for one field with the message `errors.field.<key>`."""
    return invalid({path: Word(f"errors.field.{key}", values)})


def forbidden() -> Refusal:
    """Return 403: the role may not make this request, or not in this step."""
    return Refusal(403, "FORBIDDEN")


def not_found() -> Refusal:
    """Return 404: no such object, or one outside the caller's scope.

    The two cases are indistinguishable on purpose.
    """
    return Refusal(404, "NOT_FOUND")


def stale(current: Mapping[str, Any] | None = None) -> Refusal:
    """Return 409: the object changed since it was read."""
    return Refusal(409, "STALE", extra={"current": current} if current else None)


def step_closed(current: Mapping[str, Any]) -> Refusal:
    """Return 409 for an object that is no longer in the step of the action."""
    return Refusal(409, "STALE", Word("errors.step_closed"), extra={"current": current, "isStepClosed": True})


def too_large(limit_bytes: int) -> Refusal:
    """Return 413: a file or body exceeds its limit, named in decimal megabytes."""
    return Refusal(413, "MAX_UPLOAD_SIZE", Word("errors.MAX_UPLOAD_SIZE", {"limit": f"{limit_bytes / 1_000_000:g}"}))


def no_room(error: BaseException) -> bool:
    """Return whether an error means that the disk or quota is full."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def unavailable(retry_after: int = 5) -> Refusal:
    """Return 503: a dependency is unreachable or full; the request may be retried."""
    return Refusal(503, "UNAVAILABLE", retry_after=retry_after)


def crowded(is_own: bool) -> Refusal:
    """Return 429 if the caller's own requests use up its slots, otherwise 503."""
    if not is_own:
        return unavailable()
    return Refusal(429, "TOO_MANY_REQUESTS", Word("errors.too_many_at_once"), retry_after=5)


@contextmanager
def told_as(**names: str) -> Iterator[None]:
    """Rename the fields of an ApiError raised inside the block to those of the form.

    `names` maps the error's own field names to the form's.
    """
    try:
        yield
    except Refusal as error:
        error.fields = {names.get(path, path): messages for path, messages in error.fields.items()}
        raise
