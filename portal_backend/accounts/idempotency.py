"""Idempotency keys: a repeated creating request creates once (contract section 1)."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.db import IntegrityError, transaction

from portal_backend.accounts.models import IdempotencyKey
from portal_backend.core.actor import Actor
from portal_backend.core.errors import ApiError, invalid_field

MAX_IDEMPOTENCY_KEY_LENGTH = 64


def idempotent(
    call: str, key: str | None, actor: Actor, body: bytes, create: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Run `create` once per user, call and key, and return its response.

    A repeated key returns the stored response. While the first request runs, a second one waits for it, because the
    key's row is unique. If the first request fails, no key is stored, so it can be corrected and sent again.

    Raises 409 KEY_USED, with the stored response, if the key was used with another body: the client would otherwise
    take the first response for that of the second request.
    """
    if not key:
        with transaction.atomic():
            return create()
    stored = hash_key(call, key)
    sent = sha256(body).hexdigest()
    if (response := _get_stored_response(stored, actor, sent)) is not None:
        return response
    with transaction.atomic():
        try:
            with transaction.atomic():
                row = IdempotencyKey.objects.create(user_id=actor.user_id, key=stored, body_digest=sent)
        except IntegrityError:
            row = None
        if row is not None:
            row.response = create()
            row.save(update_fields=["response"])
            return dict(row.response)
    return _get_stored_response(stored, actor, sent) or {}


def hash_key(call: str, key: str) -> str:
    """Return the digest of a key and the call it belongs to.

    The same key in another call is a different one. Raises 400 if it is too long or not printable.
    """
    if len(key) > MAX_IDEMPOTENCY_KEY_LENGTH or not key.isprintable():
        raise invalid_field("Idempotency-Key", "max_length", value=MAX_IDEMPOTENCY_KEY_LENGTH)
    return sha256(f"{call} {key}".encode()).hexdigest()


def _get_stored_response(stored: str, actor: Actor, sent: str) -> dict[str, Any] | None:
    row = IdempotencyKey.objects.filter(user_id=actor.user_id, key=stored).first()
    if row is None:
        return None
    if row.body_digest not in ("", sent):
        raise ApiError(409, "KEY_USED", extra={"created": row.response} if row.response else None)
    return dict(row.response or {})
