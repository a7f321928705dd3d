"""Lists, history and tab exports of repairs (spec 1, 2.5-2.7; spec 3, 7)."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db.models import Func, IntegerField, OuterRef, Subquery

from portal_backend.core.actor import ALL_ROLES, Actor
from portal_backend.core.translations import translate
from portal_backend.repairs import process
from portal_backend.repairs.context import RepairContext
from portal_backend.repairs.diagnostics import SERVICE_KINDS_BY_LIST
from portal_backend.repairs.models import Diagnosis, RepairStatus, RepairUnit
from portal_backend.repairs.presenter import serialize_units
from portal_backend.repairs.process import REPAIR
from portal_backend.resources.resource import Column, Resource, Row, Table
from portal_backend.workflow import lists as shared
from portal_backend.workflow.lists import DURATION_COLUMNS
from portal_backend.workflow.presenter import serialize_comments
from portal_backend.workflow.scope import get_readable, in_scope, scope
from portal_backend.workflow.search import filter_by_keyword, find_matching_lines

ACTIVE_STATUSES = [step.status for step in REPAIR.steps if not step.is_terminal]
CLOSED_STATUSES = [step.status for step in REPAIR.steps if step.is_terminal]
DETAIL_ROUTES = {REPAIR.kind: "process-repair/{id}"}
# Func instead of Count, which would group the units: a list costs a sixteenth less.
COUNT_UNITS = Func("repair_id", function="COUNT", output_field=IntegerField())
UNIT_COUNT = Subquery(RepairUnit.objects.filter(repair_id=OuterRef("pk")).order_by().values(total=COUNT_UNITS))
UNIT_COUNT_COLUMN = Column("units", "number", source="units", expression=UNIT_COUNT, in_interface=False)


def get_repair_id(part_id: int, actor: Actor) -> int:
    """Return the id of the repair that contains a unit in scope, or 0."""
    unit = RepairUnit.objects.filter(scope(actor, "repair__request__"), pk=part_id).first()
    return unit.repair_id if unit else 0


def _build_status_choices(statuses: list[str]) -> Callable[[Actor], list[dict[str, Any]]]:
    return lambda actor: shared.list_status_choices(REPAIR, statuses)


ACTIVE_REPAIRS = Resource(
    name="active-repairs",
    columns=(
        shared.ID_COLUMN,
        shared.NUMBER_COLUMN,
        shared.build_client_column(),
        shared.STATUS_COLUMN,
        shared.ACTION_REQUIRED_COLUMN,
        shared.CREATED_COLUMN,
        shared.UPDATED_COLUMN,
        shared.CLIENT_NAME_COLUMN,
        UNIT_COUNT_COLUMN,
        shared.MY_TURN_COLUMN,
        shared.NEXT_STEP_VALUE,
        shared.OVERDUE_COLUMN,
        *DURATION_COLUMNS,
    ),
    rows=lambda actor, parent: in_scope(actor, REPAIR.kind).filter(completed_at__isnull=True),
    extra_sources=shared.EXTRA_SOURCES,
    filters=shared.build_filters(lambda: set(ACTIVE_STATUSES), _build_status_choices(ACTIVE_STATUSES)),
    search=filter_by_keyword,
    highlight=find_matching_lines,
    route="active-repairs",
    menu_group="lists",
    icon="repair",
    detail_routes=DETAIL_ROUTES,
    export_name="active-repairs",
)
CLOSED_REPAIRS = Resource(
    name="closed-repairs",
    columns=(
        shared.ID_COLUMN,
        shared.NUMBER_COLUMN,
        shared.build_client_column(sort="clientAccessIdentification"),
        shared.STATUS_COLUMN,
        shared.CREATED_COLUMN,
        replace(shared.COMPLETED_COLUMN, not_null=True),
        shared.CLIENT_NAME_COLUMN,
        UNIT_COUNT_COLUMN,
    ),
    rows=lambda actor, parent: in_scope(actor, REPAIR.kind).filter(completed_at__isnull=False),
    extra_sources=shared.EXTRA_SOURCES,
    default_sort=("completedAt", "DESC"),
    filters=shared.build_filters(
        lambda: set(CLOSED_STATUSES), _build_status_choices(CLOSED_STATUSES), my_turn_readers=frozenset()
    ),
    search=filter_by_keyword,
    highlight=find_matching_lines,
    route="closed-repairs",
    menu_group="lists",
    icon="archive",
    detail_routes=DETAIL_ROUTES,
    export_name="closed-repairs",
)
ACTION_REQUIRED_REPAIRS = Resource(
    name="action-required-repairs",
    columns=ACTIVE_REPAIRS.columns,
    rows=lambda actor, parent: in_scope(actor, REPAIR.kind).filter(responsible_role=actor.role),
    readers=shared.ACTION_REQUIRED_READERS,
    extra_sources=shared.EXTRA_SOURCES,
    filters=ACTIVE_REPAIRS.filters,
    search=filter_by_keyword,
    highlight=find_matching_lines,
)
HISTORY = shared.build_history_list(REPAIR, "repair-history", "repairId", ("createdAt", "DESC"), "repair-history-tab")


def list_units(actor: Actor, repair_id: int | None) -> list[Row]:
    """List the units of a repair as its page shows them. Raises 404."""
    request = get_readable(actor, process.REPAIR.kind, repair_id or 0)
    return serialize_units(RepairContext(request), serialize_comments(process.REPAIR, request, actor), actor.role)


def list_approved_units(actor: Actor, repair_id: int | None) -> list[Row]:
    """List the units that were sent in, as on the Repair tab (spec 3)."""
    return [row for row in list_units(actor, repair_id) if row["initialApproval"] == "APPROVED"]


def _format_diagnosis(row: Row, actor: Actor) -> object:
    if row["isMissing"]:
        return translate("outcome.NOT_RECEIVED")
    return row["diagnosticInfo"]["status"]["value"] if row["diagnosticInfo"]["status"] else ""


def _get_total_cost(row: Row, actor: Actor) -> object:
    info = row["diagnosticInfo"]
    return sum(info["typeTotals"].values()) if "typeTotals" in info else info["totalCost"]


def _build_price_getter(price: str, types: str) -> Callable[[Row, Actor], object]:
    """Build a getter of one price, or of the sum of the services of that kind.

    Roles that may not read single services get the sum.
    """

    def get_price(row: Row, actor: Actor) -> object:
        info = row["diagnosticInfo"]
        if "typeTotals" in info:
            return info["typeTotals"][types]
        prices = info.get("pricesOrPredefinedTypes", {})
        return sum(service["value"] for service in prices[types]) if types in prices else prices.get(price)

    return get_price


def _format_services(row: Row, actor: Actor) -> str:
    services = row["diagnosticInfo"]["pricesOrPredefinedTypes"]
    lines = [service for kind in SERVICE_KINDS_BY_LIST for service in services.get(kind, ())]
    return "\n".join(f"{service['text']} ({service['value']:.2f})" for service in lines)


def _format_repair_status(row: Row, actor: Actor) -> str:
    """Format the repair status; a working unit shows its diagnosis instead."""
    if row["isMissing"]:
        return translate("outcome.NOT_RECEIVED")
    diagnosis = row["diagnosticInfo"]["status"]
    if diagnosis and diagnosis["key"] == Diagnosis.IT_IS_WORKING:
        return str(diagnosis["value"])
    return translate(f"repairStatus.{row['repairStatus']}") if row["repairStatus"] else ""


def _get_replacement_serial(row: Row, actor: Actor) -> object:
    return row["replacementSerial"] if row["repairStatus"] == RepairStatus.REPLACED else ""


def _build_comment_getter(step: str) -> Callable[[Row, Actor], object]:
    return lambda row, actor: row["approvalComments"].get(step, {}).get("text", "")


def _format_attachments(row: Row, actor: Actor) -> str:
    return "\n".join(file["name"] for file in row["attachments"])


def _format_repair_approval(row: Row, actor: Actor) -> str:
    """Format the repair approval; empty where no decision is needed."""
    return translate(f"approval.{row['repairApproval']}") if row["needsApproval"] else ""


UNIT_COLUMNS = (
    Column("category", value=lambda row, actor: row["category"]["name"]),
    Column("partName", source="partName"),
    Column("serialNumber", source="serialNumber"),
    Column("serviceTag", source="serviceTag"),
)
PROBLEM_COLUMN = Column("problemDescription", source="problemDescription")
INITIAL_APPROVAL_COLUMN = Column(
    "initialApproval", "choice", source="initialApproval", message_prefix="approval", readers=process.DECISION_READERS
)
DIAGNOSIS_COLUMNS = (
    Column("diagnosticStatus", value=_format_diagnosis),
    Column("diagnosticComment", value=lambda row, actor: row["diagnosticInfo"]["comment"]),
    Column(
        "diagnosticPrice",
        "money",
        value=_build_price_getter("diagnosticPrice", "diagnosticTypes"),
        readers=process.TOTAL_READERS,
    ),
    Column(
        "repairPrice", "money", value=_build_price_getter("repairPrice", "repairTypes"), readers=process.TOTAL_READERS
    ),
    Column("partsPrice", "money", value=_build_price_getter("partsPrice", "partsTypes"), readers=process.TOTAL_READERS),
    Column("predefinedServices", value=_format_services, readers=process.PRICE_READERS),
    Column("totalCost", "money", value=_get_total_cost, readers=process.TOTAL_READERS),
)
TAB_EXPORTS = (
    Table(
        "repair-detail-tab",
        (
            *UNIT_COLUMNS,
            PROBLEM_COLUMN,
            Column("attachments", value=_format_attachments),
            INITIAL_APPROVAL_COLUMN,
            Column("approvalComment", value=_build_comment_getter("NEW"), readers=process.REASON_READERS),
        ),
        list_units,
        ALL_ROLES,
        "repairId",
    ),
    Table(
        "repair-diagnostics-tab",
        (*UNIT_COLUMNS, PROBLEM_COLUMN, *DIAGNOSIS_COLUMNS),
        list_approved_units,
        ALL_ROLES,
        "repairId",
    ),
    Table(
        "repair-approval-tab",
        (
            *UNIT_COLUMNS,
            *DIAGNOSIS_COLUMNS,
            Column("repairApproval", value=_format_repair_approval),
            Column("approvalComment", value=_build_comment_getter("IN_REPAIR_APPROVAL")),
        ),
        list_approved_units,
        ALL_ROLES,
        "repairId",
    ),
    Table(
        "repair-tab",
        (
            *UNIT_COLUMNS,
            Column("repairStatus", value=_format_repair_status),
            Column("replacementSerial", value=_get_replacement_serial),
            Column("approvalComment", value=_build_comment_getter("IN_REPAIR_APPROVAL")),
            Column("repairComment", source="repairComment", readers=process.REPAIR_COMMENT_READERS),
            Column("attachments", value=_format_attachments),
        ),
        list_approved_units,
        ALL_ROLES,
        "repairId",
    ),
)
