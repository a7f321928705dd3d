"""Decisions on the parts or items of a request, the same for every kind."""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from portal_backend.base.actor import Actor
from portal_backend.base.bulk_save import bulk_save
from portal_backend.base.errors import invalid
from portal_backend.base.words import Word
from portal_backend.workflow.models import Approval, Comment, Request
from portal_backend.workflow.process import Unmet
from portal_backend.workflow.row_saves import CHANGE_FIELDS, R, RowChanges
from portal_backend.workflow.schemas import DecisionIn

log = logging.getLogger("portal.workflow")
APPROVED_KEY = Approval.APPROVED.value
DECIDED = frozenset({Approval.APPROVED.value, Approval.REJECTED.value})


class Item(Protocol):
    """What can be decided on."""

    pk: int


T = TypeVar("T", bound=Item)


def unfinished(items: Iterable[T], wanting: Callable[[T], bool], path: str, field: str, reason: str) -> Unmet | None:
    """What is missing where some items want something: how many, and the field of each."""
    among = list(items)
    fields = {f"{path}.{item.pk}.{field}": Word(f"guards.field.{reason}") for item in among if wanting(item)}
    return Unmet(Word(f"guards.{reason}", {"count": len(fields)}), fields, len(among)) if fields else None


def undecided(items: Iterable[T], attribute: str, path: str, field: str, reason: str = "undecided") -> Unmet | None:
    """The guard of an approval: every item approved or rejected."""
    return unfinished(items, lambda item: getattr(item, attribute) not in DECIDED, path, field, reason)


def comments_of(request: Request) -> dict[tuple[int, str], str]:
    """The comments of a request by item (0: the request itself) and step."""
    rows = Comment.objects.filter(request=request).exclude(text="")
    return {(item, step): text for item, step, text in rows.values_list("item", "step", "text")}


def note(request: Request, field: str, decisions: Sequence[DecisionIn], actor: Actor) -> None:
    """Write decisions to the log."""
    taken = " ".join(f"{each.id}={each.status}" for each in decisions)
    log.info("decision %s %s user=%s role=%s %s", request.number, field, actor.username, actor.role, taken)


def decide(items: Iterable[T], decisions: Sequence[DecisionIn], field: str) -> list[T]:
    """Write each decision to `field` of its item and return the items that changed, unsaved.

    Raises 400 for an id that is not among `items`: of another request, or without a decision to take (contract 4.2).
    """
    by_id = {item.pk: item for item in items}
    wrong = {f"{i}.id": Word("errors.field.choice") for i, each in enumerate(decisions) if each.id not in by_id}
    if wrong or not decisions:
        raise invalid(wrong)
    last = {decision.id: decision.status for decision in decisions}
    changed = [by_id[pk] for pk, status in last.items() if getattr(by_id[pk], field) != status]
    for item in changed:
        setattr(item, field, last[item.pk])
    return changed


def decide_rows(rows: RowChanges, items: Iterable[R], decisions: Sequence[DecisionIn], field: str) -> None:
    """Save decisions on rows of a locked request: those on rows that others changed since are conflicts."""
    claimed = rows.claim(decide(items, decisions, field))
    bulk_save(claimed, [field, *CHANGE_FIELDS])
    saved = {row.pk for row in claimed}
    note(rows.request, field, [each for each in decisions if each.id in saved], rows.actor)
