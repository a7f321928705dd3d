"""Decisions on the parts or items of service requests."""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from portal_backend.core.actor import Actor
from portal_backend.core.bulk_save import bulk_save
from portal_backend.core.errors import invalid
from portal_backend.core.translations import LazyMessage
from portal_backend.workflow.models import Approval, Comment, ServiceRequest
from portal_backend.workflow.process import GuardFailure
from portal_backend.workflow.row_saves import CHANGE_FIELDS, R, RowChanges
from portal_backend.workflow.schemas import DecisionIn

log = logging.getLogger("portal.workflow")
APPROVED_KEY = Approval.APPROVED.value
DECIDED_STATES = frozenset({Approval.APPROVED.value, Approval.REJECTED.value})


class ApprovableItem(Protocol):
    """Object that can be approved or rejected."""

    pk: int


T = TypeVar("T", bound=ApprovableItem)


def check_items_finished(
    items: Iterable[T], wanting: Callable[[T], bool], path: str, field: str, reason: str
) -> GuardFailure | None:
    """Return a guard failure if `wanting` holds for some items, None otherwise.

    It has the number of these items and a message for the field of each.
    """
    fields = {f"{path}.{item.pk}.{field}": LazyMessage(f"guards.field.{reason}") for item in items if wanting(item)}
    return GuardFailure(LazyMessage(f"guards.{reason}", {"count": len(fields)}), fields) if fields else None


def check_items_decided(
    items: Iterable[T], attribute: str, path: str, field: str, reason: str = "undecided"
) -> GuardFailure | None:
    """Return a guard failure unless each item is approved or rejected."""
    return check_items_finished(items, lambda item: getattr(item, attribute) not in DECIDED_STATES, path, field, reason)


def get_comment_texts(request: ServiceRequest) -> dict[tuple[int, str], str]:
    """Return the comments of a request by item (0 for the request) and step."""
    rows = Comment.objects.filter(request=request).exclude(text="")
    return {(item, step): text for item, step, text in rows.values_list("item", "step", "text")}


def log_decisions(request: ServiceRequest, field: str, decisions: Sequence[DecisionIn], actor: Actor) -> None:
    """Write decisions to the log."""
    entries = " ".join(f"{each.id}={each.status}" for each in decisions)
    log.info("decision %s %s user=%s role=%s %s", request.number, field, actor.username, actor.role, entries)


def apply_decisions(items: Iterable[T], decisions: Sequence[DecisionIn], field: str) -> list[T]:
    """Set `field` of each item to its decision and return the changed items, unsaved.

    Raises 400 for no decisions, or for an id that is not among `items`: of another request, or not awaiting a decision
    (contract 4.2).
    """
    by_id = {item.pk: item for item in items}
    errors = {f"{i}.id": LazyMessage("errors.field.choice") for i, each in enumerate(decisions) if each.id not in by_id}
    if errors or not decisions:
        raise invalid(errors)
    decision_by_id = {decision.id: decision.status for decision in decisions}
    changed = [by_id[pk] for pk, status in decision_by_id.items() if getattr(by_id[pk], field) != status]
    for item in changed:
        setattr(item, field, decision_by_id[item.pk])
    return changed


def save_decisions(rows: RowChanges, items: Iterable[R], decisions: Sequence[DecisionIn], field: str) -> None:
    """Save decisions on rows of a locked request.

    Decisions on rows that other users have changed since are conflicts.
    """
    claimed = rows.claim(apply_decisions(items, decisions, field))
    bulk_save(claimed, [field, *CHANGE_FIELDS])
    saved = {row.pk for row in claimed}
    log_decisions(rows.request, field, [each for each in decisions if each.id in saved], rows.actor)
