"""A creating call sent twice over a bad line creates once (contract section 1)."""

from collections.abc import Callable
from typing import Any

from django.db import IntegrityError, transaction

from portal_backend.accounts.models import IdempotencyKey
from portal_backend.base.actor import Actor
from portal_backend.base.errors import invalid_field

LONGEST_KEY = 64


def once(key: str | None, actor: Actor, create: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Run `create` in a transaction, or answer what it answered when the same user sent the same key before.

    A second call that comes while the first still runs waits for it: the key's row is unique. A refused first
    call leaves no key behind, so that it can be mended and sent again.
    """
    if not key:
        with transaction.atomic():
            return create()
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise invalid_field("Idempotency-Key", "max_length", value=LONGEST_KEY)
    if (earlier := _earlier(key, actor)) is not None:
        return earlier
    with transaction.atomic():
        try:
            with transaction.atomic():
                row = IdempotencyKey.objects.create(user_id=actor.user_id, key=key)
        except IntegrityError:
            row = None
        if row is not None:
            row.answer = create()
            row.save(update_fields=["answer"])
            return dict(row.answer)
    return _earlier(key, actor) or {}


def _earlier(key: str, actor: Actor) -> dict[str, Any] | None:
    row = IdempotencyKey.objects.filter(user_id=actor.user_id, key=key).first()
    return None if row is None else dict(row.answer or {})
