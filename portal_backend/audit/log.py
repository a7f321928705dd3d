"""Write, compare and purge entries of the audit log."""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from portal_backend.audit.models import AuditEntry, AuditEvent
from portal_backend.core.actor import Actor
from portal_backend.core.normalization import normalize_key
from portal_backend.core.request_context import CURRENT_REQUEST

MAX_AUDIT_NAME_LENGTH = 255
# enough for the rows of an import: about 2,000 part numbers
MAX_SEARCH_TEXT = 50_000
AuditValues = Mapping[str, Any]
ObjectRef = tuple[str, int | None]


def record_event(
    event: AuditEvent,
    about: str = "",
    *,
    actor: Actor | None = None,
    username: str = "",
    object_ref: ObjectRef | None = None,
    search_terms: Iterable[object] = (),
    **details: Any,
) -> None:
    """Write an audit entry, in the transaction of the change it describes.

    The caller is `actor`, or an unauthenticated one who claims to be `username`. `object_ref` is the type and id of the
    object, `search_terms` lists further texts by which the entry is found. `details` are JSON values, of which empty
    and false ones are omitted; they must not contain secrets.
    """
    call = CURRENT_REQUEST.get()
    name = actor.username if actor else username
    AuditEntry.objects.create(
        created_at=timezone.now(),
        event=event,
        username=name[:MAX_AUDIT_NAME_LENGTH],
        role=actor.role if actor else "",
        ip_address=call.client_ip[:64],
        object_repr=about[:MAX_AUDIT_NAME_LENGTH],
        details={key: value for key, value in details.items() if value},
        request_id=call.request_id,
        actor_id=actor.user_id if actor else None,
        object_type=object_ref[0] if object_ref else "",
        object_id=object_ref[1] if object_ref else None,
        search_text=_build_search_text([name, about, *_flatten_values(details), *search_terms]),
    )


def _flatten_values(value: Any) -> list[object]:
    """Return the texts and numbers in nested details."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        return [leaf for each in value for leaf in _flatten_values(each)]
    return [] if value is None or isinstance(value, bool) else [value]


def _build_search_text(values: Iterable[object]) -> str:
    """Build the search text: each distinct value, normalized, one per line."""
    keys = dict.fromkeys(normalize_key(str(each)) for each in values)
    return "\n".join(key for key in keys if key)[:MAX_SEARCH_TEXT]


def diff_values(before: AuditValues, after: AuditValues) -> dict[str, list[Any]]:
    """Return the old and the new value of each field that differs.

    A missing value is None.
    """
    keys = dict.fromkeys([*before, *after])
    return {key: [before.get(key), after.get(key)] for key in keys if before.get(key) != after.get(key)}


def purge_old_entries() -> int:
    """Delete entries older than PORTAL_AUDIT_RETENTION_DAYS and return their number."""
    before = timezone.now() - timedelta(days=settings.AUDIT_RETENTION_DAYS)
    return AuditEntry.objects.filter(created_at__lt=before).delete()[0]
