"""Exports of the repair's tabs, with the columns visible to each role (spec 3, 7)."""

from collections.abc import Callable

from portal_backend.base.actor import EVERYBODY, Actor
from portal_backend.base.words import word
from portal_backend.repairs import process
from portal_backend.repairs.diagnosing import TYPE_LISTS
from portal_backend.repairs.facts import Facts
from portal_backend.repairs.models import Diagnosis, RepairStatus
from portal_backend.repairs.reading import described_parts
from portal_backend.resources.resource import Column, Row, Sheet
from portal_backend.workflow.reading import comments
from portal_backend.workflow.scope import get_readable


def parts_of(actor: Actor, repair_id: int | None) -> list[Row]:
    """List the units of a repair as its page shows them. Raises 404."""
    request = get_readable(actor, process.REPAIR.kind, repair_id or 0)
    return described_parts(Facts(request), comments(process.REPAIR, request, actor), actor.role)


def approved_parts_of(actor: Actor, repair_id: int | None) -> list[Row]:
    """List the units that were sent in, as on the Repair tab (spec 3)."""
    return [row for row in parts_of(actor, repair_id) if row["initialApproval"] == "APPROVED"]


def _diagnosis(row: Row, actor: Actor) -> object:
    if row["isMissing"]:
        return word("outcome.NOT_RECEIVED")
    return row["diagnosticInfo"]["status"]["value"] if row["diagnosticInfo"]["status"] else ""


def _total(row: Row, actor: Actor) -> object:
    info = row["diagnosticInfo"]
    return sum(info["typeTotals"].values()) if "typeTotals" in info else info["totalCost"]


def _price(price: str, types: str) -> Callable[[Row, Actor], object]:
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


def _services(row: Row, actor: Actor) -> str:
    services = row["diagnosticInfo"]["pricesOrPredefinedTypes"]
    lines = [service for kind in TYPE_LISTS for service in services.get(kind, ())]
    return "\n".join(f"{service['text']} ({service['value']:.2f})" for service in lines)


def _repair_status(row: Row, actor: Actor) -> str:
    """Format the repair status; a working unit shows its diagnosis instead."""
    if row["isMissing"]:
        return word("outcome.NOT_RECEIVED")
    diagnosis = row["diagnosticInfo"]["status"]
    if diagnosis and diagnosis["key"] == Diagnosis.IT_IS_WORKING:
        return str(diagnosis["value"])
    return word(f"repairStatus.{row['repairStatus']}") if row["repairStatus"] else ""


def _replacement(row: Row, actor: Actor) -> object:
    return row["replacementSerial"] if row["repairStatus"] == RepairStatus.REPLACED else ""


def _comment(step: str) -> Callable[[Row, Actor], object]:
    return lambda row, actor: row["approvalComments"].get(step, {}).get("text", "")


def _files(row: Row, actor: Actor) -> str:
    return "\n".join(file["name"] for file in row["attachments"])


def _category(row: Row, actor: Actor) -> object:
    return row["category"]["name"]


def _repair_approval(row: Row, actor: Actor) -> str:
    """Format the repair approval; empty where no decision is needed."""
    return word(f"approval.{row['repairApproval']}") if row["needsApproval"] else ""


def _diagnostic_comment(row: Row, actor: Actor) -> object:
    return row["diagnosticInfo"]["comment"]


UNIT = (
    Column("category", value=_category),
    Column("partName", source="partName"),
    Column("serialNumber", source="serialNumber"),
    Column("serviceTag", source="serviceTag"),
)
PROBLEM = Column("problemDescription", source="problemDescription")
INITIAL = Column(
    "initialApproval", "choice", source="initialApproval", words="approval", readers=process.DECISION_READERS
)
DIAGNOSED = (
    Column("diagnosticStatus", value=_diagnosis),
    Column("diagnosticComment", value=_diagnostic_comment),
    Column(
        "diagnosticPrice", "money", value=_price("diagnosticPrice", "diagnosticTypes"), readers=process.TOTAL_READERS
    ),
    Column("repairPrice", "money", value=_price("repairPrice", "repairTypes"), readers=process.TOTAL_READERS),
    Column("partsPrice", "money", value=_price("partsPrice", "partsTypes"), readers=process.TOTAL_READERS),
    Column("predefinedServices", value=_services, readers=process.PRICE_READERS),
    Column("totalCost", "money", value=_total, readers=process.TOTAL_READERS),
)
TABS = (
    Sheet(
        "repair-detail-tab",
        (
            *UNIT,
            PROBLEM,
            Column("attachments", value=_files),
            INITIAL,
            Column("approvalComment", value=_comment("NEW"), readers=process.REASON_READERS),
        ),
        parts_of,
        EVERYBODY,
        "repairId",
    ),
    Sheet("repair-diagnostics-tab", (*UNIT, PROBLEM, *DIAGNOSED), approved_parts_of, EVERYBODY, "repairId"),
    Sheet(
        "repair-approval-tab",
        (
            *UNIT,
            *DIAGNOSED,
            Column("repairApproval", value=_repair_approval),
            Column("approvalComment", value=_comment("IN_REPAIR_APPROVAL")),
        ),
        approved_parts_of,
        EVERYBODY,
        "repairId",
    ),
    Sheet(
        "repair-tab",
        (
            *UNIT,
            Column("repairStatus", value=_repair_status),
            Column("replacementSerial", value=_replacement),
            Column("approvalComment", value=_comment("IN_REPAIR_APPROVAL")),
            Column("repairComment", source="repairComment", readers=process.REPAIR_COMMENT_READERS),
            Column("attachments", value=_files),
        ),
        approved_parts_of,
        EVERYBODY,
        "repairId",
    ),
)
