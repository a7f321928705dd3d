"""Lists, history and tab exports of repairs (spec 1, 2.5-2.7; spec 3, section 7)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from portal_backend.base.actor import Actor
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.resources.resource import Column, Resource
from portal_backend.workflow import lists as shared
from portal_backend.workflow.models import Request
from portal_backend.workflow.scope import in_scope, scope
from portal_backend.workflow.searching import matched, search
from portal_backend.workflow.standing import STANDING

ACTIVE = [step.status for step in REPAIR.steps if not step.terminal]
CLOSED = [step.status for step in REPAIR.steps if step.terminal]
RECORDS = {REPAIR.kind: "process-repair/{id}"}
ITS_UNITS = RepairPart.objects.filter(repair_id=OuterRef("pk")).order_by().values("repair_id")
NUMBER_OF_UNITS = Coalesce(Subquery(ITS_UNITS.values(total=Count("pk")), output_field=IntegerField()), 0)
UNITS = Column("units", "number", source="units", sort=None, shown=False)


def repairs(actor: Actor) -> QuerySet[Request]:
    """Select the repairs in scope, annotated with their unit count."""
    return in_scope(actor, REPAIR.kind).annotate(units=NUMBER_OF_UNITS)


def repair_of_part(part_id: int, actor: Actor) -> int:
    """Return the id of the repair that contains a unit in scope, or 0."""
    unit = RepairPart.objects.filter(scope(actor, "repair__request__"), pk=part_id).first()
    return unit.repair_id if unit else 0


def _choices(statuses: list[str]) -> Callable[[Actor], list[dict[str, Any]]]:
    return lambda actor: shared.status_choices(REPAIR, statuses)


ACTIVE_REPAIRS = Resource(
    name="active-repairs",
    columns=(
        shared.ID,
        shared.NUMBER,
        shared.client_username(),
        shared.STATUS,
        shared.ACTION_REQUIRED,
        shared.CREATED,
        shared.UPDATED,
        shared.CLIENT_NAME,
        UNITS,
        shared.MINE,
        shared.OVERDUE,
        *STANDING,
    ),
    rows=lambda actor, parent: repairs(actor).filter(completed_at__isnull=True),
    carried=shared.CARRIED,
    filters=shared.filters(lambda: set(ACTIVE), _choices(ACTIVE)),
    search=search,
    matched=matched,
    route="active-repairs",
    group="lists",
    icon="schedule",
    records=RECORDS,
    export="active-repairs",
)
CLOSED_REPAIRS = Resource(
    name="closed-repairs",
    columns=(
        shared.ID,
        shared.NUMBER,
        shared.client_username(sort="clientAccessIdentification"),
        shared.STATUS,
        shared.CREATED,
        replace(shared.COMPLETED, filled=True),
        shared.CLIENT_NAME,
        UNITS,
    ),
    rows=lambda actor, parent: repairs(actor).filter(completed_at__isnull=False),
    carried=shared.CARRIED,
    default_sort=("completedAt", "DESC"),
    filters=shared.filters(lambda: set(CLOSED), _choices(CLOSED), offers_turn=False),
    search=search,
    matched=matched,
    route="closed-repairs",
    group="lists",
    icon="done",
    records=RECORDS,
    export="closed-repairs",
)
WAITING_REPAIRS = Resource(
    name="action-required-repairs",
    columns=ACTIVE_REPAIRS.columns,
    rows=lambda actor, parent: repairs(actor).filter(waits_for=actor.role),
    readers=shared.INBOX_READERS,
    carried=shared.CARRIED,
    filters=ACTIVE_REPAIRS.filters,
    search=search,
    matched=matched,
)
HISTORY = shared.history_of(REPAIR, "repair-history", "repairId", ("createdAt", "DESC"), "repair-history-tab")
