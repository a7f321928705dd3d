"""Current permissions of a job's owner."""

import hashlib
import json

from portal_backend.accounts.grants import ACTOR_COLUMNS, build_actor_from_rows
from portal_backend.accounts.models import User
from portal_backend.core.actor import Actor


def compute_permissions_digest(actor: Actor) -> str:
    """Return a digest of the role and scope of an actor.

    A job stores the digest when it is enqueued and ends when the digest of its owner differs.
    """
    ids = [None if scope_ids is None else sorted(scope_ids) for scope_ids in (actor.client_ids, actor.service_ids)]
    return hashlib.sha256(json.dumps([actor.role, *ids]).encode()).hexdigest()


def load_actor(user_id: int) -> Actor | None:
    """Return a user as an actor with current permissions, None if locked or gone."""
    rows = list(User.objects.filter(pk=user_id, locked=False).values(*ACTOR_COLUMNS))
    return build_actor_from_rows(rows) if rows else None
