"""The user's own sessions, as the profile lists and ends them."""

from typing import Any

from django.db.models import QuerySet

from portal_backend.accounts.models import Token, User
from portal_backend.accounts.passwords import check_current
from portal_backend.accounts.presence import lifetime, live
from portal_backend.accounts.sessions import digest, end
from portal_backend.base.actor import Actor
from portal_backend.base.errors import not_found


def own_sessions(actor: Actor, token: str) -> list[dict[str, Any]]:
    """List the actor's active sessions: that of `token` first, then by last use.

    The last use is exact to five minutes, because a session is extended at most that often.
    """
    current, idle_timeout = digest(token), lifetime()
    rows = _live(actor).values("pk", "digest", "device", "address", "expires_at").order_by("-expires_at", "-pk")
    listed = [
        {
            "id": row["pk"],
            "device": row["device"],
            "address": row["address"],
            "lastUse": row["expires_at"] - idle_timeout,
            "current": row["digest"] == current,
        }
        for row in rows
    ]
    return sorted(listed, key=lambda row: not row["current"])


def end_own(pk: int | None, actor: Actor, token: str, password: str) -> None:
    """End one of the actor's other sessions, or all of them.

    The current password is required (OWASP ASVS 7.5.2). The session of `token` itself is ended by logging out only.
    Raises 400, 404 or 429.
    """
    check_current(User.objects.get(pk=actor.user_id), password)
    chosen = _live(actor).exclude(digest=digest(token))
    if pk is not None:
        chosen = chosen.filter(pk=pk)
        if not chosen.exists():
            raise not_found()
    end(chosen)


def _live(actor: Actor) -> QuerySet[Token]:
    return Token.objects.filter(live(), user_id=actor.user_id)
