"""What a job's owner may do, then and now."""

import hashlib
import json

from portal_backend.accounts.grants import CALLER, actor_of_rows
from portal_backend.accounts.models import User
from portal_backend.base.actor import Actor


def standing_of(actor: Actor) -> str:
    """A digest of what an actor may see: a job goes by what it was at the start, and ends where that changes."""
    ids = [None if each is None else sorted(each) for each in (actor.client_ids, actor.service_ids)]
    return hashlib.sha256(json.dumps([actor.role, *ids]).encode()).hexdigest()


def actor_now(user_id: int) -> Actor | None:
    """A user as it is now; None for one that may not sign in any more."""
    rows = list(User.objects.filter(pk=user_id, locked=False).values(*CALLER))
    return actor_of_rows(rows) if rows else None
