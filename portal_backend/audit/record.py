"""Write, compare and purge entries of the audit log."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from portal_backend.audit.models import Entry, Event
from portal_backend.base.actor import Actor
from portal_backend.base.calls import CALL
from portal_backend.base.normalization import normalize_key

LONGEST = 255
# enough for the rows of an import: about 2,000 part numbers
MAX_SEARCH_TEXT = 50_000
Values = Mapping[str, Any]
Subject = tuple[str, int | None]


def record(
    event: Event,
    about: str = "",
    *,
    actor: Actor | None = None,
    username: str = "",
    subject: Subject | None = None,
    search: Iterable[object] = (),
    **details: Any,
) -> None:
    """Write an audit entry, in the transaction of the change it describes.

    The caller is `actor`, or an unauthenticated one who claims to be `username`. `object_ref` is the type and id of the
    object, `search_terms` lists further texts by which the entry is found. `details` are JSON values, of which empty
    and false ones are omitted; they must not contain secrets.
    """
    call = CALL.get()
    name = actor.username if actor else username
    Entry.objects.create(
        at=timezone.now(),
        event=event,
        username=name[:LONGEST],
        role=actor.role if actor else "",
        address=call.address[:64],
        about=about[:LONGEST],
        details={key: value for key, value in details.items() if value},
        call=call.id,
        actor_id=actor.user_id if actor else None,
        object_type=subject[0] if subject else "",
        object_id=subject[1] if subject else None,
        search_text=_search_text([name, about, *_leaves(details), *search]),
    )


def _leaves(value: Any) -> list[object]:
    """Return the texts and numbers in nested details."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [leaf for each in value for leaf in _leaves(each)]
    return [] if value is None or isinstance(value, bool) else [value]


def _search_text(values: Iterable[object]) -> str:
    """Build the search text: each distinct value, normalized, one per line."""
    keys = dict.fromkeys(normalize_key(str(each)) for each in values)
    return "\n".join(key for key in keys if key)[:MAX_SEARCH_TEXT]


def changes(before: Values, after: Values) -> dict[str, list[Any]]:
    """Return the old and the new value of each field that differs.

    A missing value is None.
    """
    keys = dict.fromkeys([*before, *after])
    return {key: [before.get(key), after.get(key)] for key in keys if before.get(key) != after.get(key)}


def forget_old_entries() -> int:
    """Delete entries older than PORTAL_AUDIT_RETENTION_DAYS and return their number."""
    before = timezone.now() - timedelta(days=settings.AUDIT_DAYS)
    return Entry.objects.filter(at__lt=before).delete()[0]
