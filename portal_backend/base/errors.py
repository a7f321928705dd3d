"""The one exception family. Every refusal of the portal is a Refusal; api.py answers it in the one error shape."""

import errno
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from portal_backend.base.answers import Answer
from portal_backend.base.words import Word

Fields = Mapping[str, Word | list[Word]]


class Refusal(Exception):
    """A call that is not carried out: status and code of contract section 1, and what to tell the user.

    `is_partial` marks one that was raised after a part of what was asked for had been committed.
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
        """The error shape in the reader's language."""
        fields = {
            path: [str(word) for word in (words if isinstance(words, list) else [words])]
            for path, words in self.fields.items()
        }
        return {"code": self.code, "message": str(self.message), "fields": fields, **self.extra}

    def answer(self) -> Answer:
        """The answer in the one error shape."""
        answer = Answer(self.body(), self.status)
        if self.retry_after is not None:
            answer["Retry-After"] = str(self.retry_after)
        return answer


def invalid(fields: Fields | None = None) -> Refusal:
    """400: the input is malformed; `fields` names each bad one."""
    return Refusal(400, "VALIDATION", fields=fields)


def invalid_field(path: str, key: str, **values: object) -> Refusal:
    """400 on one field with the word `errors.field.<key>`."""
    return invalid({path: Word(f"errors.field.{key}", values)})


def forbidden() -> Refusal:
    """403: the role may not make this call, or not at this step."""
    return Refusal(403, "FORBIDDEN")


def not_found() -> Refusal:
    """404: no such object, or one outside the caller's scope; the two are never told apart."""
    return Refusal(404, "NOT_FOUND")


def stale(current: Mapping[str, Any] | None = None) -> Refusal:
    """409: the object changed since it was read."""
    return Refusal(409, "STALE", extra={"current": current} if current else None)


def step_closed(current: Mapping[str, Any]) -> Refusal:
    """Build 409 for an object that is not in the step that the call belongs to."""
    return Refusal(409, "STALE", Word("errors.step_closed"), extra={"current": current, "isStepClosed": True})


def too_large(limit_bytes: int) -> Refusal:
    """413: a file or body over its limit, named in decimal megabytes."""
    return Refusal(413, "MAX_UPLOAD_SIZE", Word("errors.MAX_UPLOAD_SIZE", {"limit": f"{limit_bytes / 1_000_000:g}"}))


def no_room(error: BaseException) -> bool:
    """Whether it is a full disk that an error tells of."""
    return isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)


def unavailable(retry_after: int = 5) -> Refusal:
    """503: something that the portal needs is out of reach or full; it may be tried again."""
    return Refusal(503, "UNAVAILABLE", retry_after=retry_after)


def crowded(is_own: bool) -> Refusal:
    """429 where the caller's own calls take all the places that they may, else 503: the portal is full."""
    if not is_own:
        return unavailable()
    return Refusal(429, "TOO_MANY_REQUESTS", Word("errors.too_many_at_once"), retry_after=5)


@contextmanager
def told_as(**names: str) -> Iterator[None]:
    """What is refused inside names its fields as a form does; `names` are the fields that it calls otherwise."""
    try:
        yield
    except Refusal as refusal:
        refusal.fields = {names.get(path, path): words for path, words in refusal.fields.items()}
        raise
