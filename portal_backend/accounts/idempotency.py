"""A creating call sent twice over a bad line creates once (contract section 1)."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

from django.db import IntegrityError, transaction

from portal_backend.accounts.models import IdempotencyKey
from portal_backend.base.actor import Actor
from portal_backend.base.errors import Refusal, invalid_field

LONGEST_KEY = 64


def idempotent(
    call: str, key: str | None, actor: Actor, body: bytes, create: Callable[[], dict[str, Any]]
) -> dict[str, Any]:
    """Run `create` in a transaction, or answer what it answered when the same user sent `call` the same key before.

    A second call that comes while the first still runs waits for it: the key's row is unique. A refused first
    call leaves no key behind, so that it can be mended and sent again. The key of another body is refused (409) with
    what came of the first: its sender would take that for the result of the second.
    """
    if not key:
        with transaction.atomic():
            return create()
    stored = stored_key(call, key)
    sent = sha256(body).hexdigest()
    if (earlier := _earlier(stored, actor, sent)) is not None:
        return earlier
    with transaction.atomic():
        try:
            with transaction.atomic():
                row = IdempotencyKey.objects.create(user_id=actor.user_id, key=stored, sent=sent)
        except IntegrityError:
            row = None
        if row is not None:
            row.answer = create()
            row.save(update_fields=["answer"])
            return dict(row.answer)
    return _earlier(stored, actor, sent) or {}


def stored_key(call: str, key: str) -> str:
    """What is stored of a key; the same one sent to another call is another. Raises 400 for one that is too long."""
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise invalid_field("Idempotency-Key", "max_length", value=LONGEST_KEY)
    return sha256(f"{call} {key}".encode()).hexdigest()


def _earlier(stored: str, actor: Actor, sent: str) -> dict[str, Any] | None:
    row = IdempotencyKey.objects.filter(user_id=actor.user_id, key=stored).first()
    if row is None:
        return None
    if row.sent not in ("", sent):
        raise Refusal(409, "KEY_USED", extra={"created": row.answer} if row.answer else None)
    return dict(row.answer or {})
